//! A game for people: its text drawing and its narration. The drawing carries its spots, because a second method
//! for them could disagree with the text.

use crate::chance::ChanceEvents;
use crate::game::Event;
use crate::notation::Notation;
use crate::outcome::{Outcome, Turn};
use crate::seat::{Seat, SeatSet};
use crate::text::{Template, Text};

/// What people see and read of a game.
pub trait Show: Notation + ChanceEvents {
    /// Draws a position as text, with the spots where its places stand.
    fn draw(&self, state: &Self::State, canvas: Canvas) -> Drawing;

    /// Says in plain language what an event does to a position. The default says who plays what in notation, and
    /// the result if the event ends the game.
    fn narrate(&self, before: &Self::State, event: &Event<Self>) -> Vec<Text> {
        let mut sentences = match event {
            Event::Chance(chance) => {
                vec![narration::HAPPENS.with(&[("event", &self.write_chance(before, chance))])]
            }
            Event::Act(choices) => choices
                .iter()
                .map(|&(seat, mv)| {
                    let text = self.write_move(before, seat, mv);
                    narration::PLAYS.with(&[("seat", &seat), ("move", &text)])
                })
                .collect(),
        };
        let mut after = before.clone();
        event.apply(self, &mut after);
        if let Turn::Over(outcome) = self.turn(&after) {
            sentences.push(narration::result(outcome));
        }
        sentences
    }

    /// Names the cause that ended a game in a few words, without names or numbers, so that games can be counted by it;
    /// `None` if the game goes on. The default knows only the outcome.
    fn ending(&self, state: &Self::State) -> Option<&'static Template> {
        self.turn(state).outcome().map(narration::cause)
    }

    /// Names what a legal move gets done that a good player does not leave undone, with a number for the thing that it is
    /// done to; `None` for all other moves. Turns that leave it undone are counted.
    fn duty(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Option<(&'static Template, u32)> {
        let _ = (state, seat, mv);
        None
    }

    /// The ANSI colour of a seat, as [`Canvas::paint`] takes it: that of its pieces in the drawing, so that a list of
    /// players agrees with the board. The default gives each seat its own.
    fn seat_color(&self, _state: &Self::State, seat: Seat) -> &'static str {
        SEAT_COLORS[seat.index() % SEAT_COLORS.len()]
    }

    /// Whether a sentence of the narration says who has won. A table that a seat has left says it in its own words,
    /// because that seat cannot win.
    fn is_verdict(&self, text: &Text) -> bool {
        narration::VERDICTS.iter().any(|verdict| verdict.key == text.key())
    }
}

/// The sentences of the default narration.
pub mod narration {
    use super::{Outcome, SeatSet, Template, Text};

    crate::texts! {
        /// A chance event.
        HAPPENS: "narration-happens" = "chance: {event}";
        /// A move.
        PLAYS: "narration-plays" = "seat {seat} plays {move}";
        /// One seat has won.
        WINS: "narration-wins" = "seat {seat} wins";
        /// Several seats share the win.
        SHARE: "narration-share" = "the seats {seats} share the win";
        /// A draw.
        DRAW: "narration-draw" = "the game is a draw";
        /// A draw between some seats.
        DRAW_BETWEEN: "narration-draw-between" = "the game is a draw between the seats {seats}";
        /// A game without rivals has ended.
        ENDS: "narration-ends" = "the game is over";
        /// Used when a game does not say why it ended: a win.
        CAUSE_WIN: "narration-cause-win" = "a win";
        /// Used when a game does not say why it ended: a draw.
        CAUSE_DRAW: "narration-cause-draw" = "a draw";
        /// The cause of an end without rivals.
        CAUSE_SCORED: "narration-cause-scored" = "the end of the game";
    }

    /// The cause of an end as far as the outcome tells it.
    #[must_use]
    pub fn cause(outcome: Outcome) -> &'static Template {
        match outcome {
            Outcome::Win(_) | Outcome::Shared(_) => &CAUSE_WIN,
            Outcome::Scored => &CAUSE_SCORED,
            _ => &CAUSE_DRAW,
        }
    }

    pub(super) static VERDICTS: [&Template; 4] = [&WINS, &SHARE, &DRAW, &DRAW_BETWEEN];

    /// How a game ended, as a sentence.
    #[must_use]
    pub fn result(outcome: Outcome) -> Text {
        match outcome {
            Outcome::Win(seat) => WINS.with(&[("seat", &seat)]),
            Outcome::Shared(seats) => SHARE.with(&[("seats", &names(seats))]),
            Outcome::Draw => DRAW.plain(),
            Outcome::DrawBetween(seats) => DRAW_BETWEEN.with(&[("seats", &names(seats))]),
            Outcome::Scored => ENDS.plain(),
        }
    }

    fn names(seats: SeatSet) -> String {
        seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// The colours of seats in games whose pieces have none of their own.
pub const SEAT_COLORS: [&str; 7] = ["1;36", "1;33", "1;32", "1;35", "1;94", "1;31", "1"];

/// How to draw a position as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Columns to draw in; a drawing may be narrower, and is wider only if the game cannot be drawn in fewer.
    pub width: u16,
    /// Whether ANSI colours may be used. Everything is readable without them.
    pub color: bool,
    /// Whether the last seat sits at the bottom.
    pub flip: bool,
    /// How large the places of the board are: 1 is the plain drawing, 0 a closer one where the game has it, and every
    /// step up is larger. A game that has no larger drawing draws its largest.
    pub scale: u8,
    /// Whether the drawing says whose turn it is and who has won. At a table this may be wrong, because a seat has
    /// resigned or left: the table says it instead.
    pub verdict: bool,
}

impl Default for Canvas {
    fn default() -> Self {
        Canvas { width: 80, color: false, flip: false, scale: 1, verdict: true }
    }
}

impl Canvas {
    /// The largest scale that makes a difference in any game.
    pub const LARGEST: u8 = 8;

    /// The text in a colour, if the canvas has colours. `code` is what stands between `ESC[` and `m`: `1;33`.
    #[must_use]
    pub fn paint(self, code: &str, text: &str) -> String {
        let mut out = String::new();
        self.push(&mut out, code, text);
        out
    }

    /// Appends the text in a colour, as [`paint`](Canvas::paint) makes it.
    pub fn push(self, out: &mut String, code: &str, text: &str) {
        let painted = self.color && !code.is_empty();
        if painted {
            out.extend(["\u{1b}[", code, "m"]);
        }
        out.push_str(text);
        if painted {
            out.push_str("\u{1b}[0m");
        }
    }

    /// The numbers below `count` from left to right or from bottom to top, turned round if the canvas is flipped.
    pub fn along(self, count: u8) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator {
        (0..count).map(move |n| if self.flip { count - 1 - n } else { n })
    }
}

/// A drawing and where the places stand in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The text, in lines.
    pub text: String,
    /// Where places stand: a terminal highlights them and reacts to clicks there.
    pub spots: Vec<Spot>,
}

/// Where a place stands in a drawing, in lines and columns from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The place's name, as the parts of moves have it.
    pub place: String,
    /// Whose board it is on, where every seat has its own.
    pub seat: Option<Seat>,
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// How many columns.
    pub width: usize,
    /// How many lines.
    pub height: usize,
}

impl Spot {
    /// A spot of one line.
    #[must_use]
    pub fn new(place: impl ToString, line: usize, column: usize, width: usize) -> Spot {
        Spot { place: place.to_string(), seat: None, line, column, width, height: 1 }
    }
}
