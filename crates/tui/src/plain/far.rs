//! Tables elsewhere and records, line by line. Lines of the person and news of the server come together: one can talk,
//! answer an offer or resign while others think. A move that comes too early waits for its turn in a script, because a
//! script cannot see; a person is told.

use super::{Lines, read_line};
use crate::Failed;
use crate::past::Past;
use crate::remote::{Heard, News, Remote};
use crate::think::{self, Stop};
use crate::told;
use breadboard_core::{Seat, Spec};
use breadboard_play::view::{
    ControlName, EventName, OfferName, OfferView, PhaseName, SeatView, View, YouView,
};
use breadboard_play::{Name, Receipt, Request};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, Sender};

/// The words, for whoever asks.
const COMMANDS: &str = "\
Write a move as the game does, or one of these words:
  moves [TEXT]  list the legal moves, or those with TEXT in them
  #N            make the N-th move of that list
  undo          take back your last action, or ask the others for it
  hint          what the strongest bot would do; not against people
  board, left, clock, flip, rules
  say TEXT      say something to the others
  draw          offer a draw
  yes, no       answer an offer; no withdraws your own
  name NAME     take another name
  bot [LEVEL]   put a bot on a free seat
  resign        give up
  rematch       after the end: play again
  quit          leave; your seat is kept";

/// Something that came in.
pub(crate) enum Said {
    /// A line of the person.
    Line(String),
    /// No more lines come.
    End,
    /// From the server.
    Server(News),
}

/// Sends what is written on standard input, line by line.
///
/// # Errors
/// There is no thread to be had.
pub(crate) fn listen(sender: Sender<Said>) -> io::Result<()> {
    let read = move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(Said::Line(line)).is_err() {
                return;
            }
        }
        // Nobody hears it where the game has ended meanwhile.
        let _ = sender.send(Said::End);
    };
    std::thread::Builder::new().name("lines".to_owned()).spawn(read).map(|_| ())
}

/// Tells a record event by event, and how it ends.
pub(crate) fn watch(past: Past, lines: &mut Lines<'_>) -> Result<(), Failed> {
    let (view, events) = past.view().map_err(Failed::Refused)?;
    let spec: Spec = past.record.spec.clone();
    lines.say(format_args!("game: {spec}"))?;
    for seat in &view.seats {
        lines.say(told::seat_name(seat))?;
    }
    lines.events(&events)?;
    lines.board(&spec, &view)?;
    Ok(lines.ending(&view)?)
}

/// Plays at a server's table to the end of the game or of the input.
pub(crate) fn join(remote: Remote, said: &Receiver<Said>, lines: &mut Lines<'_>) -> io::Result<()> {
    let spec: Spec = remote.view().spec.parse().map_err(|error| io::Error::other(format!("{error}")))?;
    if let Some(notice) = remote.notice() {
        lines.say(notice)?;
    }
    let mut guest = Seated {
        remote,
        lines,
        spec,
        events: 0,
        chat: 0,
        offers: Vec::new(),
        drawn: String::new(),
        ended: false,
        waiting: VecDeque::new(),
        no_more: false,
        sitting: None,
        asked: String::new(),
        sent: None,
    };
    guest.play(said)
}

/// Somebody at a table, line by line.
struct Seated<'a, 'b> {
    remote: Remote,
    lines: &'a mut Lines<'b>,
    spec: Spec,
    /// What has been told: the version, the lines of chat, the offers by id.
    events: u32,
    chat: usize,
    offers: Vec<u32>,
    /// The position that was drawn last.
    drawn: String,
    /// Whether the end has been told.
    ended: bool,
    /// Lines that have not been obeyed yet, and whether more may come.
    waiting: VecDeque<String>,
    no_more: bool,
    /// Who has been given the keyboard, where others must not see the choice.
    sitting: Option<u8>,
    /// What was asked last, so that it is not asked again.
    asked: String,
    /// A request that is not answered, or whose consequence is not seen yet.
    sent: Option<(u8, Option<Receipt>)>,
}

/// What came of a line.
enum Came {
    Done,
    /// It waits until it is our turn.
    Early,
    Quit,
}

impl Seated<'_, '_> {
    fn play(&mut self, said: &Receiver<Said>) -> io::Result<()> {
        loop {
            self.tell()?;
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
            // A script ends with the game; a person may want to talk, or to play again.
            let stays = self.lines.style.prompt && !self.remote.view().you.is_empty();
            if over && !stays {
                return self.farewell();
            }
            if self.sent.is_none() {
                self.ask(turn, over)?;
                if let Some(line) = self.waiting.pop_front() {
                    self.asked.clear();
                    match self.obey(&line, turn)? {
                        Came::Done => continue,
                        Came::Quit => return self.farewell(),
                        Came::Early => self.waiting.push_front(line),
                    }
                } else if self.no_more && (turn.is_some() || over || self.lines.style.prompt) {
                    return self.farewell();
                }
            }
            match said.recv() {
                Ok(Said::Line(line)) => self.waiting.push_back(line),
                Ok(Said::End) => self.no_more = true,
                Ok(Said::Server(news)) => {
                    if !self.hear(news)? {
                        return self.farewell();
                    }
                }
                Err(_) => return self.farewell(),
            }
        }
    }

    /// Says something that nobody at this keyboard asked for: below the prompt, if there is one.
    fn announce(&mut self, text: &str) -> io::Result<()> {
        if self.lines.style.prompt && !self.asked.is_empty() {
            self.lines.say("")?;
        }
        self.asked.clear();
        self.lines.say(text)
    }

    /// Tells what is new.
    fn tell(&mut self) -> io::Result<()> {
        let upto = self.events;
        let news: Vec<String> = self
            .remote
            .log()
            .iter()
            .filter(|event| event.kind != EventName::Other && event.version > upto)
            .map(told::line)
            .collect();
        self.events = self.remote.events().last().map_or(upto, |event| event.version);
        for line in news {
            self.announce(&line)?;
        }
        let chat: Vec<String> = self.remote.chat().iter().skip(self.chat).map(told::said).collect();
        self.chat = self.remote.chat().len();
        for line in chat {
            self.announce(&line)?;
        }
        let view = self.remote.view().clone();
        for offer in offered(&view).filter(|offer| !self.offers.contains(&offer.id)).collect::<Vec<_>>() {
            self.offers.push(offer.id);
            self.announce(&format!("{}: answer yes or no", told::offer(&view, offer)))?;
        }
        Ok(())
    }

    /// The seat of ours that is to act, and whether the keyboard must be handed to it first.
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
        let question = match turn {
            Some((seat, true)) => {
                format!("hand over to {}; they press Enter", told::name_of(&view, seat))
            }
            Some((seat, false)) => {
                let clock = self.clock(seat).map_or(String::new(), |clock| format!(", {clock} left"));
                // Only the seat counts: a clock that runs is no new question.
                if self.asked == format!("{} {}", view.version, seat) {
                    return Ok(());
                }
                if self.drawn != view.position.text {
                    self.lines.board(&self.spec, &view)?;
                    self.drawn.clone_from(&view.position.text);
                    self.lines.say(format_args!("left: {}", told::left(&view)))?;
                }
                self.asked = format!("{} {}", view.version, seat);
                self.lines.say(format_args!("to act: {}{clock}", told::name_of(&view, seat)))?;
                return self.lines.prompt(&told::name_of(&view, seat));
            }
            None if over => "rematch, say TEXT, or quit".to_owned(),
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
        told::clock(self.remote.view(), seat, now)
    }

    fn obey(&mut self, line: &str, turn: Option<(u8, bool)>) -> io::Result<Came> {
        if let Some((seat, true)) = turn {
            self.sitting = Some(seat);
            return Ok(Came::Done);
        }
        if matches!(line, "quit" | "exit") {
            return Ok(Came::Quit);
        }
        let view = self.remote.view().clone();
        let you = turn.and_then(|(seat, _)| view.you.iter().find(|you| you.seat == seat));
        let moves = you.map_or(&[][..], |you| &you.moves);
        let numbered = line.strip_prefix('#').and_then(|number| number.trim().parse::<usize>().ok());
        let listed = numbered.and_then(|number| moves.get(number.checked_sub(1)?));
        let is_move = listed.is_some() || moves.iter().any(|mv| mv.text == line);
        if line.is_empty() || !is_move && self.command(line, &view, you)? {
            return Ok(Came::Done);
        }
        let Some(you) = you else {
            if !self.lines.style.prompt && view.phase != PhaseName::Over {
                return Ok(Came::Early);
            }
            self.lines.say("it is not your turn")?;
            return Ok(Came::Done);
        };
        let text = listed.map_or_else(|| line.to_owned(), |mv| mv.text.clone());
        self.request(Some(you.seat), Request::Act { text })?;
        Ok(Came::Done)
    }

    /// Does what a word means; `false` if it means nothing now.
    fn command(&mut self, line: &str, view: &View, you: Option<&YouView>) -> io::Result<bool> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let own = you.or(view.you.first()).map(|you| you.seat);
        match (word, you) {
            ("help" | "?", _) => self.lines.say(COMMANDS)?,
            ("moves", Some(you)) => self.lines.moves(&you.moves, rest)?,
            ("hint", Some(you)) => self.hint(view, you.seat)?,
            ("board", _) => self.lines.board(&self.spec, view)?,
            ("left", _) => self.lines.say(format_args!("left: {}", told::left(view)))?,
            ("clock", _) => {
                let one =
                    |held: &SeatView| Some(format!("{} {}", told::seat_name(held), self.clock(held.seat)?));
                let clocks: Vec<String> = view.seats.iter().filter_map(one).collect();
                let none = "no clock runs here".to_owned();
                self.lines.say(if clocks.is_empty() { none } else { clocks.join(", ") })?;
            }
            ("rules", _) => self.lines.rules(view)?,
            ("flip", _) => {
                self.lines.style.flip = !self.lines.style.flip;
                self.lines.board(&self.spec, view)?;
            }
            ("say", _) => {
                let asked = self.remote.say(rest);
                self.note(0, asked)?;
            }
            ("bot", _) => {
                let level = if rest.is_empty() { "bot3" } else { rest };
                let level = level.parse().map_err(|denied: breadboard_play::Denied| denied.to_string());
                let asked = level.and_then(|level| self.remote.appoint(level));
                self.note(0, asked)?;
            }
            ("yes" | "no", _) => self.answer(view, word == "yes")?,
            ("draw", _) => self.request(own, Request::OfferDraw)?,
            ("resign", _) => self.request(own, Request::Resign)?,
            ("undo", _) => {
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
            ("name", _) => match Name::try_from(rest.to_owned()) {
                Ok(name) => self.request(own, Request::Rename { name })?,
                Err(refused) => self.lines.say(format_args!("refused: {refused}"))?,
            },
            ("rematch", _) => {
                for you in &view.you {
                    self.request(Some(you.seat), Request::Rematch)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn hint(&mut self, view: &View, seat: u8) -> io::Result<()> {
        if !self.remote.may_hint() {
            return self.lines.say("no hints against people at other tables");
        }
        let Some(seat) = Seat::from_number(&seat.to_string()) else { return Ok(()) };
        match think::hint(&self.spec, &view.position.text, seat, &Stop::default()) {
            Ok(hint) => self.lines.say(format_args!("hint: {hint}")),
            Err(reason) => self.lines.say(reason),
        }
    }

    fn answer(&mut self, view: &View, yes: bool) -> io::Result<()> {
        let ours = |seat: &u8| view.you.iter().any(|you| you.seat == *seat);
        if let Some(offer) = offered(view).next() {
            // Wanting a rematch too is the answer to one.
            let rematch = offer.offer == OfferName::Rematch;
            for seat in offer.awaiting.iter().filter(|seat| ours(seat) && (yes || !rematch)) {
                let answer = Request::Answer { offer: offer.id, yes };
                self.request(Some(*seat), if rematch { Request::Rematch } else { answer })?;
            }
            return Ok(());
        }
        match view.offers.iter().find(|offer| ours(&offer.by) && !yes) {
            Some(offer) => self.request(Some(offer.by), Request::Answer { offer: offer.id, yes: false }),
            None => self.lines.say("there is nothing to answer"),
        }
    }

    fn request(&mut self, seat: Option<u8>, request: Request) -> io::Result<()> {
        let Some((number, seat)) =
            seat.and_then(|number| Some((number, Seat::from_number(&number.to_string())?)))
        else {
            return self.lines.say("you only watch");
        };
        let asked = self.remote.ask(seat, request);
        self.note(number, asked)
    }

    /// Waits for the answer from now on, or says why nothing was asked.
    fn note(&mut self, seat: u8, asked: Result<(), String>) -> io::Result<()> {
        match asked {
            Ok(()) => self.sent = Some((seat, None)),
            Err(reason) => self.lines.say(format_args!("refused: {reason}"))?,
        }
        Ok(())
    }

    /// Takes news; `false` if the table is gone.
    fn hear(&mut self, news: News) -> io::Result<bool> {
        if !self.remote.listens_to(&news) {
            return Ok(true);
        }
        match news.what {
            Heard::Update(update) => self.remote.update(*update),
            // What was granted is seen with the update, which may come before or after.
            Heard::Answered(Some(receipt)) => {
                self.sent = self.sent.map(|(seat, _)| (seat, Some(receipt)));
            }
            Heard::Answered(None) => self.sent = None,
            Heard::Refused(reason) => {
                self.sent = None;
                self.announce(&format!("refused: {reason}"))?;
            }
            Heard::Down(reason) => self.announce(&format!("connecting again: {reason}"))?,
            Heard::Up => self.announce("connected")?,
            Heard::Gone(reason) => {
                self.announce(&format!("the table is gone: {reason}"))?;
                return Ok(false);
            }
        }
        if let Some((seat, Some(receipt))) = self.sent
            && seen(self.remote.view(), seat, receipt)
        {
            self.sent = None;
            if receipt.attempt.is_some() && self.remote.view().round.is_some() {
                self.announce("chosen; nobody sees it until all have")?;
            }
        }
        Ok(true)
    }

    /// Goes to the rematch.
    fn follow(&mut self) -> io::Result<Result<(), String>> {
        self.lines.say("on to the rematch")?;
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

/// The offers that wait for somebody here.
fn offered(view: &View) -> impl Iterator<Item = &OfferView> {
    let ours = |seat: &u8| view.you.iter().any(|you| you.seat == *seat);
    view.offers.iter().filter(move |offer| offer.awaiting.iter().any(ours))
}

/// Whether what a receipt tells of is seen.
fn seen(view: &View, seat: u8, receipt: Receipt) -> bool {
    if view.version != receipt.version {
        return view.version > receipt.version;
    }
    let chosen = view.you.iter().find(|you| you.seat == seat).map_or(0, |you| you.attempt);
    receipt.attempt.is_none_or(|attempt| chosen >= attempt)
}
