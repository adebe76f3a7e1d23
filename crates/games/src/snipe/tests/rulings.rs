//! One test per ruling, by number; S2 to S8, about the deal and the dice, are in `chance`.

use super::*;
use breadboard_core::{Notation as _, Outcome, Seat, SeatSet};
use breadboard_testkit::spec_error;

#[test]
fn s1_the_forest_ends_in_hedge() {
    let scene = plain(2, "snipe 1@c2e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    scene.lists("w");
    let scene = scene.refuses("e", "S1").refuses("n", "S1").plays("w;skip;w;w");
    scene.shows_at_end("snipe 1@b2e hunters 2@a1 held 7,0 idle 1 turn 2 roll");
    // A hedge inside: b3's western exit is gone, so a3's eastern one leads nowhere.
    let forest = "+F,>A,+e/+,+N,+A/+S,+F,+";
    let rest = "snipe 1@a3e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3";
    small(2, &format!("{forest} {rest}")).refuses("e", "S1");
}

#[test]
fn s7_two_players_have_one_hunter_unless_they_ask_for_two() {
    let one = plain(2, "snipe 1@b2 hunters 2@a1 held 7,0 idle 0 turn 2 roll");
    assert_eq!((one.game.pawns, one.game.options().hunters), (2, 1));
    let two = "snipe 1@b2 hunters 2@a1,2@c1 held 7,0 idle 0 turn 2 roll";
    impossible::<SnipeHunt>("snipe:seats=2,forest=3x3", &format!("{PLAIN} {two}")).is_by_no_ruling();
    let scene = at("snipe:seats=2,forest=3x3,hunters=2", &format!("{PLAIN} {two}")).plays("roll 1 2");
    scene.lists("red; blue");
    let scene =
        scene.refuses("n", "S7").refuses("green", "S7").plays("blue").refuses("red", "S7").plays("n;n;n");
    scene.shows_at_end(
        "snipe 1@b2 hunters 2@a1,2@c2 held 7,0 idle 1 turn 2 dice 1+2 with blue left 0 went n offer",
    );
}

#[test]
fn s7_a_catch_swaps_the_snipe_for_both_hunters_and_one_goes_home() {
    let position = format!("{PLAIN} snipe 1@b2 hunters 2@c3,2@b2e held 7,0 idle 1 turn 2 dice 1+2 pick");
    let scene = at("snipe:seats=2,forest=3x3,hunters=2", &position).plays("blue;w");
    scene.shows_at_end("snipe 2@b2 hunters 1@c3,1@a1 held 3,4 idle 1 turn 2 roll");
    let error = spec_error::<SnipeHunt>("snipe:seats=3,hunters=2");
    assert!(error.contains("hunters=2 needs seats=2"), "{error}");
}

#[test]
fn s8_the_sum_is_walked_and_doubles_mean_nothing() {
    let scene = plain(2, "snipe 1@b2 hunters 2@a1 held 7,0 idle 0 turn 1 roll");
    // Nothing is chosen before the roll.
    scene.lists("");
    let scene = scene.plays("roll 3 3;n;n;n;skip;e;e;e");
    assert_eq!(scene.state.seat, Seat::SECOND, "{}", scene.text());
    for bad in ["roll 0 3", "roll 3 7", "roll 3", "roll 3 4 5", "n"] {
        scene.cannot_read(bad, bad);
    }
}

#[test]
fn s9_the_full_count_is_compulsory() {
    let scene = plain(2, "snipe 1@b2 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3").plays("e");
    scene.refuses("skip", "S18").lists("e");
    let scene = scene.plays("e");
    // A step is left and must be made.
    scene.lists("e");
    let scene = scene.plays("e");
    scene.shows_at_end("snipe 1@c2 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 0 went e offer");
    let short = format!("{PLAIN} snipe 1@b2e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 0 went e");
    impossible::<SnipeHunt>("snipe:seats=2,forest=3x3", &short).is_by("S9");
}

#[test]
fn s10_no_step_goes_straight_back_but_at_a_dead_end() {
    let scene = plain(2, "snipe 1@c1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 5");
    // Any direction at the start.
    scene.lists("n; e; s; w");
    let scene = scene.plays("n");
    scene.refuses("s", "S10").lists("n");
    let scene = plain(2, "snipe 1@c1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 5").plays("e");
    // The edge is a dead end.
    scene.lists("w");
    let scene = scene.plays("w");
    scene.refuses("e", "S10").lists("n; s; w");
}

#[test]
fn s10_rotating_the_own_card_opens_the_way_back() {
    let position = "snipe 1@c2s hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 4 went n";
    let own = plain(2, position).plays("n;rot c2 cw");
    own.lists("n; e; s; w");
    let other = plain(2, position).plays("n;rot c1 cw");
    other.refuses("s", "S10").lists("n; e; w");
}

#[test]
fn s10_free_reverse_lets_a_pawn_step_back_at_any_time() {
    let position = format!("{PLAIN} snipe 1@c1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 2+3 left 5");
    let scene = at("snipe:seats=2,forest=3x3,free_reverse=on", &position).plays("n");
    scene.lists("n; s");
    let scene = scene.plays("s;n;s;n");
    scene.shows_at_end("snipe 1@c1n hunters 2@a1 held 7,0 idle 1 turn 2 roll");
}

#[test]
fn s11_a_hunter_passes_a_hunter_but_does_not_end_there() {
    let scene =
        plain(3, "snipe 1@c3 hunters 2@a1e,3@b1w held 7,0,0 idle 1 turn 2 dice 1+1 left 2").plays("e");
    scene
        .shows_at_end("snipe 1@c3 hunters 2@b1w,3@b1w held 7,0,0 idle 1 turn 2 dice 1+1 left 1 went e")
        .lists("e");
    let scene = plain(3, "snipe 1@c3 hunters 2@b1,3@b1e held 7,0,0 idle 1 turn 2 dice 1+1 left 1 went e");
    scene.lists("n; s");
    let scene = scene.refuses("e", "S11").plays("s");
    assert_eq!(scene.state.seat.number(), 3);
}

#[test]
fn s11_a_route_that_could_only_end_on_a_hunter_is_not_offered() {
    // Row 2 is a straight in a2: three steps west of b2 is a2, and nothing else.
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    let rest = |blue: &str| {
        format!("{forest} snipe 1@c1 hunters 2@b2,3@{blue} held 7,0,0 idle 1 turn 2 dice 1+2 left 3")
    };
    let scene = small(3, &rest("a2"));
    scene.lists("n; e; s").refuses("w", "S11");
    small(3, &rest("a2w")).lists("n; e; s; w");
}

#[test]
fn s11_free_reverse_opens_routes_that_come_back() {
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    for (red, dice, bound, free) in
        [("b2", "1+2 left 3", "n; e; s", "n; e; s; w"), ("b2w", "1+1 left 2", "e", "e; w")]
    {
        let position =
            format!("{forest} snipe 1@c1 hunters 2@{red},3@a2 held 7,0,0 idle 1 turn 2 dice {dice}");
        small(3, &position).lists(bound);
        at("snipe:seats=3,forest=3x3,free_reverse=on", &position).lists(free);
    }
}

#[test]
fn s11_if_no_full_route_ends_free_the_longest_is_made() {
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    let rest = "snipe 1@c1 hunters 2@a2w,3@a2e held 7,0,0 idle 1 turn 2 dice 1+1 left 2";
    let scene = small(3, &format!("{forest} {rest}")).plays("e");
    // One step of two.
    scene.shows_at_end("snipe 1@c1 hunters 2@a2,3@a2e held 7,0,0 idle 1 turn 3 roll");
    // With a third hunter on a2 not even that: the card is turned (S20).
    let rest = "snipe 1@c1 hunters 2@a2w,3@a2e,4@a2 held 7,0,0,0 idle 1 turn 2 dice 1+1 left 2";
    let scene = small(4, &format!("{forest} {rest}"));
    scene.lists("turn cw; turn ccw").refuses("e", "S20");
    // Of two ways the longer: west and back ends on a2, east every count ends on a hunter.
    let rest = "snipe 1@c1 hunters 2@a2,3@a2e,4@b2w,5@b2 held 7,0,0,0,0 idle 1 turn 2 dice 1+2 left 3";
    let scene = small(5, &format!("{forest} {rest}"));
    scene.lists("w");
    let scene = scene.refuses("e", "S11").plays("w;e");
    // Two steps of three.
    assert_eq!(scene.state.seat.number(), 3);
}

/// A position in the forest [`PLAIN`] with the Station closed to the Snipe.
fn walled(rest: &str) -> Scene {
    at("snipe:seats=2,forest=3x3,station=wall", &format!("{PLAIN} {rest}"))
}

#[test]
fn s12_the_station_holds_many_hunters() {
    let scene =
        plain(3, "snipe 1@c3 hunters 2@a1e,3@a1 held 7,0,0 idle 1 turn 2 dice 1+1 left 1 went w").plays("w");
    scene.shows_at_end("snipe 1@c3 hunters 2@a1,3@a1 held 7,0,0 idle 1 turn 3 roll");
}

#[test]
fn s12_a_snipe_that_enters_an_occupied_station_is_caught_there() {
    let scene = plain(2, "snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3").plays("w");
    // The steps left are lost.
    scene.shows_at_end("snipe 2@a1 hunters 1@a1 held 3,4 idle 1 turn 2 roll");
    // Of several the first clockwise after seat 3, the Snipe's, catches it: seat 4, not seat 1.
    let many = "snipe 3@a1e hunters 1@a1,2@c3,4@a1 held 0,0,7,0 idle 1 turn 3 dice 1+2 left 3";
    let scene = plain(4, many).plays("w");
    scene.shows_at_end("snipe 4@a1 hunters 1@a1,2@c3,3@a1 held 0,0,3,4 idle 1 turn 4 roll");
    let last = "snipe 4@a1e hunters 1@a1,2@a1,3@a1 held 0,0,0,7 idle 1 turn 4 dice 1+2 left 3";
    plain(4, last)
        .plays("w")
        .shows_at_end("snipe 1@a1 hunters 4@a1,2@a1,3@a1 held 4,0,0,3 idle 1 turn 1 roll");
    // Of two in one hand the first colour.
    let two = format!("{PLAIN} snipe 1@a1e hunters 2@a1,2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    let scene = at("snipe:seats=2,forest=3x3,hunters=2", &two);
    assert!(scene.narration("w")[1].contains("the red hunter of seat 2 catches the Snipe on a1"));
    scene.plays("w").shows_at_end("snipe 2@a1 hunters 1@a1,1@a1 held 3,4 idle 1 turn 2 roll");
    // An empty Station is a space like others.
    plain(2, "snipe 1@a1e hunters 2@a2 held 7,0 idle 1 turn 1 dice 1+2 left 3").plays("w").goes_on();
}

#[test]
fn s12_a_hunter_that_shares_the_station_catches_only_by_coming_back() {
    let scene =
        small(2, &format!("{CUT_OFF} snipe 1@a1 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3"));
    // The Snipe turns its card (S20), so that both are still there when the hunter's turn begins.
    let scene = scene.plays("turn cw;roll 1 1");
    scene.shows_at_end("snipe 1@a1 hunters 2@a1 held 7,0 idle 2 turn 2 dice 1+1 left 2").lists("n; e; s; w");
    scene.plays("n;s").shows_at_end("snipe 2@a1 hunters 1@a1 held 3,4 idle 2 turn 2 roll");
}

#[test]
fn s12_a_wall_keeps_the_snipe_out_of_an_occupied_station() {
    let snipe =
        |hunter: &str| format!("snipe 1@a1e hunters 2@{hunter} held 7,0 idle 1 turn 1 dice 1+2 left 3");
    walled(&snipe("a1")).refuses("w", "S12").plays("e").goes_on();
    walled(&snipe("a2")).plays("w").goes_on();
}

#[test]
fn s12_a_pawn_sent_back_makes_no_contact() {
    let scene = plain(3, "snipe 1@a1 hunters 2@a1n,3@c3 held 7,0,0 idle 1 turn 2 dice 1+1 left 2").plays("s");
    scene.shows_at_end("snipe 2@a1 hunters 1@a1,3@c3 held 3,4,0 idle 1 turn 2 roll");
    let scene = scene.plays("roll 1 1; e; e; roll 1 1");
    scene.shows_at_end("snipe 2@b1w hunters 1@a1,3@c3 held 3,4,0 idle 3 turn 3 dice 1+1 left 2");
}

#[test]
fn s13_the_nest_is_no_sanctuary() {
    let scene = plain(2, "snipe 1@b2 hunters 2@b2n held 7,0 idle 1 turn 2 dice 1+2 left 3").plays("s");
    scene.shows_at_end("snipe 2@b2 hunters 1@a1 held 3,4 idle 1 turn 2 roll");
}

#[test]
fn s14_a_snipe_that_meets_a_hunter_is_caught_by_the_first() {
    let scene =
        plain(3, "snipe 1@b2 hunters 2@c2w,3@b2e held 7,0,0 idle 1 turn 1 dice 2+3 left 5").plays("e");
    scene.shows_at_end("snipe 3@b2e hunters 2@c2w,1@a1 held 3,0,4 idle 1 turn 3 roll");
}

#[test]
fn s14_a_crumb_under_the_hunter_is_lifted_first_and_counts() {
    let forest = "+F,+A,+e/+,+Ne,+A/+S,+F,+";
    let rest = "snipe 1@b2 hunters 2@b2e held 4,2 idle 1 turn 1 dice 2+3 left 5";
    let scene = small(2, &format!("{forest} {rest}")).plays("e");
    // Three of five.
    scene.shows_at_end("snipe 2@b2e hunters 1@a1 held 2,5 idle 0 turn 2 roll");
    let last = "+F,+A,+/+,+Ne,+A/+S,+F,+ snipe 1@b2 hunters 2@b2e held 4,3 idle 1 turn 1 dice 2+3 left 5";
    let scene = small(2, last).plays("e");
    // The last one ends the game.
    scene.shows_at_end("snipe 1@b2e hunters 2@b2e held 5,3 idle 0 over").is_won_by(1);
}

#[test]
fn s15_half_is_rounded_up() {
    // The source's own example: of seven, three are kept and four given.
    for (held, kept, given) in [(7, 3, 4), (1, 0, 1), (0, 0, 0), (6, 3, 3)] {
        let rest =
            format!("snipe 1@b2 hunters 2@b2e,3@c3 held {held},0,{} idle 1 turn 2 dice 1+1 left 2", 7 - held);
        let scene = plain(3, &rest).plays("w");
        scene.has_scores(&[kept, given, 7 - held]);
    }
}

#[test]
fn s16_after_a_catch_play_goes_on_from_the_catcher() {
    // Seat 1 runs into seat 4: seat 4 moves as the Snipe, then seat 1; seats 2 and 3 lose their turn.
    let scene =
        plain(4, "snipe 1@b2 hunters 2@a1,3@a1,4@b2e held 7,0,0,0 idle 1 turn 1 dice 2+3 left 5").plays("e");
    assert_eq!(scene.state.seat.number(), 4);
    let scene = scene.plays("roll 1 1;w;w");
    scene.shows_at_end("snipe 4@b2w hunters 2@a1,3@a1,1@a1 held 3,0,0,4 idle 2 turn 1 roll");
}

#[test]
fn s17_hunters_never_lift_crumbs() {
    let scene = plain(2, "snipe 1@a3 hunters 2@c3 held 7,0 idle 1 turn 2 dice 1+1 left 2").plays("e");
    assert!(scene.text().starts_with(PLAIN));
    let scene = scene.plays("w");
    scene.shows_at_end("snipe 1@a3 hunters 2@c3 held 7,0 idle 1 turn 1 roll");
    let scene = plain(2, "snipe 1@c3 hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+1 left 2").plays("e");
    // The Snipe does.
    scene.is_won_by(1);
}

#[test]
fn s18_a_feather_gives_a_step_and_landing_counts() {
    let rest = "snipe 1@c3 hunters 2@b1e held 7,0 idle 1 turn 2 dice 1+1 left 1 went w";
    let scene = plain(2, rest).plays("w");
    scene.refuses("n", "S18").refuses("rot a1 cw", "S18").refuses("turn cw", "S20").lists("skip; feather");
    let scene = scene.plays("feather");
    scene.lists("n; s; w");
    let scene = scene.plays("n");
    scene.shows_at_end("snipe 1@c3 hunters 2@b1n held 7,0 idle 1 turn 1 roll");
    let scene = plain(2, rest).plays("w;skip");
    scene.shows_at_end("snipe 1@c3 hunters 2@b1 held 7,0 idle 1 turn 1 roll");
}

#[test]
fn s18_a_special_does_nothing_under_a_crumb_or_a_pawn() {
    let crumb = "+F,+A,+e/+,+N,+A/+S,+Fc,+";
    let hunter = "snipe 1@c3 hunters 2@b1e held 6,0 idle 1 turn 2 dice 1+1 left 2";
    let scene = small(2, &format!("{crumb} {hunter}")).plays("w");
    // A hunter leaves the crumb, and the feather has no effect.
    scene.lists("n; s; w");
    let snipe = "snipe 1@b1e hunters 2@c3 held 6,0 idle 1 turn 1 dice 1+2 left 3";
    let scene = small(2, &format!("{crumb} {snipe}")).plays("w");
    // Lifting the crumb cancels the effect this time.
    scene.lists("n; s; w");
    let scene = scene.plays("s;n");
    // The next time it works.
    scene.lists("skip; feather");
    let scene = plain(3, "snipe 1@c3 hunters 2@b1e,3@b1 held 7,0,0 idle 1 turn 2 dice 1+1 left 2").plays("w");
    // Another pawn is on it.
    scene.lists("n; s; w");
}

#[test]
fn s18_each_special_works_once_a_turn() {
    let scene =
        plain(2, "snipe 1@c3 hunters 2@b1e held 7,0 idle 1 turn 2 dice 2+3 left 5").plays("w;feather;s;n");
    // Used before in this turn.
    scene.lists("n; e; w");
    let scene =
        plain(2, "snipe 1@c3 hunters 2@b1e held 7,0 idle 1 turn 2 dice 2+3 left 5").plays("w;skip;s;n");
    // Declined is not used.
    scene.lists("skip; feather");
    let scene =
        plain(2, "snipe 1@c3 hunters 2@c2s held 7,0 idle 1 turn 2 dice 2+3 left 5").plays("n;rot a3 cw;e;w");
    // An arrow too.
    scene.lists("n; s; w");
    // A catch begins a new turn.
    let scene = plain(2, "snipe 1@b1n hunters 2@b1e held 7,0 idle 1 turn 2 dice 2+3 left 5")
        .plays("w;feather;n;roll 1 1;s");
    scene.lists("skip; feather");
}

#[test]
fn s19_a_rotation_carries_pawns_and_crumbs() {
    let forest = "+F,+A,>e/+,+N,+A/+S,+F,+";
    let rest = "snipe 1@c2s hunters 2@c3n,3@c3s held 7,0,0 idle 1 turn 1 dice 1+1 left 2";
    let scene = small(3, &format!("{forest} {rest}")).plays("n");
    scene.refuses("rot d1 cw", "S3").refuses("feather", "S18");
    let rotations = scene.moves().iter().filter(|text| text.starts_with("rot")).count();
    assert_eq!(rotations, 2 * 9, "any card, either way");
    let text = scene.plays("rot c3 cw").text();
    assert!(text.starts_with("+F,+A,vs/+,+N,+A/"), "{text}");
    assert!(text.contains("snipe 1@c2 hunters 2@c3e,3@c3w"), "{text}");
    let text = scene.plays("rot c3 ccw").text();
    assert!(text.starts_with("+F,+A,^n/"), "{text}");
    assert!(text.contains("hunters 2@c3w,3@c3e"), "{text}");
}

#[test]
fn s19_movement_goes_on_over_the_new_paths() {
    // c3 without a southern exit is closed to c2; after a turn it is open.
    let forest = "+F,+A,^/+,+Nc,+A/+S,+F,+e".replace("Nc", "N");
    let rest = "snipe 1@c2s hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+4 left 5";
    let scene = small(2, &format!("{forest} {rest}")).plays("n;skip;n");
    // A dead end.
    scene.lists("s");
    let scene = small(2, &format!("{forest} {rest}")).plays("n;rot c3 cw;n");
    scene.lists("n");
}

/// [`PLAIN`] with a2 and b1 turned away from the Station, which no path leaves.
const CUT_OFF: &str = "+F,+A,+e/-,+N,+A/+S,IF,+";

#[test]
fn s20_a_pawn_that_cannot_step_turns_its_card() {
    for shut_in in ["turn", "stay"] {
        let rest = "snipe 1@a1s hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3";
        let spec = format!("snipe:seats=2,forest=3x3,station=wall,shut_in={shut_in}");
        let scene = at(&spec, &format!("{PLAIN} {rest}"));
        scene.lists("turn cw; turn ccw");
        let scene = scene.refuses("n", "S12").plays("turn ccw");
        scene.shows_at_end("snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 2 roll");
    }
    walled("snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+2 left 3").refuses("turn cw", "S20");
}

#[test]
fn s20_a_snipe_that_can_reach_no_crumb_may_turn_its_card() {
    let position = format!("{CUT_OFF} snipe 1@a1 hunters 2@c1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    let scene = small(2, &position);
    scene.lists("n; e; s; w; turn cw; turn ccw");
    scene.narrates(
        "turn cw",
        &["the Snipe is shut in: seat 1 turns its card a1 clockwise instead of walking"],
    );
    scene.plays("turn cw").shows_at_end("snipe 1@a1 hunters 2@c1 held 7,0 idle 1 turn 2 roll");
    // Once it walks, it walks on.
    scene.plays("n").refuses_with("turn cw", "S20", "your own card is turned only before the first step");
    at("snipe:seats=2,forest=3x3,shut_in=stay", &position).lists("n; e; s; w").refuses("turn cw", "S20");
    let free = plain(2, "snipe 1@a1 hunters 2@c1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    free.refuses_with("turn cw", "S20", "a path leads the Snipe to a crumb, so it walks");
}

#[test]
fn s20_a_hunter_that_cannot_reach_the_snipe_may_turn_its_card() {
    let hunter = |snipe: &str| {
        format!("{CUT_OFF} snipe 1@{snipe} hunters 2@a1,3@b2 held 7,0,0 idle 1 turn 2 dice 1+2 left 3")
    };
    small(3, &hunter("c1")).lists("n; e; s; w; turn cw; turn ccw");
    small(3, &hunter("a1e")).refuses_with(
        "turn ccw",
        "S20",
        "a path leads this hunter to the Snipe, so it walks",
    );
    // Other pawns do not matter: blue stands in the way of a2e, and still a path leads on.
    let scene = plain(3, "snipe 1@c2 hunters 2@a2,3@a2e held 7,0,0 idle 1 turn 2 dice 1+2 left 3");
    scene.refuses("turn cw", "S20");
}

#[test]
fn s20_a_wall_may_shut_the_snipe_in() {
    let at_a2 = |forest: &str, held: u8| {
        format!("{forest} snipe 1@a2 hunters 2@a1 held {held},0 idle 1 turn 1 dice 1+2 left 3")
    };
    let spec = "snipe:seats=2,forest=3x3,station=wall";
    // From a2 the only way leads through the Station.
    let through = "^F,+A,+e/I,+N,+A/+S,+F,+";
    at(spec, &at_a2(through, 7)).lists("n; s; turn cw; turn ccw");
    small(2, &at_a2(through, 7)).lists("n; s");
    // A crumb on the Station's northern exit can be reached, one on its eastern exit cannot.
    at(spec, &at_a2("^F,+A,+/I,+N,+A/+Sn,+F,+", 7)).lists("n; s");
    at(spec, &at_a2("^F,+A,+/I,+N,+A/+Se,+F,+", 7)).lists("n; s; turn cw; turn ccw");
}

#[test]
fn s20_in_mid_move_the_move_just_ends() {
    let scene = walled("snipe 1@b1w hunters 2@a1 held 7,0 idle 1 turn 1 dice 1+4 left 5").plays("w");
    // The Station is closed.
    scene.shows_at_end("snipe 1@a1e hunters 2@a1 held 7,0 idle 1 turn 2 roll");
    let scene = walled("snipe 1@b1w hunters 2@c3 held 7,0 idle 1 turn 1 dice 1+4 left 5").plays("w;w");
    scene.lists("n; s; w");
}

#[test]
fn s21_the_last_crumb_ends_the_game_in_mid_move() {
    let scene = plain(2, "snipe 2@c3 hunters 1@a1 held 3,4 idle 1 turn 2 dice 3+4 left 7").plays("e");
    scene.shows_at_end("snipe 2@c3e hunters 1@a1 held 3,5 idle 0 over").is_won_by(2);
    let two = "+F,+A,+es/+,+N,+A/+S,+F,+ snipe 2@c3 hunters 1@a1 held 3,3 idle 1 turn 2 dice 3+4 left 7";
    let scene = small(2, two).plays("e");
    // One crumb is left.
    scene.goes_on();
}

#[test]
fn s21_and_s22_each_name_the_cause_of_the_end() {
    let last = plain(2, "snipe 2@c3 hunters 1@a1 held 3,4 idle 1 turn 2 dice 3+4 left 7");
    last.goes_on();
    last.plays("e").ends_by("snipe-end-crumbs");
    // Also where the last crumb is lifted in the last of the idle rounds.
    let rest = "snipe 2@c3 hunters 1@a1 held 3,4 idle 20 turn 2 dice 3+4 left 7";
    let late = at("snipe:seats=2,forest=3x3,idle_rounds=10", &format!("{PLAIN} {rest}"));
    late.plays("e").ends_by("snipe-end-crumbs");
    for result in ["most", "draw"] {
        let spec = format!("snipe:seats=2,forest=3x3,idle_rounds=10,idle_result={result}");
        let rest = "snipe 1@b2 hunters 2@a1 held 7,0 idle 19 turn 2 roll";
        let idle = at(&spec, &format!("{PLAIN} {rest}")).plays("roll 1 1;e");
        idle.goes_on();
        idle.plays("e").ends_by("snipe-end-idle");
    }
}

#[test]
fn s22_idle_rounds_end_the_game() {
    let rest = "snipe 1@b2 hunters 2@a1 held 7,0 idle 19 turn 2 roll";
    let position = format!("{PLAIN} {rest}");
    let ten = at("snipe:seats=2,forest=3x3,idle_rounds=10,idle_result=draw", &position).plays("roll 1 1;e;e");
    // Leader or not.
    ten.is_over(Outcome::Draw);
    let most = at("snipe:seats=2,forest=3x3,idle_rounds=10,idle_result=most", &position).plays("roll 1 1;e");
    let told = ["10 rounds without a crumb, and the game is over", "seat 1 wins with 7"];
    assert_eq!(most.narration("e")[1..], told);
    most.plays("e").is_won_by(1);
    let eleven = at("snipe:seats=2,forest=3x3,idle_rounds=11", &position).plays("roll 1 1;e;e");
    eleven.goes_on();
    // Players count, not pawns (S7).
    let rest = "snipe 1@b2 hunters 2@a1,2@c1 held 7,0 idle 19 turn 1 roll";
    let two = at("snipe:seats=2,forest=3x3,hunters=2,idle_rounds=10", &format!("{PLAIN} {rest}"));
    let two = two.plays("roll 1 1;e;e");
    two.is_won_by(1);
    // A catch does not help, a crumb does.
    let rest = "snipe 1@b2 hunters 2@b2e held 7,0 idle 19 turn 2 roll";
    let caught =
        at("snipe:seats=2,forest=3x3,idle_rounds=10", &format!("{PLAIN} {rest}")).plays("roll 1 1;w");
    caught.is_won_by(2);
    let forest = "+F,+A,+ew/+,+N,+A/+S,+F,+";
    let rest = "snipe 1@c3 hunters 2@b2e held 6,0 idle 19 turn 1 roll";
    let lifted =
        at("snipe:seats=2,forest=3x3,idle_rounds=10", &format!("{forest} {rest}")).plays("roll 1 1;w;w");
    lifted.shows_at_end("snipe 1@b3e hunters 2@b2e held 7,0 idle 0 turn 2 roll");
    assert_eq!(Scene::start("snipe").game.options().idle_rounds, 40);
    for bad in ["9", "201"] {
        assert!(spec_error::<SnipeHunt>(&format!("snipe:idle_rounds={bad}")).contains("idle_rounds"));
    }
}

#[test]
fn s23_a_tie_is_a_shared_win() {
    let scene = plain(3, "snipe 2@c3 hunters 1@a1,3@a1 held 4,3,0 idle 1 turn 2 dice 3+4 left 7").plays("e");
    let both: SeatSet = [Seat::FIRST, Seat::SECOND].into_iter().collect();
    scene.is_over(Outcome::Shared(both));
    let rest = "snipe 1@b2 hunters 2@a1,3@c1 held 3,3,1 idle 30 turn 3 dice 1+1 left 1 went e";
    let idle =
        at("snipe:seats=3,forest=3x3,idle_rounds=10", &format!("{PLAIN} {}", rest.replace("c1", "c1w")));
    let idle = idle.refuses("w", "S10");
    assert_eq!(idle.narration("e").last().unwrap(), "the seats 1 and 2 share the win with 3 each");
}

#[test]
fn s24_colours_go_in_seat_order_and_change_hands_with_the_pawn() {
    let fresh = "+Fc,+Ac,+e/+e,+N,+Ac/+S,+Fc,+es roll-off";
    let scene = small(4, fresh).plays("roll-off 5 9 3 8");
    scene.shows_at_end("snipe 2@b2 hunters 1@a1,3@a1,4@a1 held 0,0,0,0 idle 0 turn 2 roll");
    let scene =
        plain(4, "snipe 2@b2 hunters 1@a1,3@b2e,4@a1 held 7,0,0,0 idle 1 turn 3 dice 1+1 left 2").plays("w");
    scene.shows_at_end("snipe 3@b2 hunters 1@a1,2@a1,4@a1 held 7,0,0,0 idle 1 turn 3 roll");
}

#[test]
fn s25_a_catch_on_the_way_completes_a_route() {
    let forest = "+F,+A,+e/-,+N,+A/+S,+F,+";
    let rest = |snipe: &str| {
        format!("{forest} snipe 1@{snipe} hunters 2@b2,3@a2 held 7,0,0 idle 1 turn 2 dice 1+2 left 3")
    };
    small(3, &rest("c1")).refuses("w", "S11");
    let scene = small(3, &rest("a2e"));
    scene.lists("n; e; s; w");
    let scene = scene.plays("w;w");
    scene.shows_at_end("snipe 2@a2e hunters 1@a1,3@a2 held 3,4,0 idle 1 turn 2 roll");
}

#[test]
fn s25_an_offer_not_yet_taken_is_not_counted() {
    // Four steps west of b2 end on blue; the feather on a2 would lengthen the route, but it is not taken yet.
    let forest = "+,+A,+e/-F,+N,+A/+S,+F,+";
    let rest = |left: &str, at: &str| {
        format!("{forest} snipe 1@c1 hunters 2@{at},3@a2w held 7,0,0 idle 1 turn 2 dice 2+2 left {left}")
    };
    small(3, &rest("4", "b2")).refuses("w", "S11");
    // With a step more to go the feather is reached, and once taken it counts.
    let scene = small(3, &rest("2 went w", "a2e"));
    // Two steps end on blue, one ends on a2.
    scene.lists("w");
    let scene = scene.plays("w");
    scene.lists("skip; feather");
    // Nothing free is left to reach.
    assert_eq!(scene.plays("skip").state.seat.number(), 3);
    scene.plays("feather;w;e").shows_at_end("snipe 1@c1 hunters 2@a2,3@a2w held 7,0,0 idle 1 turn 3 roll");
}

#[test]
fn a_walk_may_be_written_in_one_word() {
    let scene = plain(2, "snipe 1@b2 hunters 2@c1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    for (text, moves) in
        [("nne", vec!["n", "n", "e"]), (" N n ", vec!["n", "n"]), ("red", vec!["red"]), ("n", vec!["n"])]
    {
        assert_eq!(scene.game.several_moves(text), moves, "{text}");
    }
    scene.allows("N;  w ");
    assert_eq!(scene.plays("W").text(), scene.plays("w").text());
}
