//! Rulings W10 to W23: what bots do, chips, dice, loaves and the end.

use super::scene::{Scene, impossible};
use super::*;
use breadboard_core::prelude::*;
use breadboard_core::{Options as _, Outcome, Seat};

#[test]
fn w10_a_harvester_unloads_on_its_own_delivery_whether_it_moved_or_not() {
    Scene::map("D1=1Ha7").allows(&["Ha7 D1 unload"]).after(&["Ha7 D1 unload"]).shows(&[
        "loaves=7,0",
        "D1=",
        "discard=7",
    ]);
    Scene::map("a=1Ha7").allows(&["Ha7 a>D1 unload", "Ha7 a>D1"]);
    Scene::map("c=1Ha7").refuses("Ha7 c>D2 unload", "W10").refuses("Ha7 c unload", "W10");
    Scene::map("D1=1Ha").refuses("Ha D1 unload", "W10");
}

#[test]
fn w11_a_stolen_load_is_unloaded_on_the_next_turn_at_the_earliest() {
    let scene = Scene::map("D1=1Ha+2Ha9 a=1Dr");
    let stolen = scene.after(&["Ha D1 steal"]);
    stolen.shows(&["D1=1Ha9!+2Ha"]).refuses("Ha9 D1 unload", "W9");
    Scene::map("D1=1Ha9+2Ha").allows(&["Ha9 D1 unload"]);
    Scene::map("a=1Ha3+2Ha9").refuses("Ha3 a steal", "W11").refuses("Ha3 a harvest", "W11");
}

#[test]
fn w12_own_bots_are_no_targets() {
    Scene::map("a=1So+1Dr").refuses("So a pulse Dr", "W12");
    Scene::map("a=1Lo+1Ha7").refuses("Lo a melt", "W12").allows(&["Lo a poison"]);
    Scene::map("a=1Ha+1Ha7").refuses("Ha a steal", "W12");
    Scene::map("a=1So+2Dr b=1Lo+2Ha7 c=1Ha+2Ha8").allows(&["So a pulse Dr", "Lo b melt", "Ha c steal"]);
    Scene::map("a=1So+2Dr").refuses("So a pulse Ha", "W12");
    Scene::map("a=1Ha+2Ha").refuses("Ha a steal", "W12");
}

#[test]
fn w13_a_meltdown_takes_a_harvester_loaded_or_empty() {
    let empty = Scene::map("a=1Lo b=2Ha").after(&["Lo a>b melt"]);
    empty.shows(&["a=", "b=", "discard="]);
    assert_eq!(empty.dice(), [8, 8]);
    // A load is spent, even on free Land: a meltdown is no pulse.
    Scene::map("a=1Lo+2Ha7 b=1Dr").after(&["Lo a melt"]).shows(&["a=", "discard=7"]);
    Scene::map("a=1Lo+2Dr").refuses("Lo a melt", "W12");
    Scene::factories("D1=2Ha4 1f1=Lo").allows(&["Lo f1>D1 melt"]);
}

#[test]
fn w14_poison_sends_the_crop_to_the_discard_face_up() {
    let pending = Scene::map("a=1Lo+crop b=1Dr").after(&["Lo a poison"]);
    pending.shows(&["poisoning=a", "a=crop+poison"]);
    pending.after(&["crop 4"]).shows(&["a=poison", "discard=4", "phase=map"]);
    // A crop whose value is known goes without a draw.
    Scene::map("a=1Lo+crop4 b=1Dr").after(&["Lo a poison"]).shows(&["a=poison", "discard=4", "poisoning="]);
    // From a factory, as that phase's last bot.
    let last = Scene::factories("a=crop 1f2=Lo").after(&["Lo f2>D1>a poison"]);
    last.shows(&["phase=factories", "poisoning=a"]).after(&["crop 9"]).shows(&["phase=roll", "discard=9"]);
}

#[test]
fn w14_poison_needs_clean_land_without_any_shield() {
    Scene::map("D1=1Lo").refuses("Lo D1 poison", "W14");
    Scene::map("a=1Lo+poison").refuses("Lo a poison", "W14");
    Scene::map("a=1Lo b=1Sh").refuses("Lo a>b poison", "W14").allows(&["Lo a>b", "Lo a poison"]);
    Scene::map("a=1Lo b=2Sh").refuses("Lo a>b poison", "W2");
}

#[test]
fn w14_crop_survives_leaves_the_crop_to_be_harvested() {
    let scene = Scene::with("crop_survives=on", "phase=map round=5 a=1Lo+crop b=1Ha c=1Dr");
    let poisoned = scene.after(&["Lo a poison"]);
    poisoned.shows(&["a=crop+poison", "poisoning=", "discard="]);
    // So does one whose value is known.
    let known = Scene::with("crop_survives=on", "phase=map round=5 a=1Lo+crop7 c=1Dr");
    known.after(&["Lo a poison"]).shows(&["a=crop7+poison", "discard="]);
    let there = Scene::with("crop_survives=on", "phase=map round=5 a=1Ha+crop+poison b=1Dr");
    there.allows(&["Ha a harvest"]);
    there.after(&["Ha a harvest", "crop 6"]).shows(&["a=1Ha6!+poison"]);
    // Poison still keeps Drones from planting, and restoring leaves the crop.
    let drone = Scene::with("crop_survives=on", "phase=map round=5 a=1Dr+crop+poison");
    drone.refuses("Dr a plant", "W22").after(&["Dr a restore"]).shows(&["a=crop"]);
    // A dropped load does not lie on poison even so (W15).
    let pulse = Scene::with("crop_survives=on", "phase=map round=5 a=1So+2Ha5+poison");
    pulse.after(&["So a pulse Ha5"]).shows(&["a=poison", "discard=5"]);
    impossible("", "phase=map round=5 a=1Ha+crop+poison", Some("W14"));
}

#[test]
fn w15_a_pulsed_load_stays_on_free_land_and_is_known() {
    let fallen = Scene::map("a=1So+2Ha7 b=1Dr").after(&["So a pulse Ha7"]);
    fallen.shows(&["a=crop7", "discard="]);
    // It is harvested without a draw.
    Scene::map("a=1Ha+crop7 b=1Dr").after(&["Ha a harvest"]).shows(&["a=1Ha7!", "harvesting="]);
    for (tile, left) in [("D2", ""), ("a", "crop3"), ("a", "crop"), ("a", "poison")] {
        let things =
            if left.is_empty() { format!("{tile}=1So+2Ha7") } else { format!("{tile}=1So+2Ha7+{left}") };
        let scene = Scene::map(&format!("{things} b=1Dr")).after(&[&format!("So {tile} pulse Ha7")]);
        scene.shows(&["discard=7", &format!("{tile}={left}")]);
    }
}

#[test]
fn w15_a_recalled_load_stays_on_free_land_too() {
    Scene::at("recall", "a=1Ha7 1f1=Dr").after(&["recall Ha7 a"]).shows(&["a=crop7", "discard="]);
    Scene::at("recall", "D1=1Ha7 1f1=Dr").after(&["recall Ha7 D1"]).shows(&["D1=", "discard=7"]);
    // Of two loads on one Land the first lies down and the second is spent.
    let two = Scene::at("recall", "a=1Ha7+1Ha2 1f1=Dr");
    two.after(&["recall Ha2 a", "recall Ha7 a"]).shows(&["a=crop2", "discard=7"]);
    two.after(&["recall Ha7 a", "recall Ha2 a"]).shows(&["a=crop7", "discard=2"]);
}

#[test]
fn w16_a_fresh_crop_may_be_any_unseen_value_of_its_pile() {
    let scene = Scene::map("a=1Ha+crop b=crop c=1Ha8 d=crop5 discard=1,2").after(&["Ha a harvest"]);
    scene.shows(&["harvesting=a"]);
    let mut outcomes = Vec::new();
    scene.game.chances(&scene.state, &mut outcomes);
    let values: Vec<(Chance, u64)> = [3, 4, 6, 7, 9, 10].map(|value| (Chance::Crop(value), 1)).to_vec();
    assert_eq!(outcomes, values);
    for seen in [1, 5, 8] {
        let refusal = scene.game.check_chance(&scene.state, &Chance::Crop(seen)).unwrap_err();
        assert_eq!(refusal.ruling(), Some("W16"));
    }
    scene.after(&["crop 10"]).shows(&["a=1Ha10!", "b=crop"]);
}

#[test]
fn w16_discards_become_a_pile_only_when_the_old_one_is_empty() {
    // Two chips are left, 9 and 10; then the discards 1 to 4 are a new pile, and the two pools stay apart.
    let scene = Scene::map("a=1Dr b=1Dr c=1Dr+1Ha5 d=1Ha6+1Ha7 D1=1Ha8 discard=1,2,3,4");
    let first = scene.after(&["Dr a plant"]);
    first.shows(&["a=crop", "discard=1,2,3,4"]);
    let second = first.after(&["Dr b plant"]);
    second.shows(&["a=crop9,10", "b=crop9,10", "discard=1,2,3,4"]);
    let third = second.after(&["Dr c plant"]);
    third.shows(&["a=crop9,10", "b=crop9,10", "c=1Ha5+crop", "discard="]);
    assert_eq!(third.state.chips.pile_len(), 3);
    // Turning up one of two tells the other.
    let reveal = "a=1Ha+crop9,10 b=1Ha+crop9,10 c=crop discard=1,2";
    Scene::map(reveal).after(&["Ha a harvest", "crop 9"]).shows(&["a=1Ha9!", "b=1Ha+crop10"]);
}

#[test]
fn w16_without_any_chip_nothing_is_planted() {
    let carried = "D1=1Ha1+1Ha2 c=2Ha3+2Ha4 d=2Ha5+2Ha6 D2=2Ha7+2Ha8";
    Scene::map(&format!("{carried} a=1Dr+crop9 b=1Dr+crop10")).refuses("Dr a plant", "W22");
    Scene::map(&format!("{carried} a=1Dr+1Ha9 b=crop10")).refuses("Dr a plant", "W16");
    // One in the discard is enough.
    let one = Scene::map(&format!("{carried} a=1Dr+1Ha9 discard=10"));
    one.after(&["Dr a plant"]).shows(&["a=1Ha9+crop10", "discard="]);
}

#[test]
fn w16_harvesting_needs_a_crop() {
    Scene::map("a=1Ha").refuses("Ha a harvest", "W16");
    Scene::map("D1=1Ha").refuses("Ha D1 harvest", "W16");
    Scene::map("a=1Ha+crop").allows(&["Ha a harvest"]);
    Scene::map("a=1Dr+crop").refuses("Dr a harvest", "W23");
}

#[test]
fn w17_dice_of_destroyed_bots_are_in_their_piles_at_once() {
    let scene = Scene::map("a=1So+2Dr b=1Dr c=1Lo");
    assert_eq!(scene.dice(), [5, 7]);
    let pulsed = scene.after(&["So a pulse Dr"]);
    assert_eq!(pulsed.dice(), [6, 8]);
    let planted = pulsed.after(&["Dr b plant"]);
    assert_eq!(planted.dice(), [7, 8]);
    // The dice of this turn's map phase are rolled in its build phase.
    planted.after(&["Lo c poison", "roll 1 1 1 1 1 1 1 1"]).shows(&["phase=build"]);
    let refusal = planted.after(&["Lo c poison"]);
    let seven = Chance::Roll([7, 0, 0, 0, 0, 0]);
    assert_eq!(refusal.game.check_chance(&refusal.state, &seven).unwrap_err().ruling(), Some("W23"));
}

#[test]
fn w18_three_sixes_give_one_bot_and_six_give_two() {
    for (sixes, bots) in [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2)] {
        let mut faces = vec!["1"; 8 - sixes];
        faces.extend(vec!["6"; sixes]);
        let roll = format!("roll {}", faces.join(" "));
        let scene = Scene::with("", "phase=roll round=1").after(&[&roll]);
        let free = scene.moves().iter().filter(|text| text.contains('*')).count();
        assert_eq!(free, if bots > 0 { 20 } else { 0 }, "{sixes} sixes");
        if bots == 0 {
            scene.refuses("build 4*@1", "W18");
        }
        let one = if bots > 0 { scene.after(&["build 4*@1"]) } else { continue };
        one.shows(&["1f1=So"]);
        if bots == 1 {
            one.refuses("build 4*@2", "W18");
        } else {
            one.after(&["build 5*@2"]).shows(&["1f2=Sh"]);
        }
    }
}

#[test]
fn w18_free_bots_are_optional_need_empty_factories_and_leave_the_other_dice() {
    let scene = Scene::at("build", "rolled=1,1,2,6,6,6 free=1 1f1=Dr 1f2=Dr");
    scene.refuses("build 5*@1", "W18").refuses("build 1@2", "W18").refuses("build 3@3", "W23");
    // The free bot uses a die that shows 6; a rolled one of the same kind is another move.
    scene.allows(&["end", "build 2@3", "build 2*@3"]);
    let free = scene.after(&["build 2*@3"]);
    free.shows(&["rolled=1,1,2,6,6", "free=", "1f3=Ha", "phase=build"]);
    scene.after(&["build 2@3"]).shows(&["rolled=1,1,6,6,6", "free=1"]);
    // With every factory taken the phase is over.
    free.after(&["build 1@4"]).shows(&["phase=recall", "rolled=", "1f4=Dr"]);
}

#[test]
fn w19_the_first_turn_is_a_turn_like_any_other() {
    let scene = Scene::with("", "phase=starter");
    let built = scene.after(&["seat 1 starts", "roll 1 2 3 4 5 6 6 6", "build 1@4", "build 2@3", "end"]);
    built.shows(&["phase=recall", "1f4=Dr", "1f3=Ha"]).allows(&["recall Dr f4", "end"]);
    let second = built.after(&["recall Ha f3", "end"]);
    second.shows(&["phase=roll", "seat=2", "round=1", "1f3="]);
    let third = second.after(&["roll 1 1 1 1 1 1 1 1", "end"]);
    third.shows(&["phase=factories", "seat=1", "round=2"]);
    impossible("", "phase=map round=1 a=1Dr", Some("W19"));
    impossible("", "phase=build round=1 rolled=1,1,1,1,1,1,1,1 discard=1", Some("W19"));
    impossible("", "phase=roll round=1 2f1=Dr", Some("W19"));
}

#[test]
fn w20_unloading_takes_from_the_centre_then_from_the_rival_then_stops() {
    Scene::map("D1=1Ha5").after(&["Ha5 D1 unload"]).shows(&["loaves=5,0"]);
    Scene::map("D1=1Ha7 loaves=0,8").after(&["Ha7 D1 unload"]).shows(&["loaves=7,5"]);
    Scene::map("D1=1Ha3 loaves=1,11").after(&["Ha3 D1 unload"]).shows(&["loaves=4,8"]);
    // Nine are wanted and four are there.
    let all = Scene::map("D1=1Ha9 loaves=8,2").after(&["Ha9 D1 unload"]);
    all.shows(&["loaves=12,0", "phase=over"]);
    assert_eq!(all.outcome(), Some(Outcome::Win(Seat::FIRST)));
}

#[test]
fn w21_after_the_last_round_the_most_loaves_win_and_equal_is_a_draw() {
    for (loaves, outcome) in
        [("4,3", Outcome::Win(Seat::FIRST)), ("3,4", Outcome::Win(Seat::SECOND)), ("4,4", Outcome::Draw)]
    {
        let text = format!("phase=recall seat=2 start=1 round=60 loaves={loaves} a=2Dr");
        let scene = Scene::with("", &text);
        assert_eq!(scene.outcome(), None);
        let end = scene.after(&["end"]);
        assert_eq!(end.outcome(), Some(outcome));
        end.shows(&["phase=over", "round=60"]);
        assert!(end.moves().is_empty());
    }
    // The starter's turn of the last round is not the end.
    let text = "phase=recall seat=2 start=2 round=60 a=2Dr";
    Scene::with("", text).after(&["end"]).shows(&["phase=roll", "seat=1", "round=60"]);
}

#[test]
fn w21_round_cap_is_an_option_from_10_to_200() {
    for cap in ["10", "200"] {
        let text = format!("phase=recall seat=2 start=1 round={cap} a=2Dr");
        let scene = Scene::with(&format!("round_cap={cap}"), &text);
        assert_eq!(scene.after(&["end"]).outcome(), Some(Outcome::Draw));
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
        let scene = Scene::with(&format!("loaves_to_win={goal}"), &text);
        let end = scene.after(&["Ha1 D1 unload"]);
        assert_eq!(end.outcome(), Some(Outcome::Win(Seat::FIRST)), "{goal}");
        if goal < 12 {
            let more = Scene::with(&format!("loaves_to_win={}", goal + 1), &text);
            assert_eq!(more.after(&["Ha1 D1 unload"]).outcome(), None, "{goal}");
        }
    }
    impossible("loaves_to_win=4", "phase=map round=5 a=1Dr loaves=4,0", Some("W21"));
    impossible("loaves_to_win=4", "phase=over seat=2 round=5 loaves=4,0", Some("W21"));
    assert!(Breadwinner::new(Options { loaves_to_win: 13, ..Options::default() }, 2).is_err());
}

#[test]
fn w22_poisoned_land_is_restored_before_anything_is_planted() {
    let scene = Scene::map("a=1Dr+poison b=1Dr");
    scene.refuses("Dr a plant", "W22").allows(&["Dr a restore", "Dr b plant"]).refuses("Dr b restore", "W22");
    let restored = scene.after(&["Dr a restore"]);
    restored.shows(&["a=", "b=1Dr"]);
    assert_eq!(restored.dice(), [7, 8]);
    // It is the Drone's own tile that recovers, no other.
    Scene::map("a=1Dr+poison b=poison").after(&["Dr a restore"]).shows(&["a=", "b=poison"]);
    Scene::map("D1=1Dr").refuses("Dr D1 plant", "W22");
    Scene::map("a=1Dr+crop").refuses("Dr a plant", "W22");
}

#[test]
fn w23_crops_are_one_to_ten_once_each_and_faces_are_as_listed() {
    let kinds = ["Dr", "Ha", "Lo", "So", "Sh"];
    let scene = Scene::with("", "phase=roll round=1").after(&["roll 1 2 3 4 5 5 5 6"]);
    for (face, kind) in (1..).zip(kinds) {
        let built = scene.after(&[&format!("build {face}@2")]);
        assert_eq!(built.word("1f2"), kind);
    }
    let start = Scene::with("", "phase=starter");
    assert_eq!(start.state.chips.pile_len(), 10);
    impossible("", "phase=map round=5 a=1Ha7 b=crop7", None);
    impossible("", "phase=map round=5 a=1Ha11", None);
    Scene::map("a=1Ha+crop b=crop7").after(&["Ha a harvest", "crop 10"]).shows(&["a=1Ha10"]);
    // A bot does only what its kind does.
    Scene::map("a=1Dr+2Ha7").refuses("Dr a steal", "W23").refuses("Dr a melt", "W23");
}
