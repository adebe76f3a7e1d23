//! The layout. The board gets the width it needs and the side gets the rest; if the side is too low for all its panes,
//! they become tabs. Fixed shares would waste half of a large screen and cut the board on a small one.

use super::app::App;
use super::art::Art;
use breadboard_core::Canvas;
use ratatui::layout::Rect;

/// The widths of the side, the best first.
const SIDES: [u16; 6] = [44, 38, 32, 26, 20, 18];
/// A screen with fewer columns than this has no side.
pub(crate) const NARROW: u16 = 56;
/// A screen with more columns than this has two sides.
const WIDE: u16 = 132;

/// Where the panes are.
pub(crate) struct Panes {
    pub(crate) art: Art,
    pub(crate) board: Option<Rect>,
    /// Whether the game's notes are drawn below the board.
    pub(crate) notes_below: bool,
    pub(crate) side: Option<Rect>,
    /// A second side, for the log.
    pub(crate) log: Option<Rect>,
}

/// Lays the body of the screen out.
pub(crate) fn lay_out(app: &App, body: Rect, board_only: bool) -> Panes {
    let view = app.shown();
    let draw = |width: u16| {
        let canvas = Canvas { width: width.max(20), color: app.color, flip: app.flip };
        Art::of(&app.spec, &view.position.text, canvas, &app.tr)
    };
    let height = usize::from(body.height);
    if body.width < NARROW {
        let mut art = draw(body.width);
        art.squeeze(height);
        let notes_below = art.height() + 1 + art.notes.len() <= height;
        let (board, side) = if board_only { (Some(body), None) } else { (None, Some(body)) };
        return Panes { art, board, notes_below, side, log: None };
    }
    let over = |art: &Art, width: u16| {
        // Up to three blank lines can be removed, so they do not count.
        let blank = art.lines.iter().filter(|line| line.iter().all(|cell| cell.0 == ' ')).count().min(3);
        let tall = art.height().saturating_sub(blank).saturating_sub(height);
        tall + art.width().saturating_sub(width.into())
    };
    let tries = SIDES.iter().filter(|side| body.width - **side >= 22).map(|side| {
        let width = body.width - side - 2;
        (draw(width), width)
    });
    let best = tries.min_by_key(|(art, width)| over(art, *width));
    let (mut art, width) = best.unwrap_or_else(|| (draw(body.width), body.width));
    art.squeeze(height);
    // Notes may be a little wider than the board above them.
    let notes = art.notes.iter().map(Vec::len).max().unwrap_or(0).min(art.width() + 16);
    let tall = art.height() + 1 + art.notes.len();
    let notes_below = tall <= height;
    let wanted = if notes_below { art.width().max(notes) } else { art.width() };
    let wanted = u16::try_from(wanted).unwrap_or(u16::MAX).min(width).max(18);
    let notes_below = notes_below && art.notes.iter().all(|line| line.len() <= wanted.into());
    let board = Rect { width: (wanted + 1).min(width), ..body };
    let rest = Rect { x: board.right() + 2, width: body.width - board.width - 2, ..body };
    let (side, log) = if rest.width >= WIDE - 44 {
        let left = Rect { width: rest.width / 2 - 1, ..rest };
        (left, Some(Rect { x: left.right() + 2, width: rest.width - left.width - 2, ..rest }))
    } else {
        (rest, None)
    };
    Panes { art, board: Some(board), notes_below, side: Some(side), log }
}
