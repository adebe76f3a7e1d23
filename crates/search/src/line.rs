//! What can be shown of a reported line. A search reports moves as it found them: after a hash collision the end of a line may
//! be illegal; a proof may be longer than the stored line.

use crate::{Budget, Effort, Player, Report, Score, Watch};
use breadboard_core::{Game, Seat, SplitMix, Turn};
use std::cell::Cell;

/// Nodes for each further move of a proven line: the proof is in the memory of the search, or nearly so.
const PROOF_NODES: u64 = 50_000;
/// Longest line that is made.
const MAX_LINE: usize = 512;

/// The moves of a line with the seats that make them, as far as they are legal and one seat acts at a time. Of a round only
/// the choice of `chooser` is known, and it is the first.
pub fn legal_line<G: Game>(
    game: &G,
    state: &G::State,
    chooser: Seat,
    moves: &[G::Move],
) -> Vec<(Seat, G::Move)> {
    let mut line = Vec::new();
    let mut at = state.clone();
    for &mv in moves {
        let Turn::Act(seats) = game.turn(&at) else { break };
        let Some(seat) = seats.single() else {
            if line.is_empty() && game.check(&at, chooser, mv).is_ok() {
                line.push((chooser, mv));
            }
            break;
        };
        if game.check(&at, seat, mv).is_err() {
            break;
        }
        line.push((seat, mv));
        game.apply(&mut at, seat, mv);
    }
    line
}

/// A proven line to the end of the game, where the search knows only its beginning: each further move is searched again,
/// with the memory of the proof. `None` if the score is no proof, or there is nothing to add. The player chooses among all
/// moves afterwards and reports one line.
pub fn whole_line<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    report: &Report<G::Move>,
    player: &mut dyn Player<G>,
    rng: &mut SplitMix,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<G::Move>> {
    let wins = match report.score {
        Score::Win(_) => true,
        Score::Loss(_) => false,
        Score::Points(_) | Score::Share(_) => return None,
    };
    player.choose_among(&[]);
    player.use_lines(1);
    // The table may have lost the winning reply to a move in the middle; the first move is certain.
    let whole = [report.line.as_slice(), report.line.get(..1)?].into_iter().find_map(|known| {
        let mut line = Vec::new();
        let mut at = state.clone();
        while !matches!(game.turn(&at), Turn::Over(_)) {
            let Turn::Act(seats) = game.turn(&at) else { return None };
            let mover = seats.single()?;
            let mv = match known.get(line.len()) {
                Some(&mv) => mv,
                None => prove(game, player, &at, mover, wins == (mover == seat), rng, stop)?,
            };
            if line.len() >= MAX_LINE || game.check(&at, mover, mv).is_err() {
                return None;
            }
            line.push(mv);
            game.apply(&mut at, mover, mv);
        }
        Some(line)
    });
    whole.filter(|line| line.len() > report.line.len())
}

/// The best move of a seat in a position that is won or lost for it; `None` if that is not proven in time.
fn prove<G: Game>(
    game: &G,
    player: &mut dyn Player<G>,
    state: &G::State,
    seat: Seat,
    wins: bool,
    rng: &mut SplitMix,
    stop: &dyn Fn() -> bool,
) -> Option<G::Move> {
    let proven = Cell::new(false);
    let report = |report: &Report<G::Move>| {
        proven.set(match report.score {
            Score::Win(_) => wins,
            Score::Loss(_) => !wins,
            Score::Points(_) | Score::Share(_) => false,
        });
    };
    let watch = Watch { stop, report: &report };
    let mv = player.think(game, state, seat, rng, Effort::Given(Budget::nodes(PROOF_NODES)), &watch);
    (proven.get() && !stop()).then_some(mv)
}
