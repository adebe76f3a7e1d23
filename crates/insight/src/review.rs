//! A finished game, event by event: what each choice gave away, what luck did, and why.
//!
//! The game is judged from its end to its start: what a search remembers of later positions makes it see further in the
//! earlier ones, as a person who goes through a lost game backwards. Within a turn of several moves it goes forward: as long
//! as the player follows the best plan nothing is searched again, so that the steps of one good plan are not told apart.
//!
//! The value before an event is the value after it, plus the loss of the choice, minus the luck of the draw. So luck and choices
//! explain the change of value over a game. The residual is the difference between the value that this gives for the start and
//! a direct search of the start. Two searches of neighbouring positions do not agree; their difference is part of the luck where chance
//! is between them, and part of the loss where it is not.

mod account;
pub(crate) mod reviewer;
mod units;

use crate::analyst::Analyst;
use breadboard_core::{Record, replay};
use breadboard_games::{Bots, Encode, Views, Visitor, with_recorded_game};
use breadboard_wire::{Denied, Reason, ReviewView, insight_texts};
use reviewer::{Played, Reviewer};

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
    with_recorded_game(record, Review { record, effort, stop, progress })?
}

struct Review<'a> {
    record: &'a Record,
    effort: f64,
    stop: &'a dyn Fn() -> bool,
    progress: &'a mut dyn FnMut(&ReviewView),
}

impl Visitor for Review<'_> {
    type Output = Result<Option<ReviewView>, Denied>;

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let mut events: Vec<Played<G>> = Vec::new();
        let last = replay(&game, self.record, |before, event, _| {
            events.push(Played { before: before.clone(), event: event.clone() });
        });
        let last = last.map_err(|error| {
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("line", &error.line), ("column", &error.column), ("text", &error.reason)];
            Denied::new(Reason::Invalid, insight_texts::BAD_RECORD.with(&args))
        })?;
        let analyst = Analyst::new(game).glancing(self.effort);
        let mut reviewer = Reviewer::new(analyst, events, last, self.effort, self.stop);
        while let Some(unit) = reviewer.next_unit() {
            if !reviewer.unit(unit) {
                return Ok(None);
            }
            (self.progress)(&account::view(&reviewer, self.record, false));
        }
        reviewer.search_start();
        let view = account::view(&reviewer, self.record, true);
        (self.progress)(&view);
        Ok(Some(view))
    }
}
