//! The projection: every field of every message is filled here and nowhere else.

use super::*;
use crate::dice::SCHEME;
use crate::erased::{Line, Told};
use crate::event::{Ending, Offer, What};
use crate::refused::Refused;
use crate::seats::{Exit, Holder};
use crate::table::{Entry, Finish, Phase, Step, Table};
use breadboard_core::{Canvas, Outcome, Turn};

/// What a viewer may know of a table.
#[must_use]
pub fn view(table: &Table, viewer: Viewer, ask: Ask) -> Message {
    match ask {
        Ask::State => Message::State(Box::new(state(table, viewer))),
        Ask::Events { after } => {
            let public = table.log.iter().filter(|entry| entry.event.what.is_public());
            let events = public.filter(|entry| entry.event.version > after).map(|entry| event(entry));
            Message::Events(EventsView { version: table.version, events: events.collect() })
        }
        Ask::Replay { step } => match table.line_at(step as usize) {
            Ok(line) => Message::Replay(Box::new(replay(table, line.as_ref(), step))),
            Err(refused) => Message::Refused(refusal_view(&refused)),
        },
        Ask::Drawing { width } => Message::Drawing(DrawingView {
            step: table.steps.len() as u32,
            text: table.line.drawing(Canvas { width, ..Canvas::default() }),
        }),
    }
}

/// A refusal, for whoever was refused.
#[must_use]
pub fn refusal_view(refused: &Refused) -> RefusalView {
    RefusalView {
        kind: Cow::Borrowed(refused.kind.word()),
        ruling: refused.ruling.map(Cow::Borrowed),
        text: TextView::from(&refused.text),
    }
}

fn state(table: &Table, viewer: Viewer) -> View {
    let over = if let Phase::Over(finish) = table.phase { Some(finish) } else { None };
    View {
        schema: SCHEMA,
        version: table.version,
        game: Cow::Borrowed(table.info().id),
        spec: table.opened.spec.to_string(),
        phase: Cow::Borrowed(match table.phase {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Over(_) => "over",
        }),
        seats: table.seats().map(|seat| seat_view(table, seat)).collect(),
        position: position(table.line.as_ref(), table.steps.len() as u32),
        round: round(table),
        you: table.seats().filter(|seat| viewer.is(*seat)).map(|seat| you(table, seat)).collect(),
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
            entropy: table
                .places
                .iter()
                .map(|place| place.entropy.as_ref().map(ToString::to_string))
                .collect(),
            // The one place where the seed may leave, and only after the end.
            seed: over.map(|_| table.opened.seed.to_string()),
        },
        result: over.map(result),
        last: table.log.iter().rev().find(|entry| entry.event.what.is_public()).map(|entry| event(entry)),
        last_move: table.steps.iter().rev().find(|step| !step.seats.is_empty()).map(|step| step_view(step)),
        rematch: numbers(table.rematch),
        next: table.next.clone(),
    }
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

fn exit_word(exit: Exit) -> Cow<'static, str> {
    Cow::Borrowed(match exit {
        Exit::Resigned => "resigned",
        Exit::Flagged => "flagged",
        Exit::Left => "left",
    })
}

fn seat_view(table: &Table, seat: Seat) -> SeatView {
    let place = &table.places[seat.index()];
    let (kind, name) = match &place.holder {
        Holder::Open => ("open", None),
        Holder::Kept { name } => ("kept", Some(name.to_string())),
        Holder::Person { name } => ("person", Some(name.to_string())),
        Holder::Bot { level } => ("bot", Some(level.to_string())),
    };
    SeatView {
        seat: seat.number(),
        kind: Cow::Borrowed(kind),
        name,
        exit: place.exit.map(exit_word),
        automatic: place.bot().is_some(),
        awaited: table.awaited().contains(seat),
    }
}

pub(super) fn position(line: &dyn Line, step: u32) -> PositionView {
    let (kind, seats, outcome) = match line.turn() {
        Turn::Chance => ("chance", SeatSet::EMPTY, None),
        Turn::Act(seats) => ("act", seats, None),
        Turn::Over(outcome) => ("over", SeatSet::EMPTY, Some(outcome.to_string())),
    };
    PositionView {
        step,
        text: line.position(),
        turn: TurnView { kind: Cow::Borrowed(kind), seats: numbers(seats), outcome },
        board: line.board(),
        scores: line.scores().map(|scores| scores.as_slice().to_vec()),
        left: line.left(),
    }
}

fn round(table: &Table) -> Option<RoundView> {
    let Turn::Act(acting) = table.line.turn() else { return None };
    if acting.len() < 2 || table.phase != Phase::Playing {
        return None;
    }
    let waiting = table.awaited();
    let chosen = acting.iter().filter(|seat| !waiting.contains(*seat)).collect();
    Some(RoundView { chosen: numbers(chosen), waiting: numbers(waiting) })
}

pub(super) fn moves(line: &dyn Line, seat: Seat) -> Vec<MoveView> {
    line.moves(seat).into_iter().map(|(text, parts)| MoveView { text, parts }).collect()
}

fn you(table: &Table, seat: Seat) -> YouView {
    let playing = table.phase == Phase::Playing && table.places[seat.index()].exit.is_none();
    let control = |control: &'static str, answer: Result<What, Refused>| ControlView {
        control: Cow::Borrowed(control),
        refused: answer.err().map(|refused| refusal_view(&refused)),
    };
    let seal = &table.sealed[seat.index()];
    YouView {
        seat: seat.number(),
        moves: if playing { moves(table.line.as_ref(), seat) } else { Vec::new() },
        choice: seal.text.clone(),
        attempt: seal.attempt,
        controls: vec![
            control("undo", table.may_undo(seat)),
            control("ask-take-back", table.may_take_back(seat)),
            control("offer-draw", table.may_offer_draw(seat)),
            control("resign", table.may_exit(seat, Exit::Resigned)),
            control("rematch", table.may_rematch(seat)),
        ],
    }
}

fn offer_word(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::TakeBack { .. } => "take-back",
        Offer::Rematch => "rematch",
    }
}

fn offer(pending: &crate::table::Pending) -> OfferView {
    OfferView {
        id: pending.id,
        offer: Cow::Borrowed(offer_word(pending.offer)),
        by: pending.by.number(),
        awaiting: numbers(pending.awaiting),
        kept: if let Offer::TakeBack { kept } = pending.offer { Some(kept) } else { None },
    }
}

fn result(finish: Finish) -> ResultView {
    let winners = match finish.outcome {
        Some(Outcome::Win(seat)) => SeatSet::only(seat),
        Some(Outcome::Shared(seats)) => seats,
        _ => SeatSet::EMPTY,
    };
    ResultView {
        outcome: finish.outcome.map(|outcome| outcome.to_string()),
        winners: numbers(winners),
        ending: match finish.ending {
            Ending::Played => Cow::Borrowed("played"),
            Ending::Exit { exit, .. } => exit_word(exit),
            Ending::Agreed => Cow::Borrowed("agreed"),
            Ending::Abandoned => Cow::Borrowed("abandoned"),
        },
        told: sentences(&crate::ending::texts(finish.outcome, finish.ending)),
    }
}

fn sentences(texts: &[Text]) -> Vec<TextView> {
    texts.iter().map(TextView::from).collect()
}

/// A public event. What was asked for, and by which key, stays inside.
fn event(entry: &Entry) -> EventView {
    let one = |seat: &Seat| vec![seat.number()];
    let (kind, seats, texts) = match &entry.event.what {
        What::Opened(_) => ("opened", Vec::new(), Vec::new()),
        What::Claimed { seat, .. } => ("claimed", one(seat), Vec::new()),
        What::Appointed { seat, .. } => ("appointed", one(seat), Vec::new()),
        What::Released { seat } => ("released", one(seat), Vec::new()),
        What::Renamed { seat, .. } => ("renamed", one(seat), Vec::new()),
        What::Started => ("started", Vec::new(), Vec::new()),
        What::Drawn { text } => ("drawn", Vec::new(), vec![text.clone()]),
        What::Acted { choices } => (
            "acted",
            choices.iter().map(|choice| choice.seat.number()).collect(),
            choices.iter().map(|choice| choice.text.clone()).collect(),
        ),
        What::Undone { seat } => ("undone", one(seat), Vec::new()),
        What::Offered { seat, offer } => ("offered", one(seat), vec![offer_word(*offer).to_owned()]),
        What::Answered { seat, yes, .. } => {
            ("answered", one(seat), vec![if *yes { "yes" } else { "no" }.to_owned()])
        }
        What::TakenBack { .. } => ("taken-back", Vec::new(), Vec::new()),
        What::Out { seat, .. } => ("out", one(seat), Vec::new()),
        What::Ended { .. } => ("ended", Vec::new(), Vec::new()),
        What::RematchAgreed => ("rematch-agreed", Vec::new(), Vec::new()),
        What::Next { .. } => ("next", Vec::new(), Vec::new()),
        // Never asked for: `view` keeps to public events. Shown as nothing, should that ever change.
        What::Sealed { .. } | What::Unsealed { .. } => ("sealed", Vec::new(), Vec::new()),
    };
    let Told { texts: told, touched } = &entry.told;
    EventView {
        version: entry.event.version,
        at: entry.event.at,
        kind: Cow::Borrowed(kind),
        seats,
        texts,
        touched: touched.clone(),
        told: sentences(told),
        step: entry.steps,
    }
}

fn replay(table: &Table, line: &dyn Line, step: u32) -> ReplayView {
    let step = step.min(table.steps.len() as u32);
    let last = (step as usize).checked_sub(1).and_then(|index| table.steps.get(index));
    ReplayView {
        steps: table.steps.len() as u32,
        position: position(line, step),
        last: last.map(|step| step_view(step)),
    }
}

pub(super) fn step_view(step: &Step) -> StepView {
    StepView {
        seats: numbers(step.seats),
        texts: step.texts.clone(),
        touched: step.told.touched.clone(),
        told: sentences(&step.told.texts),
    }
}
