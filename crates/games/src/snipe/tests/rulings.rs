//! One test a ruling, by number; S2 to S8 about the deal and the dice stand in `chance`.

use super::table::{PLAIN, Table, refused};
use breadboard_core::prelude::*;
use breadboard_core::{Outcome, Seat, SeatSet};

fn small(seats: u8, rest: &str) -> Table {
    Table::small(seats, &format!("{PLAIN} {rest}"))
}

#[test]
fn s1_the_forest_ends_in_hedge() {
    let mut table = small(2, "snipe 1@c2e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    assert_eq!(table.moves(), "w");
    table.refuses("e", "S1").refuses("n", "S1").play("w;skip;w;w");
    assert_eq!(table.rest(), "snipe 1@b2e hunters 2@a1 held 7,0 idle 1 turn 2 roll");
    // A hedge inside: b3's western exit is gone, so a3's eastern one leads nowhere.
    let forest = "+F,>A,+e/+,+N,+A/+S,+F,+";
    let rest = "snipe 1@a3e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3";
    Table::small(2, &format!("{forest} {rest}")).refuses("e", "S1");
}

#[test]
fn s7_two_players_have_one_hunter_unless_they_ask_for_two() {
    let one = small(2, "snipe 1@b2 hunters 2@a1 held 7,0 idle 0 turn 2 roll");
    assert_eq!((one.game.pawns, one.game.options().hunters), (2, 1));
    let two = "snipe 1@b2 hunters 2@a1,2@c1 held 7,0 idle 0 turn 2 roll";
    assert_eq!(refused("snipe:seats=2,forest=3x3", &format!("{PLAIN} {two}")).ruling(), None);
    let mut table = Table::with("snipe:seats=2,forest=3x3,hunters=2", &format!("{PLAIN} {two}"));
    table.play("roll 1 2");
    assert_eq!(table.moves(), "red blue");
    table.refuses("n", "S7").refuses("green", "S7").play("blue");
    table.refuses("red", "S7").play("n;n;n");
    assert_eq!(
        table.rest(),
        "snipe 1@b2 hunters 2@a1,2@c2 held 7,0 idle 1 turn 2 dice 1+2 with blue left 0 went n offer"
    );
}

#[test]
fn s7_a_catch_swaps_the_snipe_for_both_hunters_and_one_goes_home() {
    let position = format!("{PLAIN} snipe 1@b2 hunters 2@c3,2@b2e held 7,0 idle 1 turn 2 dice 1+2 pick");
    let mut table = Table::with("snipe:seats=2,forest=3x3,hunters=2", &position);
    table.play("blue;w");
    assert_eq!(table.rest(), "snipe 2@b2 hunters 1@c3,1@a1 held 3,4 idle 1 turn 2 roll");
    let error = laws_error("snipe:seats=3,hunters=2");
    assert!(error.contains("hunters=2 needs seats=2"), "{error}");
}

fn laws_error(spec: &str) -> String {
    let spec: breadboard_core::Spec = spec.parse().unwrap();
    let (options, seats) = spec.read::<crate::snipe::SnipeHunt>().unwrap();
    crate::snipe::SnipeHunt::new(options, seats).unwrap_err().to_string()
}

#[test]
fn s8_the_sum_is_walked_and_doubles_mean_nothing() {
    let mut table = small(2, "snipe 1@b2 hunters 2@a1 held 7,0 idle 0 turn 1 roll");
    assert_eq!(table.moves(), "", "nothing is chosen before the roll");
    table.play("roll 3 3;n;n;n;skip;e;e;e");
    assert_eq!(table.seat(), Seat::SECOND, "{}", table.text());
    for bad in ["roll 0 3", "roll 3 7", "roll 3", "roll 3 4 5", "n"] {
        let refusal = table.game.read_chance(&table.state, bad).unwrap_err();
        assert_eq!(refusal.ruling(), None, "{bad}");
    }
}

#[test]
fn s9_the_full_count_is_compulsory() {
    let mut table = small(2, "snipe 1@b2 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    table.play("e").refuses("skip", "S18");
    assert_eq!(table.moves(), "e");
    table.play("e");
    assert_eq!(table.moves(), "e", "a step is left and must be made");
    table.play("e");
    assert_eq!(table.rest(), "snipe 1@c2 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 0 went e offer");
    assert_eq!(
        refused(
            "snipe:seats=2,forest=3x3",
            &format!("{PLAIN} snipe 1@b2e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 0 went e")
        )
        .ruling(),
        Some("S9")
    );
}

#[test]
fn s10_no_step_goes_straight_back_but_at_a_dead_end() {
    let mut table = small(2, "snipe 1@c1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 5");
    assert_eq!(table.moves(), "n e s w", "any direction at the start");
    table.play("n").refuses("s", "S10");
    assert_eq!(table.moves(), "n");
    let mut table = small(2, "snipe 1@c1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 5");
    table.play("e");
    assert_eq!(table.moves(), "w", "the edge is a dead end");
    table.play("w").refuses("e", "S10");
    assert_eq!(table.moves(), "n s w");
}

#[test]
fn s10_rotating_the_own_card_opens_the_way_back() {
    let position = "snipe 1@c2s hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 4 went n";
    let mut own = small(2, position);
    own.play("n;rot c2 cw");
    assert_eq!(own.moves(), "n e s w");
    let mut other = small(2, position);
    other.play("n;rot c1 cw").refuses("s", "S10");
    assert_eq!(other.moves(), "n e w");
}

#[test]
fn s10_free_reverse_lets_a_pawn_step_back_at_any_time() {
    let position = format!("{PLAIN} snipe 1@c1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 5");
    let mut table = Table::with("snipe:seats=2,forest=3x3,free_reverse=on", &position);
    table.play("n");
    assert_eq!(table.moves(), "n s");
    table.play("s;n;s;n");
    assert_eq!(table.rest(), "snipe 1@c1n hunters 2@a1 held 7,0 idle 1 turn 2 roll");
}

#[test]
fn s11_a_hunter_passes_a_hunter_but_does_not_end_there() {
    let mut table = small(3, "snipe 1@c3 hunters 2@a1e,3@b1w held 7,0,0 idle 1 turn 2 dice 1+1 left 2");
    table.play("e");
    assert_eq!(
        table.rest(),
        "snipe 1@c3 hunters 2@b1w,3@b1w held 7,0,0 idle 1 turn 2 dice 1+1 left 1 went e"
    );
    assert_eq!(table.moves(), "e");
    let mut table = small(3, "snipe 1@c3 hunters 2@b1,3@b1e held 7,0,0 idle 1 turn 2 dice 1+1 left 1 went e");
    assert_eq!(table.moves(), "n s");
    table.refuses("e", "S11").play("s");
    assert_eq!(table.seat().number(), 3);
}

#[test]
fn s11_a_route_that_could_only_end_on_a_hunter_is_not_offered() {
    // Row 2 is a straight in a2: three steps west of b2 is a2, and nothing else.
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    let rest = |blue: &str| {
        format!("{forest} snipe 1@c1 hunters 2@b2,3@{blue} held 7,0,0 idle 1 turn 2 dice 1+2 left 3")
    };
    let mut table = Table::small(3, &rest("a2"));
    assert_eq!(table.moves(), "n e s");
    table.refuses("w", "S11");
    assert_eq!(Table::small(3, &rest("a2w")).moves(), "n e s w");
}

#[test]
fn s11_free_reverse_opens_routes_that_come_back() {
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    for (red, dice, bound, free) in
        [("b2", "1+2 left 3", "n e s", "n e s w"), ("b2w", "1+1 left 2", "e", "e w")]
    {
        let position =
            format!("{forest} snipe 1@c1 hunters 2@{red},3@a2 held 7,0,0 idle 1 turn 2 dice {dice}");
        assert_eq!(Table::small(3, &position).moves(), bound);
        assert_eq!(Table::with("snipe:seats=3,forest=3x3,free_reverse=on", &position).moves(), free);
    }
}

#[test]
fn s11_if_no_full_route_ends_free_the_longest_is_made() {
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    let rest = "snipe 1@c1 hunters 2@a2w,3@a2e held 7,0,0 idle 1 turn 2 dice 1+1 left 2";
    let mut table = Table::small(3, &format!("{forest} {rest}"));
    table.play("e");
    assert_eq!(
        table.rest(),
        "snipe 1@c1 hunters 2@a2,3@a2e held 7,0,0 idle 1 turn 3 roll",
        "one step of two"
    );
    // With a third hunter on a2 not even that: the card is turned (S20).
    let rest = "snipe 1@c1 hunters 2@a2w,3@a2e,4@a2 held 7,0,0,0 idle 1 turn 2 dice 1+1 left 2";
    let mut table = Table::small(4, &format!("{forest} {rest}"));
    assert_eq!(table.moves(), "turn cw turn ccw");
    table.refuses("e", "S20");
    // Of two ways the longer: west and back ends on a2, east every count ends on a hunter.
    let rest = "snipe 1@c1 hunters 2@a2,3@a2e,4@b2w,5@b2 held 7,0,0,0,0 idle 1 turn 2 dice 1+2 left 3";
    let mut table = Table::small(5, &format!("{forest} {rest}"));
    assert_eq!(table.moves(), "w");
    table.refuses("e", "S11").play("w;e");
    assert_eq!(table.seat().number(), 3, "two steps of three");
}

#[test]
fn s12_the_station_holds_many_hunters_and_is_closed_to_the_snipe() {
    let mut table = small(3, "snipe 1@c3 hunters 2@a1e,3@a1 held 7,0,0 idle 1 turn 2 dice 1+1 left 1 went w");
    table.play("w");
    assert_eq!(table.rest(), "snipe 1@c3 hunters 2@a1,3@a1 held 7,0,0 idle 1 turn 3 roll");
    let snipe =
        |hunter: &str| format!("snipe 1@a1e hunters 2@{hunter} held 7,0 idle 1 turn 1 dice 1+2 left 3");
    small(2, &snipe("a1")).refuses("w", "S12").play("e");
    small(2, &snipe("a2")).play("w");
}

#[test]
fn s12_a_pawn_sent_back_makes_no_contact() {
    let mut table = small(3, "snipe 1@a1 hunters 2@a1n,3@c3 held 7,0,0 idle 1 turn 2 dice 1+1 left 2");
    table.play("s");
    assert_eq!(table.rest(), "snipe 2@a1 hunters 1@a1,3@c3 held 3,4,0 idle 1 turn 2 roll");
    table.play("roll 1 1; e; e; roll 1 1");
    assert_eq!(table.rest(), "snipe 2@b1w hunters 1@a1,3@c3 held 3,4,0 idle 3 turn 3 dice 1+1 left 2");
}

#[test]
fn s13_the_nest_is_no_sanctuary() {
    let mut table = small(2, "snipe 1@b2 hunters 2@b2n held 7,0 idle 1 turn 2 dice 1+2 left 3");
    table.play("s");
    assert_eq!(table.rest(), "snipe 2@b2 hunters 1@a1 held 3,4 idle 1 turn 2 roll");
}

#[test]
fn s14_a_snipe_that_meets_a_hunter_is_caught_by_the_first() {
    let mut table = small(3, "snipe 1@b2 hunters 2@c2w,3@b2e held 7,0,0 idle 1 turn 1 dice 2+3 left 5");
    table.play("e");
    assert_eq!(table.rest(), "snipe 3@b2e hunters 2@c2w,1@a1 held 3,0,4 idle 1 turn 3 roll");
}

#[test]
fn s14_a_crumb_under_the_hunter_is_lifted_first_and_counts() {
    let forest = "+F,+A,+e/+,+Ne,+A/+S,+F,+";
    let rest = "snipe 1@b2 hunters 2@b2e held 4,2 idle 1 turn 1 dice 2+3 left 5";
    let mut table = Table::small(2, &format!("{forest} {rest}"));
    table.play("e");
    assert_eq!(table.rest(), "snipe 2@b2e hunters 1@a1 held 2,5 idle 0 turn 2 roll", "three of five");
    let last = "+F,+A,+/+,+Ne,+A/+S,+F,+ snipe 1@b2 hunters 2@b2e held 4,3 idle 1 turn 1 dice 2+3 left 5";
    let mut table = Table::small(2, last);
    table.play("e");
    assert_eq!(table.rest(), "snipe 1@b2e hunters 2@b2e held 5,3 idle 0 over", "the last one ends the game");
    assert_eq!(table.outcome(), Some(Outcome::Win(Seat::FIRST)));
}

#[test]
fn s15_half_is_rounded_up() {
    // The source's own example: of seven, three are kept and four given.
    for (held, kept, given) in [(7, 3, 4), (1, 0, 1), (0, 0, 0), (6, 3, 3)] {
        let rest =
            format!("snipe 1@b2 hunters 2@b2e,3@c3 held {held},0,{} idle 1 turn 2 dice 1+1 left 2", 7 - held);
        let mut table = small(3, &rest);
        table.play("w");
        assert_eq!(table.game.scores(&table.state).unwrap().as_slice(), [kept, given, 7 - held]);
    }
}

#[test]
fn s16_after_a_catch_play_goes_on_from_the_catcher() {
    // Seat 1 runs into seat 4: seat 4 moves as the Snipe, then seat 1; seats 2 and 3 lose their turn.
    let mut table = small(4, "snipe 1@b2 hunters 2@a1,3@a1,4@b2e held 7,0,0,0 idle 1 turn 1 dice 2+3 left 5");
    table.play("e");
    assert_eq!(table.seat().number(), 4);
    table.play("roll 1 1;w;w");
    assert_eq!(table.rest(), "snipe 4@b2w hunters 2@a1,3@a1,1@a1 held 3,0,0,4 idle 2 turn 1 roll");
}

#[test]
fn s17_hunters_never_lift_crumbs() {
    let mut table = small(2, "snipe 1@a3 hunters 2@c3 held 7,0 idle 1 turn 2 dice 1+1 left 2");
    table.play("e");
    assert!(table.text().starts_with(PLAIN));
    table.play("w");
    assert_eq!(table.rest(), "snipe 1@a3 hunters 2@c3 held 7,0 idle 1 turn 1 roll");
    let mut table = small(2, "snipe 1@c3 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+1 left 2");
    table.play("e");
    assert_eq!(table.outcome(), Some(Outcome::Win(Seat::FIRST)), "the Snipe does");
}

#[test]
fn s18_a_feather_gives_a_step_and_landing_counts() {
    let rest = "snipe 1@c3 hunters 2@b1e held 7,0 idle 1 turn 2 dice 1+1 left 1 went w";
    let mut table = small(2, rest);
    table.play("w").refuses("n", "S18").refuses("rot a1 cw", "S18").refuses("turn cw", "S20");
    assert_eq!(table.moves(), "skip feather");
    table.play("feather");
    assert_eq!(table.moves(), "n s w");
    table.play("n");
    assert_eq!(table.rest(), "snipe 1@c3 hunters 2@b1n held 7,0 idle 1 turn 1 roll");
    let mut table = small(2, rest);
    table.play("w;skip");
    assert_eq!(table.rest(), "snipe 1@c3 hunters 2@b1 held 7,0 idle 1 turn 1 roll");
}

#[test]
fn s18_a_special_does_nothing_under_a_crumb_or_a_pawn() {
    let crumb = "+F,+A,+e/+,+N,+A/+S,+Fc,+";
    let hunter = "snipe 1@c3 hunters 2@b1e held 6,0 idle 1 turn 2 dice 1+1 left 2";
    let mut table = Table::small(2, &format!("{crumb} {hunter}"));
    table.play("w");
    assert_eq!(table.moves(), "n s w", "a hunter leaves the crumb, and the feather sleeps");
    let snipe = "snipe 1@b1e hunters 2@c3 held 6,0 idle 1 turn 1 dice 1+2 left 3";
    let mut table = Table::small(2, &format!("{crumb} {snipe}"));
    table.play("w");
    assert_eq!(table.moves(), "n s w", "lifting the crumb spoils the effect this time");
    table.play("s;n");
    assert_eq!(table.moves(), "skip feather", "the next time it works");
    let mut table = small(3, "snipe 1@c3 hunters 2@b1e,3@b1 held 7,0,0 idle 1 turn 2 dice 1+1 left 2");
    table.play("w");
    assert_eq!(table.moves(), "n s w", "another pawn is on it");
}

#[test]
fn s18_each_special_works_once_a_turn() {
    let mut table = small(2, "snipe 1@c3 hunters 2@b1e held 7,0 idle 1 turn 2 dice 2+3 left 5");
    table.play("w;feather;s;n");
    assert_eq!(table.moves(), "n e w", "used before in this turn");
    let mut table = small(2, "snipe 1@c3 hunters 2@b1e held 7,0 idle 1 turn 2 dice 2+3 left 5");
    table.play("w;skip;s;n");
    assert_eq!(table.moves(), "skip feather", "declined is not used");
    let mut table = small(2, "snipe 1@c3 hunters 2@c2s held 7,0 idle 1 turn 2 dice 2+3 left 5");
    table.play("n;rot a3 cw;e;w");
    assert_eq!(table.moves(), "n s w", "an arrow too");
    // A catch begins a new turn.
    let mut table = small(2, "snipe 1@b1n hunters 2@b1e held 7,0 idle 1 turn 2 dice 2+3 left 5");
    table.play("w;feather;n;roll 1 1;s");
    assert_eq!(table.moves(), "skip feather");
}

#[test]
fn s19_a_rotation_carries_pawns_and_crumbs() {
    let forest = "+F,+A,>e/+,+N,+A/+S,+F,+";
    let rest = "snipe 1@c2s hunters 2@c3n,3@c3s held 7,0,0 idle 1 turn 1 dice 1+1 left 2";
    let mut table = Table::small(3, &format!("{forest} {rest}"));
    table.play("n").refuses("rot d1 cw", "S3").refuses("feather", "S18");
    assert_eq!(table.moves().split("rot").count(), 1 + 2 * 9, "any card, either way");
    let before = table.state;
    table.play("rot c3 cw");
    let text = table.text();
    assert!(text.starts_with("+F,+A,vs/+,+N,+A/"), "{text}");
    assert!(text.contains("snipe 1@c2 hunters 2@c3e,3@c3w"), "{text}");
    table.state = before;
    table.play("rot c3 ccw");
    assert!(table.text().starts_with("+F,+A,^n/"), "{}", table.text());
    assert!(table.text().contains("hunters 2@c3w,3@c3e"), "{}", table.text());
}

#[test]
fn s19_movement_goes_on_over_the_new_paths() {
    // c3 without a southern exit is a wall to c2; turned, it is a way.
    let forest = "+F,+A,^/+,+Nc,+A/+S,+F,+e";
    let forest = forest.replace("Nc", "N");
    let rest = "snipe 1@c2s hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+4 left 5";
    let mut table = Table::small(2, &format!("{forest} {rest}"));
    table.play("n;skip;n");
    assert_eq!(table.moves(), "s", "a dead end");
    let mut table = Table::small(2, &format!("{forest} {rest}"));
    table.play("n;rot c3 cw;n");
    assert_eq!(table.moves(), "n");
}

#[test]
fn s20_a_pawn_that_cannot_step_turns_its_card() {
    let mut table = small(2, "snipe 1@a1s hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    assert_eq!(table.moves(), "turn cw turn ccw");
    table.refuses("n", "S12").play("turn ccw");
    assert_eq!(table.rest(), "snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 2 roll");
    small(2, "snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3").refuses("turn cw", "S20");
}

#[test]
fn s20_in_mid_move_the_move_just_ends() {
    let mut table = small(2, "snipe 1@b1w hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+4 left 5");
    table.play("w");
    assert_eq!(table.rest(), "snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 2 roll", "the Station is closed");
    let mut table = small(2, "snipe 1@b1w hunters 2@c3 held 7,0 idle 1 turn 1 dice 1+4 left 5");
    table.play("w;w");
    assert_eq!(table.moves(), "n s w");
}

#[test]
fn s21_the_last_crumb_ends_the_game_in_mid_move() {
    let mut table = small(2, "snipe 2@c3 hunters 1@a1 held 3,4 idle 1 turn 2 dice 3+4 left 7");
    table.play("e");
    assert_eq!(table.rest(), "snipe 2@c3e hunters 1@a1 held 3,5 idle 0 over");
    assert_eq!(table.outcome(), Some(Outcome::Win(Seat::SECOND)));
    let two = "+F,+A,+es/+,+N,+A/+S,+F,+ snipe 2@c3 hunters 1@a1 held 3,3 idle 1 turn 2 dice 3+4 left 7";
    let mut table = Table::small(2, two);
    table.play("e");
    assert_eq!(table.outcome(), None, "one crumb is left");
}

#[test]
fn s22_idle_rounds_end_the_game_as_a_draw() {
    let rest = "snipe 1@b2 hunters 2@a1 held 7,0 idle 19 turn 2 roll";
    let position = format!("{PLAIN} {rest}");
    let mut ten = Table::with("snipe:seats=2,forest=3x3,idle_rounds=10", &position);
    ten.play("roll 1 1;e;e");
    assert_eq!(ten.outcome(), Some(Outcome::Draw), "leader or not");
    let mut eleven = Table::with("snipe:seats=2,forest=3x3,idle_rounds=11", &position);
    eleven.play("roll 1 1;e;e");
    assert_eq!(eleven.outcome(), None);
    // Players count, not pawns (S7).
    let rest = "snipe 1@b2 hunters 2@a1,2@c1 held 7,0 idle 19 turn 1 roll";
    let mut two =
        Table::with("snipe:seats=2,forest=3x3,hunters=2,idle_rounds=10", &format!("{PLAIN} {rest}"));
    two.play("roll 1 1;e;e");
    assert_eq!(two.outcome(), Some(Outcome::Draw));
    // A catch does not help, a crumb does.
    let rest = "snipe 1@b2 hunters 2@b2e held 7,0 idle 19 turn 2 roll";
    let mut caught = Table::with("snipe:seats=2,forest=3x3,idle_rounds=10", &format!("{PLAIN} {rest}"));
    caught.play("roll 1 1;w");
    assert_eq!(caught.outcome(), Some(Outcome::Draw));
    let forest = "+F,+A,+ew/+,+N,+A/+S,+F,+";
    let rest = "snipe 1@c3 hunters 2@b2e held 6,0 idle 19 turn 1 roll";
    let mut lifted = Table::with("snipe:seats=2,forest=3x3,idle_rounds=10", &format!("{forest} {rest}"));
    lifted.play("roll 1 1;w;w");
    assert_eq!(lifted.rest(), "snipe 1@b3e hunters 2@b2e held 7,0 idle 0 turn 2 roll");
    let spec: breadboard_core::Spec = "snipe".parse().unwrap();
    assert_eq!(spec.read::<crate::snipe::SnipeHunt>().unwrap().0.idle_rounds, 40);
    for bad in ["9", "201"] {
        let spec: breadboard_core::Spec = format!("snipe:idle_rounds={bad}").parse().unwrap();
        assert!(spec.read::<crate::snipe::SnipeHunt>().is_err());
    }
}

#[test]
fn s23_a_tie_is_a_shared_win() {
    let mut table = small(3, "snipe 2@c3 hunters 1@a1,3@a1 held 4,3,0 idle 1 turn 2 dice 3+4 left 7");
    table.play("e");
    let both: SeatSet = [Seat::FIRST, Seat::SECOND].into_iter().collect();
    assert_eq!(table.outcome(), Some(Outcome::Shared(both)));
}

#[test]
fn s24_colours_go_in_seat_order_and_change_hands_with_the_pawn() {
    let fresh = "+Fc,+Ac,+e/+e,+N,+Ac/+S,+Fc,+es roll-off";
    let mut table = Table::small(4, fresh);
    table.play("roll-off 5 9 3 8");
    assert_eq!(table.rest(), "snipe 2@b2 hunters 1@a1,3@a1,4@a1 held 0,0,0,0 idle 0 turn 2 roll");
    let mut table = small(4, "snipe 2@b2 hunters 1@a1,3@b2e,4@a1 held 7,0,0,0 idle 1 turn 3 dice 1+1 left 2");
    table.play("w");
    assert_eq!(table.rest(), "snipe 3@b2 hunters 1@a1,2@a1,4@a1 held 7,0,0,0 idle 1 turn 3 roll");
}

#[test]
fn s25_a_catch_on_the_way_completes_a_route() {
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    let rest = |snipe: &str| {
        format!("{forest} snipe 1@{snipe} hunters 2@b2,3@a2 held 7,0,0 idle 1 turn 2 dice 1+2 left 3")
    };
    Table::small(3, &rest("c1")).refuses("w", "S11");
    let mut table = Table::small(3, &rest("a2e"));
    assert_eq!(table.moves(), "n e s w");
    table.play("w;w");
    assert_eq!(table.rest(), "snipe 2@a2e hunters 1@a1,3@a2 held 3,4,0 idle 1 turn 2 roll");
}

#[test]
fn s25_an_offer_not_yet_taken_is_not_counted() {
    // Four steps west of b2 end on blue; the feather on a2 would lengthen the route, but it is not taken yet.
    let forest = "+,+A,+e/-F,+N,+A/+S,+F,+";
    let rest = |left: &str, at: &str| {
        format!("{forest} snipe 1@c1 hunters 2@{at},3@a2w held 7,0,0 idle 1 turn 2 dice 2+2 left {left}")
    };
    Table::small(3, &rest("4", "b2")).refuses("w", "S11");
    // With a step more to go the feather is reached, and once taken it counts.
    let mut table = Table::small(3, &rest("2 went w", "a2e"));
    assert_eq!(table.moves(), "w", "two steps end on blue, one ends on a2");
    table.play("w");
    assert_eq!(table.moves(), "skip feather");
    let before = table.state;
    table.play("skip");
    assert_eq!(table.seat().number(), 3, "nothing free is left to reach");
    table.state = before;
    table.play("feather;w;e");
    assert_eq!(table.rest(), "snipe 1@c1 hunters 2@a2,3@a2w held 7,0,0 idle 1 turn 3 roll");
}
