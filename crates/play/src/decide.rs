//! What the table grants, and why not. Each question ("may this seat undo?") has one function that answers with the
//! event or the refusal; the request and the view both ask it, so a control is greyed out exactly when it would fail.

use crate::erased::Told;
use crate::event::{Asked, Choice, Ending, Offer, What};
use crate::refused::{Kind, Refused};
use crate::request::{LONGEST_MOVE, Request, Submission};
use crate::says;
use crate::seats::{Exit, Holder};
use crate::table::{Done, Pending, Phase, Table, no_seat, receipt};
use breadboard_core::{Outcome, Seat, SeatSet, Template, Turn, refusals};

fn not_now(says: &'static Template) -> Refused {
    Refused::new(Kind::NotNow, says.plain())
}

fn about(kind: Kind, says: &'static Template, seat: Seat) -> Refused {
    Refused::new(kind, says.with(&[("seat", &seat)]))
}

impl Table {
    /// Takes a request. The answer is a new table; this one does not change.
    ///
    /// A request with a key that this seat has used is answered as the first was and does nothing again.
    ///
    /// # Errors
    /// Why it was refused. Nothing has happened then.
    pub fn submit(&self, now: u64, submission: &Submission) -> Result<Done, Refused> {
        let Submission { seat, version, attempt, key, request } = submission;
        if self.places.get(seat.index()).is_none() {
            return Err(no_seat(*seat));
        }
        let asked = |entry: &&std::sync::Arc<crate::table::Entry>| {
            entry.event.asked.as_ref().is_some_and(|asked| asked.seat == *seat && asked.key == *key)
        };
        if let Some(entry) = self.log.iter().rev().find(asked) {
            return if entry.event.asked.as_ref().is_some_and(|asked| asked.request == *request) {
                Ok(Done { table: self.clone(), events: Vec::new(), receipt: receipt(&entry.event) })
            } else {
                Err(about(Kind::KeyReused, &says::KEY_REUSED, *seat))
            };
        }
        if *version > self.version {
            let text = says::FUTURE.with(&[("version", version)]);
            return Err(Refused::new(Kind::Stale, text));
        }
        let on_position = matches!(
            request,
            Request::Act { .. } | Request::Undo | Request::AskTakeBack | Request::OfferDraw
        );
        // Claims, names and offers make versions too; only a changed position makes a move stale.
        if on_position && self.phase == Phase::Playing {
            if *version < self.changed {
                return Err(Refused::new(Kind::Stale, says::STALE.plain()));
            }
            if attempt.is_some_and(|attempt| attempt != self.sealed[seat.index()].attempt) {
                return Err(about(Kind::Stale, &says::OTHER_ATTEMPT, *seat));
            }
        }
        if self.is_late(*seat, now) {
            return Err(about(Kind::Late, &says::LATE, *seat));
        }
        let what = self.decide(*seat, request)?;
        let asked = Asked { seat: *seat, key: key.clone(), request: request.clone() };
        self.follow(now, Some(asked), what)
    }

    /// Appends an event and all that follows from it.
    fn follow(&self, now: u64, asked: Option<Asked>, what: What) -> Result<Done, Refused> {
        let mut next = self.clone();
        next.push(now, asked, what)?;
        next.agreed(now)?;
        next.settle(now)?;
        Ok(next.done_since(self.log.len()))
    }

    /// Lets the time pass: who has none left has lost, or is played on. `None` if nothing happens.
    ///
    /// # Errors
    /// None for a table that was not damaged.
    pub fn tick(&self, now: u64) -> Result<Option<Done>, Refused> {
        let mut next = self.clone();
        while let Some(seat) = next.seats().find(|seat| next.is_late(*seat, now)) {
            let what = next.exit(seat, Exit::Flagged);
            next.push(now, None, what)?;
            next.agreed(now)?;
            next.settle(now)?;
        }
        Ok((next.log.len() > self.log.len()).then(|| next.done_since(self.log.len())))
    }

    /// Gives the table up without a result, and reveals the seed. For a host: nobody came, or nobody is left.
    ///
    /// # Errors
    /// The game is over already.
    pub fn abandon(&self, now: u64) -> Result<Done, Refused> {
        if let Phase::Over(_) = self.phase {
            return Err(not_now(&says::OVER));
        }
        self.follow(now, None, What::Ended { outcome: None, ending: Ending::Abandoned })
    }

    /// Notes where the rematch is.
    ///
    /// # Errors
    /// The game is not over, or the address is too long.
    pub fn continue_at(&self, now: u64, table: &str) -> Result<Done, Refused> {
        self.must_be_over()?;
        if table.len() > LONGEST_MOVE {
            let text = says::LONG_TEXT.with(&[("longest", &LONGEST_MOVE)]);
            return Err(Refused::new(Kind::Invalid, text));
        }
        self.follow(now, None, What::Next { table: table.to_owned() })
    }

    fn is_late(&self, seat: Seat, now: u64) -> bool {
        let deadline = self.clocks.as_ref().and_then(|clocks| clocks.deadline(seat));
        deadline.is_some_and(|deadline| now > deadline)
    }

    fn decide(&self, seat: Seat, request: &Request) -> Result<What, Refused> {
        match request {
            Request::Act { text } => self.may_act(seat, text),
            Request::Undo => self.may_undo(seat),
            Request::AskTakeBack => self.may_take_back(seat),
            Request::OfferDraw => self.may_offer_draw(seat),
            Request::Answer { offer, yes } => self.may_answer(seat, *offer, *yes),
            Request::Resign => self.may_exit(seat, Exit::Resigned),
            Request::Leave => self.may_exit(seat, Exit::Left),
            Request::Rematch => self.may_rematch(seat),
            Request::Claim { name, entropy } => {
                self.must_be_free(seat)?;
                let entropy = entropy.clone().filter(|_| self.phase == Phase::Waiting);
                Ok(What::Claimed { seat, name: name.clone(), entropy })
            }
            Request::Appoint { level } => {
                self.must_be_free(seat)?;
                Ok(What::Appointed { seat, level: *level })
            }
            Request::Release => {
                self.must_not_be_over()?;
                match &self.places[seat.index()] {
                    place if place.exit.is_some() => Err(about(Kind::NotNow, &says::HAS_LEFT, seat)),
                    place if place.holder == Holder::Open => Err(about(Kind::NotNow, &says::NOT_TAKEN, seat)),
                    _ => Ok(What::Released { seat }),
                }
            }
            Request::Rename { name } => match self.places[seat.index()].holder {
                Holder::Person { .. } => Ok(What::Renamed { seat, name: name.clone() }),
                _ => Err(about(Kind::NotNow, &says::NOT_TAKEN, seat)),
            },
        }
    }

    /// What an agreed offer leads to.
    fn agreed(&mut self, now: u64) -> Result<(), Refused> {
        let agreed = self.offers.iter().find(|offer| offer.awaiting.is_empty() && !offer.declined);
        let what = match agreed.map(|pending| pending.offer) {
            None => return Ok(()),
            Some(Offer::Draw) => What::Ended { outcome: Some(Outcome::Draw), ending: Ending::Agreed },
            Some(Offer::TakeBack { kept }) => What::TakenBack { kept },
            Some(Offer::Rematch) => What::RematchAgreed,
        };
        self.push(now, None, what)
    }

    fn must_not_be_over(&self) -> Result<(), Refused> {
        if let Phase::Over(_) = self.phase { Err(not_now(&says::OVER)) } else { Ok(()) }
    }

    fn must_be_over(&self) -> Result<(), Refused> {
        if let Phase::Over(_) = self.phase { Ok(()) } else { Err(not_now(&says::NOT_OVER)) }
    }

    fn must_be_playing(&self) -> Result<(), Refused> {
        match self.phase {
            Phase::Waiting => Err(not_now(&says::NOT_STARTED)),
            Phase::Playing => Ok(()),
            Phase::Over(_) => Err(not_now(&says::OVER)),
        }
    }

    fn must_be_free(&self, seat: Seat) -> Result<(), Refused> {
        self.must_not_be_over()?;
        let free = self.places[seat.index()].holder.is_free() && self.places[seat.index()].exit.is_none();
        if free { Ok(()) } else { Err(about(Kind::NotNow, &says::TAKEN, seat)) }
    }

    /// A person's seat, or a bot's, that is still in the game.
    fn must_be_in(&self, seat: Seat) -> Result<(), Refused> {
        self.must_be_playing()?;
        match &self.places[seat.index()] {
            place if place.exit.is_some() => Err(about(Kind::NotNow, &says::HAS_LEFT, seat)),
            place if place.holder.is_free() => Err(about(Kind::NotNow, &says::NOT_TAKEN, seat)),
            _ => Ok(()),
        }
    }

    fn may_act(&self, seat: Seat, text: &str) -> Result<What, Refused> {
        self.must_be_playing()?;
        if self.places[seat.index()].holder.is_free() && self.places[seat.index()].bot().is_none() {
            return Err(about(Kind::NotNow, &says::NOT_TAKEN, seat));
        }
        if text.len() > LONGEST_MOVE {
            let text = says::LONG_TEXT.with(&[("longest", &LONGEST_MOVE)]);
            return Err(Refused::new(Kind::Invalid, text));
        }
        let Turn::Act(acting) = self.line.turn() else { return Err(not_now(&says::OVER)) };
        if !acting.contains(seat) {
            return Err(refusals::not_your_turn(seat).into());
        }
        let text = self.line.check(seat, text)?;
        Ok(if acting.len() == 1 {
            What::Acted { choices: vec![Choice { seat, text }] }
        } else {
            What::Sealed { seat, text, attempt: self.sealed[seat.index()].attempt + 1 }
        })
    }

    /// Law 5: free until something is revealed. A sealed choice can be withdrawn until all have chosen (T6).
    pub(crate) fn may_undo(&self, seat: Seat) -> Result<What, Refused> {
        self.must_be_in(seat)?;
        if self.sealed[seat.index()].text.is_some() {
            return Ok(What::Unsealed { seat, attempt: self.sealed[seat.index()].attempt + 1 });
        }
        if self.own_last(seat).is_none() {
            return Err(about(Kind::NotNow, &says::NOTHING_TO_UNDO, seat));
        }
        match self.steps.last() {
            Some(step) if step.seats != SeatSet::only(seat) => Err(not_now(&says::REVEALED)),
            _ if self.sealed.iter().any(|seal| seal.text.is_some()) => Err(not_now(&says::OTHERS_CHOSE)),
            _ => Ok(What::Undone { seat }),
        }
    }

    /// Where the line stood before this seat's last action at this table.
    fn own_last(&self, seat: Seat) -> Option<u32> {
        let here = self.steps.iter().enumerate().skip(self.opened.given.len());
        let mut own = here.rev().filter(|(_, step)| step.seats.contains(seat));
        own.next().map(|(index, _)| index as u32)
    }

    /// A take-back is agreed by every other person; bots never mind.
    pub(crate) fn may_take_back(&self, seat: Seat) -> Result<What, Refused> {
        self.must_be_in(seat)?;
        let kept = self.own_last(seat).ok_or_else(|| about(Kind::NotNow, &says::NOTHING_TO_UNDO, seat))?;
        self.may_offer(seat, Offer::TakeBack { kept })
    }

    pub(crate) fn may_offer_draw(&self, seat: Seat) -> Result<What, Refused> {
        self.must_be_in(seat)?;
        if !self.line.has_draws() {
            return Err(not_now(&says::NO_DRAWS));
        }
        let mut others = self.seats().filter(|other| *other != seat);
        if self.places.len() == 1 || self.people().without(seat).is_empty() {
            return Err(not_now(&says::ALONE));
        }
        if others.any(|other| matches!(self.places[other.index()].holder, Holder::Bot { .. })) {
            return Err(not_now(&says::BOTS_FIGHT));
        }
        self.may_offer(seat, Offer::Draw)
    }

    fn may_offer(&self, seat: Seat, offer: Offer) -> Result<What, Refused> {
        match self.offers.iter().find(|pending| pending.by == seat && pending.offer == offer) {
            Some(pending) if pending.declined => Err(not_now(&says::DECLINED)),
            Some(_) => Err(about(Kind::NotNow, &says::OFFERED, seat)),
            None => Ok(What::Offered { seat, offer }),
        }
    }

    fn may_answer(&self, seat: Seat, offer: u32, yes: bool) -> Result<What, Refused> {
        self.must_not_be_over()?;
        let pending = self.offers.iter().find(|pending| pending.id == offer && !pending.declined);
        let pending = pending.ok_or_else(|| not_now(&says::NO_OFFER))?;
        let withdraws = pending.by == seat && !yes;
        if withdraws || pending.awaiting.contains(seat) {
            Ok(What::Answered { seat, offer, yes })
        } else {
            Err(about(Kind::NotNow, &says::NOT_ASKED, seat))
        }
    }

    pub(crate) fn may_exit(&self, seat: Seat, exit: Exit) -> Result<What, Refused> {
        self.must_be_playing()?;
        if self.places[seat.index()].exit.is_some() {
            return Err(about(Kind::NotNow, &says::HAS_LEFT, seat));
        }
        Ok(self.exit(seat, exit))
    }

    /// A seat goes: the end if at most one is left that can win, else a bot plays on.
    fn exit(&self, seat: Seat, exit: Exit) -> What {
        let out = self.out().with(seat);
        let left: SeatSet = self.seats().filter(|seat| !out.contains(*seat)).collect();
        match left.single() {
            Some(last) => {
                What::Ended { outcome: Some(Outcome::Win(last)), ending: Ending::Exit { seat, exit } }
            }
            None if left.is_empty() => What::Ended { outcome: None, ending: Ending::Exit { seat, exit } },
            None => What::Out { seat, exit },
        }
    }

    pub(crate) fn may_rematch(&self, seat: Seat) -> Result<What, Refused> {
        self.must_be_over()?;
        if !matches!(self.places[seat.index()].holder, Holder::Person { .. }) {
            return Err(about(Kind::NotNow, &says::NOT_TAKEN, seat));
        }
        if self.rematch.contains(seat) {
            return Err(about(Kind::NotNow, &says::OFFERED, seat));
        }
        Ok(What::Offered { seat, offer: Offer::Rematch })
    }

    /// Writes an offer down.
    pub(crate) fn offered(&mut self, id: u32, by: Seat, offer: Offer) -> Result<Told, Refused> {
        let says = match offer {
            Offer::Draw => &says::OFFERS_DRAW,
            Offer::TakeBack { .. } => &says::ASKS_BACK,
            Offer::Rematch => &says::WANTS_REMATCH,
        };
        let awaiting = match offer {
            // An empty seat is asked too: whoever sits down there may answer.
            Offer::Draw | Offer::TakeBack { .. } => {
                let played = |seat: &Seat| self.places[seat.index()].bot().is_none();
                self.seats().filter(played).collect::<SeatSet>().without(by)
            }
            Offer::Rematch => {
                self.rematch = self.rematch.with(by);
                // Wanting is offering and answering at once: the last one to want it completes it.
                self.offers.clear();
                self.seats().filter(|seat| self.wants_asking(*seat)).collect()
            }
        };
        self.offers.push(Pending { id, by, offer, awaiting, declined: false });
        Ok(Told { texts: vec![says.with(&[("seat", &by)])], touched: Vec::new() })
    }

    fn wants_asking(&self, seat: Seat) -> bool {
        let place = &self.places[seat.index()];
        matches!(place.holder, Holder::Person { .. })
            && place.exit != Some(Exit::Left)
            && !self.rematch.contains(seat)
    }

    /// Writes an answer down.
    pub(crate) fn answered(&mut self, seat: Seat, offer: u32, yes: bool) -> Result<Told, Refused> {
        let pending = self.offers.iter_mut().find(|pending| pending.id == offer);
        let pending = pending.ok_or_else(|| not_now(&says::NO_OFFER))?;
        let says = match (yes, pending.by == seat) {
            (true, _) => {
                pending.awaiting = pending.awaiting.without(seat);
                &says::AGREES
            }
            (false, false) => {
                pending.declined = true;
                &says::DECLINES
            }
            (false, true) => {
                self.offers.retain(|pending| pending.id != offer);
                &says::WITHDRAWS
            }
        };
        Ok(Told { texts: vec![says.with(&[("seat", &seat)])], touched: Vec::new() })
    }
}
