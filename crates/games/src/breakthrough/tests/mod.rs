//! The laws, the rulings by number, and counts that other programs agree on.

mod oracles;
mod reference;
mod rulings;

use super::*;

/// A position on a board of one word.
type Scene = breadboard_testkit::Scene<Breakthrough<u64>>;

breadboard_testkit::laws!(Breakthrough<u64>:
    "breakthrough",
    "breakthrough:columns=5,rows=5",
    "breakthrough:columns=2,rows=4",
    "breakthrough:columns=16,rows=4",
    "breakthrough:columns=4,rows=16",
    "breakthrough:columns=6,rows=6,swap=on";
    census "breakthrough",
);

/// The same laws on the wider words.
mod wider {
    use super::*;

    mod two_words {
        use super::*;
        breadboard_testkit::laws!(Breakthrough<u128>: "breakthrough:columns=10,rows=10", "breakthrough:columns=9,rows=8,swap=on");
    }

    mod four_words {
        use super::*;
        breadboard_testkit::laws!(Breakthrough<U256>: "breakthrough:columns=16,rows=16", "breakthrough:columns=12,rows=11");
    }
}
