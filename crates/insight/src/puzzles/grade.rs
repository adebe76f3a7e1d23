//! How hard a puzzle is: how much a search must look at until it sees that the answer is right. Each search begins with an empty
//! memory, because one that has seen the answer finds it again at once.

use super::ends::{Searching, by_proof, goes_on, turn_of};
use breadboard_core::{Seat, SplitMix, Turn};
use breadboard_games::{Bots, Level, Views};
use breadboard_search::Score;

/// The parts of the nodes up to which a proof has the grades 1 to 4. Before its proof a search may prefer the move by luck.
const PROOFS: [f64; 4] = [0.003, 0.015, 0.06, 0.25];
/// The parts of the nodes with which a search must prefer the answer, and keep it with all larger ones, for the grades 2 to 4.
/// The first is so small that only an obvious answer is found with it. Each has at least the nodes beside it: of a budget of 60 sampled
/// turns the first two parts would be the same search.
const TURNS: [(f64, u64); 3] = [(0.001, 1), (0.03, 4), (0.3, 16)];

/// The grade of an answer, from 1 to 5.
pub(super) fn grade<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &[G::Move],
    nodes: u64,
) -> u8 {
    if by_proof(game) {
        return of_proof(game, state, seat, nodes);
    }
    let (moves, answer) = turn_of(game, state, seat, line);
    let mut at = state.clone();
    moves.iter().for_each(|&mv| game.apply(&mut at, seat, mv));
    if matches!(game.turn(&at), Turn::Over(_)) {
        // To end the game at once needs no look ahead.
        return 1;
    }
    let misses = |(part, least): &(f64, u64)| {
        let nodes = ((nodes as f64 * part) as u64).max(*least);
        let ends = Searching::new(game, 1).ends(game, state, seat, nodes, &|| false);
        ends.first().is_none_or(|found| found.end != answer)
    };
    match TURNS.iter().rposition(misses) {
        Some(missed) => missed as u8 + 3,
        None if game.write_position(&greedy_turn(game, state, seat).1) == answer => 1,
        None => 2,
    }
}

/// By the nodes that a search needs to prove the win.
fn of_proof<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, nodes: u64) -> u8 {
    let reports = Searching::new(game, 1).reports(game, state, seat, &[], (1, nodes), &|| false);
    let needed = match reports.first() {
        Some(report) if matches!(report.score, Score::Win(_)) => report.nodes as f64 / nodes.max(1) as f64,
        _ => return 5,
    };
    PROOFS.iter().position(|part| needed <= *part).map_or(5, |at| at as u8 + 1)
}

/// The turn whose every move is the one that looks best at once, and where it ends.
pub(super) fn greedy_turn<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
) -> (Vec<G::Move>, G::State) {
    let (key, mut at, mut moves) = (game.turn_key(state), state.clone(), Vec::new());
    let (mut player, mut rng) = (Level::Greedy.player(game), SplitMix::new(1));
    for _ in 0..super::ends::MOST_STEPS {
        if !goes_on(game, &at, seat, key) {
            break;
        }
        let mv = player.choose(game, &at, seat, &mut rng);
        game.apply(&mut at, seat, mv);
        moves.push(mv);
    }
    (moves, at)
}
