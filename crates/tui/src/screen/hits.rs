//! Where things were drawn last, so that a click finds them.

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
    /// The board, the lines it is scrolled down, and what was drawn.
    pub(crate) board: Option<(Rect, usize, Art)>,
    /// The most that the board and a page can be scrolled.
    pub(crate) board_most: usize,
    pub(crate) page_most: usize,
}

pub(crate) fn within(area: Rect, column: u16, row: u16) -> bool {
    (area.x..area.right()).contains(&column) && (area.y..area.bottom()).contains(&row)
}
