//! The rulings K1 to K4, each by its number, from position text.

use super::*;
use breadboard_testkit as testkit;

type Eight = Breakthrough<u64>;

fn eight(spec: &str) -> Eight {
    testkit::game(spec)
}

/// What a seat may play, as text, sorted.
fn moves<W: Kernels>(game: &Breakthrough<W>, position: &str) -> Vec<String> {
    let state = game.read_position(position).unwrap();
    let Turn::Act(seats) = game.turn(&state) else { return Vec::new() };
    let seat = seats.single().unwrap();
    let mut list = Vec::new();
    game.legal_moves(&state, seat, &mut list);
    let mut texts: Vec<String> = list.iter().map(|&mv| game.write_move(&state, seat, mv)).collect();
    texts.sort();
    texts
}

/// Plays moves from a position; the last position, or the first refusal.
fn play<W: Kernels>(game: &Breakthrough<W>, position: &str, texts: &[&str]) -> Result<String, Refusal> {
    let mut state = game.read_position(position)?;
    for text in texts {
        let Turn::Act(seats) = game.turn(&state) else { return Err(refusals::game_over()) };
        let seat = seats.single().unwrap();
        let mv = game.read_move(&state, seat, text)?;
        game.play(&mut state, &Event::one(seat, mv))?;
    }
    Ok(game.write_position(&state))
}

fn refused(game: &Eight, position: &str, text: &str) -> (Option<&'static str>, String) {
    let refusal = play(game, position, &[text]).unwrap_err();
    (refusal.ruling, refusal.text.to_string())
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
                    let mut moves = Vec::new();
                    game.legal_moves(&game.start(), Seat::FIRST, &mut moves);
                    (game.write_position(&game.start()), moves.len())
                }
            }
            let (start, moves) = crate::with_game(&spec.parse().unwrap(), Home).unwrap();
            let full = |man: &str| format!("{0}/{0}", man.repeat(columns as usize));
            let gap = vec![columns.to_string(); rows as usize - 4].join("/");
            let middle = if gap.is_empty() { String::new() } else { format!("{gap}/") };
            assert_eq!(start, format!("{}/{middle}{} w", full("p"), full("P")));
            // Front men step straight and both ways but at the edges; on four rows the straight way is shut.
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
        let error = spec.parse::<breadboard_core::Spec>().unwrap().read::<Eight>().unwrap_err().to_string();
        assert!(error.contains(says), "{spec}: {error}");
    }
    let small = Options { columns: 1, ..Options::default() };
    assert!(Eight::new(small, 2).unwrap_err().to_string().contains("from 2 to 16"));
    let low = Options { rows: 3, ..Options::default() };
    assert!(Eight::new(low, 2).unwrap_err().to_string().contains("from 4 to 16"));
}

#[test]
fn k2_white_sits_first_starts_and_moves_up() {
    let game = eight("breakthrough");
    assert_eq!(game.turn(&game.start()), Turn::of(Seat::FIRST));
    let after = play(&game, &game.write_position(&game.start()), &["e2-e3"]).unwrap();
    assert_eq!(after, "pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b");
    let state = game.read_position(&after).unwrap();
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND));
    assert_eq!(
        game.play(&mut state.clone(), &Event::one(Seat::FIRST, Move::step(Square(8), Square(16)))),
        Err(refusals::not_your_turn(Seat::FIRST))
    );
}

/// The man on c5 of the source's diagram reaches b6, c6 and d6.
#[test]
fn k2_a_man_steps_straight_or_diagonally_onto_empty_squares() {
    let game = eight("breakthrough");
    let position = "p7/8/8/2P5/8/8/8/8 w";
    assert_eq!(moves(&game, position), ["c5-b6", "c5-c6", "c5-d6"]);
    assert_eq!(moves(&game, "p7/8/8/P7/8/8/8/8 w"), ["a5-a6", "a5-b6"], "the edge");
}

/// The black man on f3 of the source's diagram may take e2 and g2 but not f2 in front of it.
#[test]
fn k2_a_man_takes_diagonally_only_and_never_must() {
    let game = eight("breakthrough");
    let position = "8/8/8/8/8/5p2/4PPP1/8 b";
    assert_eq!(moves(&game, position), ["f3xe2", "f3xg2"]);
    assert_eq!(play(&game, position, &["f3xe2"]).unwrap(), "8/8/8/8/8/8/4pPP1/8 w");
    assert_eq!(
        refused(&game, position, "f3-f2"),
        (Some("K2"), "f2 is occupied, and a straight step needs an empty square".to_owned())
    );
    let quiet = "8/8/8/8/2p5/1P6/8/8 w";
    assert_eq!(moves(&game, quiet), ["b3-a4", "b3-b4", "b3xc4"], "capturing is never compulsory");
}

#[test]
fn k2_refusals_say_what_is_wrong() {
    let game = eight("breakthrough");
    let position = "pppppppp/8/8/8/3p4/8/3PP3/PPPPPPPP w";
    for (text, says) in [
        ("d4-d3", "the man on d4 is your rival's"),
        ("c4-c5", "there is no man on c4"),
        ("d2-d4", "d2 to d4 is not one step forward, straight or diagonal"),
        ("d2-d1", "d2 to d1 is not one step forward, straight or diagonal"),
        ("d2-f3", "d2 to f3 is not one step forward, straight or diagonal"),
        ("d1-e2", "e2 is occupied by your own man"),
        ("d1-d2", "d2 is occupied by your own man"),
    ] {
        assert_eq!(refused(&game, position, text), (Some("K2"), says.to_owned()), "{text}");
    }
    for text in ["", "e2", "e2-", "e2-e9", "i2-i3", "e2-e3-e4", "E2-E3", "e02-e3", "e2 e3", "é2-e3", "*"] {
        let refusal = play(&game, position, &[text]).unwrap_err();
        assert_eq!(refusal.ruling, None, "{text}");
        assert!(refusal.to_string().contains("write e2-e3"), "{refusal}");
    }
}

#[test]
fn k2_other_programs_spellings_are_read() {
    let game = eight("breakthrough");
    let position = "pppppppp/8/8/8/8/3p4/4P3/PPPP1PPP w";
    let expected = play(&game, position, &["e2xd3"]).unwrap();
    for text in ["e2d3", "e2d3*", "e2-d3", "e2xd3"] {
        assert_eq!(play(&game, position, &[text]).unwrap(), expected, "{text}");
    }
}

#[test]
fn k3_a_man_on_the_farthest_row_wins_at_once() {
    let game = eight("breakthrough");
    for (position, text, winner) in [
        ("1ppppppp/P7/8/8/8/8/8/8 w", "a7-a8", Seat::FIRST),
        ("1ppppppp/P7/8/8/8/8/8/8 w", "a7xb8", Seat::FIRST),
        ("8/8/8/8/8/8/p7/1PPPPPPP b", "a2-a1", Seat::SECOND),
    ] {
        let end = game.read_position(&play(&game, position, &[text]).unwrap()).unwrap();
        assert_eq!(game.turn(&end), Turn::Over(Outcome::Win(winner)), "{text}");
        let mut list = Vec::new();
        game.legal_moves(&end, winner.other(), &mut list);
        assert!(list.is_empty());
    }
}

#[test]
fn k3_the_side_without_men_has_lost_at_once() {
    let game = eight("breakthrough");
    for (position, text, winner) in
        [("8/8/8/2p5/1P6/8/8/8 w", "b4xc5", Seat::FIRST), ("8/8/8/2p5/1P6/8/8/8 b", "c5xb4", Seat::SECOND)]
    {
        let end = game.read_position(&play(&game, position, &[text]).unwrap()).unwrap();
        assert_eq!(game.turn(&end), Turn::Over(Outcome::Win(winner)));
    }
}

#[test]
fn k3_positions_that_no_game_shows_are_refused() {
    let game = eight("breakthrough");
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
        let refusal = game.read_position(position).unwrap_err().to_string();
        assert!(refusal.contains(says), "{position}: {refusal}");
    }
    let counters = game.read_position("p7/8/8/8/8/8/8/P7 w - - 0 12").unwrap();
    assert_eq!(game.write_position(&counters), "p7/8/8/8/8/8/8/P7 w", "counters are ignored");
    // The last capture may land on the farthest row.
    assert!(game.read_position("P7/8/8/8/8/8/8/8 b").is_ok());
}

#[test]
fn k4_swap_answers_whites_first_move_and_exchanges_the_seats() {
    let game = eight("breakthrough:swap=on");
    let start = game.write_position(&game.start());
    assert_eq!(start, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w first");
    let offered = play(&game, &start, &["e2-e3"]).unwrap();
    assert_eq!(offered, "pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b swap");
    assert_eq!(moves(&game, &offered).len(), 23, "22 answers and the swap");
    let swapped = play(&game, &offered, &["swap"]).unwrap();
    assert_eq!(swapped, "pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b swapped");
    let state = game.read_position(&swapped).unwrap();
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST), "seat 1 moves next, as Black");
    let next = play(&game, &swapped, &["e7-e6"]).unwrap();
    assert_eq!(game.turn(&game.read_position(&next).unwrap()), Turn::of(Seat::SECOND));
    let won = game.read_position("P7/8/8/8/p7/8/8/8 b swapped").unwrap();
    assert_eq!(game.turn(&won), Turn::Over(Outcome::Win(Seat::SECOND)), "White is seat 2 now");
}

#[test]
fn k4_swap_is_refused_at_any_other_time() {
    let game = eight("breakthrough:swap=on");
    let start = game.write_position(&game.start());
    let says = (Some("K4"), "swap is only the answer to White's first move".to_owned());
    assert_eq!(refused(&game, &start, "swap"), says);
    let declined = play(&game, &start, &["e2-e3", "e7-e6"]).unwrap();
    assert_eq!(refused(&game, &declined, "swap"), says);
    let swapped = play(&game, &start, &["e2-e3", "swap"]).unwrap();
    assert_eq!(refused(&game, &swapped, "swap"), says);
    let off = eight("breakthrough");
    let says = (Some("K4"), "this game is played without the swap rule".to_owned());
    assert_eq!(refused(&off, &off.write_position(&off.start()), "swap"), says);
    for (position, reason) in [
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b swap", "only the answer"),
        ("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b first", "first move is past"),
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w swapped", "nothing could have been swapped"),
    ] {
        let refusal = game.read_position(position).unwrap_err();
        assert_eq!(refusal.ruling, Some("K4"));
        assert!(refusal.to_string().contains(reason), "{refusal}");
        assert!(off.read_position(position).unwrap_err().to_string().contains("without the swap rule"));
    }
}

#[test]
fn k4_a_position_says_where_the_swap_stands() {
    let game = eight("breakthrough:swap=on");
    for (position, reason) in [
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "write first after w"),
        ("pppppppp/pppppppp/8/8/8/4P3/PPPP1PPP/PPPPPPPP b", "write swap, or swapped"),
    ] {
        let refusal = game.read_position(position).unwrap_err();
        assert_eq!(refusal.ruling, Some("K4"));
        assert!(refusal.to_string().contains(reason), "{refusal}");
        assert!(eight("breakthrough").read_position(position).is_ok(), "without the rule it needs no word");
    }
    let later = "pppppppp/ppppppp1/7p/8/8/4P3/PPPP1PPP/PPPPPPPP w";
    assert!(game.read_position(later).is_ok(), "declined");
}

#[test]
fn k4_no_step_is_read_as_the_swap() {
    let game: Breakthrough<U256> = testkit::game("breakthrough:columns=16,rows=16,swap=on");
    let offered = play(&game, &game.write_position(&game.start()), &["a2-a3"]).unwrap();
    for text in ["p16-p16", "p16p16", "p15-p15"] {
        let refusal = play(&game, &offered, &[text]).unwrap_err();
        assert_eq!(refusal.ruling, Some("K2"), "{text}: {refusal}");
    }
    assert!(play(&game, &offered, &["swap"]).is_ok());
}

#[test]
fn a_damaged_record_names_line_column_and_ruling() {
    let text = "game: breakthrough\nrules: 1\nresult: unfinished\n\n1: e2-e3\n2:   e7-e5\n";
    let record = breadboard_core::Record::read(text).unwrap();
    let error = breadboard_core::replay(&eight("breakthrough"), &record, |_, _, _| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 6, column 6: e7 to e5 is not one step forward, straight or diagonal (K2)"
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
        let record = breadboard_core::Record::read(text).unwrap();
        let error =
            breadboard_core::replay(&eight("breakthrough"), &record, |_, _, _| {}).unwrap_err().to_string();
        assert!(error.contains(says), "{text:?}: {error}");
    }
}

#[test]
fn a_record_of_a_finished_game_cannot_be_called_unfinished() {
    let game = eight("breakthrough");
    for (header, found) in [
        ("", None),
        ("result: win 1\n", None),
        (
            "result: unfinished\n",
            Some("line 3, column 1: the result is unfinished, but the play gives win 1"),
        ),
    ] {
        let text = format!("game: breakthrough\nrules: 1\n{header}start: p7/7P/8/8/8/8/8/8 w\n\n1: h7-h8\n");
        let record = breadboard_core::Record::read(&text).unwrap();
        let error = breadboard_core::replay(&game, &record, |_, _, _| {}).err().map(|e| e.to_string());
        assert_eq!(error.as_deref(), found, "{text}");
    }
}

#[test]
fn drawings_show_the_board_from_either_side() {
    let game = testkit::game::<Eight>("breakthrough:columns=3,rows=4");
    let state = game.read_position("ppp/1p1/P2/PPP b").unwrap();
    let drawing = game.draw(&state, Canvas::default());
    assert_eq!(
        drawing,
        "  4  X X X\n  3  · X ·\n  2  O · ·\n  1  O O O\n     a b c\n\nO White: seat 1   X Black: seat 2\nBlack (seat 2) to move, 7 moves\n"
    );
    let flipped = game.draw(&state, Canvas { flip: true, ..Canvas::default() });
    assert!(flipped.starts_with("  1  O O O\n  2  · · O\n"), "{flipped}");
}
