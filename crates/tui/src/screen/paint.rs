//! Draws the screen. Seats have a colour, a number and a name; whose turn it is, the last move and the chosen move are
//! also marked by signs or words, so that nothing depends on colours.

use super::app::{App, Focus, Source, Tone};
use super::art::Cell;
use super::board::board;
use super::frame::{frame, rule, top_title};
use super::layout::{NARROW, Panes, lay_out};
use super::side::{log, side};
use crate::narration;
use crate::words::fill;
use breadboard_play::view::PhaseName;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

impl App {
    /// The style of a seat's number: that of its pieces on the board.
    pub(super) fn seat_style(&self, seat: u8) -> Style {
        self.seat_styles.get(usize::from(seat.saturating_sub(1))).copied().unwrap_or(bold())
    }

    fn tone_style(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Good if self.color => Style::new().fg(Color::Green),
            Tone::Bad if self.color => Style::new().fg(Color::LightRed),
            Tone::Good | Tone::Bad => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    fn mark_style(&self, color: Color, without: Modifier) -> Style {
        if self.color {
            return Style::new().fg(Color::Black).bg(color);
        }
        // A later mark replaces an earlier one.
        Style::new().remove_modifier(Modifier::DIM).add_modifier(without)
    }

    pub(super) fn cursor_style(&self) -> Style {
        self.mark_style(Color::Yellow, Modifier::REVERSED | Modifier::BOLD)
    }

    pub(super) fn chosen_style(&self) -> Style {
        self.mark_style(Color::Cyan, Modifier::REVERSED)
    }

    pub(super) fn target_style(&self) -> Style {
        self.mark_style(Color::Green, Modifier::REVERSED | Modifier::DIM)
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

/// Breaks a text into at most `most` rows. If it is longer, whole sentences are left out at its end, and a sign says so: a
/// sentence without its end may say the opposite.
pub(super) fn wrap_sentences(text: &str, width: usize, most: usize) -> Vec<String> {
    let rows = wrap(text, width);
    if rows.len() <= most {
        return rows;
    }
    let ends = text.rmatch_indices("; ").map(|(at, _)| wrap(&format!("{}; …", &text[..at]), width));
    ends.into_iter().find(|rows| rows.len() <= most).unwrap_or_else(|| {
        let mut rows: Vec<String> = rows.into_iter().take(most).collect();
        if let Some(last) = rows.last_mut() {
            *last = last.chars().take(width.saturating_sub(1)).chain(['…']).collect();
        }
        rows
    })
}

/// As many of the parts of a line, which commas divide, as fit.
fn fitting_parts(text: &str, width: usize) -> String {
    let fits = |text: &str| text.chars().count() <= width;
    let shorter = text.rmatch_indices(", ").map(|(at, _)| &text[..at]);
    std::iter::once(text).chain(shorter).find(|text| fits(text)).unwrap_or(text).to_owned()
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
        return super::page::page(buffer, area, app);
    }
    let rows = status_rows(app, area);
    let below = rows.len() as u16 + 1;
    let body = Rect { height: area.height - below, ..area };
    for (number, (row, style)) in rows.iter().enumerate() {
        let y = body.bottom() + number as u16;
        buffer.set_stringn(area.x, y, row, area.width.into(), *style);
    }
    prompt(buffer, Rect { y: area.bottom() - 1, height: 1, ..area }, app);
    let board_only = app.focus() == Focus::Board && app.choice.input().is_empty();
    let panes = lay_out(app, body, board_only || app.back.is_some());
    app.seat_styles = panes.art.seats.clone();
    draw_panes(buffer, body, app, panes);
    if app.menu.is_some() {
        super::menu::over(buffer, body, app);
    }
}

fn draw_panes(buffer: &mut Buffer, body: Rect, app: &mut App, panes: Panes) {
    let Panes { art, board: at, notes_below, side: beside, log: apart, framed } = panes;
    let (notes, notes_below) = (art.notes.clone(), notes_below && at.is_some());
    let between: Vec<u16> = match (at, beside) {
        (Some(at), Some(_)) => std::iter::once(at.right()).chain(apart.map(|log| log.x - 2)).collect(),
        _ => Vec::new(),
    };
    frame(buffer, body, &between, framed);
    if let Some(at) = at {
        if framed {
            top_title(buffer, at, &app.title(), app.focus() == Focus::Board);
        }
        board(buffer, at, app, art, notes_below);
    }
    if let Some(at) = beside {
        if framed {
            top_title(buffer, at, app.words().players, false);
        }
        side(buffer, at, app, if notes_below { &[] } else { &notes }, (framed, apart.is_some()));
    }
    if let Some(at) = apart {
        let focused = app.focus() == Focus::Log;
        if framed {
            top_title(buffer, at, app.words().log, focused);
            return log(buffer, at, app);
        }
        rule(buffer, at, at.y, app.words().log, focused, false);
        log(buffer, Rect { y: at.y + 1, height: at.height.saturating_sub(1), ..at }, app);
    }
}

/// The rows above the prompt. Their number depends on the window and on messages only, not on the chosen move, so that
/// the board stays in its place while a move is chosen.
fn status_rows(app: &App, area: Rect) -> Vec<(String, Style)> {
    let width = usize::from(area.width);
    let (said, tone) = status(app);
    let chosen = app.chosen_in_words().filter(|_| app.back.is_none() && app.hand_over.is_none());
    let style = app.tone_style(tone);
    let asked = app.offered().is_some() || app.own_offer().is_some();
    let message = asked || !app.message.0.is_empty() || app.offline.is_some();
    let cut = |text: &str| {
        let mut row: String = text.chars().take(width).collect();
        if text.chars().count() > width {
            row.pop();
            row.push('…');
        }
        row
    };
    if area.height >= 24 && area.width >= NARROW {
        let mut rows: Vec<_> = wrap_sentences(&said, width, 3).into_iter().map(|row| (row, style)).collect();
        if rows.len() < 2 {
            rows.push((chosen.map_or_else(String::new, |chosen| cut(&chosen)), Style::new()));
        }
        return rows;
    }
    // One row only: the sign at the seat in the list shows whose turn it is.
    match chosen.filter(|_| !message) {
        Some(chosen) => vec![(cut(&chosen), Style::new())],
        None => wrap_sentences(&said, width, 3).into_iter().map(|row| (row, style)).collect(),
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
        let mut place = fill(words.step_of, &[("step", &step), ("steps", &steps), ("text", &text)]);
        if app.autoplay.is_some() {
            place = format!("▶ {place}");
        }
        return (place, Tone::Plain);
    }
    if let Some(seat) = app.hand_over {
        return (fill(words.hand_over_screen, &[("name", &app.seat_name(seat))]), Tone::Good);
    }
    if let Some(result) = &app.view.result {
        let result = narration::sentences(tr, &result.narration);
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
        None if app.view.phase == PhaseName::Waiting => match &app.source {
            // What the others need now.
            Source::Remote(remote) => fill(words.waiting_at, &[("link", &remote.link())]),
            _ => words.waiting_for_people.to_owned(),
        },
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
    let width = usize::from(area.width.saturating_sub(2));
    let input = app.choice.input();
    let (text, style) = if !app.jump.is_empty() {
        (fill(words.jump_prompt, &[("number", &app.jump)]), bold())
    } else if !input.is_empty() {
        (format!("{input}▏"), bold())
    } else if !app.choice.picks().is_empty() {
        let (places, whole) = (app.choice.picks().join(" "), app.choice.cursor().is_none());
        let text = match app.choice.chosen().filter(|_| whole) {
            Some(mv) => {
                fill(words.picked_whole, &[("places", &places), ("move", &narration::clean(&mv.text))])
            }
            None => fill(words.picked, &[("places", &places)]),
        };
        (fitting_parts(&text, width), dim())
    } else {
        (app.help_line(area.width).to_owned(), dim())
    };
    buffer.set_stringn(area.x, area.y, "› ", 2, bold());
    buffer.set_stringn(area.x + 2, area.y, &text, width, style);
}

impl App {
    /// The keys that matter now, as many as fit.
    fn help_line(&self, width: u16) -> &'static str {
        let words = self.words();
        let server = matches!(self.source, Source::Remote(_));
        let lines: &[&'static str] = match () {
            () if matches!(self.source, Source::File(_)) || self.back.is_some() => {
                &[words.help_watch, words.help_watch_short, words.help_narrow]
            }
            () if self.is_over() && server => {
                &[words.help_over_server, words.help_short_server, words.help_narrow]
            }
            () if self.is_over() => &[words.help_over, words.help_over_short, words.help_narrow],
            () if self.watches() => &[words.help_watch_live, words.help_narrow],
            () if server && self.view.phase == PhaseName::Waiting => {
                &[words.help_waiting, words.help_waiting_short, words.help_narrow]
            }
            () if server && self.seat.is_none() && self.hand_over.is_none() => {
                &[words.help_not_now, words.help_narrow]
            }
            () if server && self.draws => {
                &[words.help_server, words.help_server_drawless, words.help_short_server, words.help_narrow]
            }
            () if server => &[words.help_server_drawless, words.help_short_server, words.help_narrow],
            () => &[words.help_local, words.help_short, words.help_narrow],
        };
        let room = usize::from(width.saturating_sub(2));
        let fitting = lines.iter().find(|line| line.chars().count() <= room);
        fitting.copied().unwrap_or(words.help_narrow)
    }

    /// The name of the game with its options.
    pub(super) fn title(&self) -> String {
        let view = self.shown();
        let game = breadboard_games::GAMES.iter().find(|game| game.info.id == view.game);
        let name = self.tr.named("name", game.map_or(view.game.as_ref(), |game| game.info.name));
        let options = view.spec.split_once(':').map_or("", |(_, options)| options);
        format!("{name}  {options}").trim_end().to_owned()
    }
}
