//! Where things were drawn last, to find what was clicked.

use super::art::Art;
use ratatui::layout::Rect;

/// What can be clicked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hits {
    /// The list of moves, and the index of its first row.
    pub(crate) moves: Option<(Rect, usize)>,
    pub(crate) log: Option<Rect>,
    /// The heading that switches tabs.
    pub(crate) tabs: Option<Rect>,
    pub(crate) board: Option<Board>,
    /// The entries of the menu after the end.
    pub(crate) menu: Option<Rect>,
    /// How far the board can be scrolled down and right, and a page down.
    pub(crate) board_most: (usize, usize),
    pub(crate) page_most: usize,
}

/// A board on the screen.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) area: Rect,
    /// The lines and columns it is scrolled.
    pub(crate) down: usize,
    pub(crate) right: usize,
    pub(crate) art: Art,
}

pub(crate) fn within(area: Rect, column: u16, row: u16) -> bool {
    (area.x..area.right()).contains(&column) && (area.y..area.bottom()).contains(&row)
}
