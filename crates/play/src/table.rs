//! The table is a value made from its events: `open` makes the first, `submit` and `tick` make more, `rebuild`
//! makes the same table from the list. A submission gives a *new* table beside the events that led to it, so that
//! a host can store the events first and drop the new table if that fails; changing in place would show others
//! what is not yet saved.

use crate::clock::{ClockRule, Clocks};
use crate::dice::{Dice, Seed};
use crate::erased::{Line, Told, line};
use crate::event::{Asked, Choice, Ending, Event, Given, Offer, Opened, What};
use crate::refused::{Kind, Refused};
use crate::request::Receipt;
use crate::says;
use crate::seats::{Holder, Place};
use breadboard_core::{Outcome, Seat, SeatSet, Spec, Text, Turn, refusals};
use std::fmt;
use std::sync::Arc;

/// One game being played by seats, with everything that belongs to it.
#[derive(Clone)]
pub struct Table {
    pub(crate) opened: Arc<Opened>,
    pub(crate) line: Box<dyn Line>,
    /// The line that counts: what was given, then what was played here and not taken back.
    pub(crate) steps: Vec<Arc<Step>>,
    pub(crate) places: Vec<Place>,
    pub(crate) sealed: Vec<Seal>,
    pub(crate) offers: Vec<Pending>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) dice: Option<Dice>,
    pub(crate) phase: Phase,
    /// Who wants a rematch.
    pub(crate) rematch: SeatSet,
    pub(crate) next: Option<String>,
    pub(crate) log: Vec<Arc<Entry>>,
    pub(crate) version: u32,
    /// The version in which the position last changed.
    pub(crate) changed: u32,
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
    /// By what.
    pub ending: Ending,
}

/// One event of the game in the line that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Who acted; nobody for chance.
    pub(crate) seats: SeatSet,
    pub(crate) texts: Vec<String>,
    pub(crate) told: Told,
}

/// A seat's choice in the running round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) text: Option<String>,
    /// How often the seat has chosen or withdrawn in this round.
    pub(crate) attempt: u32,
}

/// An offer that awaits answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) id: u32,
    pub(crate) by: Seat,
    pub(crate) offer: Offer,
    pub(crate) awaiting: SeatSet,
    /// Declined ones stay until the position changes, so that nobody is asked again and again.
    pub(crate) declined: bool,
}

/// An event with what there is to tell of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) event: Event,
    pub(crate) told: Told,
    /// How many events the line had after it.
    pub(crate) steps: u32,
}

/// How to open a table.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game with its options.
    pub spec: Spec,
    /// The position to start from, if not the usual one.
    pub start: Option<String>,
    /// What was played before, elsewhere.
    pub given: Vec<Given>,
    /// Who sits where: open, kept for somebody, or a bot. Persons sit down by claiming.
    pub seats: Vec<Holder>,
    /// How time is kept, if it is.
    pub clock: Option<ClockRule>,
    /// 256 secret bits for the dice.
    pub seed: Seed,
}

/// What came of a request that was granted.
#[derive(Clone, Debug)]
pub struct Done {
    /// The table as it is now.
    pub table: Table,
    /// What to store before the table is shown to anybody; nothing if the request is a repetition.
    pub events: Vec<Event>,
    /// The answer to the sender.
    pub receipt: Receipt,
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// What is wrong with the game, the position, the given play, the seats or the clock.
    pub fn open(opening: Opening, now: u64) -> Result<Done, Refused> {
        let line = line(&opening.spec, opening.start.as_deref())?;
        let opened = Opened {
            spec: line.spec(),
            rules: line.info().rules_version,
            start: opening.start.map(|_| line.position()),
            given: opening.given,
            seats: opening.seats,
            clock: opening.clock,
            commit: opening.seed.commit(),
            seed: opening.seed,
        };
        let mut table = Table::begin(Event {
            seq: 0,
            version: 1,
            at: now,
            asked: None,
            what: What::Opened(Box::new(opened)),
        })?;
        table.settle(now)?;
        Ok(table.done_since(0))
    }

    /// Makes the table that a list of events tells of, exactly as it was.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn rebuild(events: impl IntoIterator<Item = Event>) -> Result<Table, Refused> {
        let mut events = events.into_iter();
        let damaged = |seq: u32, reason: &dyn fmt::Display| {
            Refused::new(Kind::Damaged, says::DAMAGED.with(&[("seq", &seq), ("reason", reason)]))
        };
        let first = events.next().ok_or_else(|| damaged(0, &"there is none"))?;
        let mut table = Table::begin(first).map_err(|refused| damaged(0, &refused))?;
        for event in events {
            let seq = event.seq;
            table.apply(event).map_err(|refused| damaged(seq, &refused))?;
        }
        Ok(table)
    }

    fn begin(event: Event) -> Result<Table, Refused> {
        let What::Opened(opened) = &event.what else { return Err(out_of_order()) };
        if (event.seq, event.version) != (0, 1) {
            return Err(out_of_order());
        }
        let mut line = line(&opened.spec, opened.start.as_deref())?;
        let seats = line.seats();
        if opened.seats.len() != usize::from(seats) {
            let text = says::SEAT_COUNT.with(&[("seats", &seats), ("given", &opened.seats.len())]);
            return Err(Refused::new(Kind::Invalid, text));
        }
        if opened.seats.iter().any(|holder| matches!(holder, Holder::Person { .. })) {
            return Err(Refused::new(Kind::Invalid, says::NO_PEOPLE_YET.plain()));
        }
        if let Some(rule) = opened.clock {
            rule.check()?;
        }
        if opened.rules != line.info().rules_version {
            let here = line.info().rules_version;
            let text = says::OTHER_RULES.with(&[("record", &opened.rules), ("here", &here)]);
            return Err(Refused::new(Kind::Invalid, text));
        }
        let mut steps = Vec::with_capacity(opened.given.len());
        for (index, given) in opened.given.iter().enumerate() {
            let step = play(line.as_mut(), &given.seats, &given.texts).map_err(|refused| {
                let text = says::BAD_START.with(&[("event", &(index + 1)), ("reason", &refused)]);
                Refused { text, ..refused }
            })?;
            steps.push(Arc::new(step));
        }
        if let Turn::Over(_) = line.turn() {
            return Err(Refused::new(Kind::Invalid, says::ALREADY_OVER.plain()));
        }
        let place = |holder: &Holder| Place { holder: holder.clone(), exit: None, entropy: None };
        let told = Told { texts: vec![says::OPENED.plain()], touched: Vec::new() };
        Ok(Table {
            opened: Arc::new((**opened).clone()),
            places: opened.seats.iter().map(place).collect(),
            sealed: vec![Seal::default(); seats.into()],
            offers: Vec::new(),
            clocks: opened.clock.map(|rule| Clocks::new(rule, seats)),
            dice: None,
            phase: Phase::Waiting,
            rematch: SeatSet::EMPTY,
            next: None,
            version: 1,
            changed: 1,
            log: vec![Arc::new(Entry { event, told, steps: steps.len() as u32 })],
            line,
            steps,
        })
    }

    /// Appends an event: the only way a table changes.
    pub(crate) fn push(&mut self, now: u64, asked: Option<Asked>, what: What) -> Result<(), Refused> {
        let version = self.version + u32::from(what.is_public());
        // Events never run backwards, whatever the host's clock does.
        let at = self.log.last().map_or(now, |entry| entry.event.at.max(now));
        self.apply(Event { seq: self.log.len() as u32, version, at, asked, what })
    }

    fn apply(&mut self, event: Event) -> Result<(), Refused> {
        let public = event.what.is_public();
        let expected = (self.log.len() as u32, self.version + u32::from(public));
        if (event.seq, event.version) != expected {
            return Err(out_of_order());
        }
        self.version = event.version;
        let before = self.awaited();
        let told = self.make(&event)?;
        let after = self.awaited();
        if let Some(clocks) = &mut self.clocks {
            let person = |seat: &Seat| self.places.get(seat.index()).is_some_and(|p| p.bot().is_none());
            // An empty seat's clock runs too, or giving a seat up would stop the time.
            clocks.run(after.iter().filter(person).collect(), event.at);
            match &event.what {
                // A turn of several actions earns one increment, with the last of them.
                What::Acted { choices } => {
                    let passed = |choice: &&Choice| choices.len() > 1 || !after.contains(choice.seat);
                    choices.iter().filter(passed).for_each(|choice| clocks.moved(choice.seat, event.at));
                }
                What::Undone { seat } if !before.contains(*seat) => clocks.unmoved(*seat),
                _ => {}
            }
        }
        self.log.push(Arc::new(Entry { event, told, steps: self.steps.len() as u32 }));
        Ok(())
    }

    /// Does what an event says and tells it.
    fn make(&mut self, event: &Event) -> Result<Told, Refused> {
        let says = |text: Text| Ok(Told { texts: vec![text], touched: Vec::new() });
        if !self.fits(&event.what) {
            return Err(out_of_order());
        }
        match &event.what {
            What::Opened(_) => Err(out_of_order()),
            What::Claimed { seat, name, entropy } => {
                let waiting = self.phase == Phase::Waiting;
                let place = self.place_mut(*seat)?;
                place.holder = Holder::Person { name: name.clone() };
                if waiting {
                    place.entropy.clone_from(entropy);
                }
                says(says::CLAIMED.with(&[("name", name), ("seat", seat)]))
            }
            What::Appointed { seat, level } => {
                self.place_mut(*seat)?.holder = Holder::Bot { level: *level };
                says(says::APPOINTED.with(&[("level", level), ("seat", seat)]))
            }
            What::Released { seat } => {
                let waiting = self.phase == Phase::Waiting;
                let place = self.place_mut(*seat)?;
                place.holder = Holder::Open;
                if waiting {
                    place.entropy = None;
                }
                says(says::RELEASED.with(&[("seat", seat)]))
            }
            What::Renamed { seat, name } => {
                self.place_mut(*seat)?.holder = Holder::Person { name: name.clone() };
                says(says::RENAMED.with(&[("seat", seat), ("name", name)]))
            }
            What::Started => {
                self.phase = Phase::Playing;
                let entropy: Vec<_> = self.places.iter().map(|place| place.entropy.clone()).collect();
                let (spec, start) = (self.opened.spec.to_string(), self.opened.start.as_deref());
                self.dice = Some(Dice::new(&self.opened.seed, &spec, start, &entropy));
                self.moved();
                says(says::BEGUN.plain())
            }
            What::Drawn { text } => self.step(&[], std::slice::from_ref(text)),
            What::Acted { choices } => {
                let seats: Vec<Seat> = choices.iter().map(|choice| choice.seat).collect();
                let texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
                self.step(&seats, &texts)
            }
            What::Sealed { seat, text, attempt } => {
                let text = self.line.check(*seat, text)?;
                *self.seal_mut(*seat)? = Seal { text: Some(text), attempt: *attempt };
                Ok(Told::default())
            }
            What::Unsealed { seat, attempt } => {
                *self.seal_mut(*seat)? = Seal { text: None, attempt: *attempt };
                Ok(Told::default())
            }
            What::Undone { seat } => {
                self.cut(self.steps.len().saturating_sub(1))?;
                says(says::UNDONE.with(&[("seat", seat)]))
            }
            What::TakenBack { kept } => {
                self.cut(*kept as usize)?;
                says(says::TAKEN_BACK.with(&[("kept", kept)]))
            }
            What::Offered { seat, offer } => self.offered(event.version, *seat, *offer),
            What::Answered { seat, offer, yes } => self.answered(*seat, *offer, *yes),
            What::Out { seat, exit } => {
                self.place_mut(*seat)?.exit = Some(*exit);
                self.offers.retain(|pending| pending.by != *seat);
                for pending in &mut self.offers {
                    pending.awaiting = pending.awaiting.without(*seat);
                }
                Ok(Told { texts: crate::ending::exit_texts(*seat, *exit, true), touched: Vec::new() })
            }
            What::Ended { outcome, ending } => {
                self.phase = Phase::Over(Finish { outcome: *outcome, ending: *ending });
                self.sealed.iter_mut().for_each(|seal| *seal = Seal::default());
                self.moved();
                self.offers.clear();
                Ok(Told { texts: crate::ending::texts(*outcome, *ending), touched: Vec::new() })
            }
            What::RematchAgreed => {
                self.offers.clear();
                says(says::REMATCH.plain())
            }
            What::Next { table } => {
                self.next = Some(table.clone());
                says(says::NEXT.plain())
            }
        }
    }

    /// Whether something of this kind can happen now; a log that says otherwise is damaged.
    fn fits(&self, what: &What) -> bool {
        match what {
            What::Opened(_) => false,
            What::Started => self.phase == Phase::Waiting,
            What::Drawn { .. }
            | What::Acted { .. }
            | What::Sealed { .. }
            | What::Unsealed { .. }
            | What::Undone { .. }
            | What::TakenBack { .. }
            | What::Out { .. } => self.phase == Phase::Playing,
            What::Claimed { .. } | What::Appointed { .. } | What::Released { .. } | What::Ended { .. } => {
                !matches!(self.phase, Phase::Over(_))
            }
            What::RematchAgreed | What::Next { .. } => matches!(self.phase, Phase::Over(_)),
            What::Renamed { .. } | What::Offered { .. } | What::Answered { .. } => true,
        }
    }

    /// Makes one event of the game.
    fn step(&mut self, seats: &[Seat], texts: &[String]) -> Result<Told, Refused> {
        let step = play(self.line.as_mut(), seats, texts)?;
        let told = step.told.clone();
        // An answer on the board is an answer: a draw offered to a seat that plays on is declined.
        self.offers.retain(|pending| {
            matches!(pending.offer, Offer::Draw)
                && !pending.declined
                && !step.seats.iter().any(|seat| pending.awaiting.contains(seat))
        });
        self.steps.push(Arc::new(step));
        self.moved();
        Ok(told)
    }

    /// Goes back to the first `kept` events of the line.
    fn cut(&mut self, kept: usize) -> Result<(), Refused> {
        if kept < self.opened.given.len() || kept >= self.steps.len() {
            return Err(out_of_order());
        }
        self.steps.truncate(kept);
        self.line = self.line_at(kept)?;
        self.offers.clear();
        self.moved();
        Ok(())
    }

    /// The line after its first `steps` events.
    pub(crate) fn line_at(&self, steps: usize) -> Result<Box<dyn Line>, Refused> {
        let mut line = self.line.boxed();
        line.restart();
        for step in self.steps.iter().take(steps) {
            let seats: Vec<Seat> = step.seats.iter().collect();
            play(line.as_mut(), &seats, &step.texts)?;
        }
        Ok(line)
    }

    /// The position is another: whatever was chosen for the old one is void.
    fn moved(&mut self) {
        self.changed = self.version;
        self.sealed.iter_mut().for_each(|seal| *seal = Seal::default());
    }

    /// Does what follows by itself: the beginning, draws, the end of a round, the end of the game.
    pub(crate) fn settle(&mut self, now: u64) -> Result<(), Refused> {
        loop {
            let what = match (self.phase, self.line.turn()) {
                (Phase::Over(_), _) => return Ok(()),
                (Phase::Waiting, _) if self.places.iter().any(|place| place.holder.is_free()) => {
                    return Ok(());
                }
                (Phase::Waiting, _) => What::Started,
                (Phase::Playing, Turn::Over(outcome)) => {
                    let out = self.out();
                    let outcome = crate::ending::without(outcome, self.line.scores(), out);
                    What::Ended { outcome: Some(outcome), ending: Ending::Played }
                }
                (Phase::Playing, Turn::Chance) => What::Drawn { text: self.draw()? },
                (Phase::Playing, Turn::Act(seats)) => {
                    let chosen = |seat: Seat| {
                        let text = self.sealed.get(seat.index())?.text.clone()?;
                        Some(Choice { seat, text })
                    };
                    match seats.iter().map(chosen).collect::<Option<Vec<Choice>>>() {
                        Some(choices) => What::Acted { choices },
                        None => return Ok(()),
                    }
                }
            };
            self.push(now, None, what)?;
        }
    }

    /// The next draw of the line.
    fn draw(&self) -> Result<String, Refused> {
        let here = self.steps.iter().skip(self.opened.given.len());
        let number = here.filter(|step| step.seats.is_empty()).count() as u64;
        let drawn = self.dice.as_ref().and_then(|dice| self.line.draw(&mut dice.draw(number)));
        drawn.ok_or_else(|| Refused::new(Kind::Damaged, refusals::NO_CHANCE.plain()))
    }

    pub(crate) fn done_since(self, seq: usize) -> Done {
        let events: Vec<Event> = self.log.iter().skip(seq).map(|entry| entry.event.clone()).collect();
        let receipt = events.first().map_or(Receipt { version: self.version, attempt: None }, receipt);
        Done { table: self, events, receipt }
    }

    fn place_mut(&mut self, seat: Seat) -> Result<&mut Place, Refused> {
        self.places.get_mut(seat.index()).ok_or_else(|| no_seat(seat))
    }

    fn seal_mut(&mut self, seat: Seat) -> Result<&mut Seal, Refused> {
        self.sealed.get_mut(seat.index()).ok_or_else(|| no_seat(seat))
    }

    /// Seats that have left the game.
    pub(crate) fn out(&self) -> SeatSet {
        self.seats().filter(|seat| self.places[seat.index()].exit.is_some()).collect()
    }

    /// Who is in the game as a person.
    pub(crate) fn people(&self) -> SeatSet {
        self.seats().filter(|seat| self.places[seat.index()].is_person()).collect()
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        let facts = |table: &Table| (table.phase, table.version, table.changed, table.rematch);
        facts(self) == facts(other)
            && self.opened == other.opened
            && self.line.position() == other.line.position()
            && self.line.turn() == other.line.turn()
            && self.steps == other.steps
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
            .field("position", &self.line.position())
            // A sealed choice must not reach a log by way of a debug print.
            .field("log", &public.map(|entry| &entry.event.what).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl Clone for Box<dyn Line> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// The answer that an event is to the request behind it.
pub(crate) fn receipt(event: &Event) -> Receipt {
    let attempt = match event.what {
        What::Sealed { attempt, .. } | What::Unsealed { attempt, .. } => Some(attempt),
        _ => None,
    };
    Receipt { version: event.version, attempt }
}

pub(crate) fn no_seat(seat: Seat) -> Refused {
    Refused::new(Kind::Invalid, says::NO_SEAT.with(&[("seat", &seat)]))
}

fn out_of_order() -> Refused {
    Refused::new(Kind::Damaged, says::STALE.plain())
}

/// Makes one event of a game: of chance if nobody acts.
pub(crate) fn play(line: &mut dyn Line, seats: &[Seat], texts: &[String]) -> Result<Step, Refused> {
    let told = if seats.is_empty() {
        line.chance(texts.first().map_or("", String::as_str))?
    } else {
        let choices: Vec<(Seat, &str)> =
            seats.iter().copied().zip(texts.iter().map(String::as_str)).collect();
        line.act(&choices)?
    };
    Ok(Step { seats: seats.iter().copied().collect(), texts: texts.to_vec(), told })
}

pub(crate) fn awaited(phase: Phase, turn: Turn, sealed: &[Seal]) -> SeatSet {
    match (phase, turn) {
        (Phase::Playing, Turn::Act(seats)) => {
            let open = |seat: &Seat| sealed.get(seat.index()).is_some_and(|seal| seal.text.is_none());
            seats.iter().filter(open).collect()
        }
        _ => SeatSet::EMPTY,
    }
}
