//! Drawing the screen. Seats have a colour, a number and a name; whose turn it is, the last move and the chosen one are
//! told by signs and words as well, so nothing is lost without colours.

use super::app::{App, Source, Tab, Tone};
use super::art::{Cell, cells};
use super::board::board;
use super::keys::KEYS;
use super::layout::lay_out;
use super::side::{log, side};
use crate::{markdown, told};
use breadboard_play::view::PhaseName;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

const SEATS: [Color; 7] =
    [Color::Cyan, Color::Yellow, Color::Green, Color::Magenta, Color::Blue, Color::Red, Color::Gray];

impl App {
    pub(super) fn seat_style(&self, seat: u8) -> Style {
        let color = SEATS[usize::from(seat.saturating_sub(1)) % SEATS.len()];
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    fn tone_style(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Good if self.color => Style::new().fg(Color::Green),
            Tone::Bad if self.color => Style::new().fg(Color::LightRed),
            Tone::Good | Tone::Bad => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    pub(super) fn chosen_style(&self) -> Style {
        if self.color {
            Style::new().fg(Color::Black).bg(Color::Cyan)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    pub(super) fn last_style(&self) -> Style {
        if self.color {
            Style::new().bg(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::UNDERLINED)
        }
    }
}

pub(super) fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

pub(super) fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// Breaks a text at blanks.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows = vec![String::new()];
    for mut word in text.split_whitespace() {
        let used = rows.last().map_or(0, |row| row.chars().count());
        if used > 0 && used + 1 + word.chars().count() > width {
            rows.push(String::new());
        } else if used > 0
            && let Some(row) = rows.last_mut()
        {
            row.push(' ');
        }
        // A word that no line holds is cut.
        while word.chars().count() > width {
            let cut = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
            if let Some(row) = rows.last_mut() {
                row.push_str(&word[..cut]);
            }
            rows.push(String::new());
            word = &word[cut..];
        }
        if let Some(row) = rows.last_mut() {
            row.push_str(word);
        }
    }
    rows
}

/// A place to write in, line by line.
pub(super) struct Column<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) area: Rect,
    pub(super) used: u16,
}

impl Column<'_> {
    pub(super) fn left(&self) -> u16 {
        self.area.height.saturating_sub(self.used)
    }

    pub(super) fn line(&mut self, text: &str, style: Style) {
        if self.left() > 0 {
            let width = usize::from(self.area.width);
            let (x, y) = (self.area.x, self.area.y + self.used);
            self.buffer.set_stringn(x, y, text, width, style);
            if text.chars().count() > width && width > 0 {
                self.buffer.set_stringn(self.area.right() - 1, y, "…", 1, style);
            }
            self.used += 1;
        }
    }

    pub(super) fn cells(&mut self, line: &[Cell]) {
        if self.left() > 0 {
            put(self.buffer, self.area, self.used, line);
            self.used += 1;
        }
    }

    pub(super) fn text(&mut self, text: &str, style: Style, most: usize) {
        let rows = wrap(text, self.area.width.into());
        for (number, row) in rows.iter().take(most).enumerate() {
            if number + 1 == most && rows.len() > most {
                let mut cut: String =
                    row.chars().take(usize::from(self.area.width).saturating_sub(1)).collect();
                cut.push('…');
                self.line(&cut, style);
            } else {
                self.line(row, style);
            }
        }
    }

    /// Marks the last line: more follows, for which there is no room.
    pub(super) fn more(&mut self) {
        if self.used > 0 && self.area.width > 0 {
            let (x, y) = (self.area.right() - 1, self.area.y + self.used - 1);
            self.buffer.set_stringn(x, y, "…", 1, dim());
        }
    }

    /// The rest of the column.
    pub(super) fn rest(&self) -> Rect {
        Rect { y: self.area.y + self.used, height: self.left(), ..self.area }
    }
}

pub(super) fn put(buffer: &mut Buffer, area: Rect, row: u16, line: &[Cell]) {
    for (column, (glyph, style)) in line.iter().take(area.width.into()).enumerate() {
        if let Some(cell) = buffer.cell_mut((area.x + column as u16, area.y + row)) {
            cell.set_char(*glyph).set_style(*style);
        }
    }
}

/// Draws everything.
pub(crate) fn paint(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    app.hits = super::hits::Hits::default();
    if area.width < 30 || area.height < 8 {
        buffer.set_stringn(area.x, area.y, "more room, please", area.width.into(), bold());
        return;
    }
    if app.page.is_some() {
        return page(buffer, area, app);
    }
    let mut said = status(app);
    if area.width < super::layout::NARROW
        && let Some(chosen) = app.choice.chosen().filter(|_| app.message.0.is_empty())
    {
        said.0 =
            format!("{}: {} ({} of {})", said.0, chosen.text, app.choice.at() + 1, app.choice.shown().len());
    }
    let rows: Vec<String> = wrap(&said.0, area.width.into()).into_iter().take(3).collect();
    let below = rows.len().max(1) as u16 + 1;
    let body = Rect { height: area.height - below, ..area };
    for (number, row) in rows.iter().enumerate() {
        let y = body.bottom() + number as u16;
        buffer.set_stringn(area.x, y, row, area.width.into(), app.tone_style(said.1));
    }
    prompt(buffer, Rect { y: area.bottom() - 1, height: 1, ..area }, app);
    let panes = lay_out(app, body, app.tab == Tab::Moves && app.choice.input().is_empty());
    let (notes, notes_below) = (panes.art.notes.clone(), panes.notes_below && panes.board.is_some());
    if let Some(at) = panes.board {
        if panes.side.is_some() {
            for row in body.y..body.bottom() {
                buffer.set_stringn(at.right(), row, "│", 1, dim());
            }
        }
        board(buffer, at, app, panes.art, notes_below);
    }
    if let Some(at) = panes.side {
        side(buffer, at, app, if notes_below { &[] } else { &notes }, panes.far.is_some());
    }
    if let Some(at) = panes.far {
        for row in body.y..body.bottom() {
            buffer.set_stringn(at.x - 2, row, "│", 1, dim());
        }
        let mut column = Column { buffer, area: at, used: 0 };
        column.line("log", dim());
        let rest = column.rest();
        log(buffer, rest, app);
    }
}

/// The line above the prompt: a message, else what is going on.
fn status(app: &App) -> (String, Tone) {
    if let Some(offline) = &app.offline {
        return (offline.clone(), Tone::Bad);
    }
    // A question stands until it is answered, whatever else is said.
    let asked = app.offered().filter(|_| !app.is_over());
    let asked = asked.map(|(offer, _)| format!("{}. Y agrees, N declines", told::offer(&app.view, offer)));
    if !app.message.0.is_empty() {
        let (text, tone) = app.message.clone();
        return (asked.map_or(text.clone(), |asked| format!("{text} – {asked}")), tone);
    }
    if let Some((past, _)) = &app.back {
        return (format!("looking back: {} of {}; End returns", past.step, past.len()), Tone::Plain);
    }
    if let Source::File(past) = &app.source {
        let told = app.log.last().map_or(String::new(), told::line);
        return (format!("{} of {}  {told}", past.step.min(past.len()), past.len()), Tone::Plain);
    }
    if let Some(seat) = app.hand_over {
        let name = app.seat_name(seat);
        return (format!("hand the keyboard to {name}, who presses Enter"), Tone::Good);
    }
    if let Some(result) = &app.view.result {
        let wanted = app.offered().map(|(offer, _)| format!(". {}: Y agrees", told::offer(&app.view, offer)));
        let waits = || app.own_offer().map(|_| ". A rematch is offered; waiting".to_owned());
        let again = wanted.or_else(waits).unwrap_or_default();
        return (format!("{}{again}", told::sentences(&result.told)), Tone::Good);
    }
    if let Some(asked) = asked {
        return (asked, Tone::Good);
    }
    if let Some(offer) = app.own_offer() {
        return (format!("{}; N withdraws it", told::offer(&app.view, offer)), Tone::Plain);
    }
    if let Some(chosen) =
        app.view.you.iter().find_map(|you| you.choice.as_ref()).filter(|_| app.seat.is_none())
    {
        let waiting = app.view.seats.iter().filter(|seat| seat.awaited).map(told::seat_name);
        let names = waiting.collect::<Vec<_>>().join(", ");
        return (
            format!("chosen: {}; u takes it back; waiting for {names}", told::clean(chosen)),
            Tone::Plain,
        );
    }
    if !app.note.is_empty() && app.seat.is_none() {
        return (app.note.clone(), Tone::Plain);
    }
    match app.seat {
        Some(seat) => (format!("{} to move", app.seat_name(seat)), Tone::Plain),
        None if app.view.phase == PhaseName::Waiting => {
            ("waiting for somebody to sit down".to_owned(), Tone::Plain)
        }
        None => {
            let awaited = app.view.seats.iter().filter(|seat| seat.awaited).map(told::seat_name);
            let names = awaited.collect::<Vec<_>>().join(", ");
            (if names.is_empty() { String::new() } else { format!("{names} to move") }, Tone::Plain)
        }
    }
}

fn prompt(buffer: &mut Buffer, area: Rect, app: &App) {
    if let Some(words) = &app.saying {
        // The end of it is what one is writing.
        let room = usize::from(area.width).saturating_sub(7);
        let skipped = words.chars().count().saturating_sub(room);
        let seen: String = words.chars().skip(skipped).collect();
        buffer.set_stringn(area.x, area.y, format!("say: {seen}▏"), area.width.into(), bold());
        return;
    }
    let (short, server) = (area.width < 74, matches!(app.source, Source::Remote(_)));
    let keys = match (app.watches(), app.is_over()) {
        _ if area.width < 44 => "? help  q quit",
        (true, _) => "← → look  f flip  ? help  q quit",
        (_, true) if server => "M rematch  C chat  ← → look back  ? help  q quit",
        (_, true) => "← → look back  f flip  ? help  q quit",
        _ if short && server => "↑↓ Enter  u undo  C chat  ? help  q quit",
        _ if short => "↑↓ Enter  u undo  h hint  ? help  q quit",
        _ if server => "↑↓ Enter choose  u undo  C chat  D draw  R resign  ? help  q quit",
        _ => "↑↓ Enter choose  Tab complete  u undo  h hint  f flip  ? help  q quit",
    };
    let input = app.choice.input();
    let (mark, text) = if input.is_empty() && app.choice.picks().is_empty() {
        ("› ", keys.to_owned())
    } else if input.is_empty() {
        ("› ", format!("{} …", app.choice.picks().join(" ")))
    } else {
        ("› ", format!("{input}▏"))
    };
    buffer.set_stringn(area.x, area.y, mark, 2, bold());
    let style = if input.is_empty() { dim() } else { bold() };
    let width = usize::from(area.width.saturating_sub(2));
    buffer.set_stringn(area.x + 2, area.y, &text, width, style);
}

fn page(buffer: &mut Buffer, area: Rect, app: &mut App) {
    let width = area.width.min(100);
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for (key, about) in KEYS {
        for (number, row) in wrap(about, usize::from(width).saturating_sub(17)).into_iter().enumerate() {
            lines.push(cells(&format!("{:<16} {row}", if number == 0 { *key } else { "" })));
        }
    }
    lines.push(Vec::new());
    let rules = breadboard_games::GAMES.iter().find(|game| game.info.id == app.view.game);
    let rules = markdown::render(rules.map_or("", |game| game.info.rules), width, app.color);
    lines.extend(rules.lines().map(cells));
    let height = usize::from(area.height.saturating_sub(2));
    app.hits.page_most = lines.len().saturating_sub(height);
    let Some(page) = &mut app.page else { return };
    page.scroll = page.scroll.min(app.hits.page_most);
    buffer.set_stringn(area.x, area.y, &page.title, area.width.into(), bold());
    let body = Rect { y: area.y + 1, height: height as u16, ..area };
    for (row, line) in lines.iter().skip(page.scroll).take(height).enumerate() {
        put(buffer, body, row as u16, line);
    }
    let place = format!("{} of {}  ↑ ↓ PgUp PgDn scroll, Esc back", page.scroll + 1, app.hits.page_most + 1);
    buffer.set_stringn(area.x, area.bottom() - 1, place, area.width.into(), dim());
}
