//! The forest as text, three characters by three for each card and a second character a space for what lies
//! under a pawn; it fits into 40 columns, and with three characters a space into 80.

use super::spaces::{Card, Direction, Space};
use super::state::{Pawn, Phase, State};
use super::{SnipeHunt, notation, texts};
use breadboard_core::{Canvas, Drawing, Event, Outcome, Rules as _, Seat, Show, Spot, Text, Turn};
use std::fmt::Write as _;

const HEDGE: &str = "32";
const CRUMB: &str = "33";
const MARK: &str = "36";
const PAWN: &str = "1;97";
const SNIPE: &str = "1;95";
const PLAIN: &str = "0";

impl Show for SnipeHunt {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        if state.phase == Phase::Deal {
            return Drawing { text: "the forest is not dealt yet\n".to_owned(), spots: Vec::new() };
        }
        let pen = Pen { game: self, state, canvas, wide: canvas.width >= 60 };
        let mut drawing = Drawing { text: String::with_capacity(2048), spots: pen.spots() };
        pen.forest(&mut drawing.text);
        pen.legend(&mut drawing.text);
        drawing
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        self.tell(before, event)
    }

    fn is_verdict(&self, text: &Text) -> bool {
        [&texts::WON, &texts::SHARED, &texts::DRAWN].iter().any(|verdict| verdict.key == text.key())
    }
}

struct Pen<'a> {
    game: &'a SnipeHunt,
    state: &'a State,
    canvas: Canvas,
    wide: bool,
}

impl Pen<'_> {
    /// Where the spaces of the path stand in the drawing.
    fn spots(&self) -> Vec<Spot> {
        let layout = &self.game.layout;
        let width = if self.wide { 3 } else { 2 };
        let mut spots = Vec::new();
        for (line, y) in self.canvas.along(layout.rows * 3).rev().enumerate() {
            for (place, x) in self.canvas.along(layout.columns * 3).enumerate() {
                if let Some(space) = self.card(x, y).and_then(|card| self.space(card, x, y)) {
                    spots.push(Spot::new(space, line, 3 + width * place, width));
                }
            }
        }
        spots
    }

    /// Adds one character, in colour if the canvas has colours.
    fn paint(&self, out: &mut String, color: &str, letter: char) {
        let color = if letter == ' ' { "" } else { color };
        self.canvas.push(out, color, letter.encode_utf8(&mut [0; 4]));
    }

    fn forest(&self, out: &mut String) {
        let layout = &self.game.layout;
        for y in self.canvas.along(layout.rows * 3).rev() {
            if y % 3 == 1 {
                let _ = write!(out, "{:>2} ", y / 3 + 1);
            } else {
                out.push_str("   ");
            }
            for x in self.canvas.along(layout.columns * 3) {
                self.cell(out, x, y);
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out.push_str("   ");
        for column in self.canvas.along(layout.columns) {
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
                if words.len() > 6 {
                    words = vec!["skip".to_owned(), "rot a1 cw …".to_owned()];
                }
                let steps = if state.left == 1 { "step" } else { "steps" };
                let left = state.left;
                format!("seat {seat} rolled {low}+{high}: {left} {steps} left\nmoves: {}", words.join(", "))
            }
        }
    }
}
