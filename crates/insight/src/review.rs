//! A finished game, event by event: what each choice gave away, what luck did, and why.

use breadboard_core::Record;
use breadboard_wire::{Denied, ReviewView};

/// Reviews a record. `effort` is a factor of the usual budget. `progress` gets the review as far as it is done, at least once
/// a second; `None` is returned if `stop` ended it early.
///
/// # Errors
/// What is wrong with the record, and at which event.
pub fn review(
    record: &Record,
    effort: f64,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(&ReviewView),
) -> Result<Option<ReviewView>, Denied> {
    let _ = (record, effort, stop, progress);
    todo!()
}
