//! Tables of a server and records, line by line. Input lines and messages of the server arrive on one channel, so a
//! person can chat, answer an offer or resign while others think. A move before its turn is refused if a person typed it;
//! from a script it waits for the turn, because a script cannot react.

use super::{Lines, read_line};
use crate::Failed;
use crate::history::History;
use crate::narration;
use crate::remote::{Remote, ServerEvent, ServerEventKind};
use crate::words::fill;
use breadboard_core::{Seat, Spec};
use breadboard_play::view::{
    ControlName, EventName, OfferName, OfferView, PhaseName, SeatView, View, YouView,
};
use breadboard_play::{Level, Name, Receipt, Request};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, Sender};

/// What the line mode reacts to at a server's table.
pub(crate) enum Input {
    /// A typed line.
    Line(String),
    /// The end of the typed lines.
    End,
    /// A message of the server.
    Server(ServerEvent),
}

/// Sends the lines of standard input from a thread.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn listen(sender: Sender<Input>) -> io::Result<()> {
    let read = move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(Input::Line(line)).is_err() {
                return;
            }
        }
        // The game may have ended; then no one receives it.
        let _ = sender.send(Input::End);
    };
    std::thread::Builder::new().name("lines".to_owned()).spawn(read).map(|_| ())
}

/// Prints a record event by event, then the last position and the result.
pub(crate) fn watch(history: History, lines: &mut Lines<'_>) -> Result<(), Failed> {
    let (view, events) = history.view().map_err(|refused| Failed::Refused(lines.tr.refused(&refused)))?;
    lines.say(fill(lines.tr.words().game, &[("spec", &history.record.spec)]))?;
    for seat in &view.seats {
        lines.say(narration::seat_name(&lines.tr, seat))?;
    }
    // What happened at the table comes first; it may differ from what the moves alone give.
    let told = view.result.iter().flat_map(|result| &result.narration);
    let told: Vec<String> = told.map(|text| narration::clean(&lines.tr.text(text))).collect();
    if !told.is_empty() {
        lines.say(told.join("; "))?;
    }
    lines.events(&events)?;
    let spec: Spec = view.spec.parse().map_err(|error| Failed::Refused(lines.tr.spec_error(&error)))?;
    lines.board(&spec, &view)?;
    Ok(lines.ending(&view)?)
}

/// Plays at a server's table to the end of the game or of the input.
pub(crate) fn join(remote: Remote, input: &Receiver<Input>, lines: &mut Lines<'_>) -> io::Result<()> {
    let spec: Spec = remote.view().spec.parse().map_err(|error| io::Error::other(format!("{error}")))?;
    if let Some(notice) = remote.notice() {
        lines.say(notice)?;
    }
    let mut session = Session {
        remote,
        lines,
        spec,
        events: 0,
        chat: 0,
        offers: Vec::new(),
        drawn: String::new(),
        ended: false,
        queue: VecDeque::new(),
        input_ended: false,
        sitting: None,
        asked: String::new(),
        sent: None,
    };
    session.play(input)
}

/// A person or a script at a server's table.
struct Session<'a, 'b> {
    remote: Remote,
    lines: &'a mut Lines<'b>,
    spec: Spec,
    /// What has been printed: the version, the number of chat lines, the ids of offers.
    events: u32,
    chat: usize,
    offers: Vec<u32>,
    /// The position that was drawn last.
    drawn: String,
    /// Whether the end has been printed.
    ended: bool,
    /// Lines that have not been handled yet, and whether the input has ended.
    queue: VecDeque<String>,
    input_ended: bool,
    /// The seat that has the keyboard, if the others at this keyboard must not see its choice.
    sitting: Option<u8>,
    /// The last prompt, so that it is not repeated.
    asked: String,
    /// A request that is not answered yet, or whose effect is not visible yet.
    sent: Option<(u8, Option<Receipt>)>,
}

/// The effect of a line.
enum Effect {
    Done,
    /// It waits for its turn.
    Early,
    Quit,
}

impl Session<'_, '_> {
    fn play(&mut self, input: &Receiver<Input>) -> io::Result<()> {
        loop {
            self.print_news()?;
            let over = self.remote.view().phase == PhaseName::Over;
            let turn = self.turn();
            if over && !self.ended {
                self.ended = true;
                self.lines.board(&self.spec, self.remote.view())?;
                self.lines.ending(self.remote.view())?;
            }
            if over && self.remote.view().next.is_some() && !self.remote.view().you.is_empty() {
                if let Err(reason) = self.follow()? {
                    self.lines.say(reason)?;
                    return self.farewell();
                }
                continue;
            }
            // A script ends with the game; a person may want to chat or to play again.
            let stays = self.lines.style.prompt && !self.remote.view().you.is_empty();
            if over && !stays {
                return self.farewell();
            }
            if self.sent.is_none() {
                self.ask(turn, over)?;
                if let Some(line) = self.queue.pop_front() {
                    self.asked.clear();
                    match self.obey(&line, turn)? {
                        Effect::Done => continue,
                        Effect::Quit => return self.farewell(),
                        Effect::Early => self.queue.push_front(line),
                    }
                } else if self.input_ended && (turn.is_some() || over || self.lines.style.prompt) {
                    return self.farewell();
                }
            }
            match input.recv() {
                Ok(Input::Line(line)) => self.queue.push_back(line),
                Ok(Input::End) => self.input_ended = true,
                Ok(Input::Server(event)) => {
                    if !self.server_event(event)? {
                        return self.farewell();
                    }
                }
                Err(_) => return self.farewell(),
            }
        }
    }

    /// Prints something that was not typed for: below the prompt, if there is one.
    fn announce(&mut self, text: &str) -> io::Result<()> {
        if self.lines.style.prompt && !self.asked.is_empty() {
            self.lines.say("")?;
        }
        self.asked.clear();
        self.lines.say(text)
    }

    /// Prints what is new.
    fn print_news(&mut self) -> io::Result<()> {
        let upto = self.events;
        let news: Vec<String> = self
            .remote
            .log()
            .iter()
            .filter(|event| event.kind != EventName::Other && event.version > upto)
            .map(|event| narration::line(&self.lines.tr, event))
            .collect();
        self.events = self.remote.events().last().map_or(upto, |event| event.version);
        for line in news {
            self.announce(&line)?;
        }
        let chat = self.remote.chat().iter().skip(self.chat);
        let chat: Vec<String> = chat.map(|line| narration::said(&self.lines.tr, line)).collect();
        self.chat = self.remote.chat().len();
        for line in chat {
            self.announce(&line)?;
        }
        let view = self.remote.view().clone();
        for offer in offered(&view).filter(|offer| !self.offers.contains(&offer.id)).collect::<Vec<_>>() {
            self.offers.push(offer.id);
            let offer = narration::offer(&self.lines.tr, &view, offer);
            self.announce(&fill(self.lines.tr.words().answer_offer, &[("offer", &offer)]))?;
        }
        Ok(())
    }

    /// Our seat that is to act, and whether the keyboard must be handed over to it first.
    fn turn(&self) -> Option<(u8, bool)> {
        let view = self.remote.view();
        let awaited = |you: &&YouView| {
            view.seats.iter().any(|seat| seat.seat == you.seat && seat.awaited && !seat.automatic)
        };
        let ours = |number: &&u8| view.you.iter().any(|you| you.seat == **number);
        let secret = view
            .round
            .as_ref()
            .is_some_and(|round| round.chosen.iter().chain(&round.waiting).filter(ours).count() > 1);
        let mut waiting = view.you.iter().filter(awaited).map(|you| you.seat);
        let sitting = self.sitting.filter(|seat| waiting.clone().any(|other| other == *seat));
        let seat = sitting.or_else(|| waiting.next())?;
        Some((seat, secret && self.sitting != Some(seat)))
    }

    /// Shows the position and asks for a line, once.
    fn ask(&mut self, turn: Option<(u8, bool)>, over: bool) -> io::Result<()> {
        let view = self.remote.view().clone();
        let words = self.lines.tr.words();
        let name = |session: &Self, seat| narration::name_of(&session.lines.tr, &view, seat);
        let question = match turn {
            Some((seat, true)) => fill(words.hand_over, &[("name", &name(self, seat))]),
            Some((seat, false)) => {
                // A running clock is not a new question.
                if self.asked == format!("{} {}", view.version, seat) {
                    return Ok(());
                }
                if self.drawn != view.position.text {
                    self.lines.board(&self.spec, &view)?;
                    self.drawn.clone_from(&view.position.text);
                    self.lines.left(&view)?;
                }
                self.asked = format!("{} {}", view.version, seat);
                let name = name(self, seat);
                self.lines.say(match self.clock(seat) {
                    Some(clock) => fill(words.to_act_clock, &[("name", &name), ("clock", &clock)]),
                    None => fill(words.to_act, &[("name", &name)]),
                })?;
                return self.lines.prompt(&name);
            }
            None if over => words.ask_after_end.to_owned(),
            None => String::new(),
        };
        if self.asked == question && !question.is_empty() || question.is_empty() && self.asked == "…" {
            return Ok(());
        }
        if let Some((_, true)) = turn {
            self.lines.wipe()?;
            self.drawn.clear();
        }
        if question.is_empty() {
            "…".clone_into(&mut self.asked);
            return self.lines.prompt("");
        }
        self.lines.say(&question)?;
        self.asked = question;
        self.lines.prompt("")
    }

    fn clock(&self, seat: u8) -> Option<String> {
        let now = crate::local::now().saturating_add_signed(self.remote.skew());
        narration::clock(self.remote.view(), seat, now)
    }

    fn obey(&mut self, line: &str, turn: Option<(u8, bool)>) -> io::Result<Effect> {
        if let Some((seat, true)) = turn {
            self.sitting = Some(seat);
            return Ok(Effect::Done);
        }
        if matches!(line, "quit" | "exit") {
            return Ok(Effect::Quit);
        }
        let view = self.remote.view().clone();
        let you = turn.and_then(|(seat, _)| view.you.iter().find(|you| you.seat == seat));
        let moves = you.map_or(&[][..], |you| &you.moves);
        let numbered = line.strip_prefix('#').and_then(|number| number.trim().parse::<usize>().ok());
        let listed = numbered.and_then(|number| moves.get(number.checked_sub(1)?));
        let is_move = listed.is_some() || moves.iter().any(|mv| mv.text == line);
        if line.is_empty() || !is_move && self.command(line, &view, you)? {
            return Ok(Effect::Done);
        }
        let Some(you) = you else {
            if !self.lines.style.prompt && view.phase != PhaseName::Over {
                return Ok(Effect::Early);
            }
            self.lines.say(self.lines.tr.words().not_your_turn)?;
            return Ok(Effect::Done);
        };
        let text = listed.map_or_else(|| line.to_owned(), |mv| mv.text.clone());
        self.request(Some(you.seat), Request::Act { text })?;
        Ok(Effect::Done)
    }

    /// Runs a command; `false` if the line is none.
    fn command(&mut self, line: &str, view: &View, you: Option<&YouView>) -> io::Result<bool> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        if self.show((word, rest), view, you)? {
            return Ok(true);
        }
        let own = you.or(view.you.first()).map(|you| you.seat);
        match word {
            "say" => {
                let asked = self.remote.say(rest);
                self.note(0, asked)?;
            }
            "bot" => {
                let level = if rest.is_empty() { "bot3" } else { rest };
                let level = level.parse::<Level>().map_err(|unknown| self.lines.tr.refused(&unknown.into()));
                let asked = level.and_then(|level| self.remote.appoint(level));
                self.note(0, asked)?;
            }
            "yes" | "no" => self.answer(view, word == "yes")?,
            "draw" => self.request(own, Request::OfferDraw)?,
            "resign" => self.request(own, Request::Resign)?,
            "undo" => {
                let free = view.you.iter().find(|you| {
                    you.controls
                        .iter()
                        .any(|control| control.control == ControlName::Undo && control.refused.is_none())
                });
                match free {
                    Some(you) => self.request(Some(you.seat), Request::Undo)?,
                    None => self.request(own, Request::AskTakeBack)?,
                }
            }
            "name" => match Name::try_from(rest.to_owned()) {
                Ok(name) => self.request(own, Request::Rename { name })?,
                Err(refused) => self.lines.refuse(&self.lines.tr.refused(&refused))?,
            },
            "rematch" => {
                for you in &view.you {
                    self.request(Some(you.seat), Request::Rematch)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Runs a command that only shows something; `false` if it is another command.
    fn show(&mut self, (word, rest): (&str, &str), view: &View, you: Option<&YouView>) -> io::Result<bool> {
        match (word, you) {
            ("help" | "?", _) => {
                // A draw can be offered only where the game has draws.
                let draws = crate::drawing::has_draws(&self.spec);
                let all = self.lines.tr.words().commands_remote.lines();
                let help: Vec<&str> = all.filter(|line| draws || !line.starts_with("  draw ")).collect();
                self.lines.say(help.join("\n"))?;
            }
            ("moves", Some(you)) => self.lines.moves(&you.moves, rest)?,
            ("hint", Some(you)) => self.hint(view, you.seat)?,
            ("board", _) => self.lines.board(&self.spec, view)?,
            ("left", _) => self.lines.left(view)?,
            ("dice", _) => self.lines.dice(view)?,
            ("clock", _) => self.show_clocks(view)?,
            ("rules", _) => self.lines.rules(view)?,
            ("flip", _) => self.lines.flip(&self.spec, view)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn show_clocks(&mut self, view: &View) -> io::Result<()> {
        let one = |held: &SeatView| {
            Some(format!("{} {}", narration::seat_name(&self.lines.tr, held), self.clock(held.seat)?))
        };
        let clocks: Vec<String> = view.seats.iter().filter_map(one).collect();
        let none = || self.lines.tr.words().no_clock.to_owned();
        self.lines.say(if clocks.is_empty() { none() } else { clocks.join(", ") })
    }

    fn hint(&mut self, view: &View, seat: u8) -> io::Result<()> {
        if !self.remote.may_hint() {
            return self.lines.say(self.lines.tr.words().hint_against_people);
        }
        let Some(seat) = Seat::from_number(&seat.to_string()) else { return Ok(()) };
        self.lines.hint(&self.spec, &view.position.text, seat)
    }

    fn answer(&mut self, view: &View, yes: bool) -> io::Result<()> {
        let ours = |seat: &u8| view.you.iter().any(|you| you.seat == *seat);
        if let Some(offer) = offered(view).next() {
            // A rematch is agreed to by asking for it too.
            let rematch = offer.offer == OfferName::Rematch;
            for seat in offer.awaiting.iter().filter(|seat| ours(seat) && (yes || !rematch)) {
                let answer = Request::Answer { offer: offer.id, yes };
                self.request(Some(*seat), if rematch { Request::Rematch } else { answer })?;
            }
            return Ok(());
        }
        match view.offers.iter().find(|offer| ours(&offer.by) && !yes) {
            Some(offer) => self.request(Some(offer.by), Request::Answer { offer: offer.id, yes: false }),
            None => self.lines.say(self.lines.tr.words().nothing_to_answer),
        }
    }

    fn request(&mut self, seat: Option<u8>, request: Request) -> io::Result<()> {
        let Some((number, seat)) =
            seat.and_then(|number| Some((number, Seat::from_number(&number.to_string())?)))
        else {
            return self.lines.say(self.lines.tr.words().only_watching);
        };
        let asked = self.remote.ask(seat, request);
        self.note(number, asked)
    }

    /// Waits for the answer, or says why nothing was sent.
    fn note(&mut self, seat: u8, asked: Result<(), String>) -> io::Result<()> {
        match asked {
            Ok(()) => self.sent = Some((seat, None)),
            Err(reason) => self.lines.refuse(&reason)?,
        }
        Ok(())
    }

    /// Handles a message of the server; `false` if the table is gone.
    fn server_event(&mut self, event: ServerEvent) -> io::Result<bool> {
        if !self.remote.listens_to(&event) {
            return Ok(true);
        }
        let words = self.lines.tr.words();
        match event.kind {
            ServerEventKind::Update(update) => self.remote.update(*update),
            // The effect of a granted request comes with an update, before or after the answer.
            ServerEventKind::Answered(Some(receipt)) => {
                self.sent = self.sent.map(|(seat, _)| (seat, Some(receipt)));
            }
            ServerEventKind::Answered(None) => self.sent = None,
            ServerEventKind::Refused(reason) => {
                self.sent = None;
                self.announce(&fill(words.refused, &[("reason", &reason)]))?;
            }
            ServerEventKind::Down(reason) => {
                self.announce(&fill(words.reconnecting, &[("reason", &reason)]))?;
            }
            ServerEventKind::Up => self.announce(words.connected)?,
            ServerEventKind::Gone(reason) => {
                self.announce(&fill(words.table_gone, &[("reason", &reason)]))?;
                return Ok(false);
            }
        }
        if let Some((seat, Some(receipt))) = self.sent
            && seen(self.remote.view(), seat, receipt)
        {
            self.sent = None;
            if receipt.attempt.is_some() && self.remote.view().round.is_some() {
                self.announce(words.chosen_secret)?;
            }
        }
        Ok(true)
    }

    /// Goes to the rematch.
    fn follow(&mut self) -> io::Result<Result<(), String>> {
        self.lines.say(self.lines.tr.words().on_to_rematch)?;
        let followed = self.remote.follow();
        (self.events, self.chat, self.ended, self.sent, self.sitting) = (0, 0, false, None, None);
        self.offers.clear();
        self.drawn.clear();
        self.asked.clear();
        Ok(followed)
    }

    fn farewell(&mut self) -> io::Result<()> {
        for line in self.remote.farewell() {
            self.lines.say(line)?;
        }
        Ok(())
    }
}

/// The offers that a seat of ours must answer.
fn offered(view: &View) -> impl Iterator<Item = &OfferView> {
    let ours = |seat: &u8| view.you.iter().any(|you| you.seat == *seat);
    view.offers.iter().filter(move |offer| offer.awaiting.iter().any(ours))
}

/// Whether the effect of a receipt is visible.
fn seen(view: &View, seat: u8, receipt: Receipt) -> bool {
    if view.version != receipt.version {
        return view.version > receipt.version;
    }
    let chosen = view.you.iter().find(|you| you.seat == seat).map_or(0, |you| you.attempt);
    receipt.attempt.is_none_or(|attempt| chosen >= attempt)
}
