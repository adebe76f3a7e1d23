//! The laws, the rulings by number, and chance compared with its physical procedure.

mod chance;
mod positions;
mod referee;
mod reference;
mod rulings;
mod walks;

use super::*;
use breadboard_testkit::impossible;

type Scene = breadboard_testkit::Scene<SnipeHunt>;

/// Nine crosses: `a3 F, b3 A, c3 / a2, b2 Nest, c2 A / a1 Station, b1 F, c1`, and one crumb on the eastern exit of c3,
/// far from everything, so that seven crumbs are held.
const PLAIN: &str = "+F,+A,+e/+,+N,+A/+S,+F,+";

/// A position whose text is written as it is parsed.
fn at(spec: &str, position: &str) -> Scene {
    let scene = Scene::at(spec, position);
    scene.shows(position);
    scene
}

/// A position in a forest of nine cards.
fn small(seats: u8, position: &str) -> Scene {
    at(&format!("snipe:seats={seats},forest=3x3"), position)
}

/// A position in the forest [`PLAIN`].
fn plain(seats: u8, rest: &str) -> Scene {
    small(seats, &format!("{PLAIN} {rest}"))
}

breadboard_testkit::laws!(SnipeHunt:
    "snipe",
    "snipe:seats=2",
    "snipe:seats=3,forest=5x5",
    "snipe:seats=5,forest=4x6",
    "snipe:seats=6,forest=cross",
    "snipe:seats=7,forest=ring",
    "snipe:seats=7,forest=3x3",
    "snipe:seats=2,forest=4x4,hunters=2",
    "snipe:seats=2,forest=3x3,hunters=2,free_reverse=on,idle_rounds=10",
    "snipe:seats=3,forest=6x3,free_reverse=on",
    "snipe:seats=4,forest=3x3,raw_deal=on,idle_rounds=10",
    "snipe:seats=6,forest=3x4,raw_deal=on,free_reverse=on,idle_rounds=15",
    "snipe:seats=5,forest=3x3,raw_deal=on,station=wall,idle_rounds=10",
    "snipe:seats=3,forest=3x3,raw_deal=on,shut_in=stay,idle_result=draw,idle_rounds=10",
    "snipe:seats=4,forest=4x4,station=wall,shut_in=stay,idle_result=draw";
    census "snipe:seats=2", "snipe:seats=3", "snipe", "snipe:seats=5", "snipe:seats=6", "snipe:seats=7",
);
