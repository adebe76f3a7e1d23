//! Positions that no game can show are refused with the ruling; players of all habits come to an end.

use super::table::{PLAIN, Table, refused};
use crate::snipe::SnipeHunt;
use breadboard_core::{Canvas, Game, Seat, SplitMix, Turn, laws};
use breadboard_search::{Greedy, Player, Random};

#[test]
fn impossible_positions_are_refused_by_their_ruling() {
    let three = "snipe:seats=3,forest=3x3";
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
            Some("S14"),
        ),
        (
            "+F,+A,+e/+,+N,+A/+,+S,+F snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 0 turn 1 roll".to_owned(),
            Some("S4"),
        ),
        ("+F,+A,+e/+,+N,+A/+S,+F,+ roll-off".to_owned(), Some("S3")),
        ("deal now".to_owned(), None),
        (String::new(), None),
    ] {
        let refusal = refused(three, &position);
        assert_eq!(refusal.ruling, ruling, "{position}: {refusal}");
    }
}

#[test]
fn positions_in_the_middle_of_a_turn_can_be_set_up() {
    for rest in [
        "snipe 1@b2 hunters 2@b1,3@a1 held 7,0,0 idle 1 turn 2 dice 1+2 left 0 went w offer",
        "snipe 1@c2 hunters 2@b1,3@a1 held 7,0,0 idle 4 turn 1 dice 1+2 left 2 used c2",
        "snipe 1@b2 hunters 2@b1e,3@b1e held 7,0,0 idle 1 turn 2 dice 1+2 left 1 went e",
        "snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 120 turn 2 dice 1+2 left 3",
        "snipe 1@b2 hunters 2@a1,3@a1 held 7,0,0 idle 120 over",
    ] {
        Table::small(3, &format!("{PLAIN} {rest}"));
    }
}

#[test]
fn the_drawing_shows_everything_in_forty_columns() {
    let position = "+F,+A,+e/+,+N,+Ac/+S,+F,+ snipe 1@b2n hunters 2@c2,3@a1,4@a1 held 5,0,1,0 idle 1 turn 2 dice 1+2 left 3";
    let table = Table::small(4, position);
    let drawing = table.game.draw(&table.state, Canvas { width: 40, color: false, flip: false });
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
fn every_refusal_and_every_tale_reads_as_a_sentence() {
    let mut table =
        Table::small(2, &format!("{PLAIN} snipe 1@b2 hunters 2@b2e held 7,0 idle 1 turn 2 dice 1+2 left 3"));
    let mv = table.game.read_move(&table.state, Seat::SECOND, "w").unwrap();
    let told: Vec<String> = table
        .game
        .narrate(&table.state, &breadboard_core::Event::one(Seat::SECOND, mv))
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told,
        [
            "the red hunter goes west to b2",
            "the red hunter of seat 2 catches the Snipe on b2 and takes 4 of 7 crumbs from seat 1",
            "seat 2 is the Snipe now and rolls at once; the red hunter goes to the Station, to seat 1"
        ]
    );
    let refusal = table.game.check(
        &table.state,
        Seat::SECOND,
        table.game.read_move(&table.state, Seat::SECOND, "skip").unwrap(),
    );
    assert_eq!(refusal.unwrap_err().to_string(), "no special space offers anything now (S18)");
    table.play("w");
}

/// How a game between players of one kind ended: events, and whether the last Snipe won.
fn contest<P: Player<SnipeHunt>>(game: &SnipeHunt, mut player: P, seed: u64) -> (u32, bool, bool) {
    let mut rng = SplitMix::new(seed);
    let mut state = game.start();
    let mut events = 0;
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => {
                let last = outcome.share(state.snipe_seat(), game.seats()) == 1.0;
                return (events, last, outcome == breadboard_core::Outcome::Draw);
            }
            Turn::Chance => {
                let chance = game.sample_chance(&state, &mut rng).unwrap();
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(_) => {
                let seat = state.seat;
                let mv = player.choose(game, &state, seat, &mut rng);
                game.apply(&mut state, seat, mv);
            }
        }
        events += 1;
        assert!(events <= game.max_events());
    }
}

#[test]
fn greedy_and_random_players_end_within_the_cap() {
    for seats in 2..=7 {
        let game: SnipeHunt = laws::game(&format!("snipe:seats={seats},forest=4x4"));
        let (mut last, mut draws) = (0, 0);
        for seed in 0..30 {
            contest(&game, Random, seed);
            let (_, won, draw) = contest(&game, Greedy, seed);
            last += u32::from(won);
            draws += u32::from(draw);
        }
        println!("{seats} seats, 30 greedy games: the last Snipe won {last}, draws {draws}");
        assert!(draws < 30, "greedy players lift crumbs");
    }
}
