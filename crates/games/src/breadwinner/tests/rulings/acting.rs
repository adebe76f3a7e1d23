//! Rulings W10 to W23: what bots do, chips, dice, loaves and the end.

use super::*;
use breadboard_core::{Options as _, Outcome, Seat};

#[test]
fn w10_a_harvester_unloads_on_its_own_delivery_whether_it_moved_or_not() {
    map("D1=1Ha7").allows("Ha7 D1 unload").plays("Ha7 D1 unload").has(&["loaves=7,0", "D1=", "discard=7"]);
    map("a=1Ha7").allows("Ha7 a>D1 unload; Ha7 a>D1");
    // Where it unloads, and that it needs a load, the table of bots says.
    let home = "a Harvester unloads on its own Delivery, which is D1";
    map("c=1Ha7").refuses_plainly("Ha7 c>D2 unload", home).refuses_plainly("Ha7 c unload", home);
    map("D1=1Ha").refuses_plainly("Ha D1 unload", "this Harvester carries nothing");
}

#[test]
fn w11_a_stolen_load_is_unloaded_on_the_next_turn_at_the_earliest() {
    let scene = map("D1=1Ha+2Ha9 a=1Dr");
    let stolen = scene.plays("Ha D1 steal");
    stolen.has(&["D1=1Ha9!+2Ha"]).refuses("Ha9 D1 unload", "W9");
    map("D1=1Ha9+2Ha").allows("Ha9 D1 unload");
    let full = "this Harvester carries a load already";
    map("a=1Ha3+2Ha9").refuses_plainly("Ha3 a steal", full).refuses_plainly("Ha3 a harvest", full);
}

#[test]
fn w12_own_bots_are_no_targets() {
    map("a=1So+1Dr").refuses("So a pulse Dr", "W12");
    map("a=1Lo+1Ha7").refuses("Lo a melt", "W12").allows("Lo a poison");
    map("a=1Ha+1Ha7").refuses("Ha a steal", "W12");
    map("a=1So+2Dr b=1Lo+2Ha7 c=1Ha+2Ha8").allows("So a pulse Dr; Lo b melt; Ha c steal");
    // Without a bot of the mover to hit, W12 is not the reason.
    map("a=1So+2Dr").refuses_plainly("So a pulse Ha", "there is no rival Ha on a");
    map("a=1Ha+2Ha").refuses_plainly("Ha a steal", "no rival Harvester with a load is on a");
}

#[test]
fn w13_a_meltdown_takes_a_harvester_loaded_or_empty() {
    let empty = map("a=1Lo b=2Ha").plays("Lo a>b melt");
    empty.has(&["a=", "b=", "discard="]);
    assert_eq!(empty.dice(), [8, 8]);
    // A load is discarded, even on free Land: a meltdown is not a pulse.
    map("a=1Lo+2Ha7 b=1Dr").plays("Lo a melt").has(&["a=", "discard=7"]);
    map("a=1Lo+2Dr").refuses_plainly("Lo a melt", "no rival Harvester is on a");
    factories("D1=2Ha4 1f1=Lo").allows("Lo f1>D1 melt");
}

#[test]
fn w14_poison_sends_the_crop_to_the_discard_face_up() {
    let pending = map("a=1Lo+crop b=1Dr").plays("Lo a poison");
    pending.has(&["poisoning=a", "a=crop+poison"]);
    pending.plays("crop 4").has(&["a=poison", "discard=4", "phase=map"]);
    // A crop whose value is known goes without a draw.
    map("a=1Lo+crop4 b=1Dr").plays("Lo a poison").has(&["a=poison", "discard=4", "poisoning="]);
    // From a factory, as that phase's last bot.
    let last = factories("a=crop 1f2=Lo").plays("Lo f2>D1>a poison");
    last.has(&["phase=factories", "poisoning=a"]).plays("crop 9").has(&["phase=roll", "discard=9"]);
}

#[test]
fn poison_needs_clean_land_without_any_shield() {
    map("D1=1Lo").refuses_plainly("Lo D1 poison", "D1 is no Land");
    map("a=1Lo+poison").refuses_plainly("Lo a poison", "a is poisoned already");
    map("a=1Lo b=1Sh")
        .refuses_plainly("Lo a>b poison", "a Shield protects b from poison")
        .allows("Lo a>b; Lo a poison");
    map("a=1Lo b=2Sh").refuses_plainly("Lo a>b poison", "a rival Shield keeps you out of b");
}

#[test]
fn w14_crop_survives_leaves_the_crop_to_be_harvested() {
    let scene = with("crop_survives=on", "phase=map round=5 a=1Lo+crop b=1Ha c=1Dr");
    let poisoned = scene.plays("Lo a poison");
    poisoned.has(&["a=crop+poison", "poisoning=", "discard="]);
    // So does one whose value is known.
    let known = with("crop_survives=on", "phase=map round=5 a=1Lo+crop7 c=1Dr");
    known.plays("Lo a poison").has(&["a=crop7+poison", "discard="]);
    let there = with("crop_survives=on", "phase=map round=5 a=1Ha+crop+poison b=1Dr");
    there.allows("Ha a harvest");
    there.plays("Ha a harvest; crop 6").has(&["a=1Ha6!+poison"]);
    // Poison still keeps Drones from planting, and restoring leaves the crop.
    let drone = with("crop_survives=on", "phase=map round=5 a=1Dr+crop+poison");
    drone.refuses("Dr a plant", "W22").plays("Dr a restore").has(&["a=crop"]);
    // Even then a dropped load does not stay on poison (W15).
    let pulse = with("crop_survives=on", "phase=map round=5 a=1So+2Ha5+poison");
    pulse.plays("So a pulse Ha5").has(&["a=poison", "discard=5"]);
    impossible("", "phase=map round=5 a=1Ha+crop+poison", Some("W14"));
}

#[test]
fn w15_a_pulsed_load_stays_on_free_land_and_is_known() {
    let fallen = map("a=1So+2Ha7 b=1Dr").plays("So a pulse Ha7");
    fallen.has(&["a=crop7", "discard="]);
    // It is harvested without a draw.
    map("a=1Ha+crop7 b=1Dr").plays("Ha a harvest").has(&["a=1Ha7!", "harvesting="]);
    for (tile, left) in [("D2", ""), ("a", "crop3"), ("a", "crop"), ("a", "poison")] {
        let things =
            if left.is_empty() { format!("{tile}=1So+2Ha7") } else { format!("{tile}=1So+2Ha7+{left}") };
        let scene = map(&format!("{things} b=1Dr")).plays(&format!("So {tile} pulse Ha7"));
        scene.has(&["discard=7", &format!("{tile}={left}")]);
    }
}

#[test]
fn w15_a_recalled_load_stays_on_free_land_too() {
    phase("recall", "a=1Ha7 1f1=Dr").plays("recall Ha7 a").has(&["a=crop7", "discard="]);
    phase("recall", "D1=1Ha7 1f1=Dr").plays("recall Ha7 D1").has(&["D1=", "discard=7"]);
    // Of two loads on one Land the first stays and the second is discarded.
    let two = phase("recall", "a=1Ha7+1Ha2 1f1=Dr");
    two.plays("recall Ha2 a; recall Ha7 a").has(&["a=crop2", "discard=7"]);
    two.plays("recall Ha7 a; recall Ha2 a").has(&["a=crop7", "discard=2"]);
}

#[test]
fn w16_a_fresh_crop_may_be_any_unseen_value_of_its_pile() {
    let scene = map("a=1Ha+crop b=crop c=1Ha8 d=crop5 discard=1,2").plays("Ha a harvest");
    scene.has(&["harvesting=a"]);
    let values = [3, 4, 6, 7, 9, 10].map(|value| (format!("crop {value}"), 1));
    assert_eq!(scene.chances(), values);
    scene.refuses("crop 1", "W16").refuses("crop 5", "W16").refuses("crop 8", "W16");
    scene.plays("crop 10").has(&["a=1Ha10!", "b=crop"]);
}

#[test]
fn w16_discards_become_a_pile_only_when_the_old_one_is_empty() {
    // Two chips are left, 9 and 10; then the discards 1 to 4 are a new pile, and the two pools stay apart.
    let scene = map("a=1Dr b=1Dr c=1Dr+1Ha5 d=1Ha6+1Ha7 D1=1Ha8 discard=1,2,3,4");
    let first = scene.plays("Dr a plant");
    first.has(&["a=crop", "discard=1,2,3,4"]);
    let second = first.plays("Dr b plant");
    second.has(&["a=crop9,10", "b=crop9,10", "discard=1,2,3,4"]);
    let third = second.plays("Dr c plant");
    third.has(&["a=crop9,10", "b=crop9,10", "c=1Ha5+crop", "discard="]);
    assert_eq!(third.state.chips.pile_len(), 3);
    // Turning up one of two chips reveals the other.
    let reveal = "a=1Ha+crop9,10 b=1Ha+crop9,10 c=crop discard=1,2";
    map(reveal).plays("Ha a harvest; crop 9").has(&["a=1Ha9!", "b=1Ha+crop10"]);
}

#[test]
fn w16_without_any_chip_nothing_is_planted() {
    let carried = "D1=1Ha1+1Ha2 c=2Ha3+2Ha4 d=2Ha5+2Ha6 D2=2Ha7+2Ha8";
    map(&format!("{carried} a=1Dr+crop9 b=1Dr+crop10")).refuses_plainly("Dr a plant", "a has a crop already");
    map(&format!("{carried} a=1Dr+1Ha9 b=crop10")).refuses("Dr a plant", "W16");
    // One in the discard is enough.
    let one = map(&format!("{carried} a=1Dr+1Ha9 discard=10"));
    one.plays("Dr a plant").has(&["a=1Ha9+crop10", "discard="]);
}

#[test]
fn w16_harvesting_needs_a_crop() {
    map("a=1Ha").refuses_plainly("Ha a harvest", "there is no crop on a");
    map("D1=1Ha").refuses_plainly("Ha D1 harvest", "there is no crop on D1");
    map("a=1Ha+crop").allows("Ha a harvest");
    map("a=1Dr+crop").refuses_plainly("Dr a harvest", "a Drone cannot harvest: that is for a Harvester");
}

#[test]
fn w17_dice_of_destroyed_bots_are_in_their_piles_at_once() {
    let scene = map("a=1So+2Dr b=1Dr c=1Lo");
    assert_eq!(scene.dice(), [5, 7]);
    let pulsed = scene.plays("So a pulse Dr");
    assert_eq!(pulsed.dice(), [6, 8]);
    let planted = pulsed.plays("Dr b plant");
    assert_eq!(planted.dice(), [7, 8]);
    // The dice of this turn's map phase are rolled in its build phase.
    planted.plays("Lo c poison; roll 1 1 1 1 1 1 1 1").has(&["phase=build"]);
    planted.plays("Lo c poison").cannot_read("roll 1 1 1 1 1 1 1", "as many dice are rolled");
}

#[test]
fn w18_three_sixes_give_one_bot_and_six_give_two() {
    for (sixes, bots) in [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2)] {
        let mut faces = vec!["1"; 8 - sixes];
        faces.extend(vec!["6"; sixes]);
        let roll = format!("roll {}", faces.join(" "));
        let scene = with("", "phase=roll round=1").plays(&roll);
        let free = scene.moves().iter().filter(|text| text.contains('*')).count();
        assert_eq!(free, if bots > 0 { 20 } else { 0 }, "{sixes} sixes");
        if bots == 0 {
            scene.refuses("build 4*@1", "W18");
        }
        let one = if bots > 0 { scene.plays("build 4*@1") } else { continue };
        one.has(&["1f1=So"]);
        if bots == 1 {
            one.refuses("build 4*@2", "W18");
        } else {
            one.plays("build 5*@2").has(&["1f2=Sh"]);
        }
    }
}

#[test]
fn w18_free_bots_are_optional_need_empty_factories_and_leave_the_other_dice() {
    let scene = phase("build", "rolled=1,1,2,6,6,6 free=1 1f1=Dr 1f2=Dr");
    scene.refuses("build 5*@1", "W18").refuses_plainly("build 1@2", "factory 2 is not empty");
    scene.refuses_plainly("build 3@3", "no die that is left shows 3");
    // The free bot uses a die that shows 6; a rolled one of the same kind is another move.
    scene.allows("end; build 2@3; build 2*@3");
    let free = scene.plays("build 2*@3");
    free.has(&["rolled=1,1,2,6,6", "free=", "1f3=Ha", "phase=build"]);
    scene.plays("build 2@3").has(&["rolled=1,1,6,6,6", "free=1"]);
    // With every factory taken the phase is over.
    free.plays("build 1@4").has(&["phase=recall", "rolled=", "1f4=Dr"]);
}

#[test]
fn w19_the_first_turn_is_a_turn_like_any_other() {
    let scene = with("", "phase=starter");
    let built = scene.plays("seat 1 starts; roll 1 2 3 4 5 6 6 6; build 1@4; build 2@3; end");
    built.has(&["phase=recall", "1f4=Dr", "1f3=Ha"]).allows("recall Dr f4; end");
    let second = built.plays("recall Ha f3; end");
    second.has(&["phase=roll", "seat=2", "round=1", "1f3="]);
    let third = second.plays("roll 1 1 1 1 1 1 1 1; end");
    third.has(&["phase=factories", "seat=1", "round=2"]);
    impossible("", "phase=map round=1 a=1Dr", Some("W19"));
    impossible("", "phase=build round=1 rolled=1,1,1,1,1,1,1,1 discard=1", Some("W19"));
    impossible("", "phase=roll round=1 2f1=Dr", Some("W19"));
}

#[test]
fn w20_unloading_takes_from_the_centre_then_from_the_rival_then_stops() {
    map("D1=1Ha5").plays("Ha5 D1 unload").has(&["loaves=5,0"]);
    map("D1=1Ha7 loaves=0,8").plays("Ha7 D1 unload").has(&["loaves=7,5"]);
    map("D1=1Ha3 loaves=1,11").plays("Ha3 D1 unload").has(&["loaves=4,8"]);
    // Nine are wanted and four are there.
    let all = map("D1=1Ha9 loaves=8,2").plays("Ha9 D1 unload");
    all.has(&["loaves=12,0", "phase=over"]);
    all.is_won_by(1).ends_by("breadwinner-end-loaves");
    // Also in the last round.
    let last = with("", "phase=map seat=2 start=1 round=60 D2=2Ha9 loaves=2,8").plays("Ha9 D2 unload");
    last.is_won_by(2).ends_by("breadwinner-end-loaves");
}

#[test]
fn w21_after_the_last_round_the_most_loaves_win_and_equal_is_a_draw() {
    for (loaves, outcome) in
        [("4,3", Outcome::Win(Seat::FIRST)), ("3,4", Outcome::Win(Seat::SECOND)), ("4,4", Outcome::Draw)]
    {
        let text = format!("phase=recall seat=2 start=1 round=60 loaves={loaves} a=2Dr");
        let scene = with("", &text);
        assert_eq!(scene.outcome(), None);
        let end = scene.plays("end");
        end.is_over(outcome).ends_by("breadwinner-end-cap");
        end.has(&["phase=over", "round=60"]);
        assert!(end.moves().is_empty());
    }
    // The starter's turn of the last round is not the end.
    let text = "phase=recall seat=2 start=2 round=60 a=2Dr";
    with("", text).plays("end").has(&["phase=roll", "seat=1", "round=60"]);
}

#[test]
fn w21_round_cap_is_an_option_from_10_to_200() {
    for cap in ["10", "200"] {
        let text = format!("phase=recall seat=2 start=1 round={cap} a=2Dr");
        let scene = with(&format!("round_cap={cap}"), &text);
        assert_eq!(scene.plays("end").outcome(), Some(Outcome::Draw));
    }
    impossible("round_cap=10", "phase=recall seat=2 round=11 a=2Dr", Some("W21"));
    let mut options = Options::default();
    assert!(options.set("round_cap", "9").is_err() && options.set("round_cap", "201").is_err());
    assert!(Breadwinner::new(Options { round_cap: 9, ..Options::default() }, 2).is_err());
}

#[test]
fn w21_loaves_to_win_is_an_option_from_4_to_12() {
    for goal in 4..=12u8 {
        let have = goal - 1;
        let text = format!("phase=map round=5 D1=1Ha1 loaves={have},0");
        let scene = with(&format!("loaves_to_win={goal}"), &text);
        let end = scene.plays("Ha1 D1 unload");
        end.is_won_by(1).ends_by("breadwinner-end-loaves");
        if goal < 12 {
            let more = with(&format!("loaves_to_win={}", goal + 1), &text);
            assert_eq!(more.plays("Ha1 D1 unload").outcome(), None, "{goal}");
        }
    }
    impossible("loaves_to_win=4", "phase=map round=5 a=1Dr loaves=4,0", Some("W21"));
    impossible("loaves_to_win=4", "phase=over seat=2 round=5 loaves=4,0", Some("W21"));
    assert!(Breadwinner::new(Options { loaves_to_win: 13, ..Options::default() }, 2).is_err());
}

#[test]
fn w22_poisoned_land_is_restored_before_anything_is_planted() {
    let scene = map("a=1Dr+poison b=1Dr");
    scene.refuses("Dr a plant", "W22").allows("Dr a restore; Dr b plant");
    scene.refuses_plainly("Dr b restore", "b is not poisoned");
    let restored = scene.plays("Dr a restore");
    restored.has(&["a=", "b=1Dr"]);
    assert_eq!(restored.dice(), [7, 8]);
    // It is the Drone's own tile that recovers, no other.
    map("a=1Dr+poison b=poison").plays("Dr a restore").has(&["a=", "b=poison"]);
    map("D1=1Dr").refuses_plainly("Dr D1 plant", "D1 is no Land");
    map("a=1Dr+crop").refuses_plainly("Dr a plant", "a has a crop already");
}

#[test]
fn w23_crops_are_one_to_ten_once_each_and_faces_are_as_listed() {
    let kinds = ["Dr", "Ha", "Lo", "So", "Sh"];
    let scene = with("", "phase=roll round=1").plays("roll 1 2 3 4 5 5 5 6");
    for (face, kind) in (1..).zip(kinds) {
        let built = scene.plays(&format!("build {face}@2"));
        assert_eq!(built.word("1f2"), kind);
    }
    let start = with("", "phase=starter");
    assert_eq!(start.state.chips.pile_len(), 10);
    impossible("", "phase=map round=5 a=1Ha7 b=crop7", None);
    impossible("", "phase=map round=5 a=1Ha11", None);
    map("a=1Ha+crop b=crop7").plays("Ha a harvest; crop 10").has(&["a=1Ha10"]);
    // A bot does only what its kind does.
    let bots = map("a=1Dr+2Ha7");
    bots.cannot_read("Dr a steal", "that is for a Harvester")
        .cannot_read("Dr a melt", "that is for a Locust");
}

#[test]
fn w24_without_an_empty_factory_nothing_is_rolled() {
    map("a=1Dr 1f1=Dr 1f2=Dr 1f3=Dr 1f4=Dr").plays("end; end").has(&["phase=recall"]);
    map("a=1Dr 1f1=Dr 1f2=Dr 1f3=Dr").plays("end; end").has(&["phase=roll"]);
    impossible("", "phase=roll round=5 1f1=Dr 1f2=Dr 1f3=Dr 1f4=Dr", Some("W24"));
}
