//! The rulings K1 to K4, each by its number, from position text.

use super::*;
use breadboard_core::prelude::*;
use breadboard_core::{Canvas, Event, Game, refusals};
use breadboard_testkit::{Reason, impossible, spec_error};

type Eight = Breakthrough<u64>;

/// The position before the first move of the usual game.
fn start() -> Scene {
    Scene::start("breakthrough")
}

/// The position before the first move of a game with the swap rule.
fn swap_start() -> Scene {
    Scene::start("breakthrough:swap=on")
}

/// Why a position of a game with, or without, the swap rule is refused.
fn refused_position(swap: bool, position: &str) -> Reason {
    impossible::<Eight>(if swap { "breakthrough:swap=on" } else { "breakthrough" }, position)
}

#[test]
fn k1_boards_from_2x4_to_16x16_start_with_two_full_home_rows() {
    for columns in 2..=16u32 {
        for rows in 4..=16u32 {
            let spec = format!("breakthrough:columns={columns},rows={rows}");
            struct Home;
            impl crate::Visitor for Home {
                type Output = (String, usize);
                fn visit<G: Game>(self, game: G) -> (String, usize) {
                    let moves = game.moves(&game.start(), Seat::FIRST);
                    (game.write_position(&game.start()), moves.len())
                }
            }
            let (start, moves) = crate::with_game(&spec.parse().unwrap(), Home).unwrap();
            let full = |man: &str| format!("{0}/{0}", man.repeat(columns as usize));
            let gap = vec![columns.to_string(); rows as usize - 4].join("/");
            let middle = if gap.is_empty() { String::new() } else { format!("{gap}/") };
            assert_eq!(start, format!("{}/{middle}{} w", full("p"), full("P")));
            // Front men step straight and both ways but at the edges; on four rows the straight way is blocked.
            let expected = if rows == 4 { 2 * columns - 2 } else { 3 * columns - 2 };
            assert_eq!(moves as u32, expected, "{spec}");
        }
    }
}

#[test]
fn k1_boards_outside_the_range_are_refused_with_a_reason() {
    for (spec, says) in [
        ("breakthrough:columns=1", "columns cannot be \"1\": it is a whole number from 2 to 16"),
        ("breakthrough:columns=17", "from 2 to 16"),
        ("breakthrough:rows=3", "rows cannot be \"3\": it is a whole number from 4 to 16"),
        ("breakthrough:rows=17", "from 4 to 16"),
        ("breakthrough:files=8", "there is no option \"files\": there are columns, rows, swap, seats"),
        ("breakthrough:seats=3", "seats cannot be \"3\": it is 2 in this game"),
    ] {
        let error = spec_error::<Eight>(spec);
        assert!(error.contains(says), "{spec}: {error}");
    }
    let small = Options { columns: 1, ..Options::default() };
    assert!(Eight::new(small, 2).unwrap_err().to_string().contains("from 2 to 16"));
    let low = Options { rows: 3, ..Options::default() };
    assert!(Eight::new(low, 2).unwrap_err().to_string().contains("from 4 to 16"));
}

#[test]
fn k2_white_sits_first_starts_and_moves_up() {
    start().is_turn_of(1);
    let after = start().plays("e2-e3");
    after.shows("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b").is_turn_of(2);
    let again = Event::one(Seat::FIRST, Move::step(Square::new(8), Square::new(16)));
    assert_eq!(after.game.play(&mut after.state.clone(), &again), Err(refusals::not_your_turn(Seat::FIRST)));
}

/// The man on c5 of the source's diagram reaches b6, c6 and d6.
#[test]
fn a_man_steps_straight_or_diagonally_onto_empty_squares() {
    start().set("p7/8/8/2P5/8/8/8/8 w").lists("c5-b6; c5-c6; c5-d6");
    // At the edge.
    start().set("p7/8/8/P7/8/8/8/8 w").lists("a5-a6; a5-b6");
}

/// The black man on f3 of the source's diagram may take e2 and g2 but not f2 in front of it.
#[test]
fn a_man_takes_diagonally_only_and_never_must() {
    start()
        .set("8/8/8/8/8/5p2/4PPP1/8 b")
        .lists("f3xe2; f3xg2")
        .refuses_plainly("f3-f2", "f2 is occupied, and a straight step needs an empty square")
        .plays("f3xe2")
        .shows("8/8/8/8/8/8/4pPP1/8 w");
    // A capture is never compulsory.
    start().set("8/8/8/8/2p5/1P6/8/8 w").lists("b3-a4; b3-b4; b3xc4");
}

#[test]
fn refusals_say_what_is_wrong() {
    let scene = start().set("pppppppp/8/8/8/3p4/8/3PP3/PPPPPPPP w");
    for (text, says) in [
        ("d4-d3", "the man on d4 is your rival's"),
        ("c4-c5", "there is no man on c4"),
        ("d2-d4", "d2 to d4 is not one step forward, straight or diagonal"),
        ("d2-d1", "d2 to d1 is not one step forward, straight or diagonal"),
        ("d2-f3", "d2 to f3 is not one step forward, straight or diagonal"),
        ("d1-e2", "e2 is occupied by your own man"),
        ("d1-d2", "d2 is occupied by your own man"),
    ] {
        scene.refuses_plainly(text, says);
    }
    for text in ["", "e2", "e2-", "e2-e9", "i2-i3", "e2-e3-e4", "e02-e3", "e2 - - e3", "é2-e3", "*"] {
        scene.cannot_read(text, "write e2-e3");
    }
    let plain = Eight::with_home_rows(8, 8, 2);
    let said = plain.read_move(&plain.start(), Seat::FIRST, "e2").unwrap_err().to_string();
    assert!(said.ends_with("to capture"), "{said}");
    swap_start().cannot_read("e2", "to capture, or swap");
}

#[test]
fn capitals_and_blanks_are_read() {
    let scene = start();
    for text in ["E2-E3", " e2 - e3 ", "e2 e3"] {
        assert_eq!(scene.plays(text).text(), scene.plays("e2-e3").text(), "{text}");
    }
}

#[test]
fn other_programs_spellings_are_read() {
    let scene = start().set("pppppppp/8/8/8/8/3p4/4P3/PPPP1PPP w");
    let expected = scene.plays("e2xd3").text();
    for text in ["e2d3", "e2d3*", "e2-d3", "e2xd3"] {
        scene.plays(text).shows(&expected);
    }
}

#[test]
fn k3_a_man_on_the_farthest_row_wins_at_once() {
    for (position, text, winner) in [
        ("1ppppppp/P7/8/8/8/8/8/8 w", "a7-a8", 1),
        ("1ppppppp/P7/8/8/8/8/8/8 w", "a7xb8", 1),
        ("8/8/8/8/8/8/p7/1PPPPPPP b", "a2-a1", 2),
    ] {
        let end = start().set(position).plays(text);
        end.is_won_by(winner).ends_by("breakthrough-end-goal");
        // The position says so by itself, and the loser has no move.
        let read = start().set(&end.text());
        read.is_won_by(winner);
        let moves = read.game.moves(&read.state, Seat::new(2 - usize::from(winner)).unwrap());
        assert!(moves.is_empty());
    }
}

#[test]
fn k3_the_side_without_men_has_lost_at_once() {
    for (position, text, winner) in
        [("8/8/8/2p5/1P6/8/8/8 w", "b4xc5", 1), ("8/8/8/2p5/1P6/8/8/8 b", "c5xb4", 2)]
    {
        let end = start().set(position).plays(text);
        start().set(&end.text()).is_won_by(winner).ends_by("breakthrough-end-captured");
    }
    // The last man of the other side is taken on the farthest row: the goal is what is named.
    start().set("p7/1P6/8/8/8/8/8/8 w").plays("b7xa8").is_won_by(1).ends_by("breakthrough-end-goal");
}

#[test]
fn k3_positions_that_no_game_shows_are_refused() {
    for (position, says) in [
        ("8/8/8/8/8/8/8/8 w", "no man on the board"),
        ("P7/8/8/8/8/8/8/p7 w", "over earlier"),
        ("PP6/8/8/8/p7/8/8/8 b", "over earlier"),
        ("P7/8/8/8/p7/8/8/8 w", "cannot be to move"),
        ("8/8/8/8/p7/8/8/8 b", "cannot be to move"),
        ("pppppppp/pppppppp/pppppppp/8/8/8/8/P7 w", "more men than its home rows hold"),
        ("8/8/8/8/8/8/8 w", "it has 7 rows, the board has 8"),
        ("7/8/8/8/8/8/8/8 w", "row 8 does not have 8 squares"),
        ("ppppppppp/8/8/8/8/8/8/8 w", "row 8 does not have 8 squares"),
        ("44p/8/8/8/8/8/8/8 w", "row 8 counts 44 empty squares"),
        ("k7/8/8/8/8/8/8/8 w", "\"k\" is no man"),
        ("p7/8/8/8/8/8/8/P7", "w or b"),
        ("p7/8/8/8/8/8/8/P7 w x", "\"x\" means nothing here"),
        ("", "it is empty"),
    ] {
        refused_position(false, position).says(says);
    }
    // The counters of other programs are ignored.
    start().set("p7/8/8/8/8/8/8/P7 w - - 0 12").shows("p7/8/8/8/8/8/8/P7 w");
    // The last capture may land on the farthest row.
    start().set("P7/8/8/8/8/8/8/8 b").is_won_by(1);
}

#[test]
fn k4_swap_answers_whites_first_move_and_exchanges_the_seats() {
    let scene = swap_start();
    scene.shows("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w first");
    let offered = scene.plays("e2-e3");
    offered.shows("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b swap");
    assert_eq!(offered.moves().len(), 23, "22 answers and the swap");
    // Seat 1 moves next, as Black.
    let swapped = offered.plays("swap");
    swapped.shows("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b swapped").is_turn_of(1);
    scene.set(&swapped.text()).is_turn_of(1).plays("e7-e6").is_turn_of(2);
    // White is seat 2 now.
    scene.set("P7/8/8/8/p7/8/8/8 b swapped").is_won_by(2);
}

#[test]
fn k4_swap_is_refused_at_any_other_time() {
    for events in ["", "e2-e3; e7-e6", "e2-e3; swap"] {
        let scene = swap_start().plays(events);
        scene.refuses_with("swap", "K4", "swap is only the answer to White's first move");
    }
    start().refuses_with("swap", "K4", "this game is played without the swap rule");
    for (position, reason) in [
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b swap", "only the answer"),
        ("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b first", "first move is past"),
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w swapped", "nothing could have been swapped"),
    ] {
        refused_position(true, position).is_by("K4").says(reason);
        refused_position(false, position).says("without the swap rule");
    }
}

#[test]
fn k4_a_position_says_where_the_swap_stands() {
    for (position, reason) in [
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "write first after w"),
        ("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b", "write swap, or swapped"),
    ] {
        refused_position(true, position).is_by("K4").says(reason);
        // Without the rule it needs no word.
        start().set(position).shows(position);
    }
    // The swap was declined.
    swap_start().set("pppppppp/ppppppp1/7p/8/8/4P3/PPPP1PPP/PPPPPPPP w").goes_on();
}

#[test]
fn k4_no_step_is_read_as_the_swap() {
    let spec = "breakthrough:columns=16,rows=16,swap=on";
    let offered = breadboard_testkit::Scene::<Breakthrough<U256>>::start(spec).plays("a2-a3");
    for text in ["p16-p16", "p16p16", "p15-p15"] {
        offered.cannot_read(text, "is not one step forward");
    }
    offered.allows("swap");
}

/// Why a record does not replay, if it does not.
fn replay_error(text: &str) -> Option<String> {
    let record = breadboard_core::Record::read(text).unwrap();
    let replayed = breadboard_core::replay(&*start().game, &record, |_, _, _| {});
    replayed.err().map(|error| error.to_string())
}

#[test]
fn a_damaged_record_names_line_column_and_ruling() {
    let text = "game: breakthrough\nrules: 1\nresult: unfinished\n\n1: e2-e3\n2:   e7-e5\n";
    assert_eq!(
        replay_error(text).as_deref(),
        Some("line 6, column 6: e7 to e5 is not one step forward, straight or diagonal")
    );
    for (text, says) in [
        ("game: breakthrough\nrules: 2\n", "line 2, column 1: the rules have the versions 1 to 1, not 2"),
        (
            "game: breakthrough\nrules: 1\nresult: win 1\n",
            "line 3, column 1: the result is win 1, but the play gives unfinished",
        ),
        ("game: breakthrough\nrules: 1\nstart: x\n", "line 3, column 1: this is not a position"),
        ("game: breakthrough\nrules: 1\n*: roll 6\n", "line 3, column 4: nothing is rolled or dealt now"),
        ("game: breakthrough\nrules: 1\n2: e7-e6\n", "line 3, column 4: it is not seat 2's turn"),
        ("game: breakthrough\nrules: 1\nseat 3: Eve\n", "line 1, column 1: there is no seat 3"),
        (
            "game: breakthrough\nrules: 1\nscores: 1 2\n",
            "line 3, column 1: the scores are 1 2, but the play gives none",
        ),
    ] {
        let error = replay_error(text).unwrap_or_else(|| panic!("{text:?} is accepted"));
        assert!(error.contains(says), "{text:?}: {error}");
    }
}

#[test]
fn a_record_of_a_finished_game_cannot_be_called_unfinished() {
    for (header, found) in [
        ("", None),
        ("result: win 1\n", None),
        (
            "result: unfinished\n",
            Some("line 3, column 1: the result is unfinished, but the play gives win 1"),
        ),
    ] {
        let text = format!("game: breakthrough\nrules: 1\n{header}start: p7/7P/8/8/8/8/8/8 w\n\n1: h7-h8\n");
        assert_eq!(replay_error(&text).as_deref(), found, "{text}");
    }
}

#[test]
fn drawings_show_the_board_from_either_side() {
    let scene = Scene::at("breakthrough:columns=3,rows=4", "ppp/1p1/P2/PPP b");
    assert_eq!(
        scene.drawing(Canvas::default()),
        "  4  X X X\n  3  · X ·\n  2  O · ·\n  1  O O O\n     a b c\n\n\
         O White: seat 1   X Black: seat 2\nBlack (seat 2) to move, 7 moves\n"
    );
    let flipped = scene.drawing(Canvas { flip: true, ..Canvas::default() });
    assert!(flipped.starts_with("  1  O O O\n  2  · · O\n"), "{flipped}");
}

#[test]
fn a_spot_is_where_its_man_stands() {
    let scene = start();
    let drawing = scene.drawing(Canvas::default());
    let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    let spots = scene.game.draw(&scene.state, Canvas::default()).spots;
    let glyph = |place: &str| {
        let spot = spots.iter().find(|spot| spot.place == place).unwrap();
        lines[spot.line][spot.column]
    };
    assert_eq!(["a1", "h2", "a7", "d4"].map(glyph), ['O', 'O', 'X', '·']);
}
