//! State and actions of the full screen. It knows no rules: legal moves come with the view, and the table accepts or
//! refuses a request.

use super::Signal;
use super::choice::Choice;
use super::hits::Hits;
use super::menu::{EndMenu, Next};
use super::page::Page;
use crate::drawing;
use crate::history::History;
use crate::local::Local;
use crate::narration;
use crate::plain::Style;
use crate::remote::Remote;
use crate::think::{self, Hint, Stop};
use crate::words::{Translator, Words, fill};
use breadboard_core::{Seat, SeatSet, Spec};
use breadboard_play::Request;
use breadboard_play::view::{EventView, PhaseName, SeatView, View, YouView};
use ratatui::style::Style as CellStyle;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// The least time between two moves where only bots play, so that people can follow.
const PACE: Duration = Duration::from_millis(400);

/// Where the game is.
pub(crate) enum Source {
    Local(Box<Local>),
    Remote(Box<Remote>),
    File(Box<History>),
}

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

/// The pane that the arrow keys act on. If not all panes fit, it is also the one that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    Board,
    Moves,
    Log,
    More,
}

pub(crate) struct App {
    pub(crate) source: Source,
    sender: Sender<Signal>,
    pub(crate) spec: Spec,
    pub(crate) view: View,
    pub(crate) log: Vec<EventView>,
    /// An earlier point of the game that is shown instead of the present one.
    pub(crate) back: Option<(History, View)>,
    pub(crate) choice: Choice,
    /// The seat that chooses at this keyboard now.
    pub(crate) seat: Option<Seat>,
    /// The seat that has the keyboard, if the others at this keyboard must not see its choice.
    sitting: Option<Seat>,
    /// The seat that the keyboard must be handed over to.
    pub(crate) hand_over: Option<Seat>,
    pub(crate) message: (String, Tone),
    /// What goes on in the background: a bot thinks.
    pub(crate) note: String,
    /// Why the server cannot be reached, while it cannot.
    pub(crate) offline: Option<String>,
    pub(crate) page: Option<Page>,
    /// What to do after the end of a game at this keyboard.
    pub(crate) menu: Option<EndMenu>,
    /// The game that follows this one.
    pub(crate) next: Option<Next>,
    /// The pane that was chosen by Tab.
    pub(crate) tab: Focus,
    pub(crate) flip: bool,
    pub(crate) color: bool,
    /// Whether the game can end as a draw.
    pub(crate) draws: bool,
    /// The styles of the seats' pieces on the board that was drawn last.
    pub(crate) seat_styles: Vec<CellStyle>,
    /// When the next event of a record is shown by itself, and the time between two.
    pub(crate) autoplay: Option<Instant>,
    pub(crate) pace: Duration,
    /// The number of an event being typed.
    pub(crate) jump: String,
    /// How far the log is scrolled up, and the board down and right; `None` follows the chosen move.
    pub(crate) log_up: usize,
    pub(crate) board_down: Option<usize>,
    pub(crate) board_right: Option<usize>,
    pub(crate) hits: Hits,
    bot: Option<(u64, Stop)>,
    hint: Option<(u64, Stop)>,
    /// A letter that was a command and may become the first letter of a move.
    pub(crate) pending: Option<char>,
    /// The row of the list of the last click.
    pub(crate) clicked: Option<usize>,
    /// A key that must be pressed twice.
    pub(crate) confirm: Option<char>,
    /// The chat line being typed.
    pub(crate) chat_input: Option<String>,
    /// How many lines of chat have been shown.
    pub(super) chat_seen: usize,
    pub(crate) done: bool,
    pub(crate) tr: Translator,
}

impl App {
    pub(crate) fn new(source: Source, sender: Sender<Signal>, style: Style) -> Result<App, String> {
        let tr = match &source {
            Source::Local(local) => local.translator().clone(),
            Source::Remote(remote) => remote.translator().clone(),
            Source::File(history) => Translator::new(style.lang, &history.record.spec.game),
        };
        let (view, log) = match &source {
            Source::Local(local) => (local.view(SeatSet::EMPTY), Vec::new()),
            Source::Remote(remote) => (remote.view().clone(), remote.events().to_vec()),
            Source::File(history) => history.view().map_err(|refused| tr.refused(&refused))?,
        };
        let spec: Spec = view.spec.parse().map_err(|error| tr.spec_error(&error))?;
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
            menu: None,
            next: None,
            tab: Focus::Board,
            flip: style.flip,
            color: style.color,
            draws: false,
            seat_styles: Vec::new(),
            autoplay: None,
            pace: Duration::from_secs(1),
            jump: String::new(),
            log_up: 0,
            board_down: None,
            board_right: None,
            hits: Hits::default(),
            bot: None,
            hint: None,
            pending: None,
            clicked: None,
            confirm: None,
            chat_input: None,
            chat_seen: 0,
            done: false,
            tr,
        };
        if let Source::Remote(remote) = &app.source {
            app.chat_seen = remote.chat().len();
            app.message = (remote.notice().unwrap_or_default().to_owned(), Tone::Plain);
        }
        app.draws = crate::drawing::has_draws(&app.spec);
        app.refresh();
        app.flip ^= app.sits_opposite();
        Ok(app)
    }

    /// The pane that the arrow keys act on now.
    pub(crate) fn focus(&self) -> Focus {
        match self.tab {
            Focus::Board if self.choice.is_empty() => Focus::Log,
            // Moves without a place on the board are chosen in the list.
            Focus::Board if self.choice.stops().is_empty() => Focus::Moves,
            tab => tab,
        }
    }

    /// The highlighted move and what it would do, in words.
    pub(crate) fn chosen_in_words(&self) -> Option<String> {
        let (chosen, seat) = (self.choice.chosen()?, self.seat?);
        let effect = drawing::narration(&self.spec, &self.view.position.text, seat, &chosen.text, &self.tr);
        let (number, count) = (self.choice.at() + 1, self.choice.shown().len());
        let text = narration::clean(&chosen.text);
        let chosen = effect.map_or_else(|| text.clone(), |effect| format!("{text} – {effect}"));
        Some(fill(self.words().chosen_of, &[("move", &chosen), ("number", &number), ("count", &count)]))
    }

    /// Whether the only person here has the second seat of a two-seat game: then the board is flipped.
    pub(super) fn sits_opposite(&self) -> bool {
        let seats = match &self.source {
            Source::Local(local) => local.people(),
            Source::Remote(remote) => remote.view().you.iter().filter_map(|you| seat(you.seat)).collect(),
            Source::File(_) => SeatSet::EMPTY,
        };
        let game = breadboard_games::GAMES.iter().find(|game| game.info.id == self.view.game);
        game.is_some_and(|game| game.info.seats == (2, 2)) && seats == SeatSet::only(Seat::SECOND)
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.tr.words()
    }

    pub(crate) fn say(&mut self, text: impl ToString, tone: Tone) {
        self.message = (text.to_string(), tone);
    }

    /// Reads the table again after a change.
    pub(crate) fn refresh(&mut self) {
        let summary = |view: &View| (view.position.step, view.phase, view.offers.len());
        let before = summary(&self.view);
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
            Source::File(history) => {
                if let Ok((view, log)) = history.view() {
                    (self.view, self.log) = (view, log);
                }
            }
        }
        let moves = self.you().map(|you| you.moves.clone()).unwrap_or_default();
        self.choice.offer(moves);
        let after = summary(&self.view);
        if after.0 != before.0 {
            self.log_up = 0;
            (self.board_down, self.board_right) = (None, None);
            self.clicked = None;
            self.stop_hint();
        }
        // An old message is removed; a refusal stays until the game is over.
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

    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        narration::name_of(&self.tr, &self.view, seat.number())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.phase == PhaseName::Over
    }

    /// The view that is drawn: the present one, or the earlier point that is looked at.
    pub(crate) fn shown(&self) -> &View {
        self.back.as_ref().map_or(&self.view, |(_, view)| view)
    }

    /// Whether no seat is played at this keyboard.
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
        let (job, stop) = (next_job(), Stop::default());
        let (table, seed) = (local.table().clone(), local.choice_seed(seat));
        let (sender, tr) = (self.sender.clone(), self.tr.clone());
        let pace = if local.people().is_empty() { PACE } else { Duration::ZERO };
        self.note = fill(self.words().thinks, &[("name", &self.seat_name(seat))]);
        self.bot = Some((job, stop.clone()));
        let work = move || {
            let begun = Instant::now();
            let text = caught(&tr, || think::choose(&table, seat, level, seed, &stop, &tr));
            thread::sleep(pace.saturating_sub(begun.elapsed()));
            // The screen may be gone.
            let _ = sender.send(Signal::Moved { job, seat, text });
        };
        if let Err(error) = thread::Builder::new().name("bot".to_owned()).spawn(work) {
            self.say(error, Tone::Bad);
        }
    }

    /// Plays the move of a bot, unless the position has changed since it started.
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

    pub(super) fn stop_bot(&mut self) {
        if let Some((_, stop)) = self.bot.take() {
            stop.stop();
        }
    }

    /// Sends a request to the table, and shows why it is refused.
    pub(crate) fn ask(&mut self, seat: Seat, request: Request) {
        let asked = match &mut self.source {
            Source::Local(local) => local.ask(seat, request).map_err(|trouble| trouble.describe(&self.tr)),
            Source::Remote(remote) => {
                // The answer comes later.
                match remote.ask(seat, request) {
                    Ok(()) => self.say(self.words().sending, Tone::Plain),
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

    /// Why no seat at this keyboard can choose now.
    pub(super) fn no_turn(&self) -> &'static str {
        let words = self.words();
        match () {
            () if self.is_over() => words.game_over,
            () if self.watches() => words.only_watching,
            () => words.not_your_turn,
        }
    }

    /// Plays a move for the seat that chooses here.
    pub(crate) fn play(&mut self, text: String) {
        let Some(seat) = self.seat else { return self.say(self.no_turn(), Tone::Bad) };
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
                        self.say(self.words().taken_back, Tone::Good);
                    }
                    Err(trouble) => self.say(trouble.describe(&self.tr), Tone::Bad),
                }
            }
            Source::Remote(_) => self.ask_back(),
            Source::File(_) => self.say(self.words().record_unchanged, Tone::Bad),
        }
    }

    /// The seat that requests of this keyboard come from: the one that chooses, else the first of ours.
    pub(crate) fn own_seat(&self) -> Option<Seat> {
        let first = |view: &View| view.you.first().and_then(|you| seat(you.seat));
        let all = || match &self.source {
            Source::Remote(remote) => first(remote.view()),
            _ => None,
        };
        self.seat.or_else(|| first(&self.view)).or_else(all)
    }

    /// Starts a search for a hint on its own thread, or stops it.
    pub(crate) fn hint(&mut self) {
        if self.hint.is_some() {
            self.stop_hint();
            return self.say(self.words().hint_stopped, Tone::Plain);
        }
        let Some(seat) = self.seat else { return self.say(self.no_turn(), Tone::Bad) };
        if let Source::Remote(remote) = &self.source
            && !remote.may_hint()
        {
            return self.say(self.words().hint_against_people, Tone::Bad);
        }
        let (job, stop) = (next_job(), Stop::default());
        let (spec, position) = (self.spec.clone(), self.view.position.text.clone());
        let (sender, tr) = (self.sender.clone(), self.tr.clone());
        self.hint = Some((job, stop.clone()));
        self.say(self.words().hint_searching, Tone::Plain);
        let work = move || {
            let hint = caught(&tr, || think::hint(&spec, &position, seat, &stop, &tr));
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
                self.say(hint.describe(&self.tr), Tone::Good);
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

    /// Forgets who has the keyboard, for another game.
    pub(super) fn forget_seat(&mut self) {
        (self.sitting, self.seat, self.hand_over) = (None, None, None);
    }

    /// The next person takes the keyboard.
    pub(crate) fn sit_down(&mut self) {
        if let Some(seat) = self.hand_over {
            self.sitting = Some(seat);
            self.say("", Tone::Plain);
            self.refresh();
        }
    }
}

/// A number for a search. Searches of a game that was left may still answer, so numbers are never used again.
fn next_job() -> u64 {
    static JOBS: AtomicU64 = AtomicU64::new(1);
    JOBS.fetch_add(1, Relaxed)
}

/// Turns a panic of a search into a reason; the game goes on without its result.
fn caught<T>(tr: &Translator, think: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
    thought.unwrap_or_else(|_| Err(tr.words().bot_failed.to_owned()))
}

pub(super) fn seat(number: u8) -> Option<Seat> {
    Seat::from_number(&number.to_string())
}

fn seats_where(view: &View, fits: impl Fn(&SeatView) -> bool) -> SeatSet {
    view.seats.iter().filter(|held| fits(held)).filter_map(|held| seat(held.seat)).collect()
}

/// Sets which seat chooses at this keyboard and returns the seats whose secrets may be shown: if several people at this
/// keyboard choose at once, only the one who has the keyboard.
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
