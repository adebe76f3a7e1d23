//! What the table grants, and why not. Each question ("may this seat undo?") has one function that answers with the
//! event or the refusal; the request and the view both ask it, so a control is greyed out exactly when it would fail.

use crate::any_game::CheckedMove;
use crate::event::{Asked, Choice, Ending, Event, EventKind, Offer};
use crate::forced::Forced;
use crate::seats::Holder;
use crate::table::{Done, Pending, Phase, Table, no_seat, receipt};
use breadboard_core::{Outcome, Seat, SeatSet, Template, Text, Turn, refusals};
use breadboard_wire::{Denied, Exit, Key, LONGEST_MOVE, Reason, Request, Submission, texts};

/// An event that was granted, with its moves if they were read.
struct Granted {
    what: EventKind,
    checked: Vec<(Seat, CheckedMove)>,
    /// Further moves of the same seat that were asked for with the first: all of them are made, or none.
    more: Vec<String>,
}

impl From<EventKind> for Granted {
    fn from(what: EventKind) -> Granted {
        Granted { what, checked: Vec::new(), more: Vec::new() }
    }
}

fn not_now(text: &'static Template) -> Denied {
    Denied::new(Reason::NotNow, text.plain())
}

fn about(reason: Reason, text: &'static Template, seat: Seat) -> Denied {
    Denied::new(reason, text.with(&[("seat", &seat)]))
}

impl Table {
    /// Takes a request. The answer is a new table; this one does not change.
    ///
    /// A request with a key that this seat has used is answered as the first was and does nothing again.
    ///
    /// # Errors
    /// Why it was denied. Nothing has happened then.
    pub fn submit(&self, now: u64, submission: &Submission) -> Result<Done, Denied> {
        let Submission { seat, key, request, .. } = submission;
        if self.places.get(seat.index()).is_none() {
            return Err(no_seat(*seat));
        }
        if let Some(done) = self.repeated(submission)? {
            return Ok(done);
        }
        self.must_be_current(submission)?;
        if self.is_late(*seat, now) {
            return Err(about(Reason::Late, &texts::LATE, *seat));
        }
        let Granted { what, checked, more } = self.decide(*seat, request)?;
        let asked = Asked { seat: *seat, key: key.clone(), request: request.clone() };
        // The table does not make a move that the rest of the text names.
        let forced = |last: bool| if last { Forced::Made } else { Forced::Held };
        let mut done = self.follow(now, Some(asked), what, checked, forced(more.is_empty()))?;
        let count = more.len();
        for (index, text) in more.into_iter().enumerate() {
            // A roll that has come meanwhile must not answer for the rest: its refusals would reveal the dice of a
            // move that is then not made.
            if done.table.steps.last().is_none_or(|step| step.seats != SeatSet::only(*seat)) {
                return Err(refusals::not_your_turn(*seat).into());
            }
            let Granted { what, checked, .. } = done.table.may_act(*seat, &text)?;
            let next = done.table.follow(now, None, what, checked, forced(index + 1 == count))?;
            done.events.extend(next.events);
            done.table = next.table;
        }
        Ok(done)
    }

    /// The answer to a request that this seat has sent before under the same key.
    fn repeated(&self, submission: &Submission) -> Result<Option<Done>, Denied> {
        let Submission { seat, key, request, .. } = submission;
        match self.asked(*seat, key) {
            None => Ok(None),
            Some((event, asked)) if asked.request == *request => {
                Ok(Some(Done { table: self.clone(), events: Vec::new(), receipt: receipt(event) }))
            }
            Some(_) => Err(about(Reason::KeyReused, &texts::KEY_REUSED, *seat)),
        }
    }

    /// The request that was granted to a seat under a key, and its event.
    pub(crate) fn asked(&self, seat: Seat, key: &Key) -> Option<(&Event, &Asked)> {
        let asked =
            self.log.iter().rev().filter_map(|entry| Some((&entry.event, entry.event.asked.as_ref()?)));
        asked.into_iter().find(|(_, asked)| asked.seat == seat && asked.key == *key)
    }

    /// A request that depends on the position must have seen the current one.
    fn must_be_current(&self, submission: &Submission) -> Result<(), Denied> {
        let Submission { seat, version, attempt, request, .. } = submission;
        if *version > self.version {
            return Err(Denied::new(Reason::Stale, texts::FUTURE.with(&[("version", version)])));
        }
        let on_position = matches!(
            request,
            Request::Act { .. } | Request::Undo | Request::AskTakeBack | Request::OfferDraw
        );
        // Claims, names and offers make versions too; only a changed position makes a move stale.
        if on_position && self.phase == Phase::Playing {
            if *version < self.changed {
                return Err(Denied::new(Reason::Stale, texts::STALE.plain()));
            }
            if attempt.is_some_and(|attempt| attempt != self.sealed[seat.index()].attempt) {
                return Err(about(Reason::Stale, &texts::OTHER_ATTEMPT, *seat));
            }
        }
        Ok(())
    }

    /// Appends an event and all that follows from it.
    fn follow(
        &self,
        now: u64,
        asked: Option<Asked>,
        what: EventKind,
        checked: Vec<(Seat, CheckedMove)>,
        forced: Forced,
    ) -> Result<Done, Denied> {
        let mut next = self.clone();
        next.push(now, asked, what, checked)?;
        next.agreed(now)?;
        next.settle(now, forced)?;
        Ok(next.done_since(self.log.len()))
    }

    /// Lets time pass: a seat without time has lost, or a bot plays on for it; a forced move that waited is made.
    /// `None` if nothing happens.
    ///
    /// # Errors
    /// Fails only for a damaged table.
    pub fn tick(&self, now: u64) -> Result<Option<Done>, Denied> {
        let mut next = self.clone();
        while let Some(seat) = next.seats().find(|seat| next.is_late(*seat, now)) {
            let what = next.exit(seat, Exit::Flagged);
            next.push(now, None, what, Vec::new())?;
            next.agreed(now)?;
            next.settle(now, Forced::Made)?;
        }
        next.settle(now, Forced::Made)?;
        Ok((next.log.len() > self.log.len()).then(|| next.done_since(self.log.len())))
    }

    /// Gives the clocks that run the time back for which the host was away. `None` if none runs.
    ///
    /// # Errors
    /// Fails only for a damaged table.
    pub fn resume(&self, now: u64, away_ms: u64) -> Result<Option<Done>, Denied> {
        let runs =
            self.clocks.as_ref().is_some_and(|clocks| clocks.seats.iter().any(|seat| seat.since.is_some()));
        if !runs || away_ms == 0 || self.phase != Phase::Playing {
            return Ok(None);
        }
        self.follow(now, None, EventKind::Resumed { away_ms }, Vec::new(), Forced::Made).map(Some)
    }

    /// Takes a bot's request, and tells the people at the table first that the bot had less time than its level has.
    ///
    /// # Errors
    /// Why it was denied. Nothing has happened then.
    pub fn submit_hurried(&self, now: u64, submission: &Submission) -> Result<Done, Denied> {
        self.must_be_playing()?;
        let mut told = self.clone();
        told.push(now, None, EventKind::Hurried { seat: submission.seat }, Vec::new())?;
        let Done { table, receipt, .. } = told.submit(now, submission)?;
        Ok(Done { receipt, ..table.done_since(self.log.len()) })
    }

    /// Ends the game without a result and reveals the seed. For a host: no player came, or none is left.
    ///
    /// # Errors
    /// The game is over already.
    pub fn abandon(&self, now: u64) -> Result<Done, Denied> {
        if let Phase::Over(_) = self.phase {
            return Err(not_now(&texts::OVER));
        }
        let what = EventKind::Ended { outcome: None, ending: Ending::Abandoned };
        self.follow(now, None, what, Vec::new(), Forced::Made)
    }

    /// Notes the table of the rematch.
    ///
    /// # Errors
    /// The game is not over, or the address is too long.
    pub fn continue_at(&self, now: u64, table: &str) -> Result<Done, Denied> {
        self.must_be_over()?;
        if table.len() > LONGEST_MOVE {
            let text = texts::LONG_TEXT.with(&[("longest", &LONGEST_MOVE)]);
            return Err(Denied::new(Reason::Invalid, text));
        }
        self.follow(now, None, EventKind::Next { table: table.to_owned() }, Vec::new(), Forced::Made)
    }

    fn is_late(&self, seat: Seat, now: u64) -> bool {
        let deadline = self.clocks.as_ref().and_then(|clocks| clocks.deadline(seat));
        deadline.is_some_and(|deadline| now > deadline)
    }

    fn decide(&self, seat: Seat, request: &Request) -> Result<Granted, Denied> {
        let granted = self.grant(seat, request)?;
        Ok(Granted { what: self.within_limits(granted.what)?, ..granted })
    }

    fn grant(&self, seat: Seat, request: &Request) -> Result<Granted, Denied> {
        let what = match request {
            Request::Act { text } => return self.may_act(seat, text),
            Request::Undo => self.may_undo(seat)?,
            Request::AskTakeBack => self.may_take_back(seat)?,
            Request::OfferDraw => self.may_offer_draw(seat)?,
            Request::Answer { offer, yes } => self.may_answer(seat, *offer, *yes)?,
            Request::Resign => self.may_exit(seat, Exit::Resigned)?,
            Request::Leave => self.may_exit(seat, Exit::Left)?,
            Request::Rematch => self.may_rematch(seat)?,
            Request::Claim { name, entropy } => {
                self.must_be_free(seat)?;
                let entropy = entropy.clone().filter(|_| self.phase == Phase::Waiting);
                EventKind::Claimed { seat, name: name.taken()?, entropy }
            }
            Request::Appoint { level } => {
                self.must_be_free(seat)?;
                EventKind::Appointed { seat, level: *level }
            }
            Request::Release => self.may_release(seat)?,
            Request::Rename { name } => match self.places[seat.index()].holder {
                Holder::Person { .. } => EventKind::Renamed { seat, name: name.taken()? },
                _ => return Err(about(Reason::NotNow, &texts::NOT_TAKEN, seat)),
            },
        };
        Ok(what.into())
    }

    fn may_release(&self, seat: Seat) -> Result<EventKind, Denied> {
        self.must_not_be_over()?;
        match &self.places[seat.index()] {
            place if place.exit.is_some() => Err(about(Reason::NotNow, &texts::HAS_LEFT, seat)),
            place if place.holder == Holder::Open => Err(about(Reason::NotNow, &texts::NOT_TAKEN, seat)),
            _ => Ok(EventKind::Released { seat }),
        }
    }

    /// What an agreed offer leads to.
    fn agreed(&mut self, now: u64) -> Result<(), Denied> {
        let agreed = self.offers.iter().find(|offer| offer.awaiting.is_empty() && !offer.declined);
        let what = match agreed.map(|pending| pending.offer) {
            None => return Ok(()),
            Some(Offer::Draw) => {
                // B13: a seat that has left has no part in the draw.
                let seats = self.still_in();
                let outcome =
                    if self.out().is_empty() { Outcome::Draw } else { Outcome::draw_between(seats) };
                EventKind::Ended { outcome: Some(outcome), ending: Ending::Agreed }
            }
            Some(Offer::TakeBack { kept }) => EventKind::TakenBack { kept },
            Some(Offer::Rematch) => EventKind::RematchAgreed,
        };
        self.push(now, None, what, Vec::new())
    }

    fn must_not_be_over(&self) -> Result<(), Denied> {
        if let Phase::Over(_) = self.phase { Err(not_now(&texts::OVER)) } else { Ok(()) }
    }

    fn must_be_over(&self) -> Result<(), Denied> {
        if let Phase::Over(_) = self.phase { Ok(()) } else { Err(not_now(&texts::NOT_OVER)) }
    }

    fn must_be_playing(&self) -> Result<(), Denied> {
        match self.phase {
            Phase::Waiting => Err(not_now(&texts::NOT_STARTED)),
            Phase::Playing => Ok(()),
            Phase::Over(_) => Err(not_now(&texts::OVER)),
        }
    }

    /// Whether a player can sit down on a seat now.
    ///
    /// # Errors
    /// The seat is taken or does not exist, or the game is over.
    pub fn must_be_free(&self, seat: Seat) -> Result<(), Denied> {
        self.must_not_be_over()?;
        let place = self.places.get(seat.index()).ok_or_else(|| no_seat(seat))?;
        if place.holder.is_free() && place.exit.is_none() {
            Ok(())
        } else {
            Err(about(Reason::NotNow, &texts::TAKEN, seat))
        }
    }

    /// A person's seat, or a bot's, that is still in the game.
    fn must_be_in(&self, seat: Seat) -> Result<(), Denied> {
        self.must_be_playing()?;
        match &self.places[seat.index()] {
            place if place.exit.is_some() => Err(about(Reason::NotNow, &texts::HAS_LEFT, seat)),
            place if place.holder.is_free() => Err(about(Reason::NotNow, &texts::NOT_TAKEN, seat)),
            _ => Ok(()),
        }
    }

    fn may_act(&self, seat: Seat, text: &str) -> Result<Granted, Denied> {
        self.must_be_playing()?;
        if self.places[seat.index()].holder.is_free() && self.places[seat.index()].bot().is_none() {
            return Err(about(Reason::NotNow, &texts::NOT_TAKEN, seat));
        }
        if text.len() > LONGEST_MOVE {
            let text = texts::LONG_TEXT.with(&[("longest", &LONGEST_MOVE)]);
            return Err(Denied::new(Reason::Invalid, text));
        }
        let Turn::Act(acting) = self.game.turn() else { return Err(not_now(&texts::OVER)) };
        if !acting.contains(seat) {
            return Err(refusals::not_your_turn(seat).into());
        }
        let mut texts = self.game.several(text);
        // A round in which several choose takes one choice of each.
        let more = if acting.len() == 1 && !texts.is_empty() { texts.split_off(1) } else { Vec::new() };
        let first = if acting.len() == 1 { texts.first().map_or(text, String::as_str) } else { text };
        let checked = self.game.read(seat, first)?;
        let text = checked.text.clone();
        let what = if acting.len() == 1 {
            EventKind::Acted { choices: vec![Choice { seat, text }], forced: false }
        } else {
            EventKind::Sealed { seat, text, attempt: self.sealed[seat.index()].attempt + 1 }
        };
        Ok(Granted { what, checked: vec![(seat, checked)], more })
    }

    /// Undoing is free until something is revealed. A sealed choice can be withdrawn until all have chosen (T6).
    pub(crate) fn may_undo(&self, seat: Seat) -> Result<EventKind, Denied> {
        self.must_be_in(seat)?;
        if self.sealed[seat.index()].choice.is_some() {
            return Ok(EventKind::Unsealed { seat, attempt: self.sealed[seat.index()].attempt + 1 });
        }
        if self.own_last(seat).is_none() {
            return Err(about(Reason::NotNow, &texts::NOTHING_TO_UNDO, seat));
        }
        match self.last_choice().and_then(|index| self.steps.get(index)) {
            Some(step) if step.seats != SeatSet::only(seat) => Err(not_now(&texts::REVEALED)),
            _ if self.sealed.iter().any(|seal| seal.choice.is_some()) => Err(not_now(&texts::OTHERS_CHOSE)),
            _ => Ok(EventKind::Undone { seat }),
        }
    }

    /// How many events of the game came before this seat's last choice at this table. A forced move is none.
    fn own_last(&self, seat: Seat) -> Option<u32> {
        let here = self.steps.iter().enumerate().skip(self.opened.given.len());
        let mut own = here.rev().filter(|(_, step)| step.seats.contains(seat) && !step.forced);
        own.next().map(|(index, _)| index as u32)
    }

    /// Every other person must agree to a take-back; bots always do.
    pub(crate) fn may_take_back(&self, seat: Seat) -> Result<EventKind, Denied> {
        self.must_be_in(seat)?;
        let kept = self.own_last(seat).ok_or_else(|| about(Reason::NotNow, &texts::NOTHING_TO_UNDO, seat))?;
        self.may_offer(seat, Offer::TakeBack { kept })
    }

    pub(crate) fn may_offer_draw(&self, seat: Seat) -> Result<EventKind, Denied> {
        self.must_be_in(seat)?;
        if !self.game.has_draws() {
            return Err(not_now(&texts::NO_DRAWS));
        }
        let mut others = self.seats().filter(|other| *other != seat);
        if self.places.len() == 1 || self.people().without(seat).is_empty() {
            return Err(not_now(&texts::ALONE));
        }
        if others.any(|other| matches!(self.places[other.index()].holder, Holder::Bot { .. })) {
            return Err(not_now(&texts::BOTS_FIGHT));
        }
        self.may_offer(seat, Offer::Draw)
    }

    fn may_offer(&self, seat: Seat, offer: Offer) -> Result<EventKind, Denied> {
        match self.offers.iter().find(|pending| pending.by == seat && pending.offer == offer) {
            Some(pending) if pending.declined => Err(not_now(&texts::DECLINED)),
            Some(_) => Err(about(Reason::NotNow, &texts::OFFERED, seat)),
            None => Ok(EventKind::Offered { seat, offer }),
        }
    }

    fn may_answer(&self, seat: Seat, offer: u32, yes: bool) -> Result<EventKind, Denied> {
        self.must_not_be_over()?;
        let pending = self.offers.iter().find(|pending| pending.id == offer && !pending.declined);
        let pending = pending.ok_or_else(|| not_now(&texts::NO_OFFER))?;
        let withdraws = pending.by == seat && !yes;
        if withdraws || pending.awaiting.contains(seat) {
            Ok(EventKind::Answered { seat, offer, yes })
        } else {
            Err(about(Reason::NotNow, &texts::NOT_ASKED, seat))
        }
    }

    pub(crate) fn may_exit(&self, seat: Seat, exit: Exit) -> Result<EventKind, Denied> {
        self.must_be_playing()?;
        if self.places[seat.index()].exit.is_some() {
            return Err(about(Reason::NotNow, &texts::HAS_LEFT, seat));
        }
        Ok(self.exit(seat, exit))
    }

    /// A seat leaves: the game ends if at most one is left that can win, else a bot plays on.
    fn exit(&self, seat: Seat, exit: Exit) -> EventKind {
        let out = self.out().with(seat);
        let left: SeatSet = self.seats().filter(|seat| !out.contains(*seat)).collect();
        match left.single() {
            Some(last) => {
                EventKind::Ended { outcome: Some(Outcome::Win(last)), ending: Ending::Exit { seat, exit } }
            }
            None if left.is_empty() => {
                EventKind::Ended { outcome: None, ending: Ending::Exit { seat, exit } }
            }
            None => EventKind::Out { seat, exit },
        }
    }

    pub(crate) fn may_rematch(&self, seat: Seat) -> Result<EventKind, Denied> {
        self.must_be_over()?;
        if !matches!(self.places[seat.index()].holder, Holder::Person { .. }) {
            return Err(about(Reason::NotNow, &texts::NOT_TAKEN, seat));
        }
        if self.rematch.contains(seat) {
            return Err(about(Reason::NotNow, &texts::OFFERED, seat));
        }
        Ok(EventKind::Offered { seat, offer: Offer::Rematch })
    }

    /// Notes an offer.
    pub(crate) fn offered(&mut self, id: u32, by: Seat, offer: Offer) -> Text {
        let template = match offer {
            Offer::Draw => &texts::OFFERS_DRAW,
            Offer::TakeBack { .. } => &texts::ASKS_BACK,
            Offer::Rematch => &texts::WANTS_REMATCH,
        };
        let awaiting = match offer {
            // An empty seat is asked too: the player who sits down there may answer.
            Offer::Draw | Offer::TakeBack { .. } => {
                let played = |seat: &Seat| self.places[seat.index()].bot().is_none();
                self.seats().filter(played).collect::<SeatSet>().without(by)
            }
            Offer::Rematch => {
                self.rematch = self.rematch.with(by);
                // Asking for a rematch is offering and agreeing at once: the last person to ask completes it.
                self.offers.clear();
                self.seats().filter(|seat| self.is_to_ask_for_rematch(*seat)).collect()
            }
        };
        self.offers.push(Pending { id, by, offer, awaiting, declined: false });
        template.with(&[("seat", &by)])
    }

    fn is_to_ask_for_rematch(&self, seat: Seat) -> bool {
        let place = &self.places[seat.index()];
        matches!(place.holder, Holder::Person { .. })
            && place.exit != Some(Exit::Left)
            && !self.rematch.contains(seat)
    }

    /// Notes an answer.
    pub(crate) fn answered(&mut self, seat: Seat, offer: u32, yes: bool) -> Result<Text, Denied> {
        let pending = self.offers.iter_mut().find(|pending| pending.id == offer);
        let pending = pending.ok_or_else(|| not_now(&texts::NO_OFFER))?;
        let template = match (yes, pending.by == seat) {
            (true, _) => {
                pending.awaiting = pending.awaiting.without(seat);
                &texts::AGREES
            }
            (false, false) => {
                pending.declined = true;
                &texts::DECLINES
            }
            (false, true) => {
                self.offers.retain(|pending| pending.id != offer);
                &texts::WITHDRAWS
            }
        };
        Ok(template.with(&[("seat", &seat)]))
    }
}
