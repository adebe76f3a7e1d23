//! Pages over the whole screen: the keys with the rules, and the facts of the table with the fingerprint of its dice.

use super::app::{App, Source};
use super::art::{Cell, cells};
use super::paint::{bold, dim, put, wrap};
use crate::words::fill;
use crate::{markdown, narration};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The keys and the rules.
    Help,
    /// The game, its dice, its files.
    Table,
}

/// A page and how far it is scrolled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub(crate) subject: Subject,
    pub(crate) scroll: usize,
}

impl App {
    pub(crate) fn open_page(&mut self, subject: Subject) {
        self.page = Some(Page { subject, scroll: 0 });
    }

    pub(super) fn page_key(&mut self, code: KeyCode) {
        let most = self.hits.page_most;
        let Some(page) = &mut self.page else { return };
        match code {
            KeyCode::Up | KeyCode::Char('k') => page.scroll = page.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => page.scroll = (page.scroll + 1).min(most),
            KeyCode::PageUp => page.scroll = page.scroll.saturating_sub(15),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll = (page.scroll + 15).min(most),
            KeyCode::Home => page.scroll = 0,
            KeyCode::End => page.scroll = most,
            _ => self.page = None,
        }
    }
}

pub(super) fn page(buffer: &mut Buffer, area: Rect, app: &mut App) {
    let width = area.width.min(100);
    let Some(subject) = app.page.map(|page| page.subject) else { return };
    let (title, lines) = match subject {
        Subject::Help => (fill(app.words().page_title, &[("game", &app.title())]), help(app, width)),
        Subject::Table => (fill(app.words().table_title, &[("game", &app.title())]), facts(app, width)),
    };
    let height = usize::from(area.height.saturating_sub(2));
    app.hits.page_most = lines.len().saturating_sub(height);
    let words = app.words();
    let Some(page) = &mut app.page else { return };
    page.scroll = page.scroll.min(app.hits.page_most);
    buffer.set_stringn(area.x, area.y, &title, area.width.into(), bold());
    let body = Rect { y: area.y + 1, height: height as u16, ..area };
    for (row, line) in lines.iter().skip(page.scroll).take(height).enumerate() {
        put(buffer, body, row as u16, line);
    }
    let (line, last) = (page.scroll + 1, app.hits.page_most + 1);
    let place = fill(words.page_place, &[("line", &line), ("lines", &last)]);
    buffer.set_stringn(area.x, area.bottom() - 1, place, area.width.into(), dim());
}

/// The keys in two columns, then the rules.
fn help(app: &App, width: u16) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    // A draw can be offered only where the game has draws.
    let keys = app.words().keys.iter().filter(|(key, _)| app.draws || *key != "D");
    for (key, about) in keys {
        for (number, row) in wrap(about, usize::from(width).saturating_sub(17)).into_iter().enumerate() {
            lines.push(cells(&format!("{:<16} {row}", if number == 0 { key } else { "" })));
        }
    }
    lines.push(Vec::new());
    let rules = markdown::render(app.tr.rules(&app.view.game), width, app.color);
    lines.extend(rules.lines().map(cells));
    lines
}

/// What is to know about the table, in sentences.
fn facts(app: &App, width: u16) -> Vec<Vec<Cell>> {
    let words = app.words();
    let mut facts = vec![fill(words.game, &[("spec", &app.view.spec)])];
    match &app.source {
        Source::Local(local) => {
            facts.extend(local.record_path().map(|path| fill(words.record, &[("path", &path.display())])));
        }
        Source::Remote(remote) => facts.extend(remote.farewell().first().cloned()),
        Source::File(_) => {}
    }
    facts.extend(narration::left(&app.tr, &app.view));
    facts.push(String::new());
    facts.extend(narration::dice(&app.tr, &app.view));
    facts.iter().flat_map(|fact| wrap(fact, width.into())).map(|row| cells(&row)).collect()
}
