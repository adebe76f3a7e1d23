//! Records in the forms of other programs.

use super::{run, text};

/// Whether it worked, and what it printed: the result, or the error.
fn breadboard(args: &[&str], input: &str) -> (bool, String) {
    let output = run(args, input.as_bytes());
    let printed = if output.status.success() { &output.stdout } else { &output.stderr };
    (output.status.success(), text(printed).to_owned())
}

fn moves(record: &str) -> Vec<&str> {
    let lines = record.lines().filter(|line| line.starts_with("1: ") || line.starts_with("2: "));
    lines.map(|line| line.split('#').next().unwrap_or_default().trim()).collect()
}

#[test]
fn golden_games_of_breakthrough_go_there_and_back() {
    for (golden, forms) in [
        (include_str!("../../../games/src/breakthrough/golden/8x8.txt"), &["golem", "openspiel"][..]),
        (include_str!("../../../games/src/breakthrough/golden/5x5.txt"), &["openspiel"]),
        (include_str!("../../../games/src/breakthrough/golden/16x16.txt"), &["openspiel"]),
    ] {
        let spec = golden.lines().find_map(|line| line.strip_prefix("game: ")).unwrap();
        for form in forms {
            let (done, there) = breadboard(&["convert", "--to", form], golden);
            assert!(done, "{there}");
            let (done, back) = breadboard(&["convert", "--from", form, "--spec", spec], &there);
            assert!(done, "{back}");
            assert_eq!(moves(&back), moves(golden), "{form}");
            assert!(back.contains("result: win"), "{back}");
        }
    }
}

#[test]
fn what_has_no_other_form_is_refused() {
    let swap = include_str!("../../../games/src/breakthrough/golden/swap.txt");
    let small = include_str!("../../../games/src/breakthrough/golden/5x5.txt");
    let traxx = include_str!("../../../games/src/traxx/golden/two.txt");
    for (record, form, reason) in
        [(swap, "openspiel", "swap"), (small, "golem", "8×8 only"), (traxx, "golem", "only Breakthrough")]
    {
        let (done, said) = breadboard(&["convert", "--to", form], record);
        assert!(!done && said.contains(reason), "{said}");
    }
    for (form, text) in
        [("golem", "1. a2-a5"), ("golem", "1. résigné"), ("openspiel", "a2a3"), ("openspiel", "\u{1b}")]
    {
        let (done, said) = breadboard(&["convert", "--from", form], text);
        assert!(!done && !said.is_empty(), "{form} {text}: {said}");
    }
}
