//! The laws that every game keeps, stated once and checked by random play. A game gets all of them with one line:
//!
//! ```text
//! breadboard_testkit::laws!(Breakthrough: "breakthrough", "breakthrough:columns=5,rows=5"; census "breakthrough");
//! ```
//!
//! Each check panics with the seed and the position when a law is broken. The fuzz targets call
//! [`text::any_text`], so a fuzzer and the tests look for the same faults.

pub mod play;
pub mod settings;
pub mod text;

use breadboard_core::{Game, Scores, Seat, Turn};

/// A reference implementation of the rules: slow, simple, and written apart from the real ones.
pub trait Reference: Game {
    /// The moves of a seat, in any order.
    fn reference_moves(&self, state: &Self::State, seat: Seat) -> Vec<Self::Move>;
    /// Who acts, or how the game ended.
    fn reference_turn(&self, state: &Self::State) -> Turn;
    /// The scores. A game without scores does not write this.
    fn reference_scores(&self, _state: &Self::State) -> Option<Scores> {
        None
    }
}

/// How many games a census plays: 2,000, or 100,000 in a full test run.
#[must_use]
pub fn games_wanted() -> u64 {
    if crate::full() { 100_000 } else { 2_000 }
}

/// All laws for a game, as tests. The specs should cover every option and every number of seats; the census plays
/// many random games of the specs after `census`.
#[macro_export]
macro_rules! laws {
    ($game:ty: $($spec:expr),+ $(,)? $(; census $($counted:expr),+ $(,)?)?) => {
        mod laws {
            #[allow(unused_imports)]
            use super::*;
            use $crate::laws;
            const SPECS: &[&str] = &[$($spec),+];

            $crate::laws! { @each $game, SPECS;
                listed_moves_are_exactly_the_accepted_moves = laws::play::listed_is_accepted, 12;
                parsing_reverses_printing = laws::text::round_trips, 8;
                logs_replay_to_the_same_state_and_bytes = laws::play::logs_replay, 24;
                moves_scores_and_ends_equal_the_reference = laws::play::equals_reference, 24;
                every_game_ends_within_its_cap = laws::play::ends, 24;
                listed_chances_are_the_sampled_and_accepted_ones = laws::play::chances_are_sound, 8;
                copies_of_a_state_never_change = laws::play::copies_stay, 4;
                fast_playouts_and_counts_equal_the_plain_ones = laws::play::fast_paths_agree;
                damaged_text_is_refused_with_a_reason = laws::text::damaged_text, 2_000;
                drawings_fit_and_narration_is_complete = laws::text::drawings_and_narration, 4;
            }

            #[test]
            fn options_round_trip_and_describe_themselves() {
                laws::settings::options::<$game>();
            }

            $(#[test]
            fn many_random_games_keep_the_laws() {
                for spec in [$($counted),+] {
                    println!("{}", laws::play::census(&$crate::game::<$game>(spec), laws::games_wanted()));
                }
            })?
        }
    };
    (@each $game:ty, $specs:ident; $($name:ident = $law:path $(, $amount:expr)?;)+) => {
        $(#[test]
        fn $name() {
            for spec in $specs {
                $law(&$crate::game::<$game>(spec) $(, $amount)?);
            }
        })+
    };
}
