//! The race: how many steps the foremost man of each side has to go, whatever stands in its way. It is what people count in this
//! game, which has no score.

use super::{Breakthrough, Kernels, Side, State, texts};
use breadboard_core::{Seat, Text};

impl<W: Kernels> Breakthrough<W> {
    /// The steps of a seat's foremost man to the farthest row; nothing if it has no men.
    fn steps_to_go(&self, state: &State<W>, seat: Seat) -> Option<u32> {
        let side = if state.seat(Side::White) == seat { Side::White } else { Side::Black };
        let men = state.men[side.index()];
        (men != W::ZERO).then(|| match side {
            Side::White => self.geometry.rows - 1 - men.highest() / self.geometry.columns,
            Side::Black => men.lowest() / self.geometry.columns,
        })
    }

    /// The race now, after the better line and after the line that was played; nothing if it is the same after both.
    pub(super) fn races(
        &self,
        now: &State<W>,
        seat: Seat,
        played: &State<W>,
        better: &State<W>,
    ) -> Option<Text> {
        let both = |state| Some((self.steps_to_go(state, seat)?, self.steps_to_go(state, seat.other())?));
        let (now, played, better) = (both(now)?, both(played)?, both(better)?);
        (played != better).then(|| {
            texts::RACE_COUNT.with(&[
                ("seat", &seat),
                ("own", &now.0),
                ("rival", &now.1),
                ("better", &better.0),
                ("rival_better", &better.1),
                ("played", &played.0),
                ("rival_played", &played.1),
            ])
        })
    }
}
