//! How good a position between two turns looks to a player. The strong levels judge by their chance to win. The weak ones
//! go for what is near, because errors in a chance to win make a player that wanders: early in a game all walks are worth
//! nearly the same.
//!
//! For the same reason a chance to win alone is not enough for the strong ones: it lets the Snipe run from the hunters for
//! ever and the hunters wait. So the strong levels hurry. Lifting a crumb is worth something while many are left, when it costs
//! nothing, and hunters like to be near the Snipe. The last crumbs decide the game, so there only the chance counts, but the
//! longer nothing is lifted, the more the Snipe dares (S22).

use super::foresight::Foresight;
use super::formula;
use super::naive::Naive;
use super::paths::{FAR, Floods, Paths, lively};
use crate::snipe::spaces::Card;
use crate::snipe::state::{Pawn, Phase, State};
use crate::snipe::{IdleResult, Move, SnipeHunt};
use breadboard_core::{Rules as _, Seat, Turn};
use breadboard_search::turns::Evaluation;

/// What progress is worth, in chances to win.
struct ProgressWeights {
    /// This many crumbs decide the game: lifting another is no aim in itself.
    last: f32,
    /// A crumb before these, and the whole way to the next one.
    crumb: f32,
    /// The whole way to one of the last crumbs.
    last_way: f32,
    /// The whole way to the Snipe, for a hunter.
    hunt: f32,
    /// What the Snipe pays to lift a crumb when the idle rounds are nearly over.
    impatience: f32,
    /// What the whole way to the next crumb is worth more then: a prize for lifting alone does not lead to a guarded crumb.
    pull: f32,
    /// How late it becomes impatient: 1 is at a steady rate.
    late: f32,
    /// How much of what the Snipe pays for delay the hunters pay too.
    shared: f32,
}

/// With two seats the Snipe always leads, and only the last crumbs decide.
const TWO: ProgressWeights = ProgressWeights {
    last: 4.0,
    crumb: 0.04,
    last_way: 0.003,
    hunt: 0.1,
    impatience: 0.6,
    pull: 1.0,
    late: 1.5,
    shared: 0.0,
};
/// With more seats crumbs in hand count, and a Snipe that cannot win any more would wait forever. Delay costs all seats the same there:
/// if only the Snipe paid for it, it would walk into the hunters at the Station to be rid of the cost, and so would the next one.
const MORE: ProgressWeights = ProgressWeights {
    last: 1.0,
    crumb: 0.1,
    last_way: 0.08,
    hunt: 0.1,
    impatience: 1.0,
    pull: 1.0,
    late: 1.0,
    shared: 1.0,
};

/// What a player judges a position by.
#[derive(Clone, Copy, Debug)]
pub(super) enum EvaluationKind {
    /// By what is near.
    Naive(Naive),
    /// By the chance to win.
    Chance,
}

/// The evaluation of one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct SnipeEvaluation(pub(super) EvaluationKind);

impl SnipeEvaluation {
    /// What a position between two turns is worth to a seat.
    fn value(&self, game: &SnipeHunt, state: &State, paths: &Paths, seat: Seat) -> f32 {
        match self.0 {
            EvaluationKind::Naive(naive) => naive.value(game, state, paths, seat),
            EvaluationKind::Chance => {
                let chance = formula::chance(game, state, paths, seat);
                with_idle(game, state, chance) + hurry(game, state, paths, seat)
            }
        }
    }
}

impl SnipeEvaluation {
    /// The value of a position between turns, or of a finished game, and the share of the point that it means.
    pub(super) fn value_and_share(
        &self,
        game: &SnipeHunt,
        state: &State,
        seat: Seat,
        floods: &mut Floods,
    ) -> (f32, f32) {
        if let Turn::Over(outcome) = game.turn(state) {
            let share = outcome.share(seat, game.seats) as f32;
            return (share, share);
        }
        let paths = floods.measure(game, state);
        let chance = with_idle(game, state, formula::chance(game, state, &paths, seat));
        (chance + hurry(game, state, &paths, seat), chance)
    }

    /// The share of the point that a seat can expect.
    pub(super) fn chance(&self, game: &SnipeHunt, state: &State, seat: Seat, floods: &mut Floods) -> f32 {
        match game.turn(state) {
            Turn::Over(outcome) => outcome.share(seat, game.seats) as f32,
            _ => with_idle(game, state, formula::chance(game, state, &floods.measure(game, state), seat)),
        }
    }
}

/// The logarithm of every seat's chance to win; in the middle of a turn as if it ended there, and equal before the deal.
pub(super) fn standing(game: &SnipeHunt, state: &State) -> Vec<f64> {
    let seats = Seat::all(game.seats);
    if matches!(state.phase, Phase::Deal | Phase::RollOff) {
        return seats.map(|_| 0.0).collect();
    }
    let next = if state.phase == Phase::Roll { state.seat } else { state.seat.next(game.seats) };
    let after = State { seat: next, ..*state };
    let paths = Paths::of(game, state);
    let chance = |seat| with_idle(game, &after, formula::chance(game, &after, &paths, seat));
    seats.map(|seat| f64::from(chance(seat).max(1e-4)).ln()).collect()
}

/// S22: where idle rounds end in a draw, the longer nothing is lifted, the nearer it is.
fn with_idle(game: &SnipeHunt, state: &State, chance: f32) -> f32 {
    if game.options.idle_result == IdleResult::Most {
        return chance;
    }
    let drawn = idle(game, state).powi(6);
    chance * (1.0 - drawn) + drawn / f32::from(game.seats)
}

/// How much of the idle rounds is over: from 0 to 1.
fn idle(game: &SnipeHunt, state: &State) -> f32 {
    f32::from(state.idle) / f32::from(game.idle_limit())
}

/// What a seat's progress is worth to it. The way to the next crumb is worth no more than a crumb, or one would be left
/// lying.
fn hurry(game: &SnipeHunt, state: &State, paths: &Paths, seat: Seat) -> f32 {
    let worth = if game.seats == 2 { &TWO } else { &MORE };
    let left = state.forest.crumbs.len() as f32;
    let lifts = -worth.crumb * (left - worth.last).max(0.0);
    let part = |steps: usize| steps as f32 / FAR as f32;
    let way = if left > worth.last { worth.crumb } else { worth.last_way };
    let wait = idle(game, state).powf(worth.late);
    let delay = (way + worth.pull * wait) * part(paths.nearest) + worth.impatience * wait;
    if seat == state.snipe_seat() {
        lifts - delay
    } else {
        lifts - worth.shared * delay - worth.hunt * part(paths.steps_of(game, state, seat))
    }
}

impl Evaluation<SnipeHunt> for SnipeEvaluation {
    fn evaluate(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = game.turn(state) {
            let share = outcome.share(seat, game.seats) as f32;
            return if let EvaluationKind::Naive(naive) = self.0 { naive.end(game, share) } else { share };
        }
        self.value(game, state, &Paths::of(game, state), seat)
    }

    fn mover(&self, state: &State) -> Seat {
        state.seat
    }

    /// Values also count progress, and those of the weak levels little else; a chance does not.
    fn share(&self, game: &SnipeHunt, state: &State, seat: Seat, value: f32) -> f32 {
        let paths = Paths::of(game, state);
        let share = match self.0 {
            EvaluationKind::Naive(_) => with_idle(game, state, formula::chance(game, state, &paths, seat)),
            EvaluationKind::Chance => value - hurry(game, state, &paths, seat),
        };
        share.clamp(0.0, 1.0)
    }

    fn evaluate_mid_turn(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        let paths = Paths::of(game, state);
        let after = State { seat: seat.next(game.seats), ..*state };
        let meets = seat != state.snipe_seat() && paths.can_meet(state);
        self.value(game, &after, &paths, seat) + if meets { 0.5 } else { 0.0 }
    }

    fn prune(&self, game: &SnipeHunt, state: &State, _: Seat, moves: &mut Vec<Move>) {
        if state.phase != Phase::Offer {
            return;
        }
        // Where something is cut off, any card may open the way again. A cross looks the same however it lies.
        let cut_off = is_cut_off(state);
        let lively = match self.0 {
            _ if cut_off => u64::MAX,
            EvaluationKind::Naive(_) => 0,
            EvaluationKind::Chance => lively(game, state),
        };
        let turns = |card: Card| lively & card.bit() != 0 && state.forest.exits_of(card).0 != 0b1111;
        moves.retain(|mv| match mv {
            Move::Rotate(card, _) => turns(*card),
            _ => true,
        });
    }

    fn foresee(
        &self,
        game: &SnipeHunt,
        state: &State,
        seat: Seat,
        turns: u32,
        nodes: &mut u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(f32, f32)> {
        // S7: a player of two hunters also chooses between them. The weak levels do not look ahead.
        if game.pawns > game.seats || !matches!(self.0, EvaluationKind::Chance) {
            return None;
        }
        let mut foresight = Foresight::new(self, game, stop);
        let value = foresight.value_of(state, seat, turns);
        *nodes += foresight.nodes;
        Some(value)
    }

    fn budget_share(&self, _: &SnipeHunt, state: &State) -> f64 {
        if state.is_turn_start() { 1.0 } else { 0.1 }
    }
}

/// Whether no path leads the Snipe to some crumb, or the hunter that moves to the Snipe.
fn is_cut_off(state: &State) -> bool {
    let forest = &state.forest;
    let joined = forest.reach(state.here().card().bit(), forest.cards());
    let wanted = if state.mover == Pawn::SNIPE {
        forest.crumbs.cards()
    } else {
        state.place(Pawn::SNIPE).card().bit()
    };
    wanted & !joined != 0
}
