//! The panes beside the board: players and scores, what is left, the legal moves, the log. If there is no room for all of
//! them, the list of moves and the log share a place and Tab switches between them.

use super::app::{App, Focus};
use super::art::Cell;
use super::frame::rule;
use super::paint::{Column, bold, dim, wrap};
use crate::narration;
use crate::words::fill;
use breadboard_play::Exit;
use breadboard_play::view::{SeatKind, SeatView, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

pub(super) fn side(
    buffer: &mut Buffer,
    area: Rect,
    app: &mut App,
    notes: &[Vec<Cell>],
    (framed, log_apart): (bool, bool),
) {
    let mut column = Column { buffer, area, used: 0 };
    facts(&mut column, app, notes, framed);
    let rest = column.rest();
    if rest.height < 2 {
        return;
    }
    let focus = app.focus();
    let under = Rect { y: rest.y + 1, height: rest.height - 1, ..rest };
    let split = !app.choice.is_empty() && rest.height >= 14.min(app.choice.len() as u16 + 5);
    if log_apart && app.choice.is_empty() {
        return;
    }
    if log_apart {
        rule(buffer, area, rest.y, &heading_of(app), focus == Focus::Moves, framed);
        moves(buffer, under, app);
    } else if split {
        rule(buffer, area, rest.y, &heading_of(app), focus == Focus::Moves, framed);
        // By the number of all moves, not of the listed ones, so that the panes stay in place while typing.
        let half = (under.height / 2).max(under.height.saturating_sub(8)).min(app.choice.len() as u16);
        moves(buffer, Rect { height: half, ..under }, app);
        rule(buffer, area, under.y + half, app.words().log, focus == Focus::Log, framed);
        let rest = Rect { y: under.y + half + 1, height: under.height - half - 1, ..under };
        log(buffer, rest, app);
    } else {
        let list = !app.choice.is_empty() && !matches!(app.tab, Focus::Log | Focus::More);
        let names = tab_names(app, list, usize::from(area.width).saturating_sub(2));
        rule(buffer, area, rest.y, &names, matches!(focus, Focus::Moves | Focus::Log), framed);
        app.hits.tabs = Some(Rect { height: 1, ..rest });
        if list { moves(buffer, under, app) } else { log(buffer, under, app) }
    }
}

/// The game, its seats, what is left, who has chosen, and the notes that have no room below the board.
fn facts(column: &mut Column<'_>, app: &App, notes: &[Vec<Cell>], framed: bool) {
    let view = app.shown();
    if !framed {
        column.line(&app.title(), bold());
    }
    let width = usize::from(column.area.width);
    // What seats have left is named for all seats or for none: a bare number has no meaning.
    let long = view.seats.iter().all(|seat| seat_line(app, view, seat, None).chars().count() <= width);
    for seat in &view.seats {
        let line = seat_line(app, view, seat, (!long).then_some(width));
        let y = column.area.y + column.used;
        let shown = column.left() > 0;
        column.line(&line, if seat.awaited { bold() } else { Style::new() });
        if shown {
            // The number has the colour of the seat's pieces.
            let number = Rect { x: column.area.x + 2, y, width: 1.min(column.area.width), height: 1 };
            column.buffer.set_style(number, app.seat_style(seat.seat));
        }
    }
    // The last tab shows everything.
    let low = column.area.height < 20;
    let most = |low_most: usize, most: usize| match (app.tab == Focus::More, low) {
        (true, _) => usize::MAX,
        (false, true) => low_most,
        (false, false) => most,
    };
    let left = narration::left_of(&app.tr, &view.position.left, !long);
    if !left.is_empty() {
        column.text(&fill(app.words().left, &[("left", &left)]), dim(), most(2, 3));
    }
    if let Some(round) = &view.round {
        let names = |seats: &[u8]| match seats {
            [] => "–".to_owned(),
            seats => seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        let (chosen, waiting) = (names(&round.chosen), names(&round.waiting));
        let text = fill(app.words().round_chosen, &[("chosen", &chosen), ("waiting", &waiting)]);
        column.text(&text, Style::new(), 2);
    }
    write_notes(column, notes, most(5, 12));
}

/// The game's notes in at most `most` rows.
fn write_notes(column: &mut Column<'_>, notes: &[Vec<Cell>], most: usize) {
    let width = usize::from(column.area.width);
    let mut used = 0;
    for note in notes {
        if used >= most {
            column.more();
            break;
        }
        if note.len() <= width {
            column.cells(note);
            used += 1;
        } else {
            let text: String = note.iter().map(|cell| cell.0).collect();
            let rows = wrap(&text, width).len().min(most - used);
            column.text(&text, Style::new(), rows);
            used += rows;
        }
    }
}

/// The names of the tabs, the shown one in brackets; the list without its number of moves if there is no room.
fn tab_names(app: &App, list: bool, room: usize) -> String {
    let all = app.tab == Focus::More;
    let line = |heading: String| {
        let mut names = vec![];
        if !app.choice.is_empty() {
            names.push((heading, list));
        }
        names.push((app.words().log.to_owned(), !list && !all));
        names.push((app.words().more.to_owned(), all));
        let names = names.iter().map(|(name, on)| if *on { format!("[{name}]") } else { name.clone() });
        names.collect::<Vec<_>>().join(" ")
    };
    let long = line(heading_of(app));
    if long.chars().count() <= room {
        return long;
    }
    let heading = heading_of(app);
    line(heading.split(' ').next().unwrap_or_default().to_owned())
}

fn heading_of(app: &App) -> String {
    let (shown, all) = (app.choice.shown().len(), app.choice.len());
    if shown == all {
        fill(app.words().heading_moves, &[("all", &all)])
    } else {
        fill(app.words().heading_filtered, &[("shown", &shown), ("all", &all)])
    }
}

/// `▶ 1 Ada  score 12  4:09  chips 3`; within a width, `▶ 1 Ada  12  4:09`.
fn seat_line(app: &App, view: &View, seat: &SeatView, width: Option<usize>) -> String {
    let words = app.words();
    let index = usize::from(seat.seat.saturating_sub(1));
    let sign = match (&view.result, seat.awaited) {
        (Some(result), _) if result.winners.contains(&seat.seat) => '★',
        (_, true) => '▶',
        _ => ' ',
    };
    let nameless = || match seat.kind {
        SeatKind::Person => "–".to_owned(),
        SeatKind::Open => words.free_seat.to_owned(),
        SeatKind::Kept => words.kept_free.to_owned(),
        SeatKind::Bot => "(bot)".to_owned(),
    };
    let name = seat.name.as_deref().map_or_else(nameless, narration::clean);
    let name = if seat.kind == SeatKind::Kept { format!("({name})") } else { name };
    let mut facts = String::new();
    if let Some(score) = view.position.scores.as_ref().and_then(|scores| scores.get(index)) {
        let score = if width.is_none() { fill(words.score, &[("score", score)]) } else { score.to_string() };
        facts.push_str(&format!("  {score}"));
    }
    if let Some(clock) = narration::clock(view, seat.seat, app.now()) {
        facts.push_str(&format!("  {clock}"));
    }
    if width.is_none() {
        for left in view.position.left.iter().filter(|left| left.seat == Some(seat.seat)) {
            facts.push_str(&format!("  {} {}", narration::clean(&app.tr.word(&left.what)), left.count));
        }
    }
    if let Some(exit) = &seat.exit {
        let exit = match exit {
            Exit::Resigned => words.left_resigned,
            Exit::Flagged => words.left_flagged,
            Exit::Left => words.left_left,
        };
        facts.push_str(&format!("  {exit}"));
    }
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(4 + facts.chars().count()).max(2));
    let name =
        if name.chars().count() > room { name.chars().take(room - 1).chain(['…']).collect() } else { name };
    format!("{sign} {} {name}{facts}", seat.seat)
}

/// Signs at the right edge of a pane that there is more above or below.
fn more(buffer: &mut Buffer, area: Rect, above: bool, below: bool) {
    if area.width < 12 || area.height == 0 {
        return;
    }
    if above {
        buffer.set_stringn(area.right() - 1, area.y, "▲", 1, dim());
    }
    if below {
        buffer.set_stringn(area.right() - 1, area.bottom() - 1, "▼", 1, dim());
    }
}

fn moves(buffer: &mut Buffer, area: Rect, app: &mut App) {
    let height = usize::from(area.height);
    let first = (app.choice.at() + 1).saturating_sub(height);
    let long = app.choice.shown().len() > height && area.width > 12;
    for (row, mv) in app.choice.shown().enumerate().skip(first).take(height) {
        let chosen = row == app.choice.at();
        let text = format!("{} {}", if chosen { '›' } else { ' ' }, mv.text);
        let style = if chosen { app.chosen_style() } else { Style::new() };
        let line = Rect { y: area.y + (row - first) as u16, height: 1, ..area };
        let line = Rect { width: if long { area.width - 2 } else { area.width }, ..line };
        Column { buffer, area: line, used: 0 }.line(&text, style);
    }
    let below = app.choice.shown().len() > first + height;
    more(buffer, area, first > 0, below);
    app.hits.moves = Some((area, first));
}

/// A row of the log: its text and style, and how many of its first characters have another style.
type Row = (String, Style, (usize, Style));

pub(super) fn log(buffer: &mut Buffer, area: Rect, app: &mut App) {
    // The signs for more lines have their own column.
    let width = usize::from(area.width).saturating_sub(2).max(8);
    let upto = app.back.as_ref().map(|(history, _)| history.step as u32);
    let mut rows: Vec<Row> = Vec::new();
    for event in app.log.iter().filter(|event| upto.is_none_or(|step| event.step <= step)) {
        let told = narration::sentences(&app.tr, &event.narration);
        match narration::notation(event) {
            // The notation of a deal is long: only its sentences are shown.
            Some(text) if told.is_empty() || text.chars().count() <= 28 => {
                let dash = if told.is_empty() { "" } else { " – " };
                let who = text.split(':').next().map_or(0, |who| who.chars().count());
                let style = event.seats.first().map_or(dim(), |seat| app.seat_style(*seat));
                let whole = format!("{text}{dash}{told}");
                for (number, row) in wrap(&whole, width).into_iter().enumerate() {
                    rows.push((row, Style::new(), (if number == 0 { who } else { 0 }, style)));
                }
            }
            _ => rows.extend(wrap(&told, width).into_iter().map(|row| (row, dim(), (0, dim())))),
        }
    }
    let height = usize::from(area.height);
    app.log_up = app.log_up.min(rows.len().saturating_sub(height));
    let end = rows.len() - app.log_up;
    let start = end.saturating_sub(height);
    for (row, (text, style, (first, own))) in rows[start..end].iter().enumerate() {
        let y = area.y + row as u16;
        buffer.set_stringn(area.x, y, text, area.width.into(), *style);
        let first = u16::try_from(*first).unwrap_or(0).min(area.width);
        buffer.set_style(Rect { x: area.x, y, width: first, height: 1 }, *own);
    }
    more(buffer, area, start > 0, app.log_up > 0);
    app.hits.log = Some(area);
}
