//! The table is a value made from its events: `open` makes the first, `submit` and `tick` make more, `rebuild`
//! makes the same table from the list. A submission gives a *new* table beside the events that led to it, so that
//! a host can store the events first and drop the new table if that fails; changing in place would show others
//! what is not yet saved.

use crate::any_game::{AnyGame, CheckedMove, Narration, any_game_under};
use crate::clock::Clocks;
use crate::dice::{Dice, Seed};
use crate::event::{Ending, Event, EventKind, Given, Offer, Opened};
use crate::forced::Forced;
use crate::limits::Tally;
use crate::line::Line;
use crate::seats::{Holder, Place};
use crate::shared_list::SharedList;
use breadboard_core::{Outcome, Seat, SeatSet, Spec, Turn};
use breadboard_games::info_of;
use breadboard_wire::{ClockRule, Denied, Reason, Receipt, texts};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// One game played by seats, with everything that belongs to it.
#[derive(Clone)]
pub struct Table {
    pub(crate) opened: Arc<Opened>,
    /// What is played, as a spec of today's rules, also for a table that was opened under an older version.
    pub(crate) spec: Spec,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) steps: Line,
    pub(crate) places: Vec<Place>,
    pub(crate) sealed: Vec<Seal>,
    pub(crate) offers: Vec<Pending>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) dice: Option<Dice>,
    pub(crate) phase: Phase,
    /// The seats that want a rematch.
    pub(crate) rematch: SeatSet,
    pub(crate) next: Option<String>,
    pub(crate) log: SharedList<Arc<LogEntry>>,
    pub(crate) tally: Tally,
    pub(crate) version: u32,
    /// The version in which the position last changed.
    pub(crate) changed: u32,
    /// When the position last changed, in milliseconds since 1970.
    pub(crate) changed_at: u64,
    /// The move of this position if it is the only one; looked for when first asked.
    pub(crate) only_move: OnceLock<Option<CheckedMove>>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are still free.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over(Finish),
}

/// How a game at a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The outcome; nothing if the game was given up.
    pub outcome: Option<Outcome>,
    /// How it came to that.
    pub ending: Ending,
}

/// One event of the game that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The seats that acted; none for chance.
    pub(crate) seats: SeatSet,
    pub(crate) texts: Vec<String>,
    pub(crate) narration: Narration,
    /// The number of the turn that it belongs to, from 1.
    pub(crate) turn: u32,
    /// Whether the table made it, because no other move was legal.
    pub(crate) forced: bool,
}

impl Step {
    /// The same event with the number of its turn, after the event before it.
    pub(crate) fn after(mut self, before: Option<&Step>) -> Step {
        self.turn =
            before.map_or(1, |last| last.turn + u32::from(last.narration.turn != self.narration.turn));
        self
    }
}

/// A seat's choice in the running round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) choice: Option<CheckedMove>,
    /// How often the seat has chosen or withdrawn in this round.
    pub(crate) attempt: u32,
}

/// An offer that waits for answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) id: u32,
    pub(crate) by: Seat,
    pub(crate) offer: Offer,
    pub(crate) awaiting: SeatSet,
    /// A declined offer stays until the position changes, so that no player is asked again and again.
    pub(crate) declined: bool,
}

/// An event with what there is to tell of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogEntry {
    pub(crate) event: Event,
    pub(crate) narration: Narration,
    /// How many events of the game counted after it.
    pub(crate) steps: u32,
    /// The number of the last turn that counted after it, from 1; 0 before the first.
    pub(crate) turn: u32,
}

/// How to open a table.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game with its options.
    pub spec: Spec,
    /// The version of the rules that the spec was written for; the current one if absent.
    pub rules: Option<u32>,
    /// The position to start from, if not the usual one.
    pub start: Option<String>,
    /// Events that were played elsewhere before.
    pub given: Vec<Given>,
    /// Who sits where: open, reserved, or a bot. People sit down by claiming.
    pub seats: Vec<Holder>,
    /// How time is kept, if it is.
    pub clock: Option<ClockRule>,
    /// Whether the table makes a move itself when it is the only legal one.
    pub forced_moves: bool,
    /// 256 secret bits for the dice.
    pub seed: Seed,
}

/// The result of a request that was granted.
#[derive(Clone, Debug)]
pub struct Done {
    /// The table as it is now.
    pub table: Table,
    /// What to store before the table is shown to anyone; nothing if the request is a repetition.
    pub events: Vec<Event>,
    /// The answer to the sender.
    pub receipt: Receipt,
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// What is wrong with the game, the position, the given events, the seats or the clock.
    pub fn open(opening: Opening, now: u64) -> Result<Done, Denied> {
        let rules =
            opening.rules.map_or_else(|| Ok(info_of(&opening.spec)?.rules_version), Ok::<_, Denied>)?;
        let game = any_game_under(&opening.spec, rules, opening.start.as_deref())?;
        let opened = Opened {
            spec: game.spec(rules),
            rules,
            start: opening.start.map(|_| game.position()),
            given: opening.given,
            seats: opening.seats,
            clock: opening.clock,
            forced_moves: opening.forced_moves,
            commit: opening.seed.commit(),
            seed: opening.seed,
        };
        let what = EventKind::Opened(Box::new(opened));
        let mut table = Table::begin(Event { seq: 0, version: 1, at: now, asked: None, what })?;
        table.settle(now, Forced::Made)?;
        Ok(table.done_since(0))
    }

    /// Makes the table that a list of events describes, exactly as it was.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn rebuild(events: impl IntoIterator<Item = Event>) -> Result<Table, Denied> {
        let mut events = events.into_iter();
        let first = events.next().ok_or_else(|| damaged(0, &"there is none"))?;
        let table = Table::begin(first).map_err(|denied| damaged(0, &denied))?;
        table.extended(events)
    }

    /// The table after further events of its log, for a host that learns them from a store. The cost is that of the
    /// further events.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn extended(mut self, events: impl IntoIterator<Item = Event>) -> Result<Table, Denied> {
        for event in events {
            let seq = event.seq;
            self.apply(event, Vec::new()).map_err(|denied| damaged(seq, &denied))?;
        }
        Ok(self)
    }

    fn begin(event: Event) -> Result<Table, Denied> {
        let EventKind::Opened(opened) = &event.what else { return Err(out_of_order()) };
        if (event.seq, event.version) != (0, 1) {
            return Err(out_of_order());
        }
        let mut game = any_game_under(&opened.spec, opened.rules, opened.start.as_deref())?;
        check_opening(opened, game.as_ref())?;
        let mut steps = Line::default();
        for (index, given) in opened.given.iter().enumerate() {
            let step = play(game.as_mut(), &given.seats, &given.texts)
                .map_err(|denied| bad_start(index + 1, denied))?;
            steps.push(step, game.as_ref());
        }
        if let Turn::Over(_) = game.turn() {
            return Err(Denied::new(Reason::Invalid, texts::ALREADY_OVER.plain()));
        }
        let place = |holder: &Holder| Place { holder: holder.clone(), exit: None, entropy: None };
        let mut log = SharedList::default();
        let narration = texts::OPENED.plain().into();
        let turn = steps.last().map_or(0, |step| step.turn);
        log.push(Arc::new(LogEntry { event: event.clone(), narration, steps: steps.len() as u32, turn }));
        Ok(Table {
            changed_at: event.at,
            only_move: OnceLock::new(),
            opened: Arc::new((**opened).clone()),
            places: opened.seats.iter().map(place).collect(),
            sealed: vec![Seal::default(); game.seats().into()],
            offers: Vec::new(),
            clocks: opened.clock.map(|rule| Clocks::new(rule, game.seats())),
            dice: None,
            phase: Phase::Waiting,
            rematch: SeatSet::EMPTY,
            next: None,
            version: 1,
            changed: 1,
            log,
            tally: Tally::default(),
            spec: game.spec(game.info().rules_version),
            game,
            steps,
        })
    }

    /// The game after its first `steps` events that count.
    pub(crate) fn game_at(&self, steps: usize) -> Result<Box<dyn AnyGame>, Denied> {
        self.steps.game_at(self.game.as_ref(), steps)
    }

    pub(crate) fn done_since(self, seq: usize) -> Done {
        let events: Vec<Event> = self.log.from(seq).map(|entry| entry.event.clone()).collect();
        let receipt = events.first().map_or(Receipt { version: self.version, attempt: None }, receipt);
        Done { table: self, events, receipt }
    }

    pub(crate) fn place_mut(&mut self, seat: Seat) -> Result<&mut Place, Denied> {
        self.places.get_mut(seat.index()).ok_or_else(|| no_seat(seat))
    }

    pub(crate) fn seal_mut(&mut self, seat: Seat) -> Result<&mut Seal, Denied> {
        self.sealed.get_mut(seat.index()).ok_or_else(|| no_seat(seat))
    }

    /// Seats that have left the game.
    pub(crate) fn out(&self) -> SeatSet {
        self.seats().filter(|seat| self.places[seat.index()].exit.is_some()).collect()
    }

    /// The seats that can still win.
    pub(crate) fn still_in(&self) -> SeatSet {
        self.seats().filter(|seat| self.places[seat.index()].exit.is_none()).collect()
    }

    /// The seats of people who are still in the game.
    pub(crate) fn people(&self) -> SeatSet {
        self.seats().filter(|seat| self.places[seat.index()].is_person()).collect()
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        let facts = |table: &Table| (table.phase, table.version, table.changed, table.rematch);
        facts(self) == facts(other)
            && self.opened == other.opened
            && self.game.position() == other.game.position()
            && self.game.turn() == other.game.turn()
            && *self.steps == *other.steps
            && self.places == other.places
            && self.sealed == other.sealed
            && self.offers == other.offers
            && self.clocks == other.clocks
            && self.next == other.next
            && self.log == other.log
    }
}

impl Eq for Table {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let public = self.log.iter().filter(|entry| entry.event.what.is_public());
        f.debug_struct("Table")
            .field("spec", &self.opened.spec.to_string())
            .field("phase", &self.phase)
            .field("version", &self.version)
            .field("position", &self.game.position())
            // A sealed choice must not reach a log by way of a debug print.
            .field("log", &public.map(|entry| &entry.event.what).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// The answer that an event is to the request behind it.
pub(crate) fn receipt(event: &Event) -> Receipt {
    let attempt = match event.what {
        EventKind::Sealed { attempt, .. } | EventKind::Unsealed { attempt, .. } => Some(attempt),
        _ => None,
    };
    Receipt { version: event.version, attempt }
}

pub(crate) fn no_seat(seat: Seat) -> Denied {
    Denied::new(Reason::Invalid, texts::NO_SEAT.with(&[("seat", &seat)]))
}

fn damaged(seq: u32, reason: &dyn fmt::Display) -> Denied {
    Denied::new(Reason::Damaged, texts::DAMAGED.with(&[("seq", &seq), ("reason", reason)]))
}

pub(crate) fn out_of_order() -> Denied {
    Denied::new(Reason::Damaged, texts::STALE.plain())
}

/// The given event with this number cannot be played.
pub(crate) fn bad_start(number: usize, denied: Denied) -> Denied {
    let text = texts::BAD_START.with(&[("event", &number), ("reason", &denied)]);
    Denied { text, ..denied }
}

/// Checks the settings of a table, except the given events.
fn check_opening(opened: &Opened, game: &dyn AnyGame) -> Result<(), Denied> {
    let invalid = |text| Err(Denied::new(Reason::Invalid, text));
    let seats = game.seats();
    if opened.seats.len() != usize::from(seats) {
        return invalid(texts::SEAT_COUNT.with(&[("seats", &seats), ("given", &opened.seats.len())]));
    }
    if opened.seats.iter().any(|holder| matches!(holder, Holder::Person { .. })) {
        return invalid(texts::NO_PEOPLE_YET.plain());
    }
    if let Some(rule) = opened.clock {
        rule.check()?;
    }
    Ok(())
}

/// Plays one event of a game from its notation: a chance event if no seat acts.
pub(crate) fn play(game: &mut dyn AnyGame, seats: &[Seat], texts: &[String]) -> Result<Step, Denied> {
    let narration = if seats.is_empty() {
        game.chance(texts.first().map_or("", String::as_str))?
    } else {
        game.act(&read(game, seats, texts)?)?
    };
    Ok(Step {
        seats: seats.iter().copied().collect(),
        texts: texts.to_vec(),
        narration,
        forced: false,
        turn: 0,
    })
}

/// Reads and checks the choices of several seats.
pub(crate) fn read(
    game: &dyn AnyGame,
    seats: &[Seat],
    texts: &[String],
) -> Result<Vec<(Seat, CheckedMove)>, Denied> {
    let read = |(seat, text): (&Seat, &String)| Ok((*seat, game.read(*seat, text)?));
    seats.iter().zip(texts).map(read).collect()
}

pub(crate) fn awaited(phase: Phase, turn: Turn, sealed: &[Seal]) -> SeatSet {
    match (phase, turn) {
        (Phase::Playing, Turn::Act(seats)) => {
            let open = |seat: &Seat| sealed.get(seat.index()).is_some_and(|seal| seal.choice.is_none());
            seats.iter().filter(open).collect()
        }
        _ => SeatSet::EMPTY,
    }
}
