//! The projection: every field of every message is filled here and nowhere else.

use super::*;
use crate::any_game::{AnyGame, Narration, Written};
use crate::dice::SCHEME;
use crate::event::{EventKind, Offer};
use crate::seats::Holder;
use crate::table::{Finish, LogEntry, Pending, Phase, Step, Table, play};
use breadboard_core::{Canvas, Outcome, SeatSet, Text, Turn};
use breadboard_wire::{Denied, Exit, OutcomeName};
use std::borrow::Cow;

/// The most positions of one answer: a position of a large forest has about 10 kB.
const MOST_FRAMES: u32 = 60;

/// What a viewer may know of a table.
#[must_use]
pub fn view(table: &Table, viewer: Viewer, ask: Ask) -> Message {
    match ask {
        Ask::State => Message::State(Box::new(state(table, viewer))),
        Ask::Events { after } => {
            // Versions only grow, so what is new stands at the end.
            let new = table.log.iter().rev().take_while(|entry| entry.event.version > after);
            let mut events: Vec<EventView> =
                new.filter(|entry| entry.event.what.is_public()).map(|entry| event(entry)).collect();
            events.reverse();
            Message::Events(EventsView { version: table.version, events })
        }
        Ask::Replay { step } => match table.game_at(step as usize) {
            Ok(game) => Message::Replay(Box::new(replay(table, game.as_ref(), step))),
            Err(denied) => Message::Refused(RefusalView::from(&denied)),
        },
        Ask::Frames { after, to } => frames(table, after, to),
        Ask::Course => course(table),
        Ask::Drawing { width } => Message::Drawing(DrawingView {
            step: table.steps.len() as u32,
            text: table.game.drawing(Canvas { width, verdict: speaks_for_table(table), ..Canvas::default() }),
        }),
    }
}

/// Whether the game itself knows whose turn it is and who has won: no seat has left, and nothing but the rules has ended
/// the game.
fn speaks_for_table(table: &Table) -> bool {
    let by_rules = match table.phase {
        Phase::Over(finish) => table.game.turn().outcome() == finish.outcome,
        _ => true,
    };
    by_rules && table.places.iter().all(|place| place.exit.is_none())
}

/// The part of a state that is the viewer's own, `View::you`. All else of a state is the same for every viewer.
#[must_use]
pub fn own_part(table: &Table, viewer: Viewer) -> Vec<YouView> {
    table.seats().filter(|seat| viewer.is(*seat)).map(|seat| you(table, seat)).collect()
}

fn state(table: &Table, viewer: Viewer) -> View {
    let over = if let Phase::Over(finish) = table.phase { Some(finish) } else { None };
    View {
        schema: SCHEMA,
        version: table.version,
        game: Cow::Borrowed(table.info().id),
        spec: table.spec.to_string(),
        phase: match table.phase {
            Phase::Waiting => PhaseName::Waiting,
            Phase::Playing => PhaseName::Playing,
            Phase::Over(_) => PhaseName::Over,
        },
        seats: table.seats().map(|seat| seat_view(table, seat)).collect(),
        position: position(table.game.as_ref(), table.steps.len() as u32),
        round: round(table),
        you: own_part(table, viewer),
        offers: table.offers.iter().filter(|pending| !pending.declined).map(offer).collect(),
        clock: table.clocks.as_ref().map(|clocks| ClockView {
            rule: clocks.rule,
            seats: clocks
                .seats
                .iter()
                .map(|clock| SeatClockView { left_ms: clock.left_ms, since: clock.since })
                .collect(),
        }),
        dice: DiceView {
            scheme: Cow::Borrowed(SCHEME),
            commit: table.opened.commit.to_string(),
            used: table.game.has_chance(),
            entropy: table
                .places
                .iter()
                .map(|place| place.entropy.as_ref().map(ToString::to_string))
                .collect(),
            // The one place where the seed may leave, and only after the end.
            seed: over.map(|_| table.opened.seed.to_string()),
        },
        result: over.map(|finish| result(table, finish)),
        last: table.log.iter().rev().find(|entry| entry.event.what.is_public()).map(|entry| event(entry)),
        last_move: table.steps.iter().rev().find(|step| !step.seats.is_empty()).map(|step| step_view(step)),
        waiting: table.waiting_forced().map(|waiting| WaitingView {
            seat: waiting.seat.number(),
            text: waiting.choice.text,
            due: waiting.due,
        }),
        rematch: numbers(table.rematch),
        next: table.next.clone(),
    }
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

fn seat_view(table: &Table, seat: Seat) -> SeatView {
    let place = &table.places[seat.index()];
    let (kind, name) = match &place.holder {
        Holder::Open => (SeatKind::Open, None),
        Holder::Kept { name } => (SeatKind::Kept, Some(name.to_string())),
        Holder::Person { name } => (SeatKind::Person, Some(name.to_string())),
        Holder::Bot { level } => (SeatKind::Bot, Some(level.to_string())),
    };
    SeatView {
        seat: seat.number(),
        kind,
        name,
        exit: place.exit,
        automatic: place.bot().is_some(),
        awaited: table.awaited().contains(seat),
    }
}

pub(super) fn position(game: &dyn AnyGame, step: u32) -> PositionView {
    let (kind, seats, outcome) = match game.turn() {
        Turn::Chance => (TurnKind::Chance, SeatSet::EMPTY, None),
        Turn::Act(seats) => (TurnKind::Act, seats, None),
        Turn::Over(outcome) => (TurnKind::Over, SeatSet::EMPTY, Some(outcome.to_string())),
    };
    PositionView {
        step,
        text: game.position(),
        turn: TurnView { kind, seats: numbers(seats), outcome },
        board: game.board(),
        scores: game.scores().map(|scores| scores.as_slice().to_vec()),
        left: game.left(),
    }
}

fn round(table: &Table) -> Option<RoundView> {
    let Turn::Act(acting) = table.game.turn() else { return None };
    if acting.len() < 2 || table.phase != Phase::Playing {
        return None;
    }
    let waiting = table.awaited();
    let chosen = acting.iter().filter(|seat| !waiting.contains(*seat)).collect();
    Some(RoundView { chosen: numbers(chosen), waiting: numbers(waiting) })
}

pub(super) fn moves(game: &dyn AnyGame, seat: Seat, still_in: SeatSet) -> Vec<MoveView> {
    game.moves(seat, still_in).into_iter().map(|written| move_view(seat, written)).collect()
}

fn ready(game: &dyn AnyGame, seat: Seat) -> Vec<MoveView> {
    game.ready(seat).into_iter().map(|written| move_view(seat, written)).collect()
}

fn move_view(seat: Seat, Written { text, parts, gain, ends }: Written) -> MoveView {
    MoveView { text, parts, gain, ends: ends.map(|outcome| end_name(seat, outcome)) }
}

const fn end_name(seat: Seat, outcome: Outcome) -> OutcomeName {
    match outcome {
        Outcome::Win(winner) if winner.index() == seat.index() => OutcomeName::Win,
        Outcome::Shared(seats) if seats.contains(seat) => OutcomeName::Shared,
        Outcome::Win(_) | Outcome::Shared(_) => OutcomeName::Loss,
        Outcome::Draw | Outcome::DrawBetween(_) => OutcomeName::Draw,
        Outcome::Scored => OutcomeName::Scored,
    }
}

fn you(table: &Table, seat: Seat) -> YouView {
    let playing = table.phase == Phase::Playing && table.places[seat.index()].exit.is_none();
    let control = |control: ControlName, answer: Result<EventKind, Denied>| ControlView {
        control,
        refused: answer
            .and_then(|what| table.within_limits(what))
            .err()
            .map(|denied| RefusalView::from(&denied)),
    };
    let seal = &table.sealed[seat.index()];
    YouView {
        seat: seat.number(),
        moves: if playing { moves(table.game.as_ref(), seat, table.still_in()) } else { Vec::new() },
        ready: if playing { ready(table.game.as_ref(), seat) } else { Vec::new() },
        choice: seal.choice.as_ref().map(|choice| choice.text.clone()),
        attempt: seal.attempt,
        controls: vec![
            control(ControlName::Undo, table.may_undo(seat)),
            control(ControlName::AskTakeBack, table.may_take_back(seat)),
            control(ControlName::OfferDraw, table.may_offer_draw(seat)),
            control(ControlName::Resign, table.may_exit(seat, Exit::Resigned)),
            control(ControlName::Rematch, table.may_rematch(seat)),
        ],
    }
}

fn offer_name(offer: Offer) -> OfferName {
    match offer {
        Offer::Draw => OfferName::Draw,
        Offer::TakeBack { .. } => OfferName::TakeBack,
        Offer::Rematch => OfferName::Rematch,
    }
}

fn offer(pending: &Pending) -> OfferView {
    OfferView {
        id: pending.id,
        offer: offer_name(pending.offer),
        by: pending.by.number(),
        awaiting: numbers(pending.awaiting),
        kept: if let Offer::TakeBack { kept } = pending.offer { Some(kept) } else { None },
    }
}

fn result(table: &Table, finish: Finish) -> ResultView {
    let gone = table.seats().filter_map(|seat| Some((seat, table.places[seat.index()].exit?)));
    crate::ending::view(finish.outcome, finish.ending, gone)
}

fn sentences(texts: &[Text]) -> Vec<TextView> {
    texts.iter().map(TextView::from).collect()
}

/// A public event. The request behind it and its key stay inside.
fn event(entry: &LogEntry) -> EventView {
    let one = |seat: &Seat| vec![seat.number()];
    let (kind, seats, texts) = match &entry.event.what {
        EventKind::Opened(_) => (EventName::Opened, Vec::new(), Vec::new()),
        EventKind::Claimed { seat, .. } => (EventName::Claimed, one(seat), Vec::new()),
        EventKind::Appointed { seat, .. } => (EventName::Appointed, one(seat), Vec::new()),
        EventKind::Released { seat } => (EventName::Released, one(seat), Vec::new()),
        EventKind::Renamed { seat, .. } => (EventName::Renamed, one(seat), Vec::new()),
        EventKind::Started => (EventName::Started, Vec::new(), Vec::new()),
        EventKind::Drawn { text } => (EventName::Drawn, Vec::new(), vec![text.clone()]),
        EventKind::Acted { choices, .. } => (
            EventName::Acted,
            choices.iter().map(|choice| choice.seat.number()).collect(),
            choices.iter().map(|choice| choice.text.clone()).collect(),
        ),
        EventKind::Undone { seat } => (EventName::Undone, one(seat), Vec::new()),
        EventKind::Offered { seat, offer } => {
            (EventName::Offered, one(seat), vec![offer_name(*offer).word().to_owned()])
        }
        EventKind::Answered { seat, yes, .. } => {
            (EventName::Answered, one(seat), vec![if *yes { "yes" } else { "no" }.to_owned()])
        }
        EventKind::TakenBack { .. } => (EventName::TakenBack, Vec::new(), Vec::new()),
        EventKind::Out { seat, .. } => (EventName::Out, one(seat), Vec::new()),
        EventKind::Ended { .. } => (EventName::Ended, Vec::new(), Vec::new()),
        EventKind::Resumed { .. } => (EventName::Resumed, Vec::new(), Vec::new()),
        EventKind::Hurried { seat } => (EventName::Hurried, one(seat), Vec::new()),
        EventKind::RematchAgreed => (EventName::RematchAgreed, Vec::new(), Vec::new()),
        EventKind::Next { .. } => (EventName::Next, Vec::new(), Vec::new()),
        // Not reached: `view` filters for public events. Without a name or a text nothing can leak here.
        EventKind::Sealed { .. } | EventKind::Unsealed { .. } => (EventName::Other, Vec::new(), Vec::new()),
    };
    let Narration { texts: said, touched, .. } = &entry.narration;
    EventView {
        version: entry.event.version,
        at: entry.event.at,
        kind,
        seats,
        texts,
        touched: touched.clone(),
        narration: sentences(said),
        forced: matches!(entry.event.what, EventKind::Acted { forced: true, .. }),
        step: entry.steps,
        turn: entry.turn,
    }
}

fn replay(table: &Table, game: &dyn AnyGame, step: u32) -> ReplayView {
    let step = step.min(table.steps.len() as u32);
    let last = (step as usize).checked_sub(1).and_then(|index| table.steps.get(index));
    ReplayView {
        steps: table.steps.len() as u32,
        position: position(game, step),
        last: last.map(|step| step_view(step)),
    }
}

/// The positions after `after` events up to the one after `to`, at most [`MOST_FRAMES`] of them: the latest.
fn frames(table: &Table, after: u32, to: u32) -> Message {
    let steps = table.steps.len() as u32;
    let to = to.min(steps);
    let first = after.saturating_add(1).max(to.saturating_sub(MOST_FRAMES - 1));
    let mut frames = Vec::new();
    if first <= to {
        let mut game = match table.game_at(first as usize) {
            Ok(game) => game,
            Err(denied) => return Message::Refused(RefusalView::from(&denied)),
        };
        frames.push(replay(table, game.as_ref(), first));
        for number in first + 1..=to {
            if let Err(denied) = play_step(table, game.as_mut(), number) {
                return Message::Refused(RefusalView::from(&denied));
            }
            frames.push(replay(table, game.as_ref(), number));
        }
    }
    Message::Frames(FramesView { steps, frames })
}

/// Plays the event with this number, from 1.
fn play_step(table: &Table, game: &mut dyn AnyGame, number: u32) -> Result<(), Denied> {
    let Some(step) = table.steps.get(number as usize - 1) else { return Ok(()) };
    let seats: Vec<Seat> = step.seats.iter().collect();
    play(game, &seats, &step.texts).map(|_| ())
}

/// The end of every turn with the scores after it.
fn course(table: &Table) -> Message {
    let mut game = match table.game_at(0) {
        Ok(game) => game,
        Err(denied) => return Message::Refused(RefusalView::from(&denied)),
    };
    let mut turns: Vec<TurnRow> = Vec::new();
    for (number, step) in (1..).zip(table.steps.iter()) {
        if let Err(denied) = play_step(table, game.as_mut(), number) {
            return Message::Refused(RefusalView::from(&denied));
        }
        if turns.last().is_none_or(|last| last.turn != step.turn) {
            turns.push(TurnRow { turn: step.turn, step: 0, seats: Vec::new(), scores: None });
        }
        let ends = table.steps.get(number as usize).is_none_or(|next| next.turn != step.turn);
        if let Some(row) = turns.last_mut() {
            row.step = number;
            row.seats.extend(numbers(step.seats));
            row.seats.sort_unstable();
            row.seats.dedup();
            if ends {
                row.scores = game.scores().map(|scores| scores.as_slice().to_vec());
            }
        }
    }
    Message::Course(CourseView { turns })
}

pub(super) fn step_view(step: &Step) -> StepView {
    StepView {
        seats: numbers(step.seats),
        texts: step.texts.clone(),
        touched: step.narration.touched.clone(),
        narration: sentences(&step.narration.texts),
    }
}
