//! The board as text: letters for the men, so that it reads without colour.

use super::{Breakthrough, Side, State};
use crate::views::Spot;
use breadboard_core::{Canvas, Game};

const WHITE: &str = "\u{1b}[1;97m";
const BLACK: &str = "\u{1b}[1;33m";
const DIM: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

pub(super) fn spots<W: super::Kernels>(game: &Breakthrough<W>, canvas: Canvas) -> Vec<Spot> {
    let (columns, rows) = (game.geometry.columns, game.geometry.rows);
    let mut spots = Vec::new();
    for (line, row) in turned(rows, canvas).into_iter().rev().enumerate() {
        for (place, file) in turned(columns, canvas).into_iter().enumerate() {
            let name = game.geometry.name(game.geometry.square(file, row));
            spots.push(Spot::new(name, line, 5 + 2 * place, 1));
        }
    }
    spots
}

/// Numbers in the order they are drawn.
fn turned(count: u32, canvas: Canvas) -> Vec<u32> {
    if canvas.flip { (0..count).rev().collect() } else { (0..count).collect() }
}

pub(super) fn draw<W: super::Kernels>(game: &Breakthrough<W>, state: &State<W>, canvas: Canvas) -> String {
    let (columns, rows) = (game.geometry.columns, game.geometry.rows);
    let paint = |color: &str, text: &str| {
        if canvas.color { format!("{color}{text}{PLAIN}") } else { text.to_owned() }
    };
    let mut out = String::new();
    for row in turned(rows, canvas).into_iter().rev() {
        out.push_str(&format!("{:>3} ", row + 1));
        for file in turned(columns, canvas) {
            let here = W::bit(game.geometry.square(file, row).0.into());
            let man = if state.men[0] & here != W::ZERO {
                paint(WHITE, "O")
            } else if state.men[1] & here != W::ZERO {
                paint(BLACK, "X")
            } else {
                paint(DIM, "·")
            };
            out.push(' ');
            out.push_str(&man);
        }
        out.push('\n');
    }
    out.push_str("    ");
    for file in turned(columns, canvas) {
        out.push(' ');
        out.push(char::from(b'a' + file as u8));
    }
    let seat = |side: Side| state.seat(side);
    out.push_str(&format!("\n\nO White: seat {}   X Black: seat {}\n", seat(Side::White), seat(Side::Black)));
    match game.winner(state) {
        Some(side) => out.push_str(&format!("{side} (seat {}) has won\n", seat(side))),
        None => {
            let mut moves = Vec::new();
            game.legal_moves(state, seat(state.side), &mut moves);
            let side = state.side;
            out.push_str(&format!("{side} (seat {}) to move, {} moves\n", seat(side), moves.len()));
        }
    }
    out
}
