//! The forest as text, three spaces by three for each card. A space has two characters, the first for what lies under a
//! pawn, so that it fits into 40 columns; with three characters a space it fits into 80, and a larger scale has several
//! lines a space.

use super::spaces::{Card, Direction, Space};
use super::state::{Pawn, Phase, State};
use super::{SnipeHunt, notation, texts};
use breadboard_core::{Canvas, Drawing, Event, Outcome, Rules as _, Seat, Show, Spot, Template, Text, Turn};
use std::fmt::Write as _;

const HEDGE: &str = "32";
const CRUMB: &str = "33";
const MARK: &str = "36";
const SNIPE: &str = "1;95";
const PLAIN: &str = "0";
const SEVERAL: &str = "1";

/// The colour of a pawn, as its name says.
const fn ansi(pawn: Pawn) -> &'static str {
    // The hunters are red, blue, green, yellow, white and violet.
    [SNIPE, "1;31", "1;94", "1;32", "1;33", "1;97", "1;35"][pawn.index()]
}

impl Show for SnipeHunt {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        if state.phase == Phase::Deal {
            return Drawing { text: "the forest is not dealt yet\n".to_owned(), spots: Vec::new() };
        }
        let scale = usize::from(canvas.scale.clamp(1, 3));
        let size = match scale {
            1 => (if canvas.width >= 60 { 3 } else { 2 }, 1),
            _ => (2 * scale + 1, scale),
        };
        let pen = Pen { game: self, state, canvas, size };
        let mut drawing = Drawing { text: String::with_capacity(2048), spots: pen.spots() };
        pen.forest(&mut drawing.text);
        pen.legend(&mut drawing.text);
        drawing
    }

    fn seat_color(&self, state: &State, seat: Seat) -> &'static str {
        let dealt = !matches!(state.phase, Phase::Deal | Phase::RollOff);
        let pawn = Pawn::all(self.pawns).find(|&pawn| dealt && state.holder(pawn) == seat);
        pawn.map_or(SEVERAL, ansi)
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        self.tell(before, event)
    }

    fn ending(&self, state: &State) -> Option<&'static Template> {
        let cause = if state.forest.crumbs.is_empty() { &texts::END_CRUMBS } else { &texts::END_IDLE };
        (state.phase == Phase::Over).then_some(cause)
    }

    fn is_verdict(&self, text: &Text) -> bool {
        [&texts::WON, &texts::SHARED, &texts::DRAWN].iter().any(|verdict| verdict.key == text.key())
    }
}

struct Pen<'a> {
    game: &'a SnipeHunt,
    state: &'a State,
    canvas: Canvas,
    /// The columns and lines of a space.
    size: (usize, usize),
}

impl Pen<'_> {
    /// Where the spaces of the path stand in the drawing.
    fn spots(&self) -> Vec<Spot> {
        let layout = &self.game.layout;
        let (width, height) = self.size;
        let mut spots = Vec::new();
        for (line, y) in self.canvas.along(layout.rows * 3).rev().enumerate() {
            for (place, x) in self.canvas.along(layout.columns * 3).enumerate() {
                if let Some(space) = self.card(x, y).and_then(|card| self.space(card, x, y)) {
                    let spot = Spot::new(space, height * line, 3 + width * place, width);
                    spots.push(Spot { height, ..spot });
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
        let (width, height) = self.size;
        // Without a line of their own, the letters of the columns stand in the hedge of the first line.
        let close = self.canvas.scale == 0;
        for (place, y) in self.canvas.along(layout.rows * 3).rev().enumerate() {
            for line in 0..height {
                // A line of its own: only its end is trimmed, because a large space has blank lines.
                let mut row = "   ".to_owned();
                if y % 3 == 1 && line == height / 2 {
                    row = format!("{:>2} ", y / 3 + 1);
                }
                for (at, x) in self.canvas.along(layout.columns * 3).enumerate() {
                    if close && place == 0 && at % 3 == 0 {
                        self.paint(&mut row, PLAIN, char::from(b'a' + x / 3));
                        (1..width).for_each(|_| self.paint(&mut row, HEDGE, '▒'));
                    } else {
                        self.cell(&mut row, x, y, line);
                    }
                }
                out.push_str(row.trim_end());
                out.push('\n');
            }
        }
        if close {
            return;
        }
        out.push_str("   ");
        for column in self.canvas.along(layout.columns) {
            let letter = char::from(b'a' + column);
            // The letter stands under the middle space, where its pawns are drawn.
            let before = width + if width == 2 { 1 } else { width / 2 };
            let after = 3 * width - before - 1;
            let _ = write!(out, "{:before$}{letter}{:after$}", "", "");
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

    fn cell(&self, out: &mut String, x: u8, y: u8, line: usize) {
        let Some(card) = self.card(x, y) else {
            out.push_str(&" ".repeat(self.size.0));
            return;
        };
        match self.space(card, x, y) {
            Some(space) if self.size.1 == 1 => self.path(out, space),
            Some(space) => self.large_path(out, space, line),
            None => (0..self.size.0).for_each(|_| self.paint(out, HEDGE, '▒')),
        }
    }

    /// What stands on a space: a pawn or the number of pawns, and its colour.
    fn top(&self, space: Space) -> Option<(&'static str, char)> {
        let mut pawns = Pawn::all(self.game.pawns).filter(|pawn| self.state.place(*pawn) == space);
        match (pawns.next()?, pawns.count()) {
            (pawn, 0) => Some((ansi(pawn), pawn.letter())),
            (_, more) => Some((SEVERAL, char::from(b'1' + more as u8))),
        }
    }

    /// What is drawn on the card of a centre: its letter and its name.
    fn mark(&self, space: Space) -> (char, &'static str) {
        let forest = &self.state.forest;
        let bit = space.card().bit();
        match () {
            () if !space.is_centre() => (' ', ""),
            () if space.card() == forest.nest => ('n', "Nest"),
            () if space.card() == forest.station => ('h', "Station"),
            () if forest.feathers & bit != 0 => ('f', "feather"),
            () if forest.arrows & bit != 0 => ('a', "arrow"),
            () => (' ', ""),
        }
    }

    fn path(&self, out: &mut String, space: Space) {
        let crumb = self.state.forest.crumbs.contains(space);
        let free = if crumb { (CRUMB, '*') } else { (PLAIN, '·') };
        let (color, top) = self.top(space).unwrap_or(free);
        let (mark, _) = self.mark(space);
        let under = crumb && top != '*';
        if self.size.0 == 3 {
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

    /// One line of a large space: what is drawn on the card above, pawn and crumb below it.
    fn large_path(&self, out: &mut String, space: Space, line: usize) {
        let (width, height) = self.size;
        let (mark, name) = self.mark(space);
        if line == 0 && mark != ' ' {
            let name = if name.len() > width { mark.to_string() } else { name.to_owned() };
            let before = (width - name.len()) / 2;
            out.push_str(&" ".repeat(before));
            name.chars().for_each(|letter| self.paint(out, MARK, letter));
            out.push_str(&" ".repeat(width - before - name.len()));
        } else if line == height / 2 {
            let crumb = self.state.forest.crumbs.contains(space);
            let top = self.top(space);
            let free = if crumb { (CRUMB, '*') } else { (PLAIN, '·') };
            let (color, middle) = top.unwrap_or(free);
            let under = if crumb && top.is_some() { '*' } else { ' ' };
            out.push_str(&" ".repeat(width / 2));
            self.paint(out, color, middle);
            self.paint(out, CRUMB, under);
            out.push_str(&" ".repeat(width - width / 2 - 2));
        } else {
            out.push_str(&" ".repeat(width));
        }
    }

    fn legend(&self, out: &mut String) {
        let (game, state) = (self.game, self.state);
        let on_board = state.forest.crumbs.len();
        let _ = write!(out, "\n* crumb, {on_board} left   f feather   a arrow\nn Nest   h Station");
        out.push_str(if self.size.0 == 2 { "   F A with a crumb\n" } else { "\n" });
        let playing = state.phase != Phase::RollOff;
        for pawn in Pawn::all(game.pawns).filter(|_| playing) {
            let (seat, place) = (state.holder(pawn), state.place(pawn));
            let held = state.held[seat.index()];
            let crumbs = if held == 1 { "crumb" } else { "crumbs" };
            self.canvas.push(out, ansi(pawn), &format!("{} {}", pawn.letter(), pawn.name()));
            let _ = writeln!(out, ": seat {seat} on {place}, {held} {crumbs}");
        }
        if self.canvas.verdict || matches!(state.phase, Phase::Pick | Phase::Walk | Phase::Offer) {
            out.push_str(&self.turn_line());
            out.push('\n');
        }
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
                let moves = game.moves(state, seat);
                let mut words: Vec<String> = moves.iter().map(|&mv| notation::move_text(mv)).collect();
                if words.len() > 6 {
                    words = vec!["skip".to_owned(), "rot a1 cw …".to_owned()];
                }
                let steps = if state.left == 1 { "step" } else { "steps" };
                let left = state.left;
                if !self.canvas.verdict {
                    return format!("rolled {low}+{high}: {left} {steps} left");
                }
                format!("seat {seat} rolled {low}+{high}: {left} {steps} left\nmoves: {}", words.join(", "))
            }
        }
    }
}
