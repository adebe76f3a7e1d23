//! How events change a table. Every change goes through [`Table::push`], so a table that is rebuilt from its log takes
//! the same path as the one that wrote it.

use crate::any_game::{CheckedMove, Narration};
use crate::dice::Dice;
use crate::ending;
use crate::event::{Asked, Choice, Ending, Event, EventKind, Offer};
use crate::forced::Forced;
use crate::seats::Holder;
use crate::table::{Finish, LogEntry, Phase, Seal, Step, Table, out_of_order, play, read};
use breadboard_core::{Seat, SeatSet, Text, Turn, refusals};
use breadboard_wire::{Denied, Entropy, Exit, Name, Reason, texts};
use std::sync::{Arc, OnceLock};

impl Table {
    /// Appends an event: the only way a table changes. `checked` holds the moves of the event if they were read already.
    pub(crate) fn push(
        &mut self,
        now: u64,
        asked: Option<Asked>,
        what: EventKind,
        checked: Vec<(Seat, CheckedMove)>,
    ) -> Result<(), Denied> {
        let version = self.version + u32::from(what.is_public());
        // Times of events never go back, even if the host's clock does.
        let at = self.log.last().map_or(now, |entry| entry.event.at.max(now));
        self.apply(Event { seq: self.log.len() as u32, version, at, asked, what }, checked)
    }

    pub(crate) fn apply(&mut self, event: Event, checked: Vec<(Seat, CheckedMove)>) -> Result<(), Denied> {
        let expected = (self.log.len() as u32, self.version + u32::from(event.what.is_public()));
        if (event.seq, event.version) != expected || !self.fits(&event.what) {
            return Err(out_of_order());
        }
        self.version = event.version;
        let (before, changed) = (self.awaited(), self.changed);
        let narration = self.change(&event, checked)?;
        if self.changed != changed {
            self.changed_at = event.at;
            self.only_move = OnceLock::new();
        }
        self.run_clocks(&event, before);
        self.tally.note(&event.what);
        let turn = self.steps.last().map_or(0, |step| step.turn);
        self.log.push(Arc::new(LogEntry { event, narration, steps: self.steps.len() as u32, turn }));
        Ok(())
    }

    /// Whether an event of this kind can happen now; a log that says otherwise is damaged.
    fn fits(&self, what: &EventKind) -> bool {
        match what {
            EventKind::Opened(_) => false,
            EventKind::Started => self.phase == Phase::Waiting,
            EventKind::Drawn { .. }
            | EventKind::Acted { .. }
            | EventKind::Sealed { .. }
            | EventKind::Unsealed { .. }
            | EventKind::Undone { .. }
            | EventKind::TakenBack { .. }
            | EventKind::Resumed { .. }
            | EventKind::Hurried { .. }
            | EventKind::Out { .. } => self.phase == Phase::Playing,
            EventKind::Claimed { .. }
            | EventKind::Appointed { .. }
            | EventKind::Released { .. }
            | EventKind::Ended { .. } => !matches!(self.phase, Phase::Over(_)),
            EventKind::RematchAgreed | EventKind::Next { .. } => matches!(self.phase, Phase::Over(_)),
            EventKind::Renamed { .. } | EventKind::Offered { .. } | EventKind::Answered { .. } => true,
        }
    }

    fn run_clocks(&mut self, event: &Event, before: SeatSet) {
        let after = self.awaited();
        if self.clocks.is_none() {
            return;
        }
        // A move that the table will make costs no one time.
        let waiting = self.waiting_forced().map(|pending| pending.seat);
        let Some(clocks) = &mut self.clocks else { return };
        let person = |seat: &Seat| self.places.get(seat.index()).is_some_and(|p| p.bot().is_none());
        // An empty seat's clock runs too, or giving a seat up would stop the time.
        let runs = |seat: &Seat| person(seat) && Some(*seat) != waiting;
        clocks.run(after.iter().filter(runs).collect(), event.at);
        match &event.what {
            // A turn of several actions earns one increment, with the last of them.
            EventKind::Acted { choices, .. } => {
                let passed = |choice: &&Choice| choices.len() > 1 || !after.contains(choice.seat);
                choices.iter().filter(passed).for_each(|choice| clocks.moved(choice.seat, event.at));
            }
            EventKind::Undone { seat } if !before.contains(*seat) => clocks.unmoved(*seat),
            _ => {}
        }
    }

    /// Does what an event says, and narrates it.
    fn change(&mut self, event: &Event, checked: Vec<(Seat, CheckedMove)>) -> Result<Narration, Denied> {
        Ok(match &event.what {
            EventKind::Opened(_) => return Err(out_of_order()),
            EventKind::Claimed { seat, name, entropy } => self.claimed(*seat, name, entropy.as_ref())?.into(),
            EventKind::Appointed { seat, level } => {
                self.place_mut(*seat)?.holder = Holder::Bot { level: *level };
                texts::APPOINTED.with(&[("level", level), ("seat", seat)]).into()
            }
            EventKind::Released { seat } => self.released(*seat)?.into(),
            EventKind::Renamed { seat, name } => {
                self.place_mut(*seat)?.holder = Holder::Person { name: name.clone() };
                texts::RENAMED.with(&[("seat", seat), ("name", name)]).into()
            }
            EventKind::Started => self.started().into(),
            EventKind::Drawn { text } => self.drawn(text)?,
            EventKind::Acted { choices, forced } => self.acted(choices, checked, *forced)?,
            EventKind::Sealed { seat, text, attempt } => {
                let choice = match checked.into_iter().next() {
                    Some((_, choice)) => choice,
                    None => self.game.read(*seat, text)?,
                };
                *self.seal_mut(*seat)? = Seal { choice: Some(choice), attempt: *attempt };
                Narration::default()
            }
            EventKind::Unsealed { seat, attempt } => {
                *self.seal_mut(*seat)? = Seal { choice: None, attempt: *attempt };
                Narration::default()
            }
            EventKind::Undone { seat } => {
                self.cut(self.last_choice().unwrap_or_default())?;
                texts::UNDONE.with(&[("seat", seat)]).into()
            }
            EventKind::TakenBack { kept } => {
                self.cut(*kept as usize)?;
                texts::TAKEN_BACK.with(&[("kept", kept)]).into()
            }
            EventKind::Offered { seat, offer } => self.offered(event.version, *seat, *offer).into(),
            EventKind::Answered { seat, offer, yes } => self.answered(*seat, *offer, *yes)?.into(),
            EventKind::Out { seat, exit } => self.went_out(*seat, *exit)?.into(),
            EventKind::Ended { outcome, ending } => {
                self.ended(Finish { outcome: *outcome, ending: *ending });
                self.end_texts(Finish { outcome: *outcome, ending: *ending }).into()
            }
            EventKind::Resumed { away_ms } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.give_back(*away_ms, event.at);
                }
                texts::RESUMED.with(&[("seconds", &away_ms.div_ceil(1000))]).into()
            }
            EventKind::Hurried { seat } => texts::HURRIED.with(&[("seat", seat)]).into(),
            EventKind::RematchAgreed => {
                self.offers.clear();
                texts::REMATCH.plain().into()
            }
            EventKind::Next { table } => {
                self.next = Some(table.clone());
                texts::NEXT.plain().into()
            }
        })
    }

    fn claimed(&mut self, seat: Seat, name: &Name, entropy: Option<&Entropy>) -> Result<Text, Denied> {
        let waiting = self.phase == Phase::Waiting;
        let place = self.place_mut(seat)?;
        place.holder = Holder::Person { name: name.clone() };
        if waiting {
            place.entropy = entropy.cloned();
        }
        Ok(texts::CLAIMED.with(&[("name", name), ("seat", &seat)]))
    }

    fn released(&mut self, seat: Seat) -> Result<Text, Denied> {
        let waiting = self.phase == Phase::Waiting;
        let place = self.place_mut(seat)?;
        place.holder = Holder::Open;
        if waiting {
            place.entropy = None;
        }
        Ok(texts::RELEASED.with(&[("seat", &seat)]))
    }

    fn started(&mut self) -> Text {
        self.phase = Phase::Playing;
        let entropy: Vec<_> = self.places.iter().map(|place| place.entropy.clone()).collect();
        let (spec, start) = (self.opened.spec.to_string(), self.opened.start.as_deref());
        self.dice = Some(Dice::new(&self.opened.seed, &spec, start, &entropy));
        self.position_changed();
        texts::BEGUN.plain()
    }

    fn drawn(&mut self, text: &String) -> Result<Narration, Denied> {
        let step = play(self.game.as_mut(), &[], std::slice::from_ref(text))?;
        Ok(self.step(step))
    }

    fn acted(
        &mut self,
        choices: &[Choice],
        checked: Vec<(Seat, CheckedMove)>,
        forced: bool,
    ) -> Result<Narration, Denied> {
        let seats: Vec<Seat> = choices.iter().map(|choice| choice.seat).collect();
        let texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
        let checked = if checked.is_empty() { read(self.game.as_ref(), &seats, &texts)? } else { checked };
        let mut narration = self.game.act(&checked)?;
        // The rules alone do not know who has left: the end of the table says who has won.
        if !self.out().is_empty() {
            narration.texts.retain(|text| !self.game.is_verdict(text));
        }
        Ok(self.step(Step { seats: seats.into_iter().collect(), texts, narration, forced, turn: 0 }))
    }

    /// Notes an event of the game.
    fn step(&mut self, step: Step) -> Narration {
        let narration = step.narration.clone();
        // A move answers an offer: a draw offered to a seat that plays on is declined.
        self.offers.retain(|pending| {
            matches!(pending.offer, Offer::Draw)
                && !pending.declined
                && !step.seats.iter().any(|seat| pending.awaiting.contains(seat))
        });
        self.steps.push(step, self.game.as_ref());
        self.position_changed();
        narration
    }

    /// Goes back to the first `kept` events of the game.
    fn cut(&mut self, kept: usize) -> Result<(), Denied> {
        if kept < self.opened.given.len() || kept >= self.steps.len() {
            return Err(out_of_order());
        }
        self.steps.truncate(kept);
        self.game = self.game_at(kept)?;
        self.offers.clear();
        self.position_changed();
        Ok(())
    }

    fn went_out(&mut self, seat: Seat, exit: Exit) -> Result<Vec<Text>, Denied> {
        self.place_mut(seat)?.exit = Some(exit);
        self.offers.retain(|pending| pending.by != seat);
        for pending in &mut self.offers {
            pending.awaiting = pending.awaiting.without(seat);
        }
        Ok(ending::exit_texts(seat, exit, true))
    }

    /// Tells how the game ended, and who had left it.
    pub(crate) fn end_texts(&self, finish: Finish) -> Vec<Text> {
        let gone = self.seats().filter_map(|seat| Some((seat, self.places[seat.index()].exit?)));
        ending::texts(finish.outcome, finish.ending, gone)
    }

    fn ended(&mut self, finish: Finish) {
        self.phase = Phase::Over(finish);
        self.position_changed();
        self.offers.clear();
    }

    /// Choices that were made for the old position are void.
    fn position_changed(&mut self) {
        self.changed = self.version;
        self.sealed.iter_mut().for_each(|seal| *seal = Seal::default());
    }

    /// Does what follows without a request: the start, draws, forced moves, the end of a round, the end of the game.
    pub(crate) fn settle(&mut self, now: u64, forced: Forced) -> Result<(), Denied> {
        loop {
            let mut checked = Vec::new();
            let what = match (self.phase, self.game.turn()) {
                (Phase::Over(_), _) => return Ok(()),
                (Phase::Waiting, _) if self.places.iter().any(|place| place.holder.is_free()) => {
                    return Ok(());
                }
                (Phase::Waiting, _) => EventKind::Started,
                (Phase::Playing, Turn::Over(_)) => {
                    let outcome = self.game.outcome_among(self.still_in());
                    EventKind::Ended { outcome, ending: Ending::Played }
                }
                (Phase::Playing, _) if self.is_too_long() => {
                    EventKind::Ended { outcome: None, ending: Ending::Abandoned }
                }
                (Phase::Playing, Turn::Chance) => EventKind::Drawn { text: self.draw()? },
                (Phase::Playing, Turn::Act(seats)) => {
                    let granted = match self.round(seats) {
                        Some(choices) => Some((acted(&choices, false), choices)),
                        None if forced == Forced::Held => None,
                        None => self.forced_move(now),
                    };
                    let Some((what, choices)) = granted else { return Ok(()) };
                    checked = choices;
                    what
                }
            };
            self.push(now, None, what, checked)?;
        }
    }

    /// The sealed choices of these seats; nothing while one is missing.
    fn round(&self, seats: SeatSet) -> Option<Vec<(Seat, CheckedMove)>> {
        let chosen = |seat: Seat| Some((seat, self.sealed.get(seat.index())?.choice.clone()?));
        seats.iter().map(chosen).collect()
    }

    /// The next draw of the game.
    fn draw(&self) -> Result<String, Denied> {
        let here = self.steps.from(self.opened.given.len());
        let number = here.filter(|step| step.seats.is_empty()).count() as u64;
        let drawn = self.dice.as_ref().and_then(|dice| self.game.draw(&mut dice.draw(number)));
        drawn.ok_or_else(|| Denied::new(Reason::Damaged, refusals::NO_CHANCE.plain()))
    }
}

/// The event of moves that were checked.
pub(crate) fn acted(choices: &[(Seat, CheckedMove)], forced: bool) -> EventKind {
    let choice = |(seat, mv): &(Seat, CheckedMove)| Choice { seat: *seat, text: mv.text.clone() };
    EventKind::Acted { choices: choices.iter().map(choice).collect(), forced }
}
