//! The layout. The board is drawn as large as the window allows, and the side gets the rest. A frame around all panes is
//! drawn if it costs the board nothing. If the side is too low for all its panes, they become tabs. Fixed shares would
//! waste half of a large screen and cut the board on a small one.

use super::app::App;
use super::art::Art;
use breadboard_core::Canvas;
use ratatui::layout::Rect;

/// A screen with fewer columns than this has no side.
pub(crate) const NARROW: u16 = 56;
/// A side with at least this many columns is split into two.
const WIDE: u16 = 88;

/// Where the panes are.
pub(crate) struct Panes {
    pub(crate) art: Art,
    pub(crate) board: Option<Rect>,
    /// Whether the game's notes are drawn below the board.
    pub(crate) notes_below: bool,
    pub(crate) side: Option<Rect>,
    /// A second side, for the log.
    pub(crate) log: Option<Rect>,
    /// Whether there is a frame around all panes.
    pub(crate) framed: bool,
}

/// The least width of the side.
const fn least_side(width: u16) -> u16 {
    match width {
        0..72 => 18,
        72..96 => 24,
        96..140 => 34,
        _ => 40,
    }
}

/// Lays the body of the screen out.
pub(crate) fn lay_out(app: &App, body: Rect, board_only: bool) -> Panes {
    let view = app.shown();
    let draw = |width: u16, height: u16, scale: u8| {
        let canvas =
            Canvas { width: width.max(20), color: app.color, flip: app.flip, scale, ..Canvas::default() };
        let mut art = Art::of(&app.spec, &view.position.text, canvas, &app.tr);
        art.squeeze(height.into());
        art
    };
    let fits = |art: &Art, width: u16, height: u16| {
        art.width() <= width.into() && art.height() <= height.into() && !art.lines.is_empty()
    };
    if body.width < NARROW {
        let (width, height) = (body.width, body.height);
        let large = (0..=Canvas::LARGEST).rev().map(|scale| draw(width, height, scale));
        let art = large.into_iter().find(|art| fits(art, width, height));
        let art = art.unwrap_or_else(|| draw(width, height, 1));
        let notes_below = art.height() + 1 + art.notes.len() <= height.into();
        let (board, side) = if board_only { (Some(body), None) } else { (None, Some(body)) };
        return Panes { art, board, notes_below, side, log: None, framed: false };
    }
    let side = least_side(body.width);
    // The board's columns: less the side, the lines around the panes and the blanks beside them.
    let room = |framed: bool| {
        let (across, down) = if framed { (6, 2) } else { (3, 0) };
        (body.width.saturating_sub(side + across), body.height.saturating_sub(down))
    };
    let framed_too: &[bool] = if body.height < 22 { &[false] } else { &[true, false] };
    let tries =
        (0..=Canvas::LARGEST).rev().flat_map(|scale| framed_too.iter().map(move |&framed| (scale, framed)));
    let best = tries.into_iter().find_map(|(scale, framed)| {
        let (width, height) = room(framed);
        let art = draw(width, height, scale);
        fits(&art, width, height).then_some((art, framed))
    });
    // A board that never fits is scrolled.
    let (art, framed) = best.unwrap_or_else(|| {
        let (width, height) = room(false);
        (draw(width, height, u8::from(height >= 20)), false)
    });
    arrange(art, body, framed, room(framed).0)
}

/// Gives the board what it needs and the rest to the sides.
fn arrange(art: Art, body: Rect, framed: bool, most: u16) -> Panes {
    let edge = u16::from(framed);
    // Inside a frame the board has a blank on its left too.
    let inner = Rect {
        x: body.x + 2 * edge,
        y: body.y + edge,
        width: body.width - 3 * edge,
        height: body.height - 2 * edge,
    };
    // Notes may be a little wider than the board above them.
    let notes = art.notes.iter().map(Vec::len).max().unwrap_or(0).min(art.width() + 16);
    let notes_below = art.height() + 1 + art.notes.len() <= inner.height.into();
    let wanted = if notes_below { art.width().max(notes) } else { art.width() };
    let wanted = u16::try_from(wanted).unwrap_or(u16::MAX).min(most).max(18);
    let notes_below = notes_below && art.notes.iter().all(|line| line.len() <= wanted.into());
    let board = Rect { width: wanted + 1, ..inner };
    // One column for the line between the panes, and a blank after it.
    let rest = Rect { x: board.right() + 2, width: inner.right().saturating_sub(board.right() + 2), ..inner };
    let (side, log) = if rest.width >= WIDE {
        let left = Rect { width: rest.width / 2 - 1, ..rest };
        (left, Some(Rect { x: left.right() + 2, width: rest.width - left.width - 2, ..rest }))
    } else {
        (rest, None)
    };
    Panes { art, board: Some(board), notes_below, side: Some(side), log, framed }
}
