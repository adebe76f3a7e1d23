//! What a position between two turns leads to, over all rolls. A walk of seven steps passes the spaces where a walk of six
//! ends, so one search of a turn finds the ends of every sum of two dice: all rolls cost little more than a single one that
//! is drawn, and have no noise.
//!
//! In every turn to come each seat plays the end that looks best to it. The search is a forecast and not the rules: it takes no
//! notice of the look-ahead that keeps a hunter from a walk that could only end on another one (S11), but drops such ends.

use super::evaluate::SnipeEvaluation;
use super::paths::Floods;
use crate::snipe::spaces::{Space, Spin};
use crate::snipe::state::{Dice, Pawn, Phase, State};
use crate::snipe::{Move, ShutIn, SnipeHunt};
use breadboard_core::{Rules as _, Seat};
use breadboard_search::turns::Evaluation as _;

/// The highest sum of two dice.
const MOST: usize = 12;

/// After each step, walks go on from at most this many positions.
const WIDTH: usize = 24;

/// The steps left of every walker: after the next one the rules still go on, and look no farther ahead than one step.
const AGAIN: u8 = 2;

/// A value, and the share of the point that it means.
type Value = (f32, f32);

/// An end of a turn and its value for the seat that makes it.
#[derive(Clone, Copy)]
struct End {
    state: State,
    value: Value,
}

/// How many of the 36 rolls of two dice have a sum.
fn ways(sum: usize) -> f32 {
    6.0 - 7_usize.abs_diff(sum) as f32
}

/// Whether two sums need only one look, with `turns` turns to come: their ends are the same, or near each other with the same
/// Snipe and equally many crumbs left.
fn is_alike(turns: u32, (a, one): (usize, &End), (b, other): (usize, &End)) -> bool {
    /// Sums that are near each other have the same number.
    const NEAR: [u8; MOST + 1] = [0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4];
    let (first, second) = (&one.state, &other.state);
    let alike = || {
        first.phase == second.phase
            && first.snipe_seat() == second.snipe_seat()
            && first.forest.crumbs.len() == second.forest.crumbs.len()
    };
    first == second || (turns > 1 && NEAR[a] == NEAR[b] && alike())
}

/// A position on a walk.
#[derive(Clone, Copy)]
struct Walker {
    state: State,
    /// A feather has been taken: the pawn has to make its step before the turn can end here.
    owes: bool,
    value: f32,
}

/// A search over all rolls.
pub(super) struct Foresight<'a> {
    evaluation: &'a SnipeEvaluation,
    game: &'a SnipeHunt,
    stop: &'a dyn Fn() -> bool,
    /// The positions visited.
    pub(super) nodes: u64,
    stopped: bool,
    /// The walkers, by the number of steps made.
    layers: [Vec<Walker>; MOST + 1],
    moves: Vec<Move>,
    floods: Floods,
}

impl<'a> Foresight<'a> {
    pub(super) fn new(
        evaluation: &'a SnipeEvaluation,
        game: &'a SnipeHunt,
        stop: &'a dyn Fn() -> bool,
    ) -> Foresight<'a> {
        let (layers, moves, floods) = (Default::default(), Vec::new(), Floods::new());
        Foresight { evaluation, game, stop, nodes: 0, stopped: false, layers, moves, floods }
    }

    /// What the end of a seat's turn is worth to it, looking `turns` turns ahead.
    pub(super) fn value_of(&mut self, end: &State, seat: Seat, turns: u32) -> Value {
        let (value, share) = self.judged(end, seat);
        self.value(end, seat, turns, value - share)
    }

    fn judged(&mut self, state: &State, seat: Seat) -> Value {
        self.evaluation.value_and_share(self.game, state, seat, &mut self.floods)
    }

    /// What a position is worth to a seat, looking `turns` turns ahead. `progress` is what its last turn was worth besides the
    /// chance to win.
    fn value(&mut self, state: &State, seat: Seat, turns: u32, progress: f32) -> Value {
        if turns == 0 || state.phase != Phase::Roll || self.stopped {
            let share = self.evaluation.chance(self.game, state, seat, &mut self.floods);
            return (progress + share, share);
        }
        let own = seat == state.seat;
        let ends = self.best_ends(state);
        let (mut value, mut share) = (0.0, 0.0);
        let mut sums = 2;
        while sums <= MOST {
            // Before the last turn, sums that lead to much the same are looked at once.
            let (mut with, mut likely) = (sums + 1, sums);
            while with <= MOST && is_alike(turns, (sums, &ends[sums - 2]), (with, &ends[with - 2])) {
                likely = if ways(with) > ways(likely) { with } else { likely };
                with += 1;
            }
            let end = &ends[likely - 2];
            let worth = if own && turns == 1 {
                end.value
            } else {
                let progress = if own { end.value.0 - end.value.1 } else { progress };
                self.value(&end.state, seat, turns - 1, progress)
            };
            let chance = (sums..with).map(ways).sum::<f32>() / 36.0;
            value += chance * worth.0;
            share += chance * worth.1;
            sums = with;
        }
        (value, share)
    }

    /// The best end of the turn that begins here, for every sum of the dice from two on.
    fn best_ends(&mut self, from: &State) -> [End; MOST - 1] {
        let game = self.game;
        let mover = from.seat;
        let mut start = *from;
        game.roll(&mut start, Dice::HIGHEST);
        start.left = AGAIN;
        // The best end after exactly this number of steps, and the best one that comes with any roll from there on.
        let mut exact: [Option<End>; MOST + 1] = [None; MOST + 1];
        let mut over: [Option<End>; MOST + 1] = [None; MOST + 1];
        let shut_in = game.options.shut_in == ShutIn::Turn && game.is_shut_in(&start);
        if shut_in || start.steps.is_empty() {
            for way in Spin::ALL {
                let mut next = start;
                game.make(&mut next, Move::Turn(way));
                self.keep_best(&mut over[0], next, mover);
            }
        }
        for layer in &mut self.layers {
            layer.clear();
        }
        self.layers[0].push(Walker { state: start, owes: false, value: 0.0 });
        for (made, exact) in exact.iter_mut().enumerate() {
            self.answer_offers(made, mover, &mut over);
            let mut layer = std::mem::take(&mut self.layers[made]);
            layer.retain(|walker| walker.state.phase == Phase::Walk && !walker.owes);
            if made >= 2 {
                self.judge(&mut layer, mover, exact);
            }
            if layer.len() > WIDTH {
                layer.select_nth_unstable_by(WIDTH, |a, b| b.value.total_cmp(&a.value));
                layer.truncate(WIDTH);
            }
            if made < MOST {
                for walker in &layer {
                    self.step(&walker.state, made + 1, mover, &mut over);
                }
            }
            self.layers[made] = layer;
            if self.stopped {
                break;
            }
        }
        let mut early: Option<End> = None;
        let better = |one: Option<End>, other: Option<End>| match (one, other) {
            (Some(one), Some(other)) if other.value.0 > one.value.0 => Some(other),
            (one, other) => one.or(other),
        };
        for end in &over[..2] {
            early = better(early, *end);
        }
        std::array::from_fn(|at| {
            early = better(early, over[at + 2]);
            better(exact[at + 2], early).unwrap_or_else(|| {
                let mut state = start;
                game.end_turn(&mut state, mover.next(game.seats));
                End { state, value: self.judged(&state, mover) }
            })
        })
    }

    /// Takes or declines what special spaces offer to walkers that have made this number of steps.
    fn answer_offers(&mut self, made: usize, mover: Seat, over: &mut [Option<End>; MOST + 1]) {
        let mut at = 0;
        while let Some(&Walker { state, owes, .. }) = self.layers[made].get(at) {
            at += 1;
            if owes {
                self.step(&state, made, mover, over);
            } else if state.phase == Phase::Offer {
                let mut moves = std::mem::take(&mut self.moves);
                moves.clear();
                self.game.legal_moves(&state, mover, &mut moves);
                self.evaluation.prune(self.game, &state, mover, &mut moves);
                for &mv in &moves {
                    self.make(&state, mv, made, mover, over);
                }
                self.moves = moves;
            }
        }
    }

    /// Makes every step that a walker can make.
    fn step(&mut self, state: &State, made: usize, mover: Seat, over: &mut [Option<End>; MOST + 1]) {
        let hunts = state.mover != Pawn::SNIPE;
        let ways = if hunts { state.forest.ways_on(state.here(), state.went) } else { state.steps };
        for way in ways.iter() {
            self.make(state, Move::Step(way), made, mover, over);
        }
    }

    /// Makes a move; `made` is the number of steps after it.
    fn make(
        &mut self,
        state: &State,
        mv: Move,
        made: usize,
        mover: Seat,
        over: &mut [Option<End>; MOST + 1],
    ) {
        self.nodes += 1;
        if self.nodes & 1023 == 0 && (self.stop)() {
            self.stopped = true;
        }
        let mut next = *state;
        self.game.make(&mut next, mv);
        if !matches!(next.phase, Phase::Walk | Phase::Offer) {
            self.keep_best(&mut over[made], next, mover);
            return;
        }
        next.left = AGAIN;
        let owes = mv == Move::Feather;
        let same =
            |known: &Walker| known.state.here() == next.here() && known.owes == owes && known.state == next;
        let layer = &mut self.layers[made];
        if !layer.iter().any(same) {
            layer.push(Walker { state: next, owes, value: 0.0 });
        }
    }

    /// Values the ends of the turn after this number of steps.
    fn judge(&mut self, layer: &mut [Walker], mover: Seat, best: &mut Option<End>) {
        let game = self.game;
        for walker in layer {
            let (pawn, station) = (walker.state.mover, Space::centre(walker.state.forest.station));
            let crowd = |other: Pawn| other != pawn && walker.state.place(other) == walker.state.here();
            let taken =
                pawn != Pawn::SNIPE && walker.state.here() != station && Pawn::hunters(game.pawns).any(crowd);
            let mut end = walker.state;
            game.end_turn(&mut end, mover.next(game.seats));
            let value = self.judged(&end, mover);
            walker.value = value.0;
            if !taken && best.is_none_or(|best| value.0 > best.value.0) {
                *best = Some(End { state: end, value });
            }
        }
    }

    fn keep_best(&mut self, best: &mut Option<End>, state: State, mover: Seat) {
        let value = self.judged(&state, mover);
        if best.is_none_or(|best| value.0 > best.value.0) {
            *best = Some(End { state, value });
        }
    }
}
