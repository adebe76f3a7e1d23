//! Everything but moves at a server's table: offers and their answers, chat, a bot for a free seat, the rematch, and a
//! lost connection.

use super::app::{App, Source, Tone, seat};
use crate::narration;
use crate::remote::{Remote, ServerEvent, ServerEventKind};
use crate::words::fill;
use breadboard_core::Seat;
use breadboard_play::view::{ControlName, OfferName, OfferView, View};
use breadboard_play::{Level, Request};

/// The level of a bot that takes a free seat.
const BOT: Level = Level::Bot3;

impl App {
    /// The server's table, if the game is there.
    fn remote(&mut self) -> Option<&mut Remote> {
        match &mut self.source {
            Source::Remote(remote) => Some(remote),
            _ => None,
        }
    }

    /// The last view of the server, with the secrets of all seats at this keyboard.
    fn whole_view(&self) -> Option<&View> {
        match &self.source {
            Source::Remote(remote) => Some(remote.view()),
            _ => None,
        }
    }

    /// Handles a message of the server.
    pub(crate) fn server_event(&mut self, event: ServerEvent) {
        let Some(remote) = self.remote().filter(|remote| remote.listens_to(&event)) else { return };
        match event.kind {
            ServerEventKind::Update(update) => {
                let before = remote.view().next.is_some();
                remote.update(*update);
                let plays_on = !before && remote.view().next.is_some() && !remote.view().you.is_empty();
                self.offline = None;
                self.refresh();
                self.show_chat();
                if plays_on {
                    self.follow();
                }
            }
            // The choice was cleared when it was sent: the answer may come after the reply of the other player, when the
            // next move is being chosen.
            ServerEventKind::Answered(_) => self.say("", Tone::Plain),
            ServerEventKind::Refused(reason) => self.say(reason, Tone::Bad),
            ServerEventKind::Down(reason) => {
                self.offline = Some(fill(self.words().reconnecting, &[("reason", &reason)]));
            }
            ServerEventKind::Up => {
                self.offline = None;
                self.say(self.words().connected, Tone::Good);
            }
            ServerEventKind::Gone(reason) => {
                self.offline = Some(fill(self.words().table_gone, &[("reason", &reason)]));
            }
        }
    }

    /// Shows the last new chat line of others as a message, even if the log is hidden.
    fn show_chat(&mut self) {
        let Some(view) = self.whole_view() else { return };
        let mine: Vec<u8> = view.you.iter().map(|you| you.seat).collect();
        let seen = self.chat_seen;
        let tr = self.tr.clone();
        let Some(remote) = self.remote() else { return };
        let chat = remote.chat();
        let last = chat.iter().skip(seen).rfind(|line| !mine.contains(&line.seat));
        let last = last.map(|line| narration::said(&tr, line));
        self.chat_seen = chat.len();
        if let Some(last) = last {
            self.say(last, Tone::Good);
        }
    }

    /// Sends a request to the other people; only a server's table has them.
    pub(super) fn request(&mut self, request: Request) {
        match (&self.source, self.own_seat()) {
            (Source::Remote(_), Some(seat)) => self.ask(seat, request),
            (Source::Remote(_), None) => self.say(self.words().only_watching, Tone::Bad),
            _ => self.say(self.words().no_one_to_ask, Tone::Bad),
        }
    }

    /// Takes back directly if possible, else asks the others.
    pub(super) fn ask_back(&mut self) {
        let Some(view) = self.whole_view() else { return };
        let free = view.you.iter().find(|you| {
            you.controls
                .iter()
                .any(|control| control.control == ControlName::Undo && control.refused.is_none())
        });
        match free.and_then(|you| seat(you.seat)) {
            Some(seat) => self.ask(seat, Request::Undo),
            None => self.request(Request::AskTakeBack),
        }
    }

    /// The offer that seats of ours must answer, and these seats.
    pub(crate) fn offered(&self) -> Option<(&OfferView, Vec<Seat>)> {
        let view = self.whole_view()?;
        let ours = |number: &&u8| view.you.iter().any(|you| you.seat == **number);
        view.offers.iter().find_map(|offer| {
            let ours: Vec<Seat> = offer.awaiting.iter().filter(ours).filter_map(|n| seat(*n)).collect();
            (!ours.is_empty()).then_some((offer, ours))
        })
    }

    /// The offer that a seat of ours has made.
    pub(crate) fn own_offer(&self) -> Option<&OfferView> {
        let view = self.whole_view()?;
        view.offers.iter().find(|offer| view.you.iter().any(|you| you.seat == offer.by))
    }

    /// Answers an offer, or withdraws our own; `false` if there is none.
    pub(super) fn answer(&mut self, yes: bool) -> bool {
        if let Some((offer, seats)) = self.offered() {
            // A rematch is agreed to by asking for it too; declining it sends nothing.
            let (offer, rematch) = (offer.id, offer.offer == OfferName::Rematch);
            if rematch && !yes {
                self.say(self.words().no_rematch, Tone::Plain);
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

    /// Asks for a rematch, or goes to it if it is agreed.
    pub(super) fn rematch(&mut self) {
        let Some(view) = self.whole_view() else {
            return self.say(self.words().new_game_by_play, Tone::Bad);
        };
        if view.next.is_some() {
            return self.follow();
        }
        let seats: Vec<Seat> = view.you.iter().filter_map(|you| seat(you.seat)).collect();
        if seats.is_empty() {
            return self.say(self.words().only_watching, Tone::Bad);
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
            Ok(()) => self.say(self.words().rematch_starts, Tone::Good),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// Puts a bot on the first free seat.
    pub(super) fn appoint_bot(&mut self) {
        let Some(remote) = self.remote() else {
            return self.say(self.words().seats_at_start, Tone::Bad);
        };
        match remote.appoint(BOT) {
            Ok(()) => self.say(self.words().sending, Tone::Plain),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// Starts a chat line.
    pub(super) fn start_chat(&mut self) {
        let Some(view) = self.whole_view() else {
            return self.say(self.words().no_one_to_talk_to, Tone::Bad);
        };
        if view.you.is_empty() {
            return self.say(self.words().talk_needs_seat, Tone::Bad);
        }
        self.chat_input = Some(String::new());
        self.say("", Tone::Plain);
    }

    /// Sends the typed chat line.
    pub(super) fn send_chat(&mut self) {
        let line = self.chat_input.take().unwrap_or_default();
        let line = line.trim().to_owned();
        let Some(remote) = self.remote().filter(|_| !line.is_empty()) else { return };
        match remote.say(&line) {
            Ok(()) => self.say(self.words().sending, Tone::Plain),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// The time by the server's clock.
    pub(crate) fn now(&self) -> u64 {
        let skew = match &self.source {
            Source::Remote(remote) => remote.skew(),
            _ => 0,
        };
        crate::local::now().saturating_add_signed(skew)
    }
}
