//! The mouse: a click takes the place or the row that is drawn there, the wheel scrolls what is under it.

use super::app::App;
use super::hits::within;
use breadboard_core::Spot;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let (column, row) = (mouse.column, mouse.row);
        let over_log = self.hits.log.is_some_and(|area| within(area, column, row));
        let over_board = self.hits.board.as_ref().is_some_and(|board| within(board.area, column, row));
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let down = mouse.kind == MouseEventKind::ScrollDown;
                if self.page.is_some() {
                    for _ in 0..3 {
                        self.page_key(if down { KeyCode::Down } else { KeyCode::Up });
                    }
                } else if over_log {
                    self.log_up = if down { self.log_up.saturating_sub(2) } else { self.log_up + 2 };
                } else if over_board {
                    self.command(if down { ']' } else { '[' }, false);
                } else {
                    self.choice.step(down, 1);
                }
            }
            MouseEventKind::Down(MouseButton::Left) if self.menu.is_some() => self.menu_click(column, row),
            MouseEventKind::Down(MouseButton::Left) if self.page.is_none() => self.click(column, row),
            _ => {}
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        if self.hits.tabs.is_some_and(|area| within(area, column, row)) {
            return self.next_tab();
        }
        if self.hand_over.is_some() || self.back.is_some() {
            return;
        }
        if let Some((area, first)) = self.hits.moves.filter(|(area, _)| within(*area, column, row)) {
            let at = first + usize::from(row - area.y);
            if at >= self.choice.shown().len() {
                return;
            }
            // The first click shows the move on the board, the second plays it.
            if self.clicked.replace(at) == Some(at) && self.choice.at() == at {
                if let Some(text) = self.choice.chosen().map(|mv| mv.text.clone()) {
                    self.play(text);
                }
            } else {
                self.choice.select(at);
            }
            return;
        }
        if let Some(text) = self.place_under(column, row).and_then(|place| self.choice.pick(&place)) {
            self.play(text);
        }
    }

    /// The place that is drawn at a column and row of the screen, on a board that is ours.
    pub(super) fn place_under(&self, column: u16, row: u16) -> Option<String> {
        let board = self.hits.board.as_ref().filter(|board| within(board.area, column, row))?;
        let line = usize::from(row - board.area.y) + board.down;
        let column = usize::from(column - board.area.x) + board.right;
        let own = |spot: &&Spot| spot.seat.is_none() || spot.seat == self.seat;
        board.art.place_at(line, column).filter(own).map(|spot| spot.place.clone())
    }
}
