//! Rulings W1 to W9: who starts, and how bots move.

use super::*;
use breadboard_core::Seat;
use breadboard_core::prelude::*;

#[test]
fn w1_who_starts_is_drawn_and_both_seats_are_equally_likely() {
    let start = Scene::start("breadwinner");
    start.waits_for_chance().shows(&with("", "phase=starter").text());
    assert_eq!(start.chances(), ["seat 1 starts", "seat 2 starts"].map(|text| (text.to_owned(), 1)));
    start.plays("seat 2 starts").has(&["phase=roll", "seat=2", "start=2", "round=1"]);
    start.refuses("crop 3", "W1");
}

#[test]
fn w2_soldier_enters_a_full_tile_only_to_pulse() {
    map("a=1So b=2Dr+2Ha")
        .allows("So a>b pulse Dr; So a>b pulse Ha")
        .refuses("So a>b", "W2")
        .plays("So a>b pulse Dr")
        .has(&["a=", "b=2Ha"]);
    // Two own bots are not a target, so there is nothing to pulse.
    map("a=1So b=1Dr+1Ha").refuses("So a>b", "W2").refuses("So a>b pulse Dr", "W12");
    // Room and no Shield: it may enter with or without a pulse.
    map("a=1So b=2Dr").allows("So a>b; So a>b pulse Dr");
}

#[test]
fn w2_soldier_clears_a_shield_from_its_tile_and_must_hit_the_shield() {
    map("a=1So b=2Sh+2Ha7")
        .allows("So a>b pulse Sh")
        .refuses_plainly("So a>b pulse Ha7", "a pulse on b has to hit the Shield")
        .refuses("So a>b", "W2")
        .plays("So a>b pulse Sh")
        .has(&["b=2Ha7"]);
    // A Shield on the rival's Delivery: only a Soldier may enter, and the others cannot pass.
    factories("D1=2Sh 1f1=So 1f2=Ha 1f4=Dr")
        .allows("So f1>D1 pulse Sh")
        .refuses_plainly("Ha f2>D1", "a rival Shield keeps you out of D1")
        .refuses("Dr f4>D1>a", "W4")
        .plays("So f1>D1 pulse Sh")
        .allows("Ha f2>D1; Dr f4>D1>a");
}

#[test]
fn w2_strict_soldier_never_enters_a_full_or_shielded_tile() {
    let strict = |things: &str| with("strict_soldier=on", &format!("phase=map round=5 {things}"));
    strict("a=1So b=2Dr+2Ha c=2Sh")
        .refuses("So a>b pulse Dr", "W2")
        .refuses("So a>c pulse Sh", "W2")
        .refuses("So a>c", "W2");
    strict("a=1So b=2Dr").allows("So a>b; So a>b pulse Dr");
    strict("a=1So+2Dr").allows("So a pulse Dr");
}

#[test]
fn w2_soldier_pulses_where_it_stands_even_on_a_full_tile() {
    map("a=1So+2Ha3").allows("So a pulse Ha3").plays("So a pulse Ha3").has(&["a=crop3"]);
}

#[test]
fn w3_no_other_bot_enters_a_full_tile() {
    for bot in ["Dr", "Ha", "Lo", "Sh"] {
        let scene = map(&format!("a=1{bot} b=1Dr+1Ha c=2So D1=1Ha"));
        scene.refuses(&format!("{bot} a>b"), "W3").allows(&format!("{bot} a>D1"));
    }
    map("a=1Lo b=2Ha+2Dr").refuses("Lo a>b melt", "W3");
}

#[test]
fn w3_a_full_delivery_cannot_be_unloaded_on() {
    map("a=1Ha7 D1=1Dr+1So").refuses("Ha7 a>D1 unload", "W3");
    map("a=1Ha7 D1=1Dr").allows("Ha7 a>D1 unload");
}

#[test]
fn w4_a_way_leads_through_room_and_through_two_friends_only() {
    factories("D1=1Dr+1Ha 1f2=Lo").allows("Lo f2>D1>a").refuses("Lo f2>D1", "W3");
    factories("D1=2Dr 1f2=Lo").allows("Lo f2>D1>a; Lo f2>D1");
    factories("D1=1So+2Dr 1f2=Lo").refuses("Lo f2>D1>a", "W4").refuses("Lo f2>a", "W4");
    factories("D1=2Dr+2Lo 1f2=Lo").refuses("Lo f2>D1>a", "W4");
    factories("D1=2Sh 1f2=Lo")
        .refuses("Lo f2>D1>a", "W4")
        .refuses_plainly("Lo f2>D1", "a rival Shield keeps you out of D1");
}

#[test]
fn w4_a_soldier_cannot_pass_what_it_could_pulse() {
    factories("a=2Sh b=2Dr+2Ha 1f3=So")
        .allows("So f3>D1>a pulse Sh; So f3>D1>b pulse Dr")
        .refuses("So f3>D1>a>c", "W4")
        .refuses("So f3>D1>b>d", "W4");
}

#[test]
fn w4_a_longer_way_serves_where_the_short_one_is_blocked() {
    let scene = factories("a=2Sh 1f3=Dr 1f4=Lo");
    scene
        .refuses("Dr f3>D1>a>c", "W4")
        .refuses("Dr f3>c", "W4")
        .refuses("Lo f4>D1>a>c", "W4")
        .allows("Lo f4>D1>b>d>c; Lo f4>c; Lo f4>D1>b>d>D2");
    assert!(scene.moves().contains(&"Lo f4>D1>b>d>c".to_owned()));
    // Both paths are open: they are one move, printed with the first path in map order.
    let open = factories("1f4=Lo");
    let to_d2: Vec<String> = open.moves().into_iter().filter(|text| text.contains("D2")).collect();
    assert_eq!(to_d2, ["Lo f4>D1>a>c>D2"]);
    let seat = Seat::FIRST;
    let [one, two] = ["Lo f4>D1>a>c>D2", "Lo f4>D1>b>d>D2"]
        .map(|text| open.game.read_move(&open.state, seat, text).unwrap());
    assert_eq!(one, two);
}

#[test]
fn a_factory_reaches_as_many_tiles_as_its_number() {
    // The examples of the text: one tile from factory 1, up to four from factory 4.
    let reached = |factory: u8| -> Vec<String> {
        let scene = factories(&format!("1f{factory}=Dr"));
        scene
            .moves()
            .iter()
            .filter_map(|text| text.rsplit_once('>'))
            .map(|(_, tile)| tile.to_owned())
            .collect()
    };
    assert_eq!(reached(1), ["D1"]);
    assert_eq!(reached(2), ["D1", "a", "b"]);
    assert_eq!(reached(3), ["D1", "a", "b", "c", "d"]);
    assert_eq!(reached(4), ["D1", "a", "b", "c", "d", "D2"]);
    let two = factories("1f1=Dr 1f3=Dr");
    two.refuses_plainly("Dr f1>D1>a", "a is farther than factory 1 reaches");
    two.refuses_plainly("Dr f3>D2", "D2 is farther than factory 3 reaches");
    // It may stay, and it may stop early.
    factories("1f4=Dr").allows("end; Dr f4>D1");
    // Seat 2 begins on its own side.
    with("", "phase=factories seat=2 round=5 2f2=Dr")
        .allows("Dr f2>D2>c")
        .refuses_plainly("Dr f2>D1", "D1 is farther than factory 2 reaches")
        .refuses_plainly("Dr f2>D1>a", "the way from a factory begins on D2");
}

#[test]
fn a_bot_on_the_map_goes_one_tile_straight() {
    let scene = map("a=1Dr");
    scene.allows("Dr a>D1; Dr a>b; Dr a>c");
    scene.refuses_plainly("Dr a>d", "d is not next to a").refuses_plainly("Dr a>D2", "D2 is not next to a");
    scene.refuses_plainly("Dr a>b>d", "a bot on the map goes one tile, not farther");
}

#[test]
fn w5_shields_pass_friendly_shields_but_no_rival_bot() {
    factories("D1=1Sh 1f2=Sh")
        .allows("Sh f2>D1>a")
        .refuses_plainly("Sh f2>D1", "D1 has a Shield of yours already");
    factories("D1=1Sh+1Dr 1f2=Sh").allows("Sh f2>D1>a");
    factories("D1=2Dr 1f2=Sh 1f3=Lo")
        .refuses("Sh f2>D1>a", "W5")
        .refuses("Sh f2>a", "W5")
        .refuses_plainly("Sh f2>D1", "a Shield cannot enter D1, where a rival bot is")
        .allows("Lo f3>D1>a");
}

#[test]
fn a_shield_enters_no_tile_with_a_rival_or_a_friendly_shield() {
    map("a=1Sh b=1Sh c=2Dr D1=1Dr")
        .refuses_plainly("Sh a>b", "b has a Shield of yours already")
        .refuses_plainly("Sh a>c", "a Shield cannot enter c, where a rival bot is")
        .allows("Sh a>D1");
}

#[test]
fn w6_a_shield_may_lock_the_rival_delivery_if_no_rival_bot_is_there() {
    map("c=1Sh").allows("Sh c>D2");
    map("c=1Sh D2=2Ha").refuses("Sh c>D2", "W6");
    factories("1f4=Sh").allows("Sh f4>D1>a>c>D2");
}

#[test]
fn w6_no_delivery_block_keeps_shields_off_the_rival_delivery_only() {
    let scene =
        |phase: &str, things: &str| with("no_delivery_block=on", &format!("phase={phase} round=5 {things}"));
    scene("map", "c=1Sh a=1Sh").refuses("Sh c>D2", "W6").allows("Sh c>d; Sh a>D1");
    scene("map", "c=1Dr").allows("Dr c>D2");
    scene("factories", "1f4=Sh").refuses("Sh f4>D2", "W6").allows("Sh f4>D1>a>c");
    impossible("no_delivery_block=on", "phase=map round=5 D2=1Sh", Some("W6"));
}

#[test]
fn w7_who_just_left_the_factory_does_only_what_may_follow_a_move() {
    factories("a=crop b=2Ha3 1f2=Lo 1f3=So 1f4=Ha")
        .allows("Lo f2>D1>a poison; Lo f2>D1>b melt; So f3>D1>b pulse Ha3")
        .refuses("Ha f4>D1>a harvest", "W7")
        .refuses("Ha f4>D1>b steal", "W7");
    factories("b=poison 1f2=Dr")
        .refuses("Dr f2>D1>a plant", "W7")
        .refuses("Dr f2>D1>b restore", "W7")
        .allows("Dr f2>D1>a; Dr f2>D1>b");
    // No action works inside a factory, and standing still there is not a move.
    factories("1f2=Lo")
        .refuses("Lo f2 poison", "W7")
        .refuses_plainly("Lo f2", "a Locust has to move or to act");
}

#[test]
fn w7_on_the_map_too_one_moves_or_plants_restores_harvests_steals() {
    map("a=1Dr b=poison c=1Ha d=crop")
        .refuses("Dr a>b restore", "W7")
        .refuses("Ha c>d harvest", "W7")
        .allows("Dr a plant; Dr a>b; Ha c>d");
    map("a=1Dr").refuses("Dr a>b plant", "W7");
    map("a=1Ha b=2Ha9").refuses("Ha a>b steal", "W7");
}

#[test]
fn w8_an_action_after_moving_belongs_to_that_move() {
    let moved = map("a=1Lo c=1Dr").plays("Lo a>b");
    moved.refuses("Lo b poison", "W9").has(&["b=1Lo!"]);
    map("a=1Lo c=1Dr").plays("Lo a>b poison").has(&["b=poison"]);
    // A bot that came onto a Soldier's tile is safe until the Soldier's next turn.
    let came = map("b=1So c=1Dr").plays("So b>a");
    came.refuses("So a pulse Dr", "W9");
}

#[test]
fn w9_bots_act_in_any_order_and_each_once() {
    let scene = map("a=1Dr b=1Ha");
    scene.allows("Dr a>c; Ha b>d");
    scene.plays("Dr a>c").refuses("Dr c>d", "W9").refuses("Dr c plant", "W9").allows("Ha b>d");
    scene.plays("Ha b>d; Dr a>c").has(&["phase=roll", "c=1Dr", "d=1Ha"]);
}

#[test]
fn w9_a_soldier_clears_the_way_for_the_next_bot() {
    let scene = map("a=1So c=1Ha7 b=2Sh d=1Dr");
    scene
        .refuses_plainly("Dr d>b", "a rival Shield keeps you out of b")
        .plays("So a>b pulse Sh")
        .allows("Dr d>b");
}

#[test]
fn w9_phases_come_in_order_and_nothing_is_done_out_of_its_phase() {
    // The wrong phase is the reason even where the path is blocked as well.
    map("a=1Dr D1=2Sh 1f2=Ha").refuses("Ha f2>D1>b", "W9");
    let scene = map("a=1Dr 1f2=Ha");
    scene
        .refuses("Ha f2>D1", "W9")
        .refuses("recall Dr a", "W9")
        .refuses("build 1@1", "W9")
        .plays("end")
        .has(&["phase=factories"])
        .refuses("Dr a plant", "W9")
        .plays("end")
        .has(&["phase=roll"])
        .plays("roll 1 1 1 1 1 1")
        .has(&["phase=build"])
        .refuses("Ha f2>D1", "W9")
        .plays("end")
        .has(&["phase=recall"])
        .refuses("build 1@1", "W9")
        .plays("end")
        .has(&["phase=roll", "seat=2"]);
}

#[test]
fn w9_a_phase_with_nothing_left_to_use_is_over_by_itself() {
    map("a=1Dr").plays("Dr a plant").has(&["phase=roll", "a=crop"]);
    factories("1f1=Dr").plays("Dr f1>D1").has(&["phase=roll"]);
    // No die in the pile: no roll.
    let all_out = "D1=1Dr+1Ha a=1Dr+1Ha b=1Dr+1Ha c=1Dr+1Ha";
    map(all_out).plays("end").has(&["phase=recall"]);
    // Every die in the pile: nothing to recall.
    phase("build", "rolled=1,1,1,1,1,1,1,1").plays("end").has(&["phase=roll", "seat=2"]);
}

#[test]
fn w9_two_bots_alike_are_one_move_and_two_unlike_are_two() {
    let alike = map("a=1Dr+1Dr");
    assert_eq!(alike.moves().iter().filter(|text| *text == "Dr a>c").count(), 1);
    assert_eq!(alike.plays("Dr a>c").word("a"), "1Dr");
    let used = map("a=1Dr!+1Dr");
    used.allows("Dr a plant");
    let loads = map("a=1Ha7+1Ha");
    loads
        .allows("Ha7 a>D1 unload; Ha a>D1")
        .refuses_plainly("Ha6 a>D1", "you have no Ha6 on a")
        .refuses_plainly("Dr a>D1", "you have no Dr on a");
}
