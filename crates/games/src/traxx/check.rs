//! Why a walk is refused, with its ruling.

use super::board::Palette;
use super::path::Path;
use super::walk::Move;
use super::{Traxx, texts};
use breadboard_core::Refusal;

impl Traxx {
    pub(super) fn check_walk(&self, path: &Path, card: Palette, mv: Move) -> Result<(), Refusal> {
        let [a, b] = path.ends();
        if mv.end() != a && mv.end() != b {
            let ends = if a == b { a.to_string() } else { format!("{a}, {b}") };
            let text = texts::NOT_AN_END.with(&[("ends", &ends), ("end", &mv.end())]);
            return Err(Refusal::Illegal("T3", text));
        }
        let (mut at, mut left, mut reached) = (mv.end(), card, path.reached());
        for to in mv.fields() {
            if reached.contains(to) {
                if at == mv.end() && (to == a || to == b) && to != at {
                    let text = texts::BOTH_ENDS.with(&[("end", &at), ("to", &to)]);
                    return Err(Refusal::Illegal("T3", text));
                }
                return Err(Refusal::Illegal("T1", texts::TWICE.with(&[("to", &to)])));
            }
            if !at.touches(to) {
                return Err(Refusal::Illegal("T1", texts::APART.with(&[("from", &at), ("to", &to)])));
            }
            let colour = self.board.colour(to);
            if !left.has(colour) {
                // T4: a number field needs its colour like any other.
                let sentence = if card.has(colour) { &texts::COLOUR_USED } else { &texts::COLOUR };
                return Err(Refusal::Illegal("T4", sentence.with(&[("to", &to), ("colour", &colour)])));
            }
            left = left.less(colour);
            reached = reached.with(to);
            at = to;
        }
        Ok(())
    }
}
