//! The menu after the end of a game at this keyboard: a rematch, another level, a new game, a look back.

use super::app::{App, Source};
use super::hits::within;
use super::paint::{bold, dim};
use crate::local::NewGame;
use crate::words::fill;
use breadboard_play::Level;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::path::PathBuf;

/// What follows a game.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// Another game, and where it is saved.
    Game(Box<NewGame>, Option<PathBuf>),
    /// The menu of games.
    Menu,
}

/// An entry of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// Back to the board. It comes first, because a player who plays fast may press Enter once too often.
    Back,
    Rematch,
    Level,
    NewGame,
    Look,
    Quit,
}

/// The menu after the end.
#[derive(Clone, Debug)]
pub(crate) struct EndMenu {
    items: Vec<Item>,
    at: usize,
    level: Level,
}

impl App {
    /// Opens the menu after the end.
    pub(super) fn open_menu(&mut self) {
        let Source::Local(local) = &self.source else { return };
        let level = local.bot_level();
        let mut items = vec![Item::Back, Item::Rematch, Item::NewGame, Item::Look, Item::Quit];
        if level.is_some() {
            items.insert(2, Item::Level);
        }
        self.menu = Some(EndMenu { items, at: 0, level: level.unwrap_or(Level::Bot3) });
    }

    /// Keys while the menu is open.
    pub(super) fn menu_key(&mut self, code: KeyCode) {
        let Some(menu) = &mut self.menu else { return };
        let last = menu.items.len() - 1;
        match code {
            KeyCode::Up | KeyCode::Char('k') => menu.at = menu.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                menu.at = if menu.at == last { 0 } else { menu.at + 1 };
            }
            KeyCode::Left | KeyCode::Right if menu.items[menu.at] == Item::Level => {
                menu.level = other_level(menu.level, code == KeyCode::Right);
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_item(),
            KeyCode::Esc => self.menu = None,
            KeyCode::Char('q') => self.done = true,
            _ => {}
        }
    }

    /// A click on an entry chooses it; a click outside closes the menu.
    pub(super) fn menu_click(&mut self, column: u16, row: u16) {
        let Some(area) = self.hits.menu.filter(|area| within(*area, column, row)) else {
            self.menu = None;
            return;
        };
        if let Some(menu) = &mut self.menu {
            menu.at = usize::from(row - area.y).min(menu.items.len() - 1);
            self.choose_item();
        }
    }

    fn choose_item(&mut self) {
        let (Some(menu), Source::Local(local)) = (self.menu.take(), &self.source) else { return };
        let record = local.next_record_path();
        match menu.items[menu.at] {
            Item::Back => return,
            Item::Rematch => self.next = Some(Next::Game(Box::new(local.again(None)), record)),
            Item::Level => self.next = Some(Next::Game(Box::new(local.again(Some(menu.level))), record)),
            Item::NewGame => self.next = Some(Next::Menu),
            Item::Look => return self.look(|_, _| 0),
            Item::Quit => {}
        }
        self.done = true;
    }
}

/// The next stronger or weaker bot; after the strongest comes the weakest.
pub(super) fn other_level(level: Level, stronger: bool) -> Level {
    let all = Level::BOTS;
    let at = all.iter().position(|known| *known == level).unwrap_or(2);
    let step = if stronger { 1 } else { all.len() - 1 };
    all[(at + step) % all.len()]
}

/// Draws the menu over the board.
pub(super) fn over(buffer: &mut Buffer, body: Rect, app: &mut App) {
    let Some(menu) = &app.menu else { return };
    let words = app.words();
    let text = |item: &Item| match item {
        Item::Back => words.menu_back.to_owned(),
        Item::Rematch => words.menu_rematch.to_owned(),
        Item::Level => fill(words.menu_level, &[("level", &menu.level)]),
        Item::NewGame => words.menu_new.to_owned(),
        Item::Look => words.menu_look.to_owned(),
        Item::Quit => words.menu_quit.to_owned(),
    };
    let rows: Vec<String> = menu.items.iter().map(text).collect();
    let inner = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0).max(20) + 4;
    let inner = inner.min(usize::from(body.width).saturating_sub(2));
    let (width, height) = (inner as u16 + 2, rows.len() as u16 + 2);
    let area = Rect {
        x: body.x + (body.width - width.min(body.width)) / 2,
        y: body.y + (body.height - height.min(body.height)) / 2,
        width: width.min(body.width),
        height: height.min(body.height),
    };
    box_around(buffer, area, words.menu_title);
    for (number, row) in rows.iter().enumerate().take(usize::from(area.height.saturating_sub(2))) {
        let chosen = number == menu.at;
        let style = if chosen { app.chosen_style() } else { Style::new() };
        let line = format!("{} {row}", if chosen { '›' } else { ' ' });
        let y = area.y + 1 + number as u16;
        buffer.set_stringn(area.x + 1, y, format!("{line:<inner$}"), inner, style);
    }
    let list = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
    app.hits.menu = Some(list);
}

/// An empty box with a title.
pub(super) fn box_around(buffer: &mut Buffer, area: Rect, title: &str) {
    let inner = usize::from(area.width.saturating_sub(2));
    for y in area.y..area.bottom() {
        let line = match y {
            _ if y == area.y => format!("┌{}┐", "─".repeat(inner)),
            _ if y + 1 == area.bottom() => format!("└{}┘", "─".repeat(inner)),
            _ => format!("│{}│", " ".repeat(inner)),
        };
        buffer.set_style(Rect { y, height: 1, ..area }, Style::reset());
        buffer.set_stringn(area.x, y, line, area.width.into(), dim());
        if y > area.y && y + 1 < area.bottom() && area.width > 2 {
            // The inside is not dim.
            buffer.set_style(Rect { x: area.x + 1, y, width: area.width - 2, height: 1 }, Style::reset());
        }
    }
    buffer.set_stringn(area.x + 1, area.y, format!(" {title} "), inner, bold());
}
