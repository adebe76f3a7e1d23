//! What a search says of the ends that a turn can have. Two orders of moves that lead to the same position are one answer, so
//! turns are compared by the positions that they end with and not by their first moves.

use breadboard_core::{NoChance, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Level, Views};
use breadboard_search::{Budget, Effort, Player, Report, Score, Watch};
use std::any::TypeId;
use std::cell::RefCell;

/// Lines that a search reports: enough to find another end behind other orders of the best one.
pub(super) const LINES: usize = 5;
/// Steps of a turn that are looked at.
const MOST_STEPS: usize = 40;

/// A turn that a search has found.
#[derive(Clone, Debug)]
pub(super) struct Found<G: Bots> {
    /// The moves of the seat, up to the end of the turn or the next chance event.
    pub(super) moves: Vec<G::Move>,
    /// The position they lead to, as text.
    pub(super) end: String,
    pub(super) score: Score,
}

/// Whether wins are proven here: every position of such a game is won or lost.
pub(super) fn by_proof<G: Bots>(game: &G) -> bool {
    game.seats() == 2 && !game.has_draws() && TypeId::of::<G::Chance>() == TypeId::of::<NoChance>()
}

/// A score as a chance to win; as points where one seat plays alone.
pub(super) fn worth<G: Bots>(game: &G, score: Score) -> f64 {
    match score {
        Score::Points(points) if game.seats() == 1 => f64::from(points) / 100.0,
        Score::Points(points) => 1.0 / (1.0 + (-f64::from(points) / 100.0).exp()),
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Share(share) => share,
    }
}

/// The seat that chooses alone.
pub(super) fn chooser<G: Bots>(game: &G, state: &G::State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Act(seats) => seats.single(),
        Turn::Chance | Turn::Over(_) => None,
    }
}

/// Whether the seat still chooses in the turn that has this key.
pub(super) fn goes_on<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, key: u32) -> bool {
    chooser(game, state) == Some(seat) && game.turn_key(state) == key
}

/// A player that does not err, for one puzzle after the other.
pub(super) struct Searching<G: Bots> {
    player: Box<dyn Player<G> + Send>,
    rng: SplitMix,
}

impl<G: Bots + Views> Searching<G> {
    pub(super) fn new(game: &G) -> Searching<G> {
        Searching { player: game.bot(Level::Bot5), rng: SplitMix::new(1) }
    }

    /// What the search says last, of each line.
    pub(super) fn reports(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        among: &[G::Move],
        (lines, nodes): (usize, u64),
        stop: &dyn Fn() -> bool,
    ) -> Vec<Report<G::Move>> {
        let found: RefCell<Vec<Report<G::Move>>> = RefCell::default();
        let note = |report: &Report<G::Move>| {
            let mut found = found.borrow_mut();
            let rank = report.rank.max(1) as usize;
            // A new round of reports replaces the last one from its rank on.
            found.truncate(rank - 1);
            if found.len() + 1 == rank && !report.line.is_empty() {
                found.push(report.clone());
            }
        };
        self.player.choose_among(among);
        self.player.use_lines(lines);
        let effort = Effort::Given(Budget::nodes(nodes));
        // The same numbers for every question, so that a fresh player answers one as before.
        let watch = Watch { stop, report: &note };
        let mv = self.player.think(game, state, seat, &mut self.rng.clone(), effort, &watch);
        let mut found = found.into_inner();
        found.retain(|report| among.is_empty() || among.contains(&report.line[0]));
        if found.first().is_some_and(|report| report.line[0] != mv) {
            // The choice is what the search stands for, and it may have been reported at another rank.
            if let Some(at) = found.iter().position(|report| report.line[0] == mv) {
                found[..=at].rotate_right(1);
            }
        }
        found
    }

    /// The best score and first move among some moves; of all if there are none.
    pub(super) fn best(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        among: &[G::Move],
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(G::Move, Score)> {
        let report = self.reports(game, state, seat, among, (1, nodes), stop).into_iter().next()?;
        Some((report.line[0], report.score))
    }

    /// The turns that look best, each with another end, the best first.
    pub(super) fn ends(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Vec<Found<G>> {
        let mut ends: Vec<Found<G>> = Vec::new();
        for report in self.reports(game, state, seat, &[], (LINES, nodes), stop) {
            let (moves, end) = turn_of(game, state, seat, &report.line);
            if !moves.is_empty() && ends.iter().all(|other| other.end != end) {
                ends.push(Found { moves, end, score: report.score });
            }
        }
        ends
    }

    /// The best turn and how much better it is than any turn with another end. A search reports lines with different first
    /// moves only, so every step of the turn is asked for what else could be done there.
    pub(super) fn standout(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        nodes: u64,
        least: f64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Found<G>, f64)> {
        let mut first = self.ends(game, state, seat, nodes, stop).into_iter();
        let best = first.next()?;
        let value = worth(game, best.score);
        let mut margin = f64::INFINITY;
        if let Some(other) = first.next() {
            margin = value - worth(game, other.score);
        }
        let mut at = state.clone();
        for &mv in &best.moves[..best.moves.len() - 1] {
            game.apply(&mut at, seat, mv);
            let ends = self.ends(game, &at, seat, nodes, stop);
            let here = ends.iter().find(|found| found.end == best.end).map(|found| worth(game, found.score));
            let other = ends.iter().find(|found| found.end != best.end).map(|found| worth(game, found.score));
            if let Some(other) = other {
                margin = margin.min(here.unwrap_or(0.0) - other);
            }
            if margin < least {
                return None;
            }
        }
        (margin >= least && margin.is_finite()).then_some((best, margin))
    }
}

/// The moves of a line up to the end of the turn, and the position there.
pub(super) fn turn_of<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &[G::Move],
) -> (Vec<G::Move>, String) {
    let key = game.turn_key(state);
    let (mut at, mut moves) = (state.clone(), Vec::new());
    for &mv in line.iter().take(MOST_STEPS) {
        if !goes_on(game, &at, seat, key) || game.check(&at, seat, mv).is_err() {
            break;
        }
        game.apply(&mut at, seat, mv);
        moves.push(mv);
    }
    let end = game.write_position(&at);
    (moves, end)
}
