//! Drawing the screen. Seats have a colour, a number and a name; whose turn it is, the last move and the chosen one are
//! told by signs and words as well, so nothing is lost without colours.

use super::app::{App, Source, Tab, Tone};
use super::art::{Cell, cells};
use super::keys::KEYS;
use super::layout::lay_out;
use crate::{markdown, told};
use breadboard_play::view::{SeatView, View};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

const SEATS: [Color; 7] =
    [Color::Cyan, Color::Yellow, Color::Green, Color::Magenta, Color::Blue, Color::Red, Color::Gray];

impl App {
    fn seat_style(&self, seat: u8) -> Style {
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

    fn chosen_style(&self) -> Style {
        if self.color {
            Style::new().fg(Color::Black).bg(Color::Cyan)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    fn last_style(&self) -> Style {
        if self.color {
            Style::new().bg(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::UNDERLINED)
        }
    }
}

fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

fn bold() -> Style {
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
struct Column<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    used: u16,
}

impl Column<'_> {
    fn left(&self) -> u16 {
        self.area.height.saturating_sub(self.used)
    }

    fn line(&mut self, text: &str, style: Style) {
        if self.left() > 0 {
            let width = usize::from(self.area.width);
            self.buffer.set_stringn(self.area.x, self.area.y + self.used, text, width, style);
            self.used += 1;
        }
    }

    fn cells(&mut self, line: &[Cell]) {
        if self.left() > 0 {
            put(self.buffer, self.area, self.used, line);
            self.used += 1;
        }
    }

    fn text(&mut self, text: &str, style: Style, most: usize) {
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

    /// The rest of the column.
    fn rest(&self) -> Rect {
        Rect { y: self.area.y + self.used, height: self.left(), ..self.area }
    }
}

fn put(buffer: &mut Buffer, area: Rect, row: u16, line: &[Cell]) {
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
    if !app.message.0.is_empty() {
        return app.message.clone();
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
        return (told::sentences(&result.told), Tone::Good);
    }
    if let Some(offer) =
        app.view.offers.iter().find(|offer| app.view.you.iter().any(|you| offer.awaiting.contains(&you.seat)))
    {
        return (format!("seat {} offers: {}. Y agrees, N declines", offer.by, offer.offer), Tone::Good);
    }
    if !app.note.is_empty() && app.seat.is_none() {
        return (app.note.clone(), Tone::Plain);
    }
    match app.seat {
        Some(seat) => (format!("{} to move", app.seat_name(seat)), Tone::Plain),
        None if app.view.phase == "waiting" => ("waiting for somebody to sit down".to_owned(), Tone::Plain),
        None => {
            let awaited = app.view.seats.iter().filter(|seat| seat.awaited).map(told::seat_name);
            let names = awaited.collect::<Vec<_>>().join(", ");
            (if names.is_empty() { String::new() } else { format!("{names} to move") }, Tone::Plain)
        }
    }
}

fn prompt(buffer: &mut Buffer, area: Rect, app: &App) {
    let keys = if area.width < 74 && !app.watches() && !app.is_over() {
        "↑↓ Enter  u undo  h hint  ? help  q quit"
    } else if app.watches() {
        "← → look  f flip  ? help  q quit"
    } else if app.is_over() {
        "← → look back  f flip  ? help  q quit"
    } else {
        "↑↓ Enter choose  Tab complete  u undo  h hint  f flip  ? help  q quit"
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

fn board(buffer: &mut Buffer, area: Rect, app: &mut App, mut art: super::art::Art, notes_below: bool) {
    let view = app.shown();
    if let Some(last) = &view.last_move {
        // Where every seat has a board of its own, each shows its own part of a round.
        let own: Vec<(u8, Vec<&str>)> = last
            .seats
            .iter()
            .zip(&last.texts)
            .map(|(seat, text)| (*seat, text.split(|c: char| !c.is_alphanumeric()).collect()))
            .collect();
        let style = app.last_style();
        art.mark(
            |spot| match spot.seat {
                None => last.touched.contains(&spot.place),
                Some(seat) => own.iter().any(|(number, places)| {
                    *number == seat.number() && places.contains(&spot.place.as_str())
                }),
            },
            style,
        );
    }
    if app.back.is_none() {
        let chosen = app.choice.chosen().map(|mv| mv.parts.clone()).unwrap_or_default();
        let ours = |seat: Option<breadboard_core::Seat>| seat.is_none() || seat == app.seat;
        let style = app.chosen_style();
        art.mark(
            |spot| ours(spot.seat) && chosen.iter().any(|part| part.place.as_ref() == Some(&spot.place)),
            style,
        );
    }
    let height = usize::from(area.height);
    let most = art.height().saturating_sub(height);
    let down =
        if app.board_down > 0 { app.board_down.min(most) } else { followed(app, &art, height).min(most) };
    for (row, line) in art.lines.iter().skip(down).take(height).enumerate() {
        put(buffer, area, row as u16, line);
    }
    // There is more of it: told on the line beside the board.
    let x = area.right();
    if most > down {
        buffer.set_stringn(x, area.bottom() - 1, "▼", 1, bold());
    }
    if down > 0 {
        buffer.set_stringn(x, area.y, "▲", 1, bold());
    }
    if notes_below {
        for (row, line) in art.notes.iter().enumerate() {
            put(buffer, area, (art.height() + 1 + row) as u16, line);
        }
    }
    app.hits.board_most = most;
    app.hits.board = Some((area, down, art));
}

/// Where a board that is too tall is looked at: a seat's own board, and the chosen move on it.
fn followed(app: &App, art: &super::art::Art, height: usize) -> usize {
    let own = art.spots.iter().find(|spot| spot.seat.is_some() && spot.seat == app.seat);
    let top = own.map_or(0, |spot| spot.line.saturating_sub(2));
    let chosen = app.choice.chosen().filter(|_| app.back.is_none());
    let places = chosen.into_iter().flat_map(|mv| mv.parts.iter().filter_map(|part| part.place.as_ref()));
    let ours = |place: &String| {
        art.spots.iter().find(|spot| spot.place == *place && (spot.seat.is_none() || spot.seat == app.seat))
    };
    let lowest = places.filter_map(ours).map(|spot| spot.line + spot.height).max().unwrap_or(0);
    top.max((lowest + 1).saturating_sub(height))
}

fn side(buffer: &mut Buffer, area: Rect, app: &mut App, notes: &[Vec<Cell>], far: bool) {
    let mut column = Column { buffer, area, used: 0 };
    let view = app.shown();
    let game = breadboard_games::GAMES.iter().find(|game| game.info.id == view.game);
    let name = game.map_or(view.game.as_ref(), |game| game.info.name);
    let options = view.spec.split_once(':').map_or("", |(_, options)| options);
    column.line(&format!("{name}  {options}"), bold());
    for seat in &view.seats {
        let style = app.seat_style(seat.seat);
        column.line(
            &seat_line(view, seat, area.width.into()),
            if seat.awaited { style.patch(bold()) } else { style },
        );
    }
    let low = area.height < 20;
    let left = told::left_of(&view.position.left, false);
    if !left.is_empty() {
        column.text(&format!("left: {left}"), dim(), if low { 2 } else { 3 });
    }
    if let Some(round) = &view.round {
        let names = |seats: &[u8]| seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let text = format!("chosen: {}  waiting: {}", names(&round.chosen), names(&round.waiting));
        column.text(&text, Style::new(), 2);
    }
    // What the game says, where the board leaves it no room; what moves are there stands in the list.
    let width = usize::from(area.width);
    let most = if low { 3 } else { 6 };
    let mut said = 0;
    for note in notes.iter().filter(|note| !starts_with(note, "moves:")) {
        if said >= most {
            break;
        }
        if note.len() <= width {
            column.cells(note);
            said += 1;
        } else {
            let text: String = note.iter().map(|cell| cell.0).collect();
            let rows = wrap(&text, width).len().min(most - said);
            column.text(&text, Style::new(), rows);
            said += rows;
        }
    }
    let rest = column.rest();
    if rest.height < 2 {
        return;
    }
    let heading = Rect { height: 1, ..rest };
    let under = Rect { y: rest.y + 1, height: rest.height - 1, ..rest };
    if far {
        buffer.set_stringn(heading.x, heading.y, heading_of(app), width, dim());
        moves(buffer, under, app);
    } else if !app.choice.is_empty() && rest.height >= 14.min(app.choice.len() as u16 + 5) {
        buffer.set_stringn(heading.x, heading.y, heading_of(app), width, dim());
        // Steady while one types: by all moves, not by those that are listed.
        let half = (under.height / 2).max(under.height.saturating_sub(8)).min(app.choice.len() as u16);
        moves(buffer, Rect { height: half, ..under }, app);
        buffer.set_stringn(under.x, under.y + half, "log", width, dim());
        let rest = Rect { y: under.y + half + 1, height: under.height - half - 1, ..under };
        log(buffer, rest, app);
    } else {
        let list = !app.choice.is_empty() && app.tab != Tab::Log;
        let names = if app.choice.is_empty() {
            "log".to_owned()
        } else if list {
            format!("[{}] log  Tab", heading_of(app))
        } else {
            format!("{} [log]  Tab", heading_of(app))
        };
        buffer.set_stringn(heading.x, heading.y, names, width, dim());
        app.hits.tabs = Some(heading);
        if list { moves(buffer, under, app) } else { log(buffer, under, app) }
    }
}

fn heading_of(app: &App) -> String {
    let (shown, all) = (app.choice.shown().len(), app.choice.len());
    if shown == all { format!("moves {all}") } else { format!("moves {shown} of {all}") }
}

fn starts_with(line: &[Cell], text: &str) -> bool {
    text.chars().zip(line).all(|(wanted, cell)| wanted == cell.0) && line.len() >= text.len()
}

/// `▶ 1 Ada  score 12  chips 3`; where that is too long, `▶ 1 Ada 12 3`.
fn seat_line(view: &View, seat: &SeatView, width: usize) -> String {
    let index = usize::from(seat.seat.saturating_sub(1));
    let sign = match (&view.result, seat.awaited) {
        (Some(result), _) if result.winners.contains(&seat.seat) => '★',
        (_, true) => '▶',
        _ => ' ',
    };
    let nameless = || if seat.kind == "person" { "–".to_owned() } else { seat.kind.to_string() };
    let name = seat.name.clone().unwrap_or_else(nameless);
    let mut facts: Vec<(String, String)> = Vec::new();
    if let Some(score) = view.position.scores.as_ref().and_then(|scores| scores.get(index)) {
        facts.push(("score ".to_owned(), score.to_string()));
    }
    for left in view.position.left.iter().filter(|left| left.seat == Some(seat.seat)) {
        facts.push((format!("{} ", left.what), left.count.to_string()));
    }
    if let Some(clock) = view.clock.as_ref().and_then(|clock| clock.seats.get(index)) {
        let passed = clock.since.map_or(0, |since| crate::local::now().saturating_sub(since));
        let seconds = clock.left_ms.saturating_sub(passed) / 1000;
        facts.push((String::new(), format!("{}:{:02}", seconds / 60, seconds % 60)));
    }
    if let Some(exit) = &seat.exit {
        facts.push((String::new(), exit.to_string()));
    }
    let long: String = facts.iter().map(|(what, count)| format!("  {what}{count}")).collect();
    let line = format!("{sign} {} {name}{long}", seat.seat);
    if line.chars().count() <= width {
        return line;
    }
    let short: String = facts.iter().map(|(_, count)| format!(" {count}")).collect();
    let room = width.saturating_sub(4 + short.chars().count());
    let name: String = name.chars().take(room).collect();
    format!("{sign} {} {name}{short}", seat.seat)
}

fn moves(buffer: &mut Buffer, area: Rect, app: &mut App) {
    let height = usize::from(area.height);
    let first = (app.choice.at() + 1).saturating_sub(height);
    for (row, mv) in app.choice.shown().enumerate().skip(first).take(height) {
        let chosen = row == app.choice.at();
        let text = format!("{} {}", if chosen { '›' } else { ' ' }, mv.text);
        let style = if chosen { app.chosen_style() } else { Style::new() };
        buffer.set_stringn(area.x, area.y + (row - first) as u16, text, area.width.into(), style);
    }
    app.hits.moves = Some((area, first));
}

fn log(buffer: &mut Buffer, area: Rect, app: &mut App) {
    let width = usize::from(area.width).max(8);
    let upto = app.back.as_ref().map(|(past, _)| past.step as u32);
    let mut rows: Vec<(String, Style)> = Vec::new();
    for event in app.log.iter().filter(|event| upto.is_none_or(|step| event.step <= step)) {
        let style = event.seats.first().map_or(dim(), |seat| app.seat_style(*seat));
        let told = told::sentences(&event.told);
        match told::notation(event) {
            // A deal is better told than spelt.
            Some(text) if told.is_empty() || text.chars().count() <= 28 => {
                let dash = if told.is_empty() { "" } else { " – " };
                let whole = format!("{text}{dash}{told}");
                rows.extend(wrap(&whole, width).into_iter().map(|row| (row, style)));
            }
            _ => rows.extend(wrap(&told, width).into_iter().map(|row| (row, dim()))),
        }
    }
    let height = usize::from(area.height);
    app.log_up = app.log_up.min(rows.len().saturating_sub(height));
    let end = rows.len() - app.log_up;
    let start = end.saturating_sub(height);
    for (row, (text, style)) in rows[start..end].iter().enumerate() {
        buffer.set_stringn(area.x, area.y + row as u16, text, area.width.into(), *style);
    }
    app.hits.log = Some(area);
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
