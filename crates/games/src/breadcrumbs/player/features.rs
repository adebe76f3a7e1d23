//! What one player sees in a position: for every tile its value to that player, who has chips on it and how far the pawns
//! are, then the lead, the chips still missing, the nearest meeting with the lead that it would leave, and the rounds left.
//! Each feature is the index of one learned weight. Weights set by hand (lead, tempo, parity) were the alternative; here
//! the same facts are rows of a table that `breadboard train breadcrumbs` fills from self-play.

use crate::breadcrumbs::board::{Board, Letter, SQUARES, Tile};

/// Longer distances count as this.
const FAR: u8 = 5;
const DISTANCES: usize = FAR as usize + 1;
/// No one's, the viewer's, one rival's, shared by the viewer, shared by rivals.
const OWNERS: usize = 5;
/// The viewer's colour, a rival's, and a colour that no seat plays, each with five values.
const KINDS: usize = 15;
const TILE_ROWS: usize = KINDS * OWNERS * DISTANCES * DISTANCES;
/// The first number of rounds left of each phase: what a tile may still become counts less and less.
const PHASES: [u32; 3] = [0, 5, 13];
pub(super) const TILES: usize = PHASES.len() * TILE_ROWS;

/// Larger leads count as this.
pub(super) const LEAD: i32 = 15;
pub(super) const LEADS: usize = 2 * LEAD as usize + 1;
/// More missing chips count as this.
const MISSING: u32 = 5;
const MISSINGS: usize = MISSING as usize + 1;
pub(super) const RACES: usize = MISSINGS * MISSINGS * LEADS;

/// The first lead of each class, for the table of meetings.
const LEAD_CLASSES: [i32; 6] = [-5, -2, 0, 1, 3, 6];
const MEETINGS: usize = 9 * 4 * (LEAD_CLASSES.len() + 1);

/// The first number of each class of the rounds left until the cap, beside the lead: near the end every round counts.
const ROUND_CLASSES: [u32; 11] = [0, 1, 2, 3, 4, 5, 7, 10, 14, 20, 32];
const CAPS: usize = ROUND_CLASSES.len() * LEADS;

/// How many features there are: everything twice, for the viewer on the move and not.
pub(super) const FEATURES: usize = 2 * (TILES + RACES + MEETINGS + CAPS);
/// How many of them one player has in one position.
#[cfg(any(test, feature = "train"))]
pub(super) const ACTIVE: usize = SQUARES + 3;

/// Finds the features in positions of one game.
#[derive(Clone, Debug)]
pub(super) struct Features {
    letters: &'static [Letter],
    end_chips: u32,
    /// The first feature of each tile for each viewer.
    kinds: [[u16; SQUARES]; 5],
}

/// How many steps along rows and files lie between squares, up to [`FAR`].
static STEPS: [[u8; SQUARES]; SQUARES] = steps(FAR);
/// The same without a limit.
static WALK: [[u8; SQUARES]; SQUARES] = steps(8);

const fn steps(most: u8) -> [[u8; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut at = 0;
    while at < SQUARES * SQUARES {
        let (from, to) = (at / SQUARES, at % SQUARES);
        let walked = (from % 5).abs_diff(to % 5) + (from / 5).abs_diff(to / 5);
        table[from][to] = if walked > most as usize { most } else { walked as u8 };
        at += 1;
    }
    table
}

/// How many of the classes begin at or below a value.
#[inline(always)]
fn class_of<T: PartialOrd>(firsts: &[T], value: &T) -> usize {
    firsts.iter().filter(|first| *first <= value).count()
}

/// What a viewer's rivals have together.
struct Rivals {
    /// The tiles with a chip of one of them, and of two or more.
    once: u32,
    twice: u32,
    /// The most points and the most chips that one of them has.
    points: i32,
    chips: u32,
    /// Steps from the viewer's pawn to the nearest of theirs, and whose it is.
    nearest: u8,
    neighbour: Letter,
    /// Steps from each square to the nearest of their pawns, up to [`FAR`].
    reach: [u8; SQUARES],
}

impl Features {
    pub(super) fn new(letters: &'static [Letter], end_chips: u8) -> Features {
        let mut kinds = [[0; SQUARES]; 5];
        for (viewer, row) in Letter::ALL.into_iter().zip(&mut kinds) {
            for tile in Tile::all() {
                let whose = match tile.colour() {
                    colour if colour == viewer => 0,
                    colour if letters.contains(&colour) => 1,
                    _ => 2,
                };
                let kind = whose * 5 + usize::from(tile.value()) - 1;
                row[tile.index()] = (kind * OWNERS * DISTANCES * DISTANCES) as u16;
            }
        }
        Features { letters, end_chips: end_chips.into(), kinds }
    }

    #[inline(always)]
    fn rivals(&self, board: &Board, viewer: Letter) -> Rivals {
        let pawn = board.walker(viewer).pawn().index();
        let mut all = Rivals {
            once: 0,
            twice: 0,
            points: 0,
            chips: 0,
            nearest: u8::MAX,
            neighbour: viewer,
            reach: [FAR; SQUARES],
        };
        for &rival in self.letters {
            if rival == viewer {
                continue;
            }
            let walker = board.walker(rival);
            all.twice |= all.once & walker.chips();
            all.once |= walker.chips();
            all.points = all.points.max(i32::from(board.points.of(rival)));
            all.chips = all.chips.max(walker.count());
            let at = walker.pawn().index();
            if WALK[pawn][at] < all.nearest {
                (all.nearest, all.neighbour) = (WALK[pawn][at], rival);
            }
            for (near, steps) in all.reach.iter_mut().zip(&STEPS[at]) {
                *near = (*near).min(*steps);
            }
        }
        all
    }

    /// The viewer's lead after a meeting with the nearest rival. While both walk straight, the parity of the distance
    /// decides which of them can make the meeting.
    #[inline(always)]
    fn lead_after_meeting(&self, board: &Board, viewer: Letter, moves: bool, rivals: &Rivals) -> i32 {
        let comes = (rivals.nearest % 2 == 1) == moves;
        let (who, to) = if comes { (viewer, rivals.neighbour) } else { (rivals.neighbour, viewer) };
        let mut met = *board;
        met.step(who, board.walker(to).pawn());
        let others = self.letters.iter().filter(|&&letter| letter != viewer);
        let best = others.map(|&letter| met.points.of(letter)).max().unwrap_or(0);
        i32::from(met.points.of(viewer)) - i32::from(best)
    }

    /// Calls `each` with every feature of `viewer`; `moves` says whether it is on the move, and `rounds` how many are left
    /// until the cap.
    #[inline(always)]
    pub(super) fn each(
        &self,
        board: &Board,
        viewer: Letter,
        moves: bool,
        rounds: u32,
        mut each: impl FnMut(usize),
    ) {
        let own = board.walker(viewer);
        let rivals = self.rivals(board, viewer);
        let pawn = own.pawn().index();
        let shift = usize::from(!moves);
        let chips = own.chips();
        let kinds = &self.kinds[viewer.index()];
        let phase = (class_of(&PHASES, &rounds) - 1) * TILE_ROWS;
        for square in 0..SQUARES {
            let (mine, theirs) = (chips >> square & 1, rivals.once >> square & 1);
            // 0 no one's, 1 the viewer's, 2 a rival's, 3 shared with the viewer, 4 shared without it.
            let owners = mine + 2 * theirs + 2 * (rivals.twice >> square & !chips >> square & 1);
            let kind = usize::from(kinds[board.tiles[square].index()]);
            let near = usize::from(STEPS[pawn][square]) * DISTANCES + usize::from(rivals.reach[square]);
            each(2 * (phase + kind + owners as usize * DISTANCES * DISTANCES + near) + shift);
        }
        let missing = |count: u32| self.end_chips.saturating_sub(count).min(MISSING) as usize;
        let (mine, theirs) = (missing(own.count()), missing(rivals.chips));
        let lead = i32::from(board.points.of(viewer)) - rivals.points;
        let capped = (lead.clamp(-LEAD, LEAD) + LEAD) as usize;
        each(2 * (TILES + (mine * MISSINGS + theirs) * LEADS + capped) + shift);
        let class = class_of(&LEAD_CLASSES, &self.lead_after_meeting(board, viewer, moves, &rivals));
        let meeting = usize::from(rivals.nearest) * 4 + mine.max(theirs).min(3);
        each(2 * (TILES + RACES + meeting * (LEAD_CLASSES.len() + 1) + class) + shift);
        let left = class_of(&ROUND_CLASSES, &rounds) - 1;
        each(2 * (TILES + RACES + MEETINGS + left * LEADS + capped) + shift);
    }
}
