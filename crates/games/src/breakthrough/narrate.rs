//! What a move does, in sentences: the step or the capture, and how it wins.

use super::state::Swap;
use super::{Breakthrough, Kernels, State, texts};
use breadboard_core::{Event, Rules as _, Text};

impl<W: Kernels> Breakthrough<W> {
    pub(super) fn tell(&self, before: &State<W>, event: &Event<Self>) -> Vec<Text> {
        let Event::Act(choices) = event else { return Vec::new() };
        let mut lines = Vec::new();
        for &(seat, mv) in choices {
            let Some((from, to)) = mv.squares() else {
                lines.push(texts::SWAPS.with(&[("seat", &seat)]));
                continue;
            };
            let takes = before.men[before.side.other().index()] & self.geometry.bit(to) != W::ZERO;
            let (a, b) = (self.geometry.grid.name(from), self.geometry.grid.name(to));
            let sentence = if takes { &texts::TAKES } else { &texts::STEPS };
            lines.push(sentence.with(&[("side", &before.side), ("from", &a), ("to", &b)]));
            let mut after = *before;
            self.apply(&mut after, seat, mv);
            if self.winner(&after).is_some() {
                let reached = self.geometry.goal[before.side.index()] & self.geometry.bit(to) != W::ZERO;
                let sentence = if reached { &texts::REACHES } else { &texts::CLEARS };
                lines.push(sentence.with(&[("side", &before.side)]));
            } else if after.swap == Swap::Offered {
                lines.push(texts::SWAP_OFFERED.with(&[("seat", &seat.other())])); // K4
            }
        }
        lines
    }
}
