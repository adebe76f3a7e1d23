//! Lines and titles around the panes. With a frame the titles stand in its lines; without one, a title is a line of its
//! own. The pane that has the keys has a bold title.

use super::paint::{bold, dim};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the outer lines and those between the panes.
pub(super) fn frame(buffer: &mut Buffer, body: Rect, between: &[u16], framed: bool) {
    if !framed {
        for &x in between {
            for y in body.y..body.bottom() {
                buffer.set_stringn(x, y, "│", 1, dim());
            }
        }
        return;
    }
    let (left, right) = (body.x, body.right() - 1);
    let (top, bottom) = (body.y, body.bottom() - 1);
    for x in left..=right {
        let [upper, lower] = match x {
            _ if x == left => ["┌", "└"],
            _ if x == right => ["┐", "┘"],
            _ if between.contains(&x) => ["┬", "┴"],
            _ => ["─", "─"],
        };
        buffer.set_stringn(x, top, upper, 1, dim());
        buffer.set_stringn(x, bottom, lower, 1, dim());
    }
    for y in top + 1..bottom {
        for &x in [left, right].iter().chain(between) {
            buffer.set_stringn(x, y, "│", 1, dim());
        }
    }
}

/// The style of a title.
pub(super) fn title_style(focused: bool) -> Style {
    if focused { bold() } else { dim() }
}

/// Writes a title into the upper line of the frame above a pane.
pub(super) fn top_title(buffer: &mut Buffer, pane: Rect, title: &str, focused: bool) {
    if pane.y > 0 && !title.is_empty() {
        let width = usize::from(pane.width.saturating_sub(1));
        let title: String = format!(" {title} ").chars().take(width).collect();
        buffer.set_stringn(pane.x, pane.y - 1, title, width, title_style(focused));
    }
}

/// Draws a line across a pane with a title in it, joined to the lines at its sides if there is a frame.
pub(super) fn rule(buffer: &mut Buffer, pane: Rect, y: u16, title: &str, focused: bool, framed: bool) {
    let width = usize::from(pane.width);
    if framed && pane.x >= 2 {
        buffer.set_stringn(pane.x - 2, y, "├─", 2, dim());
        buffer.set_stringn(pane.right(), y, "┤", 1, dim());
    }
    buffer.set_stringn(pane.x, y, "─".repeat(width), width, dim());
    let title: String = format!(" {title} ").chars().take(width.saturating_sub(1)).collect();
    let x = pane.x + u16::from(!framed);
    buffer.set_stringn(x, y, title, width, title_style(focused));
}
