//! Rulings by number, chance against its procedure, and the laws.

mod chance;
mod positions;
mod referee;
mod reference;
mod rulings;
mod table;
mod walks;

use super::*;

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
    "snipe:seats=6,forest=3x4,raw_deal=on,free_reverse=on,idle_rounds=15";
    census "snipe:seats=2", "snipe:seats=3", "snipe", "snipe:seats=5", "snipe:seats=6", "snipe:seats=7",
);
