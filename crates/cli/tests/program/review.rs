//! `breadboard review`: the same review as text, as JSON and as a page.

use super::{fails, run, text};
use breadboard_wire::{MoveMark, ReviewView};

/// A short game in which a side that could win lets the other win.
const RECORD: &str = include_str!("../../../games/src/breakthrough/golden/5x5.txt");

fn reviewed(args: &[&str], record: &str) -> String {
    let output = run(&[&["review", "-", "--effort", "0.05"], args].concat(), record.as_bytes());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

#[test]
fn a_review_is_text_json_or_a_page_that_needs_no_network() {
    let view: ReviewView = serde_json::from_str(&reviewed(&["--json"], RECORD)).unwrap();
    assert!(view.done && view.players.len() == 2, "{view:?}");
    let choices = view.steps.iter().flat_map(|step| &step.choices);
    let worst = choices.max_by(|a, b| a.loss.total_cmp(&b.loss)).unwrap();
    assert!(worst.mark >= MoveMark::Mistake && !worst.why.is_empty(), "{worst:?}");

    let english = reviewed(&[], RECORD);
    assert!(english.starts_with("Review: Breakthrough (breakthrough:columns=5,rows=5)"), "{english}");
    for word in [worst.text.as_str(), "accuracy", "better: ", "winning chance"] {
        assert!(english.contains(word), "{word}: {english}");
    }
    let german = reviewed(&["--lang", "de"], RECORD);
    assert!(german.contains("Genauigkeit") && german.contains("Gewinnchance"), "{german}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("review.html");
    let named = RECORD.replacen("rules: 1\n", "rules: 1\nseat 1: <b>Ada\n", 1);
    assert_eq!(reviewed(&["--html", file.to_str().unwrap()], &named), "");
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains(&worst.text));
    assert!(page.contains("&lt;b&gt;Ada") && !page.contains("<b>Ada"), "a name is text");
    for outside in ["http://", "https://", "<script", "<link", "src="] {
        let places = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!places.contains(outside), "{outside}");
    }
}

#[test]
fn what_cannot_be_reviewed_is_named() {
    let damaged = RECORD.replacen("\n1: ", "\n1: z9-", 1);
    fails(&["review", "-"], damaged.as_bytes(), 1, "line ");
    fails(&["review", "-", "--json", "--html", "x"], RECORD.as_bytes(), 2, "cannot be used with");
    fails(&["review", "-", "--effort", "0"], RECORD.as_bytes(), 2, "--effort");
}
