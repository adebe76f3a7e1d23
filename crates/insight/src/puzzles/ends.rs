//! What a search says of the ends that a turn can have. Two orders of moves that lead to the same position are one answer, so
//! turns are compared by the positions that they end with and not by their first moves.

use crate::fitted::Fitted;
use breadboard_core::{NoChance, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Level, Views, odds_of};
use breadboard_search::{Budget, Effort, Player, Report, Score, Watch};
use std::any::TypeId;
use std::cell::RefCell;

/// Lines that a search reports: enough to tell the best end from all others that are worth a thought.
const LINES: usize = 8;
/// Steps of a turn that are looked at.
pub(super) const MOST_STEPS: usize = 40;

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

/// What a search of a position found as a chance to win, as the analysis says it; as points where one seat plays alone.
pub(super) fn worth<G: Bots>(game: &G, state: &G::State, score: Score) -> f64 {
    match score {
        Score::Points(points) if game.seats() == 1 => f64::from(points) / 100.0,
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Points(_) | Score::Share(_) => {
            let curve = Fitted::of(game).search.at(game.progress(state));
            curve.chances(&[odds_of(score), 0.0], Some(0))[0]
        }
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
    /// Whether the player plans whole turns, and its lines differ in their ends.
    pub(super) by_ends: bool,
}

impl<G: Bots + Views> Searching<G> {
    /// With an empty memory. Two seeds draw different dice.
    pub(super) fn new(game: &G, seed: u64) -> Searching<G> {
        let mut player = game.bot(Level::Bot5);
        let by_ends = player.use_ends(true);
        Searching { player, rng: SplitMix::new(seed), by_ends }
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
            // The returned move is the result; it may have been reported at another rank.
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

    /// The best turn, how much better it is than any turn with another end, and how many ends there are. Nothing if there is
    /// only one end, or if the player does not tell ends with the same first move apart.
    pub(super) fn standout(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Found<G>, f64, usize)> {
        let mut ends = self.ends(game, state, seat, nodes, stop);
        let [best, other, ..] = &ends[..] else { return None };
        let margin = worth(game, state, best.score) - worth(game, state, other.score);
        let count = ends.len();
        let best = ends.swap_remove(0);
        (self.by_ends || best.moves.len() == 1).then_some((best, margin, count))
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
