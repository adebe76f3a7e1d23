//! The laws that every game keeps, stated once and checked by random play. A game gets them all with one line:
//!
//! ```text
//! breadboard_core::laws!(Breakthrough: "breakthrough", "breakthrough:columns=5,rows=5"; census "breakthrough");
//! ```
//!
//! Each check panics with the seed and the event list when a law is broken. The fuzz targets call
//! [`text::any_text`], so a fuzzer and the suite look for the same things.

pub mod play;
pub mod settings;
pub mod text;

use crate::game::Game;
use crate::outcome::{Scores, Turn};
use crate::seat::Seat;
use crate::spec::Spec;

/// The same answers by the slowest and most obvious way, to compare with; written apart from the real rules.
pub trait Obvious: Game {
    /// The moves of a seat, in any order.
    fn obvious_moves(&self, state: &Self::State, seat: Seat) -> Vec<Self::Move>;
    /// Who acts, or how the game ended.
    fn obvious_turn(&self, state: &Self::State) -> Turn;
    /// The scores.
    fn obvious_scores(&self, state: &Self::State) -> Option<Scores>;
}

/// The game that a spec names.
///
/// # Panics
/// If the spec is not one of `G`.
#[must_use]
pub fn game<G: Game>(spec: &str) -> G {
    let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    let (options, seats) = spec.read::<G>().unwrap_or_else(|error| panic!("{spec}: {error}"));
    G::new(options, seats).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// How many games a census plays: 2,000, or 100,000 when `BREADBOARD_FULL` is set.
#[must_use]
pub fn games_wanted() -> u64 {
    if std::env::var_os("BREADBOARD_FULL").is_some() { 100_000 } else { 2_000 }
}

/// All laws for a game, as tests; the specs should cover every option and number of seats.
#[macro_export]
macro_rules! laws {
    ($game:ty: $($spec:expr),+ $(,)? $(; census $($counted:expr),+ $(,)?)?) => {
        mod laws {
            #[allow(unused_imports)]
            use super::*;
            use $crate::laws;
            const SPECS: &[&str] = &[$($spec),+];

            #[test]
            fn listed_moves_are_exactly_the_accepted_ones() {
                for spec in SPECS { laws::play::listed_is_accepted(&laws::game::<$game>(spec), 12); }
            }
            #[test]
            fn moves_chances_and_positions_read_what_they_write() {
                for spec in SPECS { laws::text::round_trips(&laws::game::<$game>(spec), 8); }
            }
            #[test]
            fn logs_replay_to_the_same_state_and_bytes() {
                for spec in SPECS { laws::play::logs_replay(&laws::game::<$game>(spec), 24); }
            }
            #[test]
            fn moves_scores_and_ends_agree_with_the_obvious_ones() {
                for spec in SPECS { laws::play::agrees_with_obvious(&laws::game::<$game>(spec), 24); }
            }
            #[test]
            fn every_game_ends_within_its_cap() {
                for spec in SPECS { laws::play::ends(&laws::game::<$game>(spec), 24); }
            }
            #[test]
            fn chance_is_listed_sampled_and_accepted_alike() {
                for spec in SPECS { laws::play::chance_is_sound(&laws::game::<$game>(spec), 8); }
            }
            #[test]
            fn old_copies_never_change() {
                for spec in SPECS { laws::play::copies_stay(&laws::game::<$game>(spec), 4); }
            }
            #[test]
            fn short_cuts_agree_with_the_long_way() {
                for spec in SPECS { laws::play::short_cuts_agree(&laws::game::<$game>(spec)); }
            }
            #[test]
            fn bad_text_is_refused_with_a_reason() {
                for spec in SPECS { laws::text::bad_text(&laws::game::<$game>(spec), 2_000); }
            }
            #[test]
            fn options_round_trip_and_describe_themselves() {
                laws::settings::options::<$game>();
            }
            $(#[test]
            fn many_random_games_break_no_law() {
                for spec in [$($counted),+] {
                    println!("{}", laws::play::many(&laws::game::<$game>(spec), laws::games_wanted()));
                }
            })?
            #[test]
            fn drawings_fit_and_narration_has_no_holes() {
                for spec in SPECS { laws::text::drawings_and_narration(&laws::game::<$game>(spec), 4); }
            }
        }
    };
}
