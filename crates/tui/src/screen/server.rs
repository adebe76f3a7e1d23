//! What the full screen does at a server's table beside moves: offers and their answers, chat, a bot for a free seat,
//! the rematch, and a line that breaks.

use super::app::{App, Source, Tone, seat};
use crate::remote::{Heard, News, Remote};
use crate::told;
use breadboard_core::Seat;
use breadboard_play::Request;
use breadboard_play::view::{ControlName, OfferName, OfferView, View};

/// The level of a bot that is put on a free seat.
const FILLER: &str = "bot3";

impl App {
    /// The server's table, if the game is at one.
    fn remote(&mut self) -> Option<&mut Remote> {
        match &mut self.source {
            Source::Remote(remote) => Some(remote),
            _ => None,
        }
    }

    /// What the server last said of the table, whoever has the keyboard.
    fn whole_view(&self) -> Option<&View> {
        match &self.source {
            Source::Remote(remote) => Some(remote.view()),
            _ => None,
        }
    }

    /// Something came from the server.
    pub(crate) fn heard(&mut self, news: News) {
        let Some(remote) = self.remote().filter(|remote| remote.listens_to(&news)) else { return };
        match news.what {
            Heard::Update(update) => {
                let before = remote.view().next.is_some();
                remote.update(*update);
                let plays_on = !before && remote.view().next.is_some() && !remote.view().you.is_empty();
                self.offline = None;
                self.refresh();
                self.tell_chat();
                if plays_on {
                    self.follow();
                }
            }
            Heard::Answered(receipt) => {
                // A line of chat leaves alone what is being chosen.
                if receipt.is_some() {
                    self.choice.clear();
                }
                self.say("", Tone::Plain);
            }
            Heard::Refused(reason) => self.say(reason, Tone::Bad),
            Heard::Down(reason) => self.offline = Some(format!("connecting again: {reason}")),
            Heard::Up => {
                self.offline = None;
                self.say("connected", Tone::Good);
            }
            Heard::Gone(reason) => self.offline = Some(format!("the table is gone: {reason}")),
        }
    }

    /// What others have just said is seen wherever the log is.
    fn tell_chat(&mut self) {
        let Some(view) = self.whole_view() else { return };
        let mine: Vec<u8> = view.you.iter().map(|you| you.seat).collect();
        let seen = self.chat_seen;
        let Some(remote) = self.remote() else { return };
        let chat = remote.chat();
        let last = chat.iter().skip(seen).rfind(|line| !mine.contains(&line.seat)).map(told::said);
        self.chat_seen = chat.len();
        if let Some(last) = last {
            self.say(last, Tone::Good);
        }
    }

    /// Something between people: only a server's table has others to ask.
    pub(super) fn wish(&mut self, request: Request) {
        match (&self.source, self.own_seat()) {
            (Source::Remote(_), Some(seat)) => self.ask(seat, request),
            (Source::Remote(_), None) => self.say("you only watch", Tone::Bad),
            _ => self.say("there is nobody elsewhere to ask", Tone::Bad),
        }
    }

    /// Takes back freely, or asks the others.
    pub(super) fn ask_back(&mut self) {
        let Some(view) = self.whole_view() else { return };
        let free = view.you.iter().find(|you| {
            you.controls
                .iter()
                .any(|control| control.control == ControlName::Undo && control.refused.is_none())
        });
        match free.and_then(|you| seat(you.seat)) {
            Some(seat) => self.ask(seat, Request::Undo),
            None => self.wish(Request::AskTakeBack),
        }
    }

    /// The offer that somebody here is to answer, and who.
    pub(crate) fn offered(&self) -> Option<(&OfferView, Vec<Seat>)> {
        let view = self.whole_view()?;
        let ours = |number: &&u8| view.you.iter().any(|you| you.seat == **number);
        view.offers.iter().find_map(|offer| {
            let ours: Vec<Seat> = offer.awaiting.iter().filter(ours).filter_map(|n| seat(*n)).collect();
            (!ours.is_empty()).then_some((offer, ours))
        })
    }

    /// The offer that somebody here has made.
    pub(crate) fn own_offer(&self) -> Option<&OfferView> {
        let view = self.whole_view()?;
        view.offers.iter().find(|offer| view.you.iter().any(|you| you.seat == offer.by))
    }

    /// Answers an offer, or withdraws the own one; `false` if there is none.
    pub(super) fn answer(&mut self, yes: bool) -> bool {
        if let Some((offer, seats)) = self.offered() {
            // Wanting a rematch too is the answer to one; who does not want it has nothing to say.
            let (offer, rematch) = (offer.id, offer.offer == OfferName::Rematch);
            if rematch && !yes {
                self.say("no rematch then", Tone::Plain);
                return true;
            }
            for seat in seats {
                self.ask(seat, if rematch { Request::Rematch } else { Request::Answer { offer, yes } });
            }
            return true;
        }
        let Some((offer, by)) = self.own_offer().filter(|_| !yes).map(|offer| (offer.id, offer.by)) else {
            return false;
        };
        if let Some(seat) = seat(by) {
            self.ask(seat, Request::Answer { offer, yes: false });
        }
        true
    }

    /// Wants to play again; goes there if that is agreed.
    pub(super) fn rematch(&mut self) {
        let Some(view) = self.whole_view() else {
            return self.say("a new game is begun with: breadboard play", Tone::Bad);
        };
        if view.next.is_some() {
            return self.follow();
        }
        let seats: Vec<Seat> = view.you.iter().filter_map(|you| seat(you.seat)).collect();
        if seats.is_empty() {
            return self.say("you only watch", Tone::Bad);
        }
        for seat in seats {
            self.ask(seat, Request::Rematch);
        }
    }

    fn follow(&mut self) {
        let turned = self.flip != self.sits_opposite();
        let Some(remote) = self.remote() else { return };
        let followed = remote.follow();
        (self.back, self.log) = (None, Vec::new());
        self.chat_seen = 0;
        self.forget_seat();
        self.refresh();
        self.flip = turned != self.sits_opposite();
        match followed {
            Ok(()) => self.say("the rematch", Tone::Good),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// Puts a bot on the first free seat.
    pub(super) fn fill(&mut self) {
        let Some(remote) = self.remote() else {
            return self.say("seats are named when a game at this keyboard begins", Tone::Bad);
        };
        let asked = FILLER.parse().map_err(|denied: breadboard_play::Denied| denied.to_string());
        match asked.and_then(|level| remote.appoint(level)) {
            Ok(()) => self.say("sending …", Tone::Plain),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// Begins to write to the others.
    pub(super) fn begin_to_say(&mut self) {
        let Some(view) = self.whole_view() else {
            return self.say("there is nobody elsewhere to talk to", Tone::Bad);
        };
        if view.you.is_empty() {
            return self.say("only people at the table can talk there", Tone::Bad);
        }
        self.saying = Some(String::new());
        self.say("", Tone::Plain);
    }

    /// Sends what was written.
    pub(super) fn send_words(&mut self) {
        let words = self.saying.take().unwrap_or_default();
        let words = words.trim().to_owned();
        let Some(remote) = self.remote().filter(|_| !words.is_empty()) else { return };
        match remote.say(&words) {
            Ok(()) => self.say("sending …", Tone::Plain),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// The time by which clocks run: the server's own.
    pub(crate) fn now(&self) -> u64 {
        let skew = match &self.source {
            Source::Remote(remote) => remote.skew(),
            _ => 0,
        };
        crate::local::now().saturating_add_signed(skew)
    }
}
