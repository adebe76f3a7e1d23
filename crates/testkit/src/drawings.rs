//! What a game's tests need to look at its drawings: every canvas, and what is drawn at a spot.

use breadboard_core::{Canvas, Drawing, Spot};

/// A canvas of every scale, from both sides.
pub fn every_canvas() -> impl Iterator<Item = Canvas> {
    let all = (0..=Canvas::LARGEST).flat_map(|scale| [(scale, false), (scale, true)]);
    all.map(|(scale, flip)| Canvas { width: 200, scale, flip, ..Canvas::default() })
}

/// What a drawing shows at a spot, its lines joined.
#[must_use]
pub fn shown_at(drawing: &Drawing, spot: &Spot) -> String {
    let lines = drawing.text.lines().skip(spot.line).take(spot.height);
    lines.map(|line| line.chars().skip(spot.column).take(spot.width).collect::<String>()).collect()
}
