//! The claims of a scene fail when they are false: a harness that accepts everything would hide every fault.

use breadboard_games::breakthrough::Breakthrough;
use breadboard_testkit::impossible;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Scene = breadboard_testkit::Scene<Breakthrough<u64>>;

/// Black may capture on e2 and g2; the straight step is blocked.
fn scene() -> Scene {
    Scene::at("breakthrough", "8/8/8/8/8/5p2/4PPP1/8 b")
}

#[test]
fn true_claims_hold() {
    scene()
        .is_turn_of(2)
        .lists("f3xg2; f3xe2")
        .allows("f3xe2")
        .refuses("swap", "K4")
        .refuses_plainly("f3-f2", "f2 is occupied, and a straight step needs an empty square")
        .cannot_read("f3", "write e2-e3")
        .goes_on()
        .plays("f3xe2; f2-f3; e2-e1")
        .is_finished()
        .is_won_by(2)
        .ends_by("breakthrough-end-goal")
        .cannot_read("a1-a2", "the game is over");
    impossible::<Breakthrough<u64>>("breakthrough", "8/8/8/8/8/8/8/8 w").says("no man on the board");
}

#[test]
fn false_claims_fail() {
    type Claim = fn(&Scene);
    let claims: [(&str, Claim); 15] = [
        ("shows", |scene| drop(scene.shows("8/8/8/8/8/5p2/4PPP1/8 w").clone())),
        ("shows_at_end", |scene| drop(scene.shows_at_end("w").clone())),
        ("lists", |scene| drop(scene.lists("f3xe2").clone())),
        ("allows", |scene| drop(scene.allows("f3-f2").clone())),
        ("refuses an accepted move", |scene| drop(scene.refuses("f3xe2", "K4").clone())),
        ("refuses by another ruling", |scene| drop(scene.refuses("swap", "K3").clone())),
        ("refuses with another sentence", |scene| drop(scene.refuses_with("swap", "K4", "no").clone())),
        ("refuses plainly by a ruling", |scene| {
            drop(scene.refuses_plainly("swap", "this game is played without the swap rule").clone());
        }),
        ("cannot_read", |scene| drop(scene.cannot_read("swap", "").clone())),
        ("is_turn_of", |scene| drop(scene.is_turn_of(1).clone())),
        ("is_finished", |scene| drop(scene.is_finished().clone())),
        ("waits_for_chance", |scene| drop(scene.waits_for_chance().clone())),
        ("ends_by before the end", |scene| drop(scene.ends_by("breakthrough-end-goal").clone())),
        ("ends_by another cause", |scene| {
            drop(scene.plays("f3xe2; f2-f3; e2-e1").ends_by("breakthrough-end-captured").clone());
        }),
        ("plays", |scene| drop(scene.plays("f3-f2"))),
    ];
    for (name, claim) in claims {
        let scene = scene();
        assert!(catch_unwind(AssertUnwindSafe(|| claim(&scene))).is_err(), "{name} accepts a false claim");
    }
}
