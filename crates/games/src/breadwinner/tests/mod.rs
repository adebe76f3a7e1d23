//! The laws, the rulings by number, and chance against hands and a shuffled pile.

mod acting;
mod chance;
mod moving;
mod players;
mod reference;
mod scene;
mod text;

use super::*;

breadboard_testkit::laws!(Breadwinner:
    "breadwinner",
    "breadwinner:strict_soldier=on",
    "breadwinner:no_delivery_block=on,round_cap=10",
    "breadwinner:crop_survives=on",
    "breadwinner:loaves_to_win=4,round_cap=20",
    "breadwinner:strict_soldier=on,no_delivery_block=on,crop_survives=on,round_cap=12,loaves_to_win=7";
    census "breadwinner",
);
