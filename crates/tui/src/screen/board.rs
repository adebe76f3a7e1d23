//! The board on the screen, with the cursor, the chosen move, all targets and the last move marked. A board that is larger
//! than its pane follows the chosen move and has signs at the edges where it continues.

use super::app::{App, Focus};
use super::art::Art;
use super::hits::Board;
use super::paint::{bold, put};
use breadboard_core::Spot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(super) fn board(buffer: &mut Buffer, area: Rect, app: &mut App, mut art: Art, notes_below: bool) {
    mark_last(app, &mut art);
    if app.back.is_none() {
        mark_choice(app, &mut art);
    }
    let (height, width) = (usize::from(area.height), usize::from(area.width));
    let most = (art.height().saturating_sub(height), art.width().saturating_sub(width));
    let (follow_down, follow_right) = followed(app, &art, height, width);
    let down = app.board_down.unwrap_or(follow_down).min(most.0);
    let right = app.board_right.unwrap_or(follow_right).min(most.1);
    for (row, line) in art.lines.iter().skip(down).take(height).enumerate() {
        put(buffer, area, row as u16, line.get(right..).unwrap_or_default());
    }
    // Signs that the board continues: beside the board, or on its edge if there is no room beside it.
    let beside = if area.right() < buffer.area.right() { area.right() } else { area.right() - 1 };
    let mut sign = |there: bool, x: u16, y: u16, sign: &str| {
        if there {
            buffer.set_stringn(x, y, sign, 1, bold());
        }
    };
    sign(most.0 > down, beside, area.bottom() - 1, "▼");
    sign(down > 0, beside, area.y, "▲");
    sign(most.1 > right, beside, area.y + area.height / 2, "▶");
    sign(right > 0, area.x, area.y + area.height / 2, "◀");
    if notes_below {
        for (row, line) in art.notes.iter().enumerate() {
            put(buffer, area, (art.height() + 1 + row) as u16, line);
        }
    }
    app.hits.board_most = most;
    app.hits.board = Some(Board { area, down, right, art });
}

fn mark_last(app: &App, art: &mut Art) {
    let Some(last) = &app.shown().last_move else { return };
    // If every seat has its own board, each shows its own part of a round.
    let own: Vec<(u8, Vec<&str>)> = last
        .seats
        .iter()
        .zip(&last.texts)
        .map(|(seat, text)| (*seat, text.split(|c: char| !c.is_alphanumeric()).collect()))
        .collect();
    let touched = |spot: &Spot| match spot.seat {
        None => last.touched.contains(&spot.place),
        Some(seat) => own
            .iter()
            .any(|(number, places)| *number == seat.number() && places.contains(&spot.place.as_str())),
    };
    art.mark(touched, app.last_style());
}

/// Marks the targets, then the chosen move, then the cursor: the later mark counts.
fn mark_choice(app: &App, art: &mut Art) {
    let ours = |spot: &Spot| spot.seat.is_none() || spot.seat == app.seat;
    let targets = app.choice.targets();
    art.mark(|spot| ours(spot) && targets.contains(&spot.place.as_str()), app.target_style());
    let picks = app.choice.picks();
    let chosen = app.choice.chosen().map(|mv| mv.parts.clone()).unwrap_or_default();
    let is_chosen = |spot: &Spot| {
        picks.contains(&spot.place) || chosen.iter().any(|part| part.place.as_ref() == Some(&spot.place))
    };
    art.mark(|spot| ours(spot) && is_chosen(spot), app.chosen_style());
    if let Some(cursor) = app.choice.cursor().filter(|_| app.focus() == Focus::Board) {
        art.mark(|spot| ours(spot) && spot.place == cursor, app.cursor_style());
    }
}

/// How far a board that is too large is scrolled: to the seat's own board and the chosen move on it.
fn followed(app: &App, art: &Art, height: usize, width: usize) -> (usize, usize) {
    let own = art.spots.iter().filter(|spot| spot.seat.is_some() && spot.seat == app.seat);
    let top = own.map(|spot| spot.line).min().map_or(0, |line| line.saturating_sub(3));
    let chosen = app.choice.chosen().filter(|_| app.back.is_none());
    let places = chosen.into_iter().flat_map(|mv| mv.parts.iter().filter_map(|part| part.place.as_ref()));
    let ours = |place: &String| {
        art.spots.iter().find(|spot| spot.place == *place && (spot.seat.is_none() || spot.seat == app.seat))
    };
    let spots: Vec<_> = places.filter_map(ours).collect();
    let lowest = spots.iter().map(|spot| spot.line + spot.height).max().unwrap_or(0);
    let rightmost = spots.iter().map(|spot| spot.column + spot.width).max().unwrap_or(0);
    (top.max((lowest + 1).saturating_sub(height)), (rightmost + 2).saturating_sub(width))
}
