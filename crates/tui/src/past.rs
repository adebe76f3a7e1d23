//! A record as a view: looking back at a game and watching a file are drawn by what draws a live table.

use breadboard_core::{Record, Spec};
use breadboard_play::Level;
use breadboard_play::view::{
    DiceView, EndingName, EventName, EventView, PhaseName, ResultView, SCHEMA, SeatKind, SeatView, StepView,
    View, record_view,
};
use std::borrow::Cow;

/// A game that has been written down.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    pub(crate) record: Record,
    /// How many events to look at.
    pub(crate) step: usize,
}

impl Past {
    pub(crate) fn len(&self) -> usize {
        self.record.entries.len()
    }

    /// The position after the first `step` events, and what happened until then.
    pub(crate) fn view(&self) -> Result<(View, Vec<EventView>), String> {
        let step = u32::try_from(self.step.min(self.len())).unwrap_or(u32::MAX);
        let seen = record_view(&self.record, step).map_err(|refused| refused.to_string())?;
        let spec: Spec =
            seen.study.spec.parse().map_err(|error: breadboard_core::SpecError| error.to_string())?;
        let position = seen.study.position;
        let events: Vec<EventView> =
            (1..).zip(&seen.steps).take(step as usize).map(|(number, step)| event(number, step)).collect();
        let seats = crate::seats::count(&spec)?;
        let seat = |seat: u8| {
            let name = seen.names.get(&seat).cloned();
            let bot = name.as_ref().is_some_and(|name| name.parse::<Level>().is_ok());
            SeatView {
                seat,
                kind: if bot { SeatKind::Bot } else { SeatKind::Person },
                name,
                exit: None,
                automatic: bot,
                awaited: position.turn.seats.contains(&seat),
            }
        };
        let result = position.turn.outcome.clone().map(|outcome| ResultView {
            outcome: Some(outcome),
            winners: Vec::new(),
            ending: EndingName::Played,
            told: Vec::new(),
        });
        let last_move = seen.steps.iter().take(step as usize).rev().find(|step| !step.seats.is_empty());
        let view = View {
            schema: SCHEMA,
            version: step,
            game: Cow::Owned(spec.game.clone()),
            spec: spec.to_string(),
            phase: if result.is_some() { PhaseName::Over } else { PhaseName::Playing },
            seats: (1..=seats).map(seat).collect(),
            round: None,
            you: Vec::new(),
            offers: Vec::new(),
            clock: None,
            dice: DiceView {
                scheme: Cow::Borrowed(""),
                commit: String::new(),
                entropy: Vec::new(),
                seed: None,
            },
            result,
            last: events.last().cloned(),
            last_move: last_move.cloned(),
            rematch: Vec::new(),
            next: None,
            position,
        };
        Ok((view, events))
    }
}

fn event(number: u32, step: &StepView) -> EventView {
    EventView {
        version: number,
        at: 0,
        kind: if step.seats.is_empty() { EventName::Drawn } else { EventName::Acted },
        seats: step.seats.clone(),
        texts: step.texts.clone(),
        touched: step.touched.clone(),
        told: step.told.clone(),
        step: number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_a_record_is_a_view() {
        let golden = include_str!("../../games/src/traxx/golden/two.txt");
        let golden = Record::read(golden).unwrap();
        let past = Past { step: 3, record: golden };
        let (view, events) = past.view().unwrap();
        assert_eq!((view.position.step, events.len(), view.seats.len()), (3, 3, 2));
        let (view, _) = Past { step: usize::MAX, record: past.record }.view().unwrap();
        assert_eq!(view.phase, PhaseName::Over);
    }
}
