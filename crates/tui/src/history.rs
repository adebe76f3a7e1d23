//! A record as a view: looking back at a game and watching a file use the drawing code of a live table.

use breadboard_core::{Record, Spec};
use breadboard_play::view::{
    DiceView, EndingName, EventName, EventView, PhaseName, ResultView, SCHEMA, SeatKind, SeatView, StepView,
    View, record_view,
};
use breadboard_play::{Denied, Level};
use std::borrow::Cow;

/// A recorded game and the point in it that is shown.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) record: Record,
    /// How many of its events are shown.
    pub(crate) step: usize,
}

impl History {
    pub(crate) fn len(&self) -> usize {
        self.record.entries.len()
    }

    /// The position after the first `step` events, and what happened until then.
    pub(crate) fn view(&self) -> Result<(View, Vec<EventView>), Denied> {
        let step = u32::try_from(self.step.min(self.len())).unwrap_or(u32::MAX);
        let seen = record_view(&self.record, step)?;
        let spec: Spec = seen.study.spec.parse()?;
        let position = seen.study.position;
        let events: Vec<EventView> =
            (1..).zip(&seen.steps).take(step as usize).map(|(number, step)| event(number, step)).collect();
        let seats = crate::seats::count(&spec)?;
        // What happened at the table comes first; without that the moves tell.
        let ending = seen.ending.filter(|_| self.step >= self.len());
        let result = ending.or_else(|| {
            position.turn.outcome.clone().map(|outcome| ResultView {
                outcome: Some(outcome),
                winners: Vec::new(),
                ending: EndingName::Played,
                narration: Vec::new(),
            })
        });
        let seat = |seat: u8| {
            let name = seen.names.get(&seat).cloned();
            let bot = name.as_ref().is_some_and(|name| name.parse::<Level>().is_ok());
            SeatView {
                seat,
                kind: if bot { SeatKind::Bot } else { SeatKind::Person },
                name,
                exit: None,
                automatic: bot,
                // After the end no seat is to act, even if the moves alone would say so.
                awaited: result.is_none() && position.turn.seats.contains(&seat),
            }
        };
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
                used: false,
                entropy: Vec::new(),
                seed: None,
            },
            result,
            last: events.last().cloned(),
            last_move: last_move.cloned(),
            waiting: None,
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
        narration: step.narration.clone(),
        forced: false,
        step: number,
        turn: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_a_record_is_a_view() {
        let golden = include_str!("../../games/src/traxx/golden/two.txt");
        let golden = Record::read(golden).unwrap();
        let history = History { step: 3, record: golden };
        let (view, events) = history.view().unwrap();
        assert_eq!((view.position.step, events.len(), view.seats.len()), (3, 3, 2));
        let (view, _) = History { step: usize::MAX, record: history.record }.view().unwrap();
        assert_eq!(view.phase, PhaseName::Over);
    }
}
