//! What analysts ask an engine for: chosen moves, several lines, memory, proofs to their end.

use super::talk;
use breadboard_games::{Bots, GAMES, Visitor, with_game};

/// The word after another one.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split_whitespace().skip_while(|other| *other != word).nth(1).unwrap_or_default()
}

/// A position of each game in which several moves can be chosen: the position and the moves.
fn choices() -> Vec<(String, String, Vec<String>)> {
    let chosen = ["breakthrough", "snipe:seats=2", "traxx:seats=2"];
    let specs = breadboard_testkit::with_the_others(&chosen, GAMES.iter().map(|game| game.info));
    let choice = |spec: String| {
        let known = match spec.as_str() {
            "breakthrough" => "position startpos",
            "traxx:seats=2" => "position startpos moves *starts_d5_e6 *card_RGYE",
            _ => "",
        };
        let (position, moves) = choice(&spec, known);
        (spec, position, moves)
    };
    specs.into_iter().map(choice).collect()
}

/// A position of a game: the first move is played until a seat has more than three moves to choose from.
fn choice(spec: &str, known: &str) -> (String, Vec<String>) {
    struct Find;
    impl Visitor for Find {
        type Output = String;
        fn visit<G: Bots>(self, game: G) -> String {
            use breadboard_core::SplitMix;
            let mut moves = Vec::new();
            let (state, _) = breadboard_testkit::play_out(&game, &mut SplitMix::new(5), |state, seat, _| {
                moves.clear();
                game.legal_moves(state, seat, &mut moves);
                (moves.len() <= 3).then(|| moves[0])
            });
            assert_eq!(game.turn(&state).outcome(), None, "no position with a choice");
            game.write_position(&state).replace('%', "%25").replace('_', "%5F")
        }
    }
    let position = if known.is_empty() {
        let text = with_game(&spec.parse().unwrap(), Find).unwrap();
        format!("position fen {}", text.replace(' ', "_"))
    } else {
        known.to_owned()
    };
    let said = talk(spec, &format!("{position}\nquery moves\n"));
    let moves = said[0].strip_prefix("response ").unwrap().split('|').next().unwrap();
    (position, moves.split_whitespace().map(str::to_owned).collect())
}

#[test]
fn searchmoves_restricts_the_choice_in_every_game() {
    for (spec, position, moves) in choices() {
        for wanted in [&moves[..1], &moves[1..3], &moves[moves.len() - 1..]] {
            for level in ["bot5", "bot2", "greedy", "random"] {
                let words = wanted.join(" ");
                let said = talk(
                    &spec,
                    &format!(
                        "setoption name Level value {level}\n{position}\ngo nodes 500 searchmoves {words}\n"
                    ),
                );
                let best = after(said.last().unwrap(), "bestmove").to_owned();
                assert!(wanted.contains(&best), "{spec} {level} {words}: {said:#?}");
            }
        }
    }
}

/// Whether a seat may choose several times in a turn.
struct PlansTurns;

impl Visitor for PlansTurns {
    type Output = bool;
    fn visit<G: Bots>(self, _: G) -> bool {
        !G::ONE_CHOICE_A_TURN
    }
}

#[test]
fn several_lines_begin_with_several_moves_the_best_first() {
    for (spec, position, moves) in choices() {
        assert!(moves.len() >= 3, "{spec}");
        let said = talk(&spec, &format!("ugi\nsetoption name MultiPV value 3\n{position}\ngo nodes 3000\n"));
        let line = |rank: usize| {
            let mark = format!(" multipv {rank} ");
            said.iter().rfind(|line| line.contains(&mark))
        };
        let mut first: Vec<&str> = (1..=3).filter_map(line).map(|line| after(line, "pv")).collect();
        let count = first.len();
        // A planner of whole turns may have only two promising first steps.
        let plans = with_game(&spec.parse().unwrap(), PlansTurns).unwrap();
        assert!(count == 3 || plans && count == 2, "{spec}: {said:#?}");
        let best = after(said.last().unwrap(), "bestmove");
        assert_eq!(first[0], best, "{spec}: {said:#?}");
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), count, "{spec}: {said:#?}");
    }
    let said = talk("breakthrough", "setoption name MultiPV value 4\ngo depth 5\n");
    let score = |rank: usize| -> i32 {
        let mark = format!(" multipv {rank} ");
        let ended = |line: &&String| line.starts_with("info depth 5 ") && line.contains(&mark);
        let line = said.iter().rfind(ended).unwrap_or_else(|| panic!("{rank}: {said:#?}"));
        after(line, "cp").parse().unwrap()
    };
    let scores: Vec<i32> = (1..=4).map(score).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn one_line_is_the_same_with_and_without_others() {
    let best = |lines: usize| {
        let said = talk("breakthrough", &format!("setoption name MultiPV value {lines}\ngo depth 1\n"));
        after(said.last().unwrap(), "bestmove").to_owned()
    };
    assert_eq!(best(1), best(5));
}

#[test]
fn the_table_has_the_size_that_was_asked_for_up_to_gigabytes() {
    let full = |megabytes: usize, nodes: usize| -> u32 {
        let said =
            talk("breakthrough", &format!("setoption name Hash value {megabytes}\ngo nodes {nodes}\n"));
        assert!(!said.iter().any(|line| line.contains("error")), "{said:#?}");
        let info = said.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        after(info, "hashfull").parse().unwrap()
    };
    // 300,000 nodes leave some 100,000 entries of 16 bytes. The gigabytes are hardly touched: a test should not use them.
    let (small, large, huge) = (full(1, 300_000), full(64, 300_000), full(4096, 50));
    assert!(small > 500 && large < 200 && huge == 0, "{small} {large} {huge}");
    for value in ["0", "32769", "much"] {
        let said = talk("breakthrough", &format!("setoption name Hash value {value}\n"));
        assert!(said[0].contains("a number from 1 to 32768"), "{said:?}");
    }
    let said = talk("breakthrough", "setoption name Clear Hash\nsetoption name Ponder value true\n");
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn what_a_level_or_a_game_does_not_have_is_said() {
    let said = talk("breakthrough", "setoption name Level value bot2\nsetoption name Hash value 8\n");
    assert!(said[0].contains("a small table of its own size"), "{said:?}");
    let said = talk("traxx", "setoption name Hash value 8\nuci\nsetoption name Hsh value 1\n");
    assert!(said[0].contains("has no table") && said[1].contains("send ugi"), "{said:?}");
    assert!(said[2].contains("UCI_Variant"), "{said:?}");
}

#[test]
fn quit_ends_the_wait_for_memory() {
    // Sixteen gigabytes would take half a minute, and may not be there.
    let begun = std::time::Instant::now();
    let said = talk("breakthrough", "setoption name Hash value 16384\nisready\nquit\n");
    assert_eq!(said, ["readyok"]);
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn a_search_says_how_deep_its_longest_line_was() {
    let said = talk("breakthrough", "go depth 6\n");
    let info = said.iter().rfind(|line| line.starts_with("info depth 6 ")).unwrap();
    assert!(after(info, "seldepth").parse::<u32>().unwrap() > 6, "{info}");
}

#[test]
fn a_proven_result_comes_with_its_whole_line() {
    for (spec, position) in [
        ("breakthrough:columns=4,rows=4", "position startpos"),
        ("breakthrough:columns=3,rows=6", "position startpos"),
        ("breakthrough", "position fen 7p/8/8/P7/8/7p/8/8 w"),
    ] {
        let said = talk(spec, &format!("{position}\ngo nodes 30000000\n"));
        let info = said.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        assert!(info.contains(" score mate "), "{spec}: {info}");
        let line = info.split_once(" pv ").unwrap().1;
        let mate: i32 = after(info, "mate").parse().unwrap();
        let said = talk(spec, &format!("{position} moves {line}\nquery result\nquery turn\n"));
        let winner = if mate > 0 { 1 } else { 2 };
        assert_eq!(said, [format!("response p{winner}win"), "response over".to_owned()], "{spec}: {info}");
    }
}

#[test]
fn only_a_level_that_sees_every_move_reports_a_proof() {
    // Lost for the side to move. A search that overlooks the right replies finds a win here.
    let moves = "b2-b3 d4-d3 b3xa4 b5xa4 c2xd3 e4xd3 e2xd3 c4xd3 a1-b2 b4-b3 b2-a3";
    for level in ["bot1", "bot2", "bot3", "bot4", "bot5"] {
        let said = talk(
            "breakthrough:columns=5,rows=5",
            &format!(
                "setoption name Level value {level}\nposition startpos moves {moves}\ngo nodes 100000\n"
            ),
        );
        let proofs: Vec<&str> =
            said.iter().map(|line| after(line, "mate")).filter(|n| !n.is_empty()).collect();
        if level < "bot4" {
            assert!(proofs.is_empty(), "{level}: {said:#?}");
        } else {
            assert!(!proofs.is_empty() && proofs.iter().all(|n| n.starts_with('-')), "{level}: {said:#?}");
        }
    }
}

#[test]
fn words_that_go_does_not_know_do_not_cost_the_game() {
    for go in
        ["go perft 3 depth 2", "go depth", "go wtime -1 btime -1", "go movetime -1", "go depth 2 hurry up"]
    {
        let said = talk("breakthrough", &format!("setoption name Level value bot1\n{go}\n"));
        assert_ne!(said.last().unwrap(), "bestmove 0000", "{go}");
    }
}
