//! Positions that no game can reach are refused with the ruling; players of every kind reach the end.

use super::*;
use breadboard_core::{Canvas, Outcome, Show as _, SplitMix};
use breadboard_search::{Greedy, Player, Random};
use breadboard_testkit as testkit;
use breadboard_testkit::drawings::{every_canvas, shown_at};

/// The same cards with all eight crumbs.
const FRESH: &str = "+Fc,+Ac,+es/+e,+N,+Ac/+S,+Fc,+e";

#[test]
fn the_examples_of_the_rules_page_are_what_it_says() {
    let rules = SnipeHunt::INFO.rules;
    let position = rules.lines().find(|line| line.contains(" snipe 1@b2 ")).unwrap().trim_matches('`');
    small(3, position);
    assert!(rules.contains("`>Fec` is a T open to north, east and south with a feather"));
    let card = "+,+Ac,+es/>Fec,+N,+Ac/+S,+Fc,+e";
    let scene = small(3, &format!("{card} roll-off"));
    let text = scene.drawing(Canvas { width: 80, ..Canvas::default() });
    assert!(text.contains("\n 2 ▒▒▒f*  * "), "{text}");
    let walk = "+F,+A,+e/+,+N,+A/+S,+F,+ snipe 2@b2 hunters 1@a1,3@a1 held 7,0,0 idle 0 turn 2 roll";
    small(3, walk).plays("roll 1 3;e;e;e;rot c3 cw;n").goes_on();
}

#[test]
fn impossible_positions_are_refused_by_their_ruling() {
    let three = "snipe:seats=3,forest=3x3,station=wall,shut_in=stay";
    let turn = "held 7,0,0 idle 1 turn 2 dice 1+2 left 3";
    for (position, ruling) in [
        (format!("{PLAIN} snipe 1@d2 hunters 2@a1,3@a1 {turn}"), Some("S1")),
        (format!("+F,+A,+e/-,+N,+A/+S,+F,+ snipe 1@a2n hunters 2@a1,3@a1 {turn}"), Some("S1")),
        (format!("{PLAIN} snipe 1@b2 hunters 2@b2,3@a1 {turn}"), Some("S14")),
        (format!("{PLAIN} snipe 1@b2 hunters 2@c1,3@c1 {turn}"), Some("S11")),
        (format!("{PLAIN} snipe 1@c3e hunters 2@a1,3@a1 {turn}"), Some("S14")),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1,2@a1 {turn}"), Some("S7")),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1 {turn}"), None),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1,4@a1 {turn}"), None),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1,3@a1 held 6,0,0 idle 1 turn 2 roll"), Some("S3")),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 120 turn 2 roll"), Some("S22")),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 121 over"), Some("S22")),
        (
            format!("{PLAIN} snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 0 turn 2 dice 1+2 left 3"),
            Some("S22"),
        ),
        (format!("{PLAIN} snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 3 over"), Some("S21")),
        (
            "+F,+A,+/+,+N,+A/+S,+F,+ snipe 1@b2 hunters 2@a1,3@a1 held 8,0,0 idle 0 turn 1 roll".to_owned(),
            Some("S21"),
        ),
        (
            "+F,+A,+e/+,+N,+A/+,+S,+F snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 0 turn 1 roll".to_owned(),
            Some("S4"),
        ),
        (format!("{PLAIN} snipe 1@a1 hunters 2@a1,3@c1 held 7,0,0 idle 1 turn 2 roll"), Some("S12")),
        (format!("{PLAIN} snipe 1@a1 hunters 2@a1,3@c1 {turn}"), Some("S12")),
        (
            "+F,+A,+/+,+N,+A/+S,+F,+ snipe 1@c3 hunters 2@a1,3@a1 held 0,8,0 idle 0 over".to_owned(),
            Some("S21"),
        ),
        (
            "+F,+A,+/+,+N,+A/+S,+F,+ snipe 1@b2 hunters 2@a1,3@a1 held 8,0,0 idle 0 over".to_owned(),
            Some("S21"),
        ),
        (format!("{FRESH} snipe 1@b2 hunters 2@a1,3@a1 held 0,0,0 idle 0 turn 2 roll"), Some("S22")),
        (format!("{FRESH} snipe 1@b2 hunters 2@a1e,3@a1 held 0,0,0 idle 0 turn 1 roll"), Some("S22")),
        ("+F,+A,+e/+,+N,+A/+S,+F,+ roll-off".to_owned(), Some("S3")),
        ("deal now".to_owned(), None),
        (String::new(), None),
    ] {
        let reason = impossible::<SnipeHunt>(three, &position);
        assert_eq!(reason.ruling.as_deref(), ruling, "{position}: {reason}");
    }
}

#[test]
fn impossible_walks_are_refused_by_their_ruling() {
    let three = "snipe:seats=3,forest=3x3,station=wall,shut_in=stay";
    for (position, ruling) in [
        (
            format!("{PLAIN} snipe 1@b2 hunters 2@c1,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 4"),
            Some("S9"),
        ),
        (
            format!("{PLAIN} snipe 1@b2 hunters 2@c1,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 2"),
            Some("S10"),
        ),
        (
            format!("{PLAIN} snipe 1@b2 hunters 2@c1e,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 2 went w"),
            Some("S10"),
        ),
        (
            format!(
                "{PLAIN} snipe 1@b2 hunters 2@c1,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 2 went w offer"
            ),
            Some("S18"),
        ),
        (
            format!(
                "{PLAIN} snipe 1@b2 hunters 2@c1,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 2 went w used c1"
            ),
            Some("S18"),
        ),
        (format!("{PLAIN} snipe 1@b2 hunters 2@c1,3@a1 held 7,0,0 idle 1 turn 2 dice 2+1 left 3"), None),
        (
            format!("{PLAIN} snipe 1@a1n hunters 2@a1,3@c1 held 7,0,0 idle 1 turn 1 dice 1+2 left 2 went s"),
            Some("S20"),
        ),
        (
            format!("{PLAIN} snipe 1@a1 hunters 2@a1,3@c1 held 7,0,0 idle 1 turn 2 dice 1+2 left 2 went s"),
            Some("S12"),
        ),
    ] {
        let reason = impossible::<SnipeHunt>(three, &position);
        assert_eq!(reason.ruling.as_deref(), ruling, "{position}: {reason}");
    }
}

#[test]
fn who_has_stepped_into_the_station_does_not_share_it() {
    let mid = |turn: u8| {
        format!("{PLAIN} snipe 1@a1 hunters 2@a1,3@c1 held 7,0,0 idle 1 turn {turn} dice 1+2 left 2 went s")
    };
    for turn in [1, 2] {
        impossible::<SnipeHunt>("snipe:seats=3,forest=3x3", &mid(turn)).is_by("S12");
    }
    // A Snipe that turned its card is still there while another hunter walks (S20).
    small(3, &mid(3).replace("3@c1", "3@c1n"));
}

#[test]
fn positions_in_the_middle_of_a_turn_can_be_set_up() {
    for rest in [
        "snipe 1@b2 hunters 2@b1,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 0 went w offer",
        "snipe 1@c2 hunters 2@b1,3@a1 held 7,0,0 idle 4 turn 1 dice 1+2 left 2 used c2",
        "snipe 1@b2 hunters 2@b1e,3@b1e held 7,0,0 idle 1 turn 2 dice 1+2 left 1 went e",
        "snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 120 turn 2 dice 1+2 left 3",
        "snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 120 over",
        "snipe 1@a1 hunters 2@a1,3@c1 held 4,3,0 idle 1 turn 1 roll",
        "snipe 1@a1 hunters 2@a1,3@c1 held 4,3,0 idle 2 turn 1 dice 1+2 left 3",
        "snipe 1@a1 hunters 2@a1,3@c1 held 4,3,0 idle 120 over",
    ] {
        small(3, &format!("{PLAIN} {rest}"));
    }
    small(3, &format!("{FRESH} snipe 1@b2 hunters 2@a1,3@a1 held 0,0,0 idle 0 turn 1 roll"));
}

#[test]
fn the_drawing_shows_everything_in_forty_columns() {
    let position = "+F,+A,+e/+,+N,+Ac/+S,+F,+ snipe 1@b2n hunters 2@c2,3@a1,4@a1 held 5,0,1,0 idle 1 turn 2 dice 1+2 left 3";
    let scene = small(4, position);
    let drawing = scene.drawing(Canvas { width: 40, ..Canvas::default() });
    assert_eq!(
        drawing,
        "   ▒▒ ·▒▒▒▒ ·▒▒▒▒ ·▒▒\n 3  ·f· · ·a· · · · *\n   ▒▒ ·▒▒▒▒ ·▒▒▒▒ ·▒▒\n   \
         ▒▒ ·▒▒▒▒ S▒▒▒▒ ·▒▒\n 2  · · · ·n· · ·AR ·\n   ▒▒ ·▒▒▒▒ ·▒▒▒▒ ·▒▒\n   \
         ▒▒ ·▒▒▒▒ ·▒▒▒▒ ·▒▒\n 1  ·h2 · ·f· · · · ·\n   ▒▒ ·▒▒▒▒ ·▒▒▒▒ ·▒▒\n      \
         a     b     c\n\n* crumb, 2 left   f feather   a arrow\nn Nest   h Station   F A with a crumb\n\
         S Snipe: seat 1 on b2n, 5 crumbs\nR red: seat 2 on c2, 0 crumbs\nB blue: seat 3 on a1, 1 crumb\n\
         G green: seat 4 on a1, 0 crumbs\nseat 2 rolled 1+2: 3 steps left\nmoves: n, e, s, w\n"
    );
}

#[test]
fn narration_fits_two_hunters_one_step_and_a_shared_win() {
    let position =
        format!("{PLAIN} snipe 1@b2 hunters 2@c3,2@b2e held 7,0 idle 1 turn 2 dice 1+2 with blue left 3");
    let two = at("snipe:seats=2,forest=3x3,hunters=2", &position);
    let swapped = "seat 2 is the Snipe now; both hunters go to seat 1, the blue hunter to the Station";
    assert_eq!(two.narration("w").last().unwrap(), swapped);
    let walled = format!("{PLAIN} snipe 1@b1w hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+1 left 2");
    at("snipe:seats=2,forest=3x3,station=wall", &walled)
        .narrates("w", &["the Snipe goes west to a1e", "the Snipe cannot go on; steps lost: 1"]);
    let tie = plain(3, "snipe 2@c3 hunters 1@a1,3@a1 held 4,3,0 idle 1 turn 2 dice 3+4 left 7");
    assert_eq!(
        tie.narration("e")[1..],
        [
            "seat 2 lifts a crumb and has 4",
            "the last crumb is lifted, and the game is over",
            "the seats 1 and 2 share the win with 4 each"
        ]
    );
}

#[test]
fn refusals_and_narration_read_as_sentences() {
    let scene = plain(2, "snipe 1@b2 hunters 2@b2e held 7,0 idle 1 turn 2 dice 1+2 left 3");
    scene.narrates(
        "w",
        &[
            "the red hunter goes west to b2",
            "the red hunter of seat 2 catches the Snipe on b2 and takes 4 of 7 crumbs from seat 1",
            "seat 2 is the Snipe now; the red hunter goes to the Station, to seat 1",
        ],
    );
    scene.refuses_with("skip", "S18", "no special space offers anything now").plays("w").waits_for_chance();
}

/// How a game between players of one kind ended: whether the last Snipe won, and whether it was a draw.
fn contest<P: Player<SnipeHunt>>(game: &SnipeHunt, mut player: P, seed: u64) -> (bool, bool) {
    let mut rng = SplitMix::new(seed);
    let (state, _) =
        testkit::play_out(game, &mut rng, |state, seat, rng| Some(player.choose(game, state, seat, rng)));
    let outcome = game.turn(&state).outcome().unwrap();
    (outcome.share(state.snipe_seat(), game.seats()) == 1.0, outcome == Outcome::Draw)
}

#[test]
fn greedy_and_random_players_end_within_the_cap() {
    for seats in 2..=7 {
        let game: SnipeHunt = testkit::game(&format!("snipe:seats={seats},forest=4x4"));
        let (mut last, mut draws) = (0, 0);
        for seed in 0..30 {
            contest(&game, Random, seed);
            let (won, draw) = contest(&game, Greedy, seed);
            last += u32::from(won);
            draws += u32::from(draw);
        }
        println!("{seats} seats, 30 greedy games: the last Snipe won {last}, draws {draws}");
        assert!(draws < 30, "greedy players lift crumbs");
    }
}

#[test]
fn every_pawn_and_mark_is_drawn_at_its_spot() {
    let position = "+F,+A,+e/+,+N,+Ac/+S,+F,+ snipe 1@b2n hunters 2@c2,3@a1,4@a1 held 5,0,1,0 idle 1 turn 2 dice 1+2 left 3";
    let scene = small(4, position);
    for canvas in every_canvas() {
        let drawing = scene.game.draw(&scene.state, canvas);
        for (place, sign) in [("b2n", "S"), ("c2", "R"), ("a1", "2"), ("c3e", "*"), ("a3n", "·")] {
            let spot = drawing.spots.iter().find(|spot| spot.place == place).unwrap();
            let shown = shown_at(&drawing, spot);
            assert!(shown.contains(sign), "{place}: {shown:?}\n{}", drawing.text);
        }
        let letters = drawing.text.lines().find(|line| line.contains('b') && line.contains('c')).unwrap();
        let column = letters.chars().position(|letter| letter == 'b').unwrap();
        let card = drawing.spots.iter().find(|spot| spot.place == "b2").unwrap();
        let near = card.column.saturating_sub(2 * card.width)..card.column + card.width;
        assert!(near.contains(&column), "{}", drawing.text);
    }
}
