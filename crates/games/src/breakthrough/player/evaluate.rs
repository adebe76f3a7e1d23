//! How good a position looks: every man by its place, and how the men stand together. Places follow Lorentz and
//! Horey's table by the distance still to go, so that one table serves boards of all sizes.

use crate::breakthrough::Side;
use crate::breakthrough::board::{Geometry, Word};
use std::fmt::Debug;

/// An evaluation that keeps running sums as men move.
pub(crate) trait Evaluation<W>: Clone + Debug + Send + Sync + 'static {
    /// The running sums.
    type Sums: Copy + Debug + PartialEq + Send + Sync;
    /// The sums of a position.
    fn open(&self, men: [W; 2]) -> Self::Sums;
    /// Updates them after a man's step.
    fn step(&self, sums: &mut Self::Sums, side: Side, from: u8, to: u8, takes: bool);
    /// How good the position looks to `side`, which is to move.
    fn value(&self, geometry: &Geometry<W>, men: [W; 2], sums: &Self::Sums, side: Side) -> i32;
}

/// The evaluation by hand, by places and structure, for boards of every size.
#[derive(Clone, Debug)]
pub(crate) struct TableEvaluation {
    places: Places,
    structure: Structure,
}

impl TableEvaluation {
    pub(in crate::breakthrough) fn new<W>(geometry: &Geometry<W>) -> TableEvaluation {
        TableEvaluation {
            places: Places::new(geometry.columns, geometry.rows),
            structure: Structure::default(),
        }
    }
}

impl<W: Word> Evaluation<W> for TableEvaluation {
    /// What White's men are worth by their places, less Black's.
    type Sums = i32;

    fn open(&self, men: [W; 2]) -> i32 {
        self.places.sum(men)
    }

    #[inline(always)]
    fn step(&self, sums: &mut i32, side: Side, from: u8, to: u8, takes: bool) {
        let gain = self.places.gain(side.index(), from, to);
        let prize = if takes { self.places.worth(side.other().index(), to) } else { 0 };
        *sums += if side == Side::White { gain + prize } else { -gain - prize };
    }

    #[inline(always)]
    fn value(&self, geometry: &Geometry<W>, men: [W; 2], sums: &i32, side: Side) -> i32 {
        let white = sums + self.structure.value(geometry, men);
        self.structure.tempo + if side == Side::White { white } else { -white }
    }
}

/// The value of a man; everything here is in this unit.
const MAN: i32 = 100;
/// What a man is worth beyond that with 1, 2, … steps to go: on an edge file, and elsewhere.
const STEPS: [(i32, i32); 6] = [(40, 56), (30, 36), (22, 26), (14, 20), (8, 12), (4, 8)];
/// A man that still stands on its home row: on the outermost and innermost files, and between them.
const HOME: (i32, i32) = (10, 30);

/// What a man is worth on each square, for White and Black.
#[derive(Clone, Debug)]
pub(super) struct Places([[i32; 256]; 2]);

impl Places {
    pub(super) fn new(columns: u32, rows: u32) -> Places {
        let mut places = [[0; 256]; 2];
        for at in 0..columns * rows {
            let (file, row) = (at % columns, at / columns);
            let edge = file == 0 || file + 1 == columns;
            for (side, home) in [(0, row), (1, rows - 1 - row)] {
                let steps = (rows - 1 - home) as usize;
                let from_edge = file.min(columns - 1 - file);
                places[side][at as usize] = MAN
                    + if steps == 0 {
                        0
                    } else if home == 0 {
                        if from_edge == 1 || from_edge == 2 { HOME.1 } else { HOME.0 }
                    } else {
                        let (outer, inner) = STEPS[(steps - 1).min(STEPS.len() - 1)];
                        if edge { outer } else { inner }
                    };
            }
        }
        Places(places)
    }

    #[inline(always)]
    pub(super) fn gain(&self, side: usize, from: u8, to: u8) -> i32 {
        self.0[side][usize::from(to)] - self.0[side][usize::from(from)]
    }

    #[inline(always)]
    pub(super) fn worth(&self, side: usize, at: u8) -> i32 {
        self.0[side][usize::from(at)]
    }

    pub(super) fn sum<W: Word>(&self, men: [W; 2]) -> i32 {
        let side = |side: usize| {
            let mut sum = 0;
            let mut rest = men[side];
            while rest != W::ZERO {
                sum += self.0[side][rest.lowest() as usize];
                rest = rest.rest();
            }
            sum
        };
        side(0) - side(1)
    }
}

/// The values of how men stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Structure {
    /// To be on the move.
    pub(super) tempo: i32,
    /// A man that another supports diagonally.
    supported: i32,
    /// Two men side by side.
    abreast: i32,
    /// A man before another.
    column: i32,
    /// A man that is attacked and has no support.
    hanging: i32,
}

impl Default for Structure {
    fn default() -> Self {
        Structure { tempo: 12, supported: 4, abreast: 3, column: 1, hanging: -16 }
    }
}

impl Structure {
    /// White's structure less Black's.
    #[inline(always)]
    pub(super) fn value<W: Word>(&self, g: &Geometry<W>, [white, black]: [W; 2]) -> i32 {
        let [wl, wr] = g.attacks(Side::White, white);
        let [bl, br] = g.attacks(Side::Black, black);
        let (w, b) = (wl | wr, bl | br);
        let mut value = 0;
        let count = |set: W| set.count() as i32;
        value += self.supported * (count(white & w) - count(black & b));
        value += self.hanging * (count(white & b & !w) - count(black & w & !b));
        let abreast = |men: W| men & ((men & g.not_last) << 1);
        value += self.abreast * (count(abreast(white)) - count(abreast(black)));
        value += self.column * (count(white & white << g.columns) - count(black & black << g.columns));
        value
    }
}
