//! Learning Breadcrumbs' evaluation: one linear table for two players and one for more, fitted to how games of self-play
//! ended and, between two players, to what the search thought. The first games are played by someone who knows
//! only that a lead is good, the rest by whoever learned from those. Nothing but a seed goes in.

use super::{Progress, Training, many};
use breadboard_core::{ChanceEvents as _, Outcome, Rng as _, Rules as _, Seat, SplitMix, Turn};
use breadboard_games::breadcrumbs::{Breadcrumbs, Options, POINTS, SEEN, WEIGHT_ONE, WEIGHTS, Weights};
use breadboard_search::{Budget, Effort, Report, Score, Watch};
use std::cell::Cell;

/// A position: what each player sees in it, and the share of the win that it should come to.
struct Sample {
    seen: Vec<[u16; SEEN]>,
    target: Vec<f32>,
}

/// Random turns at the start: positions must differ more than good play lets them.
const MOST_RANDOM: u32 = 12;
/// One game in so many is played by the beginner.
const FIRST_GAMES: u64 = 3;

/// A sample of the search for many costs about as much as so many nodes of the search for two.
const SAMPLE_NODES: u64 = 4;

/// The tables for two players and for more, one after the other.
pub(super) fn run(training: &Training, progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
    let many = Training { nodes: (training.nodes / SAMPLE_NODES).max(1), ..*training };
    let mut bytes = table(training, &[2], progress);
    bytes.extend(table(&many, &[3, 4, 5], progress));
    bytes
}

/// One table, learned from games with each of these numbers of players in turn.
fn table(training: &Training, seats: &[u8], progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
    let games: Vec<Breadcrumbs> =
        seats.iter().filter_map(|&seats| Breadcrumbs::new(Options::default(), seats).ok()).collect();
    let first = (training.games / FIRST_GAMES).max(1);
    let mut samples = Vec::new();
    let mut bytes = Vec::new();
    for (from, to) in [(0, first), (first, training.games.max(first))] {
        let weights = Weights::read(&bytes).unwrap_or_else(Weights::plain);
        let play = |number: u64| play(&games[number as usize % games.len()], training, number, &weights);
        samples.extend(many(from..to, training.threads, &play, progress));
        bytes = fit(&samples, training, progress);
    }
    bytes
}

/// Plays one game against itself.
fn play(game: &Breadcrumbs, training: &Training, number: u64, weights: &Weights) -> Vec<Sample> {
    let mut rng = SplitMix::stream(training.seed ^ u64::from(game.seats()) << 32, number);
    let mut state = game.start();
    let mut bot = game.judged_by(weights.clone(), training.nodes);
    let mut random = rng.below(MOST_RANDOM + 1);
    let mut moves = Vec::new();
    let mut kept = Vec::new();
    let outcome = loop {
        match game.turn(&state) {
            Turn::Over(outcome) => break outcome,
            Turn::Chance => match game.sample_chance(&state, &mut rng) {
                Some(deal) => game.apply_chance(&mut state, &deal),
                None => return Vec::new(),
            },
            Turn::Act(seats) => {
                let Some(seat) = seats.single() else { return Vec::new() };
                if random > 0 {
                    random -= 1;
                    moves.clear();
                    game.legal_moves(&state, seat, &mut moves);
                    game.apply(&mut state, seat, moves[rng.below(moves.len() as u32) as usize]);
                    continue;
                }
                let score = Cell::new(None);
                let report = |report: &Report<_>| score.set(Some(report.score));
                let watch = Watch { stop: &|| false, report: &report };
                let effort = Effort::Given(Budget::nodes(training.nodes));
                let mv = bot.think(game, &state, seat, &mut rng, effort, &watch);
                kept.push((game.sights(&state), score.get()));
                game.apply(&mut state, seat, mv);
            }
        }
    };
    kept.into_iter().map(|(sights, score)| sample(game, outcome, sights, score, training.opinion)).collect()
}

fn sample(
    game: &Breadcrumbs,
    outcome: Outcome,
    sights: Vec<(Seat, [u16; SEEN])>,
    score: Option<Score>,
    opinion: f32,
) -> Sample {
    let share = |seat: Seat| outcome.share(seat, game.seats()) as f32;
    let target = match sights[..] {
        // Alone on the move, against what is left.
        [(seat, _)] => {
            let thought = match score {
                Some(Score::Points(points)) => 1.0 / (1.0 + (-points as f32 / POINTS as f32).exp()),
                Some(Score::Win(_)) => 1.0,
                Some(Score::Loss(_)) => 0.0,
                _ => share(seat),
            };
            let target = opinion * thought + (1.0 - opinion) * share(seat);
            vec![target, 1.0 - target]
        }
        _ => sights.iter().map(|&(seat, _)| share(seat)).collect(),
    };
    Sample { seen: sights.into_iter().map(|(_, seen)| seen).collect(), target }
}

/// One position in so many is kept aside to measure what was learned.
const ASIDE: usize = 20;
const RATE: f32 = 0.03;
/// Pulls weights that few positions speak for towards nothing.
const DECAY: f32 = 2e-6;

/// Adagrad on the cross-entropy between the shares the table gives and those it should: every weight has its own
/// rate, because some are seen in every game and others in one of a thousand.
fn fit(samples: &[Sample], training: &Training, progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
    let mut weights = vec![0.0f32; WEIGHTS];
    let mut squares = vec![1e-4f32; WEIGHTS];
    let mut rng = SplitMix::new(training.seed);
    let mut order: Vec<u32> =
        (0..samples.len() as u32).filter(|n| !(*n as usize).is_multiple_of(ASIDE)).collect();
    for epoch in 1..=training.epochs {
        rng.shuffle(&mut order);
        let rate = RATE * (1.0 - (epoch - 1) as f32 / training.epochs as f32);
        let mut loss = 0.0;
        for &index in &order {
            let sample = &samples[index as usize];
            let shares = shares(&weights, sample);
            loss += cross_entropy(&shares, &sample.target);
            for (place, seen) in sample.seen.iter().enumerate() {
                let error = shares[place] - sample.target[place];
                for &at in seen {
                    let at = usize::from(at);
                    let slope = error + DECAY * weights[at];
                    squares[at] += slope * slope;
                    weights[at] -= rate * slope / squares[at].sqrt();
                }
            }
        }
        let aside: Vec<&Sample> = samples.iter().step_by(ASIDE).collect();
        let unseen: f64 =
            aside.iter().map(|sample| cross_entropy(&shares(&weights, sample), &sample.target)).sum();
        let mean = |sum: f64, count: usize| (sum / count.max(1) as f64) as f32;
        progress(Progress::Epoch(epoch, mean(loss, order.len()), mean(unseen, aside.len())));
    }
    let whole = |weight: &f32| (weight * WEIGHT_ONE as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    weights.iter().flat_map(|weight| whole(weight).to_le_bytes()).collect()
}

/// The share of each player; where only one was looked at, the other has no strength of its own.
fn shares(weights: &[f32], sample: &Sample) -> [f32; 5] {
    let mut shares = [0.0; 5];
    let strength = |seen: &[u16; SEEN]| seen.iter().map(|&at| weights[usize::from(at)]).sum::<f32>();
    let mut all = 0.0;
    for (place, share) in shares.iter_mut().enumerate().take(sample.target.len()) {
        *share = sample.seen.get(place).map_or(0.0, strength).clamp(-30.0, 30.0).exp();
        all += *share;
    }
    shares.map(|share| share / all)
}

fn cross_entropy(shares: &[f32; 5], target: &[f32]) -> f64 {
    target.iter().zip(shares).map(|(&wanted, &given)| -f64::from(wanted * given.max(1e-9).ln())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_which_sight_wins() {
        // Weight 7 wins, weight 9 loses, all others say nothing.
        let mut samples = Vec::new();
        for number in 0..2000u32 {
            let mut seen = [100; SEEN];
            seen[0] = if number % 2 == 0 { 7 } else { 9 };
            let won = f32::from(u8::from(number % 2 == 0));
            samples.push(Sample { seen: vec![seen], target: vec![won, 1.0 - won] });
        }
        let training = Training { games: 1, nodes: 1, epochs: 5, opinion: 0.0, seed: 1, threads: 1 };
        let mut last = 1.0;
        let bytes = fit(&samples, &training, &mut |progress| {
            if let Progress::Epoch(_, _, unseen) = progress {
                last = unseen;
            }
        });
        // Knowing nothing costs ln 2 = 0.69.
        assert!(last < 0.2, "{last}");
        assert!(Weights::read(&bytes).is_some());
        let weight = |at: usize| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
        assert!(weight(7) > 1000 && weight(9) < -1000, "{} {}", weight(7), weight(9));
    }

    #[test]
    fn a_game_teaches_shares_that_make_one_win() {
        let training = Training { games: 1, nodes: 20, epochs: 1, opinion: 0.5, seed: 3, threads: 1 };
        for seats in 2..=5 {
            let game = Breadcrumbs::new(Options::default(), seats).unwrap();
            let samples = play(&game, &training, 1, &Weights::plain());
            assert!(samples.len() > 8);
            for sample in samples {
                assert!((sample.target.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                assert_eq!(sample.target.len(), usize::from(seats));
                assert!(sample.seen.iter().flatten().all(|&at| usize::from(at) < WEIGHTS));
            }
        }
    }
}
