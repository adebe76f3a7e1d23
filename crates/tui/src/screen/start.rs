//! The menu of games: which game, how many seats, on which seat, against whom.

use super::hits::within;
use super::menu::{box_around, other_level};
use super::paint::{bold, dim, wrap};
use crate::local::NewGame;
use crate::plain::Style as Look;
use crate::seats::SeatChoice;
use crate::words::{Translator, Words, fill};
use breadboard_core::{Rng as _, Spec, SplitMix};
use breadboard_games::{GAMES, GameEntry};
use breadboard_play::{Entropy, Level, Name};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::path::PathBuf;

/// What the command line says about games that are chosen in the menu.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The player's name.
    pub name: Option<Name>,
    /// The seed of dice and bots.
    pub seed: Option<u64>,
    /// What the player adds to the dice.
    pub entropy: Option<Entropy>,
    /// Where the game is saved.
    pub record: Option<PathBuf>,
}

/// On which seat the player sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum You {
    Drawn,
    Seat(u8),
    Nowhere,
}

/// Who plays the other seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    Bot(Level),
    People,
}

const ROWS: usize = 5;
const START: usize = 4;

/// What a key did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    Nothing,
    Start,
    Quit,
}

/// The menu of games.
#[derive(Debug)]
pub(super) struct Menu {
    setup: Setup,
    look: Look,
    game: usize,
    seats: u8,
    you: You,
    others: Others,
    row: usize,
    pub(super) message: String,
    rows: Vec<Rect>,
}

impl Menu {
    pub(super) fn new(setup: Setup, look: Look) -> Menu {
        let seats = GAMES[0].info.default_seats;
        let others = Others::Bot(Level::Bot3);
        let (message, rows) = (String::new(), Vec::new());
        Menu { setup, look, game: 0, seats, you: You::Drawn, others, row: 0, message, rows }
    }

    /// The same menu with the game that was played last.
    pub(super) fn after(setup: Setup, look: Look, spec: &Spec, seats: u8, level: Option<Level>) -> Menu {
        let game = GAMES.iter().position(|game| game.info.id == spec.game).unwrap_or(0);
        let others = level.map_or(Others::People, Others::Bot);
        Menu { game, seats, others, ..Menu::new(setup, look) }
    }

    pub(super) const fn setup(&self) -> &Setup {
        &self.setup
    }

    fn entry(&self) -> &'static GameEntry {
        &GAMES[self.game]
    }

    fn words(&self) -> &'static Words {
        self.look.lang.words()
    }

    /// The game that the menu shows.
    pub(super) fn game(&self) -> Result<NewGame, String> {
        let info = self.entry().info;
        let mut spec = info.id.parse::<Spec>().map_err(|error| error.to_string())?;
        if self.seats != info.default_seats {
            spec.settings.push(("seats".to_owned(), self.seats.to_string()));
        }
        let other = match self.others {
            Others::Bot(level) => SeatChoice::Bot(level),
            Others::People => SeatChoice::Open,
        };
        let mut choices = vec![other; self.seats.into()];
        let own = match self.you {
            You::Nowhere => None,
            You::Seat(seat) => Some(usize::from(seat) - 1),
            You::Drawn => {
                let seed = match self.setup.seed {
                    Some(seed) => !seed,
                    None => getrandom::u64().map_err(|error| error.to_string())?,
                };
                Some(SplitMix::new(seed).below(self.seats.into()) as usize)
            }
        };
        if let Some(own) = own {
            choices[own] = SeatChoice::Me;
        }
        let Setup { name, seed, entropy, .. } = self.setup.clone();
        Ok(NewGame { spec, seats: Some(choices), name, seed, entropy })
    }

    /// Handles an event of the terminal.
    pub(super) fn input(&mut self, event: &Event) -> Done {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let row = self.rows.iter().position(|area| within(*area, mouse.column, mouse.row));
                match row {
                    Some(START) => return Done::Start,
                    Some(row) if row == self.row => self.change(true),
                    Some(row) => self.row = row,
                    None => {}
                }
                Done::Nothing
            }
            _ => Done::Nothing,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Done {
        self.message.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd' | 'q') if control => return Done::Quit,
            KeyCode::Char('q') | KeyCode::Esc => return Done::Quit,
            KeyCode::Enter => return Done::Start,
            KeyCode::Up | KeyCode::BackTab => self.row = self.row.checked_sub(1).unwrap_or(ROWS - 1),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % ROWS,
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Char(digit @ '1'..='9') if self.row == 0 => {
                let number = digit as usize - '1' as usize;
                if number < GAMES.len() {
                    self.set_game(number);
                }
            }
            _ => {}
        }
        Done::Nothing
    }

    fn set_game(&mut self, game: usize) {
        self.game = game;
        self.seats = self.entry().info.default_seats;
        self.you = You::Drawn;
    }

    /// Changes the setting of the row.
    fn change(&mut self, up: bool) {
        let (least, most) = self.entry().info.seats;
        match self.row {
            0 => self.set_game((self.game + if up { 1 } else { GAMES.len() - 1 }) % GAMES.len()),
            1 => {
                let count = most - least + 1;
                self.seats = least + (self.seats - least + if up { 1 } else { count - 1 }) % count;
                if matches!(self.you, You::Seat(seat) if seat > self.seats) {
                    self.you = You::Drawn;
                }
            }
            2 => {
                let all: Vec<You> = std::iter::once(You::Drawn)
                    .chain((1..=self.seats).map(You::Seat))
                    .chain([You::Nowhere])
                    .collect();
                let at = all.iter().position(|you| *you == self.you).unwrap_or(0);
                self.you = all[(at + if up { 1 } else { all.len() - 1 }) % all.len()];
            }
            3 => {
                // People come after the strongest bot.
                self.others = match (self.others, up) {
                    (Others::Bot(Level::Bot5), true) | (Others::Bot(Level::Bot1), false) => Others::People,
                    (Others::Bot(level), up) => Others::Bot(other_level(level, up)),
                    (Others::People, true) => Others::Bot(Level::Bot1),
                    (Others::People, false) => Others::Bot(Level::Bot5),
                };
            }
            _ => {}
        }
    }

    fn game_name(&self) -> String {
        let info = self.entry().info;
        Translator::new(self.look.lang, info.id).named("name", info.name)
    }

    /// The name of a level and a sentence about it.
    fn level(&self, level: Level) -> (String, String) {
        let tr = Translator::new(self.look.lang, self.entry().info.id);
        let number = Level::BOTS.iter().position(|known| *known == level).unwrap_or(0);
        let info = &self.entry().levels[number];
        let name = tr.named(&format!("level-{}", number + 1), info.name);
        let about = tr.named(&format!("level-{}-about", number + 1), info.about);
        (format!("{level} {name}"), about)
    }

    fn values(&self) -> [(&'static str, String); START] {
        let words = self.words();
        let you = match self.you {
            You::Drawn => words.seat_drawn.to_owned(),
            You::Seat(seat) => fill(words.seat, &[("seat", &seat)]),
            You::Nowhere => words.seat_none.to_owned(),
        };
        let others = match self.others {
            Others::Bot(level) => self.level(level).0,
            Others::People => words.people_here.to_owned(),
        };
        [
            (words.row_game, self.game_name()),
            (words.row_seats, self.seats.to_string()),
            (words.row_you, you),
            (
                words.row_others,
                if self.seats == 1 && self.you != You::Nowhere { "–".to_owned() } else { others },
            ),
        ]
    }

    /// Draws the menu.
    pub(super) fn paint(&mut self, buffer: &mut Buffer, area: Rect) {
        let words = self.words();
        self.rows.clear();
        if area.width < 30 || area.height < 11 {
            buffer.set_stringn(area.x, area.y, words.too_small, area.width.into(), bold());
            return;
        }
        let width = area.width.min(72);
        let height = area.height.saturating_sub(1).min(18);
        let frame = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - 1 - height) / 2,
            width,
            height,
        };
        box_around(buffer, frame, words.menu_games);
        let inner = Rect { x: frame.x + 2, y: frame.y + 1, width: width - 4, height: height - 2 };
        let chosen = if self.look.color {
            Style::new().fg(Color::Black).bg(Color::Cyan)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        };
        let gap = u16::from(inner.height >= 14);
        let label = self.values().iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for row in 0..ROWS {
            let y = inner.y + gap + row as u16 + if row == START { gap } else { 0 };
            let text = match self.values().get(row) {
                Some((name, value)) => format!(" {name:<label$}  ‹ {value} ›"),
                None => format!(" {} ", words.row_start),
            };
            let style = if row == self.row { chosen } else { Style::new() };
            let line = Rect { y, height: 1, ..inner };
            let padded = format!("{text:<width$}", width = usize::from(inner.width));
            buffer.set_stringn(line.x, y, padded, inner.width.into(), style);
            self.rows.push(line);
        }
        let mut y = inner.y + ROWS as u16 + 3 * gap;
        for (text, style) in self.about() {
            for row in wrap(&text, usize::from(inner.width - 1)) {
                if y < inner.bottom() {
                    buffer.set_stringn(inner.x + 1, y, row, usize::from(inner.width - 1), style);
                }
                y += 1;
            }
        }
        let help = words.help_menu;
        buffer.set_stringn(area.x, area.bottom() - 1, format!("› {help}"), area.width.into(), dim());
    }

    /// What is to know about the choices, or why the game cannot start.
    fn about(&self) -> Vec<(String, Style)> {
        if !self.message.is_empty() {
            return vec![(self.message.clone(), bold())];
        }
        let info = self.entry().info;
        let tr = Translator::new(self.look.lang, info.id);
        let mut about =
            vec![(tr.named("summary", info.summary), Style::new()), (info.credit.to_owned(), dim())];
        if let Others::Bot(level) = self.others {
            let (name, sentence) = self.level(level);
            about.push((format!("{name}: {sentence}"), dim()));
        }
        about
    }
}
