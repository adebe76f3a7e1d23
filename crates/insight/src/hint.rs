//! A suggestion with its reason in words.

use breadboard_core::{Seat, Spec};
use breadboard_wire::{Denied, HintView};

/// Suggests a move for a seat that acts, with the reason.
///
/// # Errors
/// What is wrong with the position or the seat.
pub fn hint(spec: &Spec, position: &str, seat: Seat, stop: &dyn Fn() -> bool) -> Result<HintView, Denied> {
    let _ = (spec, position, seat, stop);
    todo!()
}
