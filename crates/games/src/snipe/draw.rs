//! The forest as text, three characters by three for each card and a second character a space for what lies
//! under a pawn; it fits into 40 columns, and with three characters a space into 80.

use super::forest::{Card, Direction, Space};
use super::state::{Pawn, Phase, State};
use super::{SnipeHunt, notation};
use crate::views::Spot;
use breadboard_core::{Canvas, Game, Outcome, Seat, Turn};
use std::fmt::Write as _;

const HEDGE: &str = "\u{1b}[32m";
const CRUMB: &str = "\u{1b}[33m";
const MARK: &str = "\u{1b}[36m";
const PAWN: &str = "\u{1b}[1;97m";
const SNIPE: &str = "\u{1b}[1;95m";
const PLAIN: &str = "\u{1b}[0m";

pub(super) fn draw(game: &SnipeHunt, state: &State, canvas: Canvas) -> String {
    if state.phase == Phase::Deal {
        return "the forest is not dealt yet\n".to_owned();
    }
    let pen = Pen { game, state, canvas, wide: canvas.width >= 60 };
    let mut out = String::with_capacity(2048);
    pen.forest(&mut out);
    pen.legend(&mut out);
    out
}

/// Where the spaces of the path stand in the drawing.
pub(super) fn spots(game: &SnipeHunt, state: &State, canvas: Canvas) -> Vec<Spot> {
    if state.phase == Phase::Deal {
        return Vec::new();
    }
    let pen = Pen { game, state, canvas, wide: canvas.width >= 60 };
    let width = if pen.wide { 3 } else { 2 };
    let mut spots = Vec::new();
    for (line, y) in pen.along(game.layout.rows * 3).rev().enumerate() {
        for (place, x) in pen.along(game.layout.columns * 3).enumerate() {
            if let Some(space) = pen.card(x, y).and_then(|card| pen.space(card, x, y)) {
                spots.push(Spot::new(space, line, 3 + width * place, width));
            }
        }
    }
    spots
}

struct Pen<'a> {
    game: &'a SnipeHunt,
    state: &'a State,
    canvas: Canvas,
    wide: bool,
}

impl Pen<'_> {
    /// Adds one character, in colour if the canvas has any.
    fn paint(&self, out: &mut String, color: &str, letter: char) {
        if self.canvas.color && letter != ' ' {
            out.push_str(color);
            out.push(letter);
            out.push_str(PLAIN);
        } else {
            out.push(letter);
        }
    }

    /// Numbers in the order they are drawn, from the left or from the bottom.
    fn along(&self, count: u8) -> impl DoubleEndedIterator<Item = u8> {
        let flip = self.canvas.flip;
        (0..count).map(move |n| if flip { count - 1 - n } else { n })
    }

    fn forest(&self, out: &mut String) {
        let layout = &self.game.layout;
        for y in self.along(layout.rows * 3).rev() {
            if y % 3 == 1 {
                let _ = write!(out, "{:>2} ", y / 3 + 1);
            } else {
                out.push_str("   ");
            }
            for x in self.along(layout.columns * 3) {
                self.cell(out, x, y);
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out.push_str("   ");
        for column in self.along(layout.columns) {
            let letter = char::from(b'a' + column);
            let _ = if self.wide { write!(out, "    {letter}    ") } else { write!(out, "   {letter}  ") };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }

    /// The card of a cell of the drawing, if there is one.
    fn card(&self, x: u8, y: u8) -> Option<Card> {
        Card::at(x / 3, y / 3).filter(|card| self.game.layout.cards & card.bit() != 0)
    }

    /// The space of a cell of a card, if it is on the path.
    fn space(&self, card: Card, x: u8, y: u8) -> Option<Space> {
        let space = match (x % 3, y % 3) {
            (1, 1) => Some(Space::centre(card)),
            (1, 2) => Some(Space::exit(card, Direction::North)),
            (2, 1) => Some(Space::exit(card, Direction::East)),
            (1, 0) => Some(Space::exit(card, Direction::South)),
            (0, 1) => Some(Space::exit(card, Direction::West)),
            _ => None,
        };
        space.filter(|space| self.state.forest.has(*space))
    }

    fn cell(&self, out: &mut String, x: u8, y: u8) {
        let Some(card) = self.card(x, y) else {
            out.push_str(if self.wide { "   " } else { "  " });
            return;
        };
        match self.space(card, x, y) {
            Some(space) => self.path(out, space),
            None => (0..if self.wide { 3 } else { 2 }).for_each(|_| self.paint(out, HEDGE, '▒')),
        }
    }

    fn path(&self, out: &mut String, space: Space) {
        let forest = &self.state.forest;
        let crumb = forest.crumbs.contains(space);
        let mut pawns = Pawn::all(self.game.pawns).filter(|pawn| self.state.place(*pawn) == space);
        let (color, top) = match (pawns.next(), pawns.count()) {
            (None, _) if crumb => (CRUMB, '*'),
            (None, _) => (PLAIN, '·'),
            (Some(Pawn::SNIPE), 0) => (SNIPE, 'S'),
            (Some(pawn), 0) => (PAWN, pawn.letter()),
            (Some(_), more) => (PAWN, char::from(b'1' + more as u8)),
        };
        let bit = space.card().bit();
        let mark = match () {
            () if !space.is_centre() => ' ',
            () if space.card() == forest.nest => 'n',
            () if space.card() == forest.station => 'h',
            () if forest.feathers & bit != 0 => 'f',
            () if forest.arrows & bit != 0 => 'a',
            () => ' ',
        };
        let under = crumb && top != '*';
        if self.wide {
            self.paint(out, MARK, mark);
            self.paint(out, color, top);
            self.paint(out, CRUMB, if under { '*' } else { ' ' });
        } else {
            // One character for mark and crumb: a capital is a mark with a crumb.
            let left = match mark {
                ' ' if under => '*',
                _ if under => mark.to_ascii_uppercase(),
                _ => mark,
            };
            self.paint(out, MARK, left);
            self.paint(out, color, top);
        }
    }

    fn legend(&self, out: &mut String) {
        let (game, state) = (self.game, self.state);
        let on_board = state.forest.crumbs.len();
        let _ = write!(out, "\n* crumb, {on_board} left   f feather   a arrow\nn Nest   h Station");
        out.push_str(if self.wide { "\n" } else { "   F A with a crumb\n" });
        let playing = state.phase != Phase::RollOff;
        for pawn in Pawn::all(game.pawns).filter(|_| playing) {
            let (letter, name) = (pawn.letter(), pawn.name());
            let (seat, place) = (state.holder(pawn), state.place(pawn));
            let held = state.held[seat.index()];
            let crumbs = if held == 1 { "crumb" } else { "crumbs" };
            let _ = writeln!(out, "{letter} {name}: seat {seat} on {place}, {held} {crumbs}");
        }
        out.push_str(&self.turn_line());
        out.push('\n');
    }

    fn turn_line(&self) -> String {
        let (game, state) = (self.game, self.state);
        let seat = state.seat;
        let (low, high) = state.dice.faces();
        match (game.turn(state), state.phase) {
            (Turn::Over(Outcome::Win(seat)), _) => format!("seat {seat} has won"),
            (Turn::Over(Outcome::Shared(seats)), _) => {
                let names: Vec<String> = seats.iter().map(|seat: Seat| seat.to_string()).collect();
                format!("the seats {} share the win", names.join(", "))
            }
            (Turn::Over(_), _) => "a draw: too long without a crumb".to_owned(),
            (_, Phase::RollOff) => "everyone rolls for the Snipe".to_owned(),
            (_, Phase::Roll) => format!("seat {seat} rolls"),
            (_, Phase::Pick) => format!("seat {seat} rolled {low}+{high}: which hunter?"),
            _ => {
                let mut moves = Vec::new();
                game.legal_moves(state, seat, &mut moves);
                let mut words: Vec<String> = moves.iter().map(|&mv| notation::move_text(mv)).collect();
                if words.len() > 4 {
                    words = vec!["skip".to_owned(), "rot a1 cw …".to_owned()];
                }
                let steps = if state.left == 1 { "step" } else { "steps" };
                let left = state.left;
                format!("seat {seat} rolled {low}+{high}: {left} {steps} left\nmoves: {}", words.join(", "))
            }
        }
    }
}
