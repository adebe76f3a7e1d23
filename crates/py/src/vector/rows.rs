//! The arrays that the games are written to, row by row, in place.

use breadboard_core::Seat;

/// How many values a game has in each array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) values: usize,
    pub(crate) actions: usize,
    pub(crate) seats: usize,
}

/// Observations in the caller's type.
pub(crate) enum Values<'a> {
    Bytes(&'a mut [u8]),
    Floats(&'a mut [f32]),
}

/// The rows of some games in all arrays.
pub(crate) struct Rows<'a> {
    pub(crate) sizes: Sizes,
    pub(crate) observations: Values<'a>,
    pub(crate) masks: &'a mut [u8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) done: &'a mut [u8],
    pub(crate) seats: &'a mut [i8],
    pub(crate) legal: &'a mut [i32],
}

impl Rows<'_> {
    /// Writes the observation of a game; `write` gets zeros.
    #[inline]
    pub(crate) fn observe(&mut self, row: usize, scratch: &mut Vec<u8>, write: impl FnOnce(&mut [u8])) {
        let size = self.sizes.values;
        match &mut self.observations {
            Values::Bytes(all) => {
                let out = &mut all[row * size..(row + 1) * size];
                out.fill(0);
                write(out);
            }
            Values::Floats(all) => {
                scratch.clear();
                scratch.resize(size, 0);
                write(scratch);
                let out = &mut all[row * size..(row + 1) * size];
                out.iter_mut().zip(scratch.iter()).for_each(|(out, &value)| *out = value.into());
            }
        }
    }

    /// The mask of a game, all zeros.
    #[inline]
    pub(crate) fn mask(&mut self, row: usize) -> &mut [u8] {
        let mask = &mut self.masks[row * self.sizes.actions..(row + 1) * self.sizes.actions];
        mask.fill(0);
        mask
    }

    #[inline]
    pub(crate) fn rewards(&mut self, row: usize) -> &mut [f32] {
        &mut self.rewards[row * self.sizes.seats..(row + 1) * self.sizes.seats]
    }

    #[inline]
    pub(crate) fn clear_end(&mut self, row: usize) {
        self.rewards(row).fill(0.0);
        self.done[row] = 0;
    }

    #[inline]
    pub(crate) fn set_done(&mut self, row: usize) {
        self.done[row] = 1;
    }

    /// Who chooses, -1 if the game is over, and how many legal moves there are.
    #[inline]
    pub(crate) fn set_turn(&mut self, row: usize, seat: Option<Seat>, legal: usize) {
        self.seats[row] = seat.map_or(-1, |seat| seat.index() as i8);
        self.legal[row] = legal as i32;
    }
}

/// The rows in parts of `each` games.
pub(crate) fn split(rows: Rows<'_>, sizes: Sizes, each: usize) -> Vec<Rows<'_>> {
    let observations: Vec<Values<'_>> = match rows.observations {
        Values::Bytes(all) => all.chunks_mut(each * sizes.values).map(Values::Bytes).collect(),
        Values::Floats(all) => all.chunks_mut(each * sizes.values).map(Values::Floats).collect(),
    };
    let ends = rows.rewards.chunks_mut(each * sizes.seats).zip(rows.done.chunks_mut(each));
    let turns = rows.seats.chunks_mut(each).zip(rows.legal.chunks_mut(each));
    observations
        .into_iter()
        .zip(rows.masks.chunks_mut(each * sizes.actions))
        .zip(ends)
        .zip(turns)
        .map(|(((observations, masks), (rewards, done)), (seats, legal))| Rows {
            sizes,
            observations,
            masks,
            rewards,
            done,
            seats,
            legal,
        })
        .collect()
}
