//! The laws over every option and number of seats, and what the tests share.

mod play;
mod reference;
mod rulings;
mod text;

use super::*;
use breadboard_core::Event;
use breadboard_core::prelude::*;
use breadboard_testkit::game;
use reference::Table;

pub(super) type Scene = breadboard_testkit::Scene<Breadcrumbs>;

/// The deal that the tests of the rulings use. Each row begins one tile after the row above it.
const TILES: &str = "r1,o2,g3,b4,p5/o1,g2,b3,p4,r5/g1,b2,p3,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5";

/// A position on [`TILES`]: chips as `A a5 b5, B e1`, then the rest of the position text.
pub(super) fn lay(spec: &str, chips: &str, rest: &str) -> Scene {
    Scene::at(spec, &laid(chips, rest))
}

/// The text of such a position.
fn laid(chips: &str, rest: &str) -> String {
    let mut table = Table::read(TILES);
    for player in chips.split(", ") {
        let mut words = player.split(' ');
        let letter = words.next().unwrap();
        for square in words {
            table.add_chip(letter, square);
        }
    }
    format!("{} {rest}", table.rows())
}

/// The position after the deal of [`TILES`].
pub(super) fn dealt(spec: &str) -> Scene {
    Scene::start(spec).plays(TILES)
}

breadboard_testkit::laws!(Breadcrumbs:
    "breadcrumbs",
    "breadcrumbs:seats=3",
    "breadcrumbs:seats=4",
    "breadcrumbs:seats=5",
    "breadcrumbs:ritual=on",
    "breadcrumbs:seats=3,ritual=on",
    "breadcrumbs:seats=4,ritual=on",
    "breadcrumbs:seats=5,ritual=on",
    "breadcrumbs:end_chips=1",
    "breadcrumbs:seats=3,end_chips=25,turn_cap=60",
    "breadcrumbs:repetition=off",
    "breadcrumbs:seats=3,repetition=draw,end_chips=25",
    "breadcrumbs:seats=4,repetition=off,turn_cap=10",
    "breadcrumbs:end_chips=25,turn_cap=1000";
    census "breadcrumbs", "breadcrumbs:seats=3", "breadcrumbs:seats=4", "breadcrumbs:seats=5",
);
