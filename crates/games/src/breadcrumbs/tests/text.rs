//! Notation, positions that no game can reach, the drawing and the narration.

use super::*;
use breadboard_core::Canvas;
use breadboard_testkit::drawings::{every_canvas, shown_at};
use breadboard_testkit::impossible;
use breadboard_testkit::laws::play::{Policy, play_through};

#[test]
fn moves_have_one_written_form_and_say_what_they_expect() {
    let scene = Scene::start("breadcrumbs");
    let read = |text: &str| scene.game.read_move(&scene.state, Seat::FIRST, text);
    assert_eq!(read("c3"), Ok(Move::Step(Square::new(2, 2).unwrap())));
    assert_eq!(read("4"), Ok(Move::Name(4)));
    assert_eq!((read("B"), read("b")), (Ok(Move::Take(Letter::B)), Ok(Move::Take(Letter::B))));
    // In capitals and with blanks too.
    assert_eq!((read("C3"), read(" c 3 ")), (read("c3"), read("c3")));
    let dealt = scene.plays(TILES);
    for bad in ["", "0", "6", "F", "f1", "a0", "a6", "c33", "c3 c", "é", "🍞", "c🍞"] {
        dealt.cannot_read(bad, "write the square");
    }
}

#[test]
fn parsing_reverses_printing_at_every_stage() {
    for (spec, text) in [
        ("breadcrumbs", "undealt".to_owned()),
        ("breadcrumbs:ritual=on", "names -".to_owned()),
        ("breadcrumbs:ritual=on", "names 4".to_owned()),
        ("breadcrumbs:ritual=on", "names 4,2".to_owned()),
        ("breadcrumbs:ritual=on", laid("", "names 4,2")),
        ("breadcrumbs:ritual=on", laid("B e1", "names 4,2 B:2@e1")),
        ("breadcrumbs:ritual=on", laid("A a5, B e1", "A:2@a5 B:1@e1 turn 1A")),
        ("breadcrumbs", laid("A a5 a4, B e1", "A:1@a4 B:2@e1 turn 1B")),
        ("breadcrumbs", laid("A a5, B e1", "A:1@a5 B:2@e1 turn 9A repeated")),
        ("breadcrumbs", laid("A a5, B e1", "A:1@a5 B:2@e1 turn 31A")),
    ] {
        Scene::at(spec, &text).shows(&text);
    }
}

#[test]
fn impossible_positions_before_the_first_turn_are_refused_with_the_reason() {
    let two = "A a5, B e1";
    let players = "A:1@a5 B:2@e1";
    for (spec, text, reason) in [
        ("breadcrumbs", String::new(), "it is empty"),
        ("breadcrumbs", "names 3".to_owned(), "without the ritual (B2)"),
        ("breadcrumbs:ritual=on", "undealt".to_owned(), "(B2)"),
        ("breadcrumbs:ritual=on", "names 3,3".to_owned(), "named twice (B2)"),
        ("breadcrumbs:ritual=on", "names 3,6".to_owned(), "\"6\" is not a number from 1 to 5"),
        ("breadcrumbs:ritual=on", "names 3,4,5".to_owned(), "more numbers are named than seats play (B2)"),
        ("breadcrumbs:ritual=on", "names 3 x".to_owned(), "\"x\" means nothing before the deal"),
        ("breadcrumbs:ritual=on", laid("", "names 3"), "every seat has named a number (B2)"),
        (
            "breadcrumbs:ritual=on",
            laid("A a5", "names 4,2 A:1@a5"),
            "seat 1 has a letter before its turn to choose (B2)",
        ),
        ("breadcrumbs:ritual=on", laid("A a4", "names 2,4 A:1@a5"), "one chip and the pawn on a5 (B2)"),
        ("breadcrumbs:ritual=on", laid(two, &format!("names 2,4 {players}")), "every letter is chosen"),
        ("breadcrumbs:ritual=on", laid("", "names 2,4 turn 1A"), "before the first turn"),
    ] {
        impossible::<Breadcrumbs>(spec, &text).says(reason);
    }
}

#[test]
fn impossible_positions_of_play_are_refused_with_the_reason() {
    let two = "A a5, B e1";
    let players = "A:1@a5 B:2@e1";
    for (spec, text, reason) in [
        ("breadcrumbs", "r1/r2".to_owned(), "it has 2 rows"),
        ("breadcrumbs", laid(two, "x").replace(",o2", ""), "does not have 5 tiles"),
        ("breadcrumbs", laid(two, "x").replace("o2", "o6"), "\"o6\" is no tile"),
        ("breadcrumbs", laid(two, "x").replace("o2", "r1"), "the tile r1 stands twice (B1)"),
        ("breadcrumbs", laid("A a5 a5, B e1", "x"), "two chips on a5"),
        ("breadcrumbs", laid(two, "A:1@a5 turn 1A"), "B has chips but is not among the players"),
        ("breadcrumbs", laid("A a5", "A:1@a5 turn 1A"), "B is missing"),
        ("breadcrumbs", laid(two, "A:1@a5 A:2@e1 turn 1A"), "stands twice"),
        ("breadcrumbs", laid(two, "A:1@a5 C:2@e1 turn 1A"), "C does not play with 2 seats (B3)"),
        ("breadcrumbs", laid(two, "A:1@a5 B:3@e1 turn 1A"), "there is no seat 3"),
        ("breadcrumbs", laid(two, "A:2@a5 B:1@e1 turn 1A"), "the seats hold the letters in order (B2)"),
        ("breadcrumbs", laid(two, players), "comes the turn"),
        ("breadcrumbs", laid(two, &format!("{players} turn 0A")), "\"0A\" is not a turn"),
        ("breadcrumbs", laid(two, &format!("{players} turn 1C")), "C does not play with 2 seats (B3)"),
        ("breadcrumbs", laid(two, &format!("{players} turn 42A")), "more than 40 turns (B11)"),
        ("breadcrumbs", laid(two, &format!("{players} turn 1A x")), "\"x\" means nothing here"),
        ("breadcrumbs", laid(two, &format!("{players} turn 7A repeated")), "third occurrence (B11)"),
        ("breadcrumbs", laid("A a5 a4, B e1 d1", "A:1@a4 B:2@d1 turn 8A repeated"), "third occurrence (B11)"),
        (
            "breadcrumbs:end_chips=2",
            laid("A a5 c3 c4, B e1 c2 c4", "A:1@c4 B:2@c4 turn 15A repeated"),
            "third occurrence (B11)",
        ),
        (
            "breadcrumbs:repetition=off",
            laid(two, &format!("{players} turn 9A repeated")),
            "ends nothing (B11)",
        ),
        ("breadcrumbs", laid("A a4, B e1", "A:1@a4 B:2@e1 turn 1A"), "A has not moved"),
        (
            "breadcrumbs",
            laid(two, &format!("{players} turn 2A")),
            "A must have an even number of chips after 1 move",
        ),
        (
            "breadcrumbs",
            laid("A a5 a4 a3 e5, B d1", "A:1@a3 B:2@e1 turn 3B"),
            "A cannot have reached e5 in 3 moves",
        ),
        (
            "breadcrumbs",
            laid("A a4, B e1", "A:1@a5 B:2@e1 turn 3A"),
            "B cannot have left these chips in 2 moves",
        ),
        ("breadcrumbs", laid("B e1", "A:1@a5 B:2@e1 turn 1B"), "A cannot have left these chips in 1 move"),
        ("breadcrumbs", laid("A a5 b5 c5 c4, B e1 d1", "A:1@c4 B:2@d1 turn 2A"), "in 1 move"),
    ] {
        impossible::<Breadcrumbs>(spec, &text).says(reason);
    }
}

#[test]
fn history_is_forgotten_by_text_and_counted_again() {
    let round = "a4; d1; a5; e1; a4; d1; a5; e1";
    let scene = lay("breadcrumbs", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A").plays(round);
    let again = scene.set(&scene.text());
    scene.plays(round).is_finished();
    // For the position set up from text this was the second occurrence.
    again.plays(round).is_turn_of(1);
}

#[test]
fn the_drawing_shows_tiles_chips_pawns_and_what_scores_are_made_of() {
    let scene = lay("breadcrumbs", "A e4 c5 c4 d5, B d5 d4 b5", "A:1@d5 B:2@d4 turn 11B");
    let narrow = scene.drawing(Canvas { width: 40, ..Canvas::default() });
    let top: Vec<&str> = narrow.lines().take(8).collect();
    assert_eq!(
        top,
        [
            "  ┌──────┬──────┬──────┬──────┬──────┐",
            "5 │ r1   │ o2   │ g3   │ b4   │ p5   │",
            "  │      │ ·B   │ A·   │ AB   │      │",
            "  │      │      │      │@A    │      │",
            "  ├──────┼──────┼──────┼──────┼──────┤",
            "4 │ o1   │ g2   │ b3   │ p4   │ r5   │",
            "  │      │      │ A·   │ ·B   │ A·   │",
            "  │      │      │      │@B    │      │",
        ]
    );
    let below: Vec<&str> = narrow.lines().skip(23).collect();
    assert_eq!(
        below,
        [
            "  player       score = alone+shared+own",
            "  A red    seat 1 17 = 11+1+5    4 chips",
            "> B blue   seat 2  8 = 6+1+1     3 chips",
            "",
            "B, seat 2, to move: turn 11 of 40",
            "the lowest score: diagonals are open",
        ]
    );
    let wide = scene.drawing(Canvas::default());
    assert!(wide.lines().count() < 23 && wide.contains("│  > B blue   seat 2  8"), "{wide}");
    let flipped = scene.drawing(Canvas { flip: true, ..Canvas::default() });
    assert!(flipped.lines().nth(1).unwrap().starts_with("1 │ b5   │ g4"), "{flipped}");
}

#[test]
fn drawings_keep_to_40_columns() {
    for seats in 2..=5 {
        let game: Breadcrumbs = game(&format!("breadcrumbs:seats={seats},ritual=on"));
        play_through(&game, Policy::Random, 5, |state, _| {
            let drawing = game.draw(state, Canvas { width: 40, ..Canvas::default() }).text;
            assert!(drawing.lines().all(|line| line.chars().count() <= 40), "{drawing}");
        });
    }
}

#[test]
fn the_end_is_narrated() {
    let three = "breadcrumbs:seats=3,end_chips=2";
    lay(three, "A a5 b3, B a4 b4, C e2 e3", "A:1@b3 B:2@b4 C:3@e2 turn 8A").narrates(
        "b4",
        &[
            "seat 1 (A) goes to b4 and places a chip on green 2",
            "the scores are now 5 (+1) for seat 1, 2 (-1) for seat 2",
            "seat 1 meets seat 2 (B) on b4, and the game is over: seat 1 has 3 chips, seat 2 has 2 chips",
            "seat 3 wins with 15",
        ],
    );
    let scene = lay(three, "A a5 b5, B a4 b4, C c3 b3", "A:1@b5 B:2@b4 C:3@b3 turn 8A");
    let tie = "seat 1 and seat 3 are tied for the highest score, so the game is a draw for everyone";
    assert_eq!(scene.narration("b4").last().unwrap(), tie);
    let scene = lay("breadcrumbs:end_chips=1", "A c3, B c4", "A:1@c3 B:2@c4 turn 5A");
    let meeting =
        "seat 1 meets seat 2 (B) on c4, and the game is over: seat 1 has 2 chips, seat 2 has 1 chip";
    assert_eq!(scene.narration("c4")[2], meeting);
    let scene = lay("breadcrumbs:repetition=draw", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    let scene = scene.plays("a4; d1; a5; e1; a4; d1; a5; e1; a4; d1; a5; e1; a4; d1; a5");
    assert_eq!(scene.narration("e1").last().unwrap(), "the same position for the third time is a draw");
    let scene = lay("breadcrumbs:turn_cap=100", "A a5 a4 a3, B e1 e2", "A:1@a3 B:2@e2 turn 100B");
    assert_eq!(
        scene.narration("e3")[2..],
        ["everyone has had 100 turns, and the game is over", "seat 2 wins with 20"]
    );
}

#[test]
fn a_meeting_on_the_last_turn_does_not_say_that_the_game_goes_on() {
    let scene = lay("breadcrumbs:turn_cap=10", "A a5 a4 a3, B a2 b2", "A:1@a3 B:2@a2 turn 10B");
    let told = scene.narration("a3").join("; ");
    assert!(told.contains("seat 2 meets seat 1 (A) on a3") && told.contains("the game is over"), "{told}");
    assert!(!told.contains("goes on"), "{told}");
}

#[test]
fn meetings_are_narrated_with_those_who_take_part() {
    let meeting = |chips: &str| {
        let scene = lay("breadcrumbs:seats=4,end_chips=3", chips, "A:1@b4 B:2@c4 D:3@c4 E:4@c4 turn 6A");
        scene.narration("c4")[2].clone()
    };
    assert_eq!(
        meeting("A a5 b4, B e1 c4, D e5 c4, E a1 c4"),
        "seat 1 meets seat 2 (B), seat 3 (D) and seat 4 (E) on c4, but the game goes on, as both need 3 chips: \
         seat 1 has 3 chips, seat 2 has 2 chips, seat 3 has 2 chips, seat 4 has 2 chips"
    );
    assert_eq!(
        meeting("A a5 b4, B e1 c4, D e5 c4 d5 e4, E a1 c4"),
        "seat 1 meets seat 3 (D) on c4, and the game is over: seat 1 has 3 chips, seat 3 has 4 chips",
    );
}

#[test]
fn starts_that_are_still_to_be_chosen_are_drawn() {
    let spec = "breadcrumbs:seats=3,ritual=on";
    let narrow = Canvas { width: 40, ..Canvas::default() };
    let drawing = lay(spec, "C c3", "names 1,4,5 C:1@c3").drawing(narrow);
    assert_eq!(drawing.lines().nth(3), Some("  │ (A)  │      │      │      │      │"));
    assert_eq!(drawing.lines().nth(11), Some("  │      │      │@C    │      │      │"));
    assert_eq!(drawing.lines().last(), Some("seat 2 chooses a letter of A, B"));
    let early = lay(spec, "", "names 1,4,5").drawing(narrow);
    assert!(!early.contains("score") && early.contains("(C)"), "{early}");
}

#[test]
fn the_ritual_is_narrated() {
    let scene = Scene::start("breadcrumbs:ritual=on");
    scene.narrates("5", &["seat 1 names 5"]);
    let scene = scene.plays("5; 2");
    scene.narrates(
        TILES,
        &[
            "the tiles are dealt: tile A is red 1",
            "letters are chosen in this order, closest to 1 first: seat 2, seat 1",
        ],
    );
    scene.plays(TILES).narrates("B", &["seat 2 is B, blue, and starts on e1"]);
}

#[test]
fn the_lines_on_the_rules_page_are_a_deal_and_its_example() {
    let lines: Vec<&str> = INFO.rules.lines().filter(|line| line.starts_with("r1,")).collect();
    let [deal, position] = lines[..] else { panic!("{lines:?}") };
    assert_eq!(deal, TILES);
    dealt("breadcrumbs").is_turn_of(1);
    Scene::at("breadcrumbs", position).has_scores(&[16, 14]).plays("d5").has_scores(&[17, 8]);
}

#[test]
fn every_tile_and_pawn_is_drawn_at_its_spot() {
    let scene = lay("breadcrumbs", "A e4 c5 c4 d5, B d5 d4 b5", "A:1@d5 B:2@d4 turn 11B");
    for canvas in every_canvas() {
        let drawing = scene.game.draw(&scene.state, canvas);
        assert_eq!(drawing.spots.len(), 25);
        for (place, shown) in [("d5", ["b4", "@A"]), ("d4", ["p4", "@B"]), ("e4", ["r5", "A"])] {
            let spot = drawing.spots.iter().find(|spot| spot.place == place).unwrap();
            let text = shown_at(&drawing, spot);
            let text = text.replace("blue 4", "b4").replace("purple 4", "p4").replace("red 5", "r5");
            assert!(shown.iter().all(|part| text.contains(part)), "{place}: {text:?}\n{}", drawing.text);
        }
    }
}
