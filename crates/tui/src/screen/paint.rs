//! Draws the screen. Seats have a colour, a number and a name; whose turn it is, the last move and the chosen move are
//! also marked by signs or words, so that nothing depends on colours.

use super::app::{App, Source, Tab, Tone};
use super::art::{Cell, cells};
use super::board::board;
use super::layout::lay_out;
use super::side::{log, side};
use crate::words::fill;
use crate::{markdown, narration};
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
        // A word longer than a line is cut.
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

/// An area that is filled line by line.
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

    /// Marks the last line: there is more text than room.
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
        buffer.set_stringn(area.x, area.y, app.words().too_small, area.width.into(), bold());
        return;
    }
    if app.page.is_some() {
        return page(buffer, area, app);
    }
    let mut said = status(app);
    if area.width < super::layout::NARROW
        && let Some(chosen) = app.choice.chosen().filter(|_| app.message.0.is_empty())
    {
        let (number, count) = (app.choice.at() + 1, app.choice.shown().len());
        said.0 = fill(
            app.words().chosen_of,
            &[("status", &said.0), ("move", &chosen.text), ("number", &number), ("count", &count)],
        );
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
        side(buffer, at, app, if notes_below { &[] } else { &notes }, panes.log.is_some());
    }
    if let Some(at) = panes.log {
        for row in body.y..body.bottom() {
            buffer.set_stringn(at.x - 2, row, "│", 1, dim());
        }
        let mut column = Column { buffer, area: at, used: 0 };
        column.line(app.words().log, dim());
        let rest = column.rest();
        log(buffer, rest, app);
    }
}

/// The line above the prompt: a message, else what happens now.
fn status(app: &App) -> (String, Tone) {
    if let Some(offline) = &app.offline {
        return (offline.clone(), Tone::Bad);
    }
    let (words, tr) = (app.words(), &app.tr);
    // A question stays until it is answered, next to any message.
    let offer_text = |offer| narration::offer(tr, &app.view, offer);
    let asked = app.offered().filter(|_| !app.is_over());
    let asked = asked.map(|(offer, _)| fill(words.question, &[("offer", &offer_text(offer))]));
    if !app.message.0.is_empty() {
        let (text, tone) = app.message.clone();
        return (asked.map_or(text.clone(), |asked| format!("{text} – {asked}")), tone);
    }
    if let Some((history, _)) = &app.back {
        let place = [("step", &history.step as _), ("steps", &history.len() as _)];
        return (fill(words.looking_back, &place), Tone::Plain);
    }
    if let Source::File(history) = &app.source {
        let text = app.log.last().map_or(String::new(), |event| narration::line(tr, event));
        let (step, steps) = (history.step.min(history.len()), history.len());
        let place = fill(words.step_of, &[("step", &step), ("steps", &steps), ("text", &text)]);
        return (place, Tone::Plain);
    }
    if let Some(seat) = app.hand_over {
        return (fill(words.hand_over_screen, &[("name", &app.seat_name(seat))]), Tone::Good);
    }
    if let Some(result) = &app.view.result {
        let result = narration::sentences(tr, &result.told);
        let text = match (app.offered(), app.own_offer()) {
            (Some((offer, _)), _) => {
                fill(words.rematch_wanted, &[("result", &result), ("offer", &offer_text(offer))])
            }
            (None, Some(_)) => fill(words.rematch_waiting, &[("result", &result)]),
            (None, None) => result,
        };
        return (text, Tone::Good);
    }
    if let Some(asked) = asked {
        return (asked, Tone::Good);
    }
    if let Some(offer) = app.own_offer() {
        return (fill(words.question_own, &[("offer", &offer_text(offer))]), Tone::Plain);
    }
    (turn_status(app), Tone::Plain)
}

/// Whose turn it is, or who is waited for.
fn turn_status(app: &App) -> String {
    let (words, tr) = (app.words(), &app.tr);
    let awaited = || {
        let seats = app.view.seats.iter().filter(|seat| seat.awaited);
        seats.map(|seat| narration::seat_name(tr, seat)).collect::<Vec<_>>().join(", ")
    };
    if let Some(chosen) =
        app.view.you.iter().find_map(|you| you.choice.as_ref()).filter(|_| app.seat.is_none())
    {
        let names = [("move", &narration::clean(chosen) as _), ("names", &awaited() as _)];
        return fill(words.chosen_waiting, &names);
    }
    if !app.note.is_empty() && app.seat.is_none() {
        return app.note.clone();
    }
    let to_move = |name: &str| fill(words.to_move, &[("name", &name)]);
    match app.seat {
        Some(seat) => to_move(&app.seat_name(seat)),
        None if app.view.phase == PhaseName::Waiting => words.waiting_for_people.to_owned(),
        None => {
            Some(awaited()).filter(|names| !names.is_empty()).map_or(String::new(), |names| to_move(&names))
        }
    }
}

fn prompt(buffer: &mut Buffer, area: Rect, app: &App) {
    let words = app.words();
    if let Some(line) = &app.chat_input {
        // Of a long line, the end is shown.
        let used = fill(words.say_prompt, &[("text", &"▏")]).chars().count();
        let room = usize::from(area.width).saturating_sub(used + 1);
        let skipped = line.chars().count().saturating_sub(room);
        let seen: String = line.chars().skip(skipped).chain(['▏']).collect();
        let prompt = fill(words.say_prompt, &[("text", &seen)]);
        buffer.set_stringn(area.x, area.y, prompt, area.width.into(), bold());
        return;
    }
    let server = matches!(app.source, Source::Remote(_));
    let long = if server { words.help_server } else { words.help_local };
    let short = usize::from(area.width) < long.chars().count() + 2;
    let keys = match (app.watches(), app.is_over()) {
        _ if area.width < 44 => words.help_narrow,
        (true, _) => words.help_watch,
        (_, true) if server => words.help_over_server,
        (_, true) => words.help_over,
        _ if short && server => words.help_short_server,
        _ if short => words.help_short,
        _ => long,
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
    for (key, about) in app.words().keys {
        for (number, row) in wrap(about, usize::from(width).saturating_sub(17)).into_iter().enumerate() {
            lines.push(cells(&format!("{:<16} {row}", if number == 0 { key } else { "" })));
        }
    }
    lines.push(Vec::new());
    let rules = markdown::render(app.tr.rules(&app.view.game), width, app.color);
    lines.extend(rules.lines().map(cells));
    let height = usize::from(area.height.saturating_sub(2));
    app.hits.page_most = lines.len().saturating_sub(height);
    let words = app.words();
    let Some(page) = &mut app.page else { return };
    page.scroll = page.scroll.min(app.hits.page_most);
    buffer.set_stringn(area.x, area.y, &page.title, area.width.into(), bold());
    let body = Rect { y: area.y + 1, height: height as u16, ..area };
    for (row, line) in lines.iter().skip(page.scroll).take(height).enumerate() {
        put(buffer, body, row as u16, line);
    }
    let (line, last) = (page.scroll + 1, app.hits.page_most + 1);
    let place = fill(words.page_place, &[("line", &line), ("lines", &last)]);
    buffer.set_stringn(area.x, area.bottom() - 1, place, area.width.into(), dim());
}
