//! What the full screen knows and does. It holds a view and wishes, no rules: moves come with the view, and the table
//! says yes or no.

use super::Signal;
use super::choice::Choice;
use super::hits::Hits;
use crate::local::Local;
use crate::past::Past;
use crate::remote::Remote;
use crate::think::{self, Hint, Stop};
use crate::told;
use breadboard_core::{Seat, SeatSet, Spec};
use breadboard_play::Request;
use breadboard_play::view::{EventView, PhaseName, SeatView, View, YouView};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// Between two moves where nobody but bots plays, so that one can watch.
const PACE: Duration = Duration::from_millis(400);

/// Where the game is.
pub(crate) enum Source {
    Local(Box<Local>),
    Remote(Box<Remote>),
    File(Box<Past>),
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

/// What the side shows where it has room for one thing only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    Moves,
    Log,
    Table,
}

/// A page over everything: help and rules.
pub(crate) struct Page {
    pub(crate) title: String,
    pub(crate) scroll: usize,
}

pub(crate) struct App {
    pub(crate) source: Source,
    sender: Sender<Signal>,
    pub(crate) spec: Spec,
    pub(crate) view: View,
    pub(crate) log: Vec<EventView>,
    /// A point of the past that is looked at instead.
    pub(crate) back: Option<(Past, View)>,
    pub(crate) choice: Choice,
    /// Who chooses at this keyboard now.
    pub(crate) seat: Option<Seat>,
    /// Who has been given the keyboard, where others must not see the choice.
    sitting: Option<Seat>,
    /// Whom the keyboard is to be handed to.
    pub(crate) hand_over: Option<Seat>,
    pub(crate) message: (String, Tone),
    /// What goes on beside: a bot thinks, the line is down.
    pub(crate) note: String,
    /// Why the server is not reached, while it is not.
    pub(crate) offline: Option<String>,
    pub(crate) page: Option<Page>,
    pub(crate) tab: Tab,
    pub(crate) flip: bool,
    pub(crate) color: bool,
    /// Lines the log is scrolled up, and the board down and aside; unless somebody scrolls, it follows the chosen move.
    pub(crate) log_up: usize,
    pub(crate) board_down: Option<usize>,
    pub(crate) board_right: Option<usize>,
    pub(crate) hits: Hits,
    bot: Option<(u64, Stop)>,
    hint: Option<(u64, Stop)>,
    jobs: u64,
    /// A letter that was a command and may become the first of a move.
    pub(crate) pending: Option<char>,
    /// The row of the list that was clicked last.
    pub(crate) clicked: Option<usize>,
    /// A key that must be pressed twice.
    pub(crate) confirm: Option<char>,
    /// What is being written to the others, while it is.
    pub(crate) saying: Option<String>,
    /// How many lines of chat have been seen.
    pub(super) chat_seen: usize,
    pub(crate) done: bool,
}

impl App {
    pub(crate) fn new(
        mut source: Source,
        sender: Sender<Signal>,
        flip: bool,
        color: bool,
    ) -> Result<App, String> {
        let (view, log) = match &mut source {
            Source::Local(local) => (local.view(SeatSet::EMPTY), Vec::new()),
            Source::Remote(remote) => (remote.view().clone(), remote.events().to_vec()),
            Source::File(past) => past.view()?,
        };
        let spec: Spec = view.spec.parse().map_err(|error: breadboard_core::SpecError| error.to_string())?;
        let mut app = App {
            source,
            sender,
            spec,
            view,
            log,
            back: None,
            choice: Choice::default(),
            seat: None,
            sitting: None,
            hand_over: None,
            message: (String::new(), Tone::Plain),
            note: String::new(),
            offline: None,
            page: None,
            tab: Tab::Moves,
            flip,
            color,
            log_up: 0,
            board_down: None,
            board_right: None,
            hits: Hits::default(),
            bot: None,
            hint: None,
            jobs: 0,
            pending: None,
            clicked: None,
            confirm: None,
            saying: None,
            chat_seen: 0,
            done: false,
        };
        if let Source::Remote(remote) = &app.source {
            app.chat_seen = remote.chat().len();
            app.message = (remote.notice().unwrap_or_default().to_owned(), Tone::Plain);
        }
        app.refresh();
        app.flip ^= app.sits_opposite();
        Ok(app)
    }

    /// Whether whoever sits here looks from the second seat, in a game that is always between two.
    pub(super) fn sits_opposite(&self) -> bool {
        let seats = match &self.source {
            Source::Local(local) => local.people(),
            Source::Remote(remote) => remote.view().you.iter().filter_map(|you| seat(you.seat)).collect(),
            Source::File(_) => SeatSet::EMPTY,
        };
        let game = breadboard_games::GAMES.iter().find(|game| game.info.id == self.view.game);
        game.is_some_and(|game| game.info.seats == (2, 2)) && seats == SeatSet::only(Seat::SECOND)
    }

    pub(crate) fn say(&mut self, text: impl ToString, tone: Tone) {
        self.message = (text.to_string(), tone);
    }

    /// Looks at the table anew after something may have happened there.
    pub(crate) fn refresh(&mut self) {
        let stands = |view: &View| (view.position.step, view.phase, view.offers.len());
        let before = stands(&self.view);
        match &self.source {
            Source::Local(local) => {
                let viewer = hand_over(self, &local.view(SeatSet::EMPTY), local.people());
                let Source::Local(local) = &self.source else { return };
                let seen = self.log.last().map_or(0, |event| event.version);
                self.log.extend(local.events(seen));
                self.view = local.view(viewer);
            }
            Source::Remote(remote) => {
                let mut view = remote.view().clone();
                self.log = remote.log();
                let ours = seats_where(&view, |held| {
                    !held.automatic && view.you.iter().any(|you| you.seat == held.seat)
                });
                let viewer = hand_over(self, &view, ours);
                if viewer != ours {
                    view.you.retain(|you| viewer.iter().any(|seat| seat.number() == you.seat));
                }
                self.view = view;
            }
            Source::File(past) => {
                if let Ok((view, log)) = past.view() {
                    (self.view, self.log) = (view, log);
                }
            }
        }
        let moves = self.you().map(|you| you.moves.clone()).unwrap_or_default();
        self.choice.offer(moves);
        let after = stands(&self.view);
        if after.0 != before.0 {
            self.log_up = 0;
            (self.board_down, self.board_right) = (None, None);
            self.clicked = None;
            self.stop_hint();
        }
        // What was said before is old now; a refusal only once the game is over.
        if after != before && (self.message.1 != Tone::Bad || after.1 != before.1) {
            self.say("", Tone::Plain);
        }
        if let Source::Local(_) = self.source {
            self.start_bot();
        }
    }

    /// What the seat that chooses here may do.
    pub(crate) fn you(&self) -> Option<&YouView> {
        let number = self.seat?.number();
        self.view.you.iter().find(|you| you.seat == number)
    }

    pub(crate) fn seat_view(&self, number: u8) -> Option<&SeatView> {
        self.view.seats.iter().find(|seat| seat.seat == number)
    }

    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        self.seat_view(seat.number()).map_or_else(|| format!("seat {seat}"), told::seat_name)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.phase == PhaseName::Over
    }

    /// The view that is drawn: the live one, or the point of the past that is looked at.
    pub(crate) fn shown(&self) -> &View {
        self.back.as_ref().map_or(&self.view, |(_, view)| view)
    }

    /// Whether one only watches.
    pub(crate) fn watches(&self) -> bool {
        match &self.source {
            Source::Local(local) => local.people().is_empty(),
            Source::Remote(remote) => remote.view().you.is_empty(),
            Source::File(_) => true,
        }
    }

    fn start_bot(&mut self) {
        let Source::Local(local) = &self.source else { return };
        let Some(&(seat, level)) = local.bots_to_act().first() else {
            self.note.clear();
            return;
        };
        if self.bot.is_some() {
            return;
        }
        self.jobs += 1;
        let (job, stop) = (self.jobs, Stop::default());
        let (table, luck, sender) = (local.table().clone(), local.luck(seat), self.sender.clone());
        let pace = if local.people().is_empty() { PACE } else { Duration::ZERO };
        self.note = format!("{} thinks", self.seat_name(seat));
        self.bot = Some((job, stop.clone()));
        let work = move || {
            let begun = Instant::now();
            let text = caught(|| think::choose(&table, seat, level, luck, &stop));
            thread::sleep(pace.saturating_sub(begun.elapsed()));
            // Nobody hears it once the screen is gone.
            let _ = sender.send(Signal::Moved { job, seat, text });
        };
        if let Err(error) = thread::Builder::new().name("bot".to_owned()).spawn(work) {
            self.say(error, Tone::Bad);
        }
    }

    /// A bot has chosen; unless the position was taken from under it.
    pub(crate) fn moved(&mut self, job: u64, seat: Seat, text: Result<String, String>) {
        if self.bot.as_ref().is_none_or(|(running, _)| *running != job) {
            return;
        }
        self.bot = None;
        match text {
            Ok(text) => self.ask(seat, Request::Act { text }),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    fn stop_bot(&mut self) {
        if let Some((_, stop)) = self.bot.take() {
            stop.stop();
        }
    }

    /// Asks the table for something, and tells if it refuses.
    pub(crate) fn ask(&mut self, seat: Seat, request: Request) {
        let asked = match &mut self.source {
            Source::Local(local) => local.ask(seat, request).map_err(|trouble| trouble.to_string()),
            Source::Remote(remote) => {
                // The answer comes later, and says what has become of it.
                match remote.ask(seat, request) {
                    Ok(()) => self.say("sending …", Tone::Plain),
                    Err(reason) => self.say(reason, Tone::Bad),
                }
                return;
            }
            Source::File(_) => Ok(()),
        };
        match asked {
            Ok(()) => self.refresh(),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// Makes a move for the seat that chooses here.
    pub(crate) fn play(&mut self, text: String) {
        let Some(seat) = self.seat else {
            let reason = if self.is_over() { "the game is over" } else { "it is not your turn" };
            return self.say(reason, Tone::Bad);
        };
        self.say("", Tone::Plain);
        self.stop_hint();
        self.ask(seat, Request::Act { text });
        if self.message.1 != Tone::Bad {
            self.choice.clear();
        }
    }

    pub(crate) fn undo(&mut self) {
        match &mut self.source {
            Source::Local(local) => {
                let done = local.undo();
                match done {
                    Ok(()) => {
                        self.stop_bot();
                        self.refresh();
                        self.say("taken back", Tone::Good);
                    }
                    Err(trouble) => self.say(trouble, Tone::Bad),
                }
            }
            Source::Remote(_) => self.ask_back(),
            Source::File(_) => self.say("a record is not changed by watching it", Tone::Bad),
        }
    }

    /// The seat that speaks for this keyboard: the one that chooses, else the first of ours.
    pub(crate) fn own_seat(&self) -> Option<Seat> {
        let first = |view: &View| view.you.first().and_then(|you| seat(you.seat));
        let all = || match &self.source {
            Source::Remote(remote) => first(remote.view()),
            _ => None,
        };
        self.seat.or_else(|| first(&self.view)).or_else(all)
    }

    /// Asks the strongest bot, on a thread of its own.
    pub(crate) fn hint(&mut self) {
        if self.hint.is_some() {
            self.stop_hint();
            return self.say("no hint then", Tone::Plain);
        }
        let Some(seat) = self.seat else { return self.say("it is not your turn", Tone::Bad) };
        if let Source::Remote(remote) = &self.source
            && !remote.may_hint()
        {
            return self.say("no hints against people at other tables", Tone::Bad);
        }
        self.jobs += 1;
        let (job, stop) = (self.jobs, Stop::default());
        let (spec, position) = (self.spec.clone(), self.view.position.text.clone());
        let sender = self.sender.clone();
        self.hint = Some((job, stop.clone()));
        self.say("a hint is looked for; h again to stop it", Tone::Plain);
        let work = move || {
            let hint = caught(|| think::hint(&spec, &position, seat, &stop));
            let _ = sender.send(Signal::Hint { job, hint });
        };
        if let Err(error) = thread::Builder::new().name("hint".to_owned()).spawn(work) {
            self.say(error, Tone::Bad);
        }
    }

    pub(crate) fn hinted(&mut self, job: u64, hint: Result<Hint, String>) {
        if self.hint.as_ref().is_none_or(|(running, _)| *running != job) {
            return;
        }
        self.hint = None;
        match hint {
            Ok(hint) => {
                self.choice.select_text(&hint.text);
                self.say(format_args!("hint: {hint}"), Tone::Good);
            }
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    pub(crate) fn stop_hint(&mut self) {
        if let Some((_, stop)) = self.hint.take() {
            stop.stop();
            self.say("", Tone::Plain);
        }
    }

    /// Another game: nobody has been given the keyboard yet.
    pub(super) fn forget_seat(&mut self) {
        (self.sitting, self.seat, self.hand_over) = (None, None, None);
    }

    /// The next person has the keyboard.
    pub(crate) fn sit_down(&mut self) {
        if let Some(seat) = self.hand_over {
            self.sitting = Some(seat);
            self.say("", Tone::Plain);
            self.refresh();
        }
    }

    /// Looks at another point of the game; the live one if it is the last.
    pub(crate) fn look(&mut self, to: impl FnOnce(usize, usize) -> usize) {
        if let Source::File(past) = &mut self.source {
            past.step = to(past.step.min(past.len()), past.len()).min(past.len());
            return self.refresh();
        }
        let record = match (&self.back, &mut self.source) {
            (Some((past, _)), _) => Ok(past.record.clone()),
            (None, Source::Local(local)) => Ok(local.table().record()),
            (None, Source::Remote(_)) if self.offline.is_some() => {
                Err("the server is not reached now".to_owned())
            }
            (None, Source::Remote(remote)) => remote.record(),
            (None, Source::File(_)) => return,
        };
        let record = match record {
            Ok(record) => record,
            Err(reason) => return self.say(reason, Tone::Bad),
        };
        let length = record.entries.len();
        let at = self.back.as_ref().map_or(length, |(past, _)| past.step);
        let step = to(at, length).min(length);
        if step == length {
            self.back = None;
            return;
        }
        let past = Past { record, step };
        match past.view() {
            Ok((view, _)) => self.back = Some((past, view)),
            Err(reason) => self.say(reason, Tone::Bad),
        }
    }

    /// What to say after the screen is gone.
    pub(crate) fn farewell(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(result) = &self.view.result
            && !matches!(self.source, Source::File(_))
        {
            lines.push(told::sentences(&result.told));
        }
        match &self.source {
            Source::Local(local) => {
                if let Some(path) = local.record_path() {
                    lines.push(if local.is_over() {
                        format!("record: {}", path.display())
                    } else {
                        format!("the game is kept: breadboard play --resume {}", path.display())
                    });
                }
                lines.push(format!("result: {}", told::result(&self.view)));
            }
            Source::Remote(remote) => lines.extend(remote.farewell()),
            Source::File(_) => {}
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// A thinker that fails is told of like any other reason; the game goes on without it.
fn caught<T>(think: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
    thought.unwrap_or_else(|_| Err("the bot has failed: this is a bug worth reporting".to_owned()))
}

pub(super) fn seat(number: u8) -> Option<Seat> {
    Seat::from_number(&number.to_string())
}

fn seats_where(view: &View, fits: impl Fn(&SeatView) -> bool) -> SeatSet {
    view.seats.iter().filter(|held| fits(held)).filter_map(|held| seat(held.seat)).collect()
}

/// Settles who chooses at this keyboard, and what may be seen there: where several people of it choose unseen, only
/// what belongs to the one it has been handed to.
fn hand_over(app: &mut App, view: &View, ours: SeatSet) -> SeatSet {
    let secret = view.round.as_ref().is_some_and(|round| {
        let ours = |number: &&u8| ours.iter().any(|seat| seat.number() == **number);
        round.chosen.iter().chain(&round.waiting).filter(ours).count() > 1
    });
    let awaited = seats_where(view, |held| held.awaited);
    let next = app.sitting.filter(|seat| awaited.contains(*seat) && ours.contains(*seat));
    let next = next.or_else(|| ours.iter().find(|seat| awaited.contains(*seat)));
    app.hand_over = next.filter(|next| secret && app.sitting != Some(*next));
    app.seat = next.filter(|_| app.hand_over.is_none());
    match (secret, app.hand_over, app.sitting) {
        (false, _, _) => ours,
        (true, None, Some(seat)) => SeatSet::only(seat),
        _ => SeatSet::EMPTY,
    }
}
