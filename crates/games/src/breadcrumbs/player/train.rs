//! Learning Breadcrumbs' evaluation: one linear table for two players and one for more, fitted to how games of self-play
//! ended and, between two players, to what the search thought. The first games are played by a player that knows
//! only that a lead is good, the rest by the weights learned from those. Nothing but a seed goes in.

use super::Bot;
use super::features::{ACTIVE, FEATURES, Features};
use super::levels::playing_to_win;
use super::weights::{POINTS, WEIGHT_ONE, Weights};
use crate::breadcrumbs::{Breadcrumbs, Letter, Options, Stage, State};
use crate::train::{Defaults, Progress, Settings, TrainError, Trainer, logistic, samples};
use breadboard_core::{ChanceEvents as _, Outcome, Rng as _, Rules as _, Seat, SplitMix, Turn};
use breadboard_search::{Budget, Effort, Player as _, Report, Score, Watch};
use std::cell::Cell;

/// A position: what each player sees in it, and the share of the win that it should come to.
struct Sample {
    active: Vec<[u16; ACTIVE]>,
    target: Vec<f32>,
}

/// Random turns at the start: positions must differ more than good play lets them.
const MOST_RANDOM: u32 = 12;
/// A lesson: the share of all games after which it ends. The beginner plays the first; the weights learned from one lesson
/// play the next.
type Lesson = (u64, u64);
const LESSONS_FOR_TWO: &[Lesson] = &[(1, 10), (4, 10), (1, 1)];
const LESSONS_FOR_MANY: &[Lesson] = &[(1, 3), (1, 1)];
/// Weights are learned from the games of their lesson and of the one before: earlier ones were played too badly.
const KEPT: usize = 2;
/// The table for two players learns from this many times as many games: a search between two that is a little better wins.
const GAMES_FOR_TWO: u64 = 4;

/// A sample of the search for many costs about as much as this many nodes of the search for two.
const SAMPLE_NODES: u64 = 4;

/// What is settled before the games.
#[derive(Clone, Copy)]
struct Course {
    games: u64,
    lessons: &'static [Lesson],
    nodes: u64,
    epochs: u32,
    opinion: f32,
    seed: u64,
    threads: usize,
}

pub(super) const TRAINER: Trainer = Trainer {
    train,
    defaults: Defaults { nodes: Some(200), opinion: Some(0.5), ..Defaults::new(40_000, 6) },
    about: "Plays all games, then learns from them; writes the weights for two players and for more.",
    examples: "  breadboard train breadcrumbs \\
    --out crates/games/src/breadcrumbs/player/weights.bin",
};

/// The tables for two players and for more, one after the other, for any number of seats.
fn train(_: u8, settings: &Settings<'_>, progress: &mut dyn FnMut(Progress)) -> Result<Vec<u8>, TrainError> {
    let chosen = settings.or(&TRAINER.defaults)?;
    let two = Course {
        games: chosen.games,
        lessons: LESSONS_FOR_TWO,
        nodes: chosen.nodes,
        epochs: chosen.epochs,
        opinion: chosen.opinion,
        seed: settings.seed,
        threads: settings.threads,
    };
    let many = Course {
        games: two.games / GAMES_FOR_TWO,
        lessons: LESSONS_FOR_MANY,
        nodes: (two.nodes / SAMPLE_NODES).max(1),
        ..two
    };
    let mut bytes = table(&two, &[2], progress);
    bytes.extend(table(&many, &[3, 4, 5], progress));
    Ok(bytes)
}

/// The chips and turns of the games to learn from: mostly the default, and short and long games beside it.
fn variants() -> [Options; 5] {
    let usual = Options::default;
    let short = Options { end_chips: 5, turn_cap: 20, ..usual() };
    let long = Options { turn_cap: 60, ..usual() };
    [usual(), usual(), short, usual(), long]
}

/// One table, learned from games with each of these numbers of players in turn.
fn table(course: &Course, seats: &[u8], progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
    let mut games = Vec::new();
    for options in variants() {
        games.extend(seats.iter().filter_map(|&seats| Breadcrumbs::new(options.clone(), seats).ok()));
    }
    let mut kept: Vec<Vec<Sample>> = Vec::new();
    let mut bytes = Vec::new();
    let mut from = 0;
    for (part, whole) in course.lessons {
        let to = (course.games * part / whole).max(1);
        let weights = Weights::read(&bytes).unwrap_or_else(Weights::untrained);
        let play = |number: u64| play(&games[number as usize % games.len()], course, number, &weights);
        kept.push(samples(from..to, course.threads, &play, progress));
        if kept.len() > KEPT {
            kept.remove(0);
        }
        bytes = fit(&kept.iter().flatten().collect::<Vec<_>>(), course, progress);
        from = to;
    }
    bytes
}

/// Plays one game against itself.
fn play(game: &Breadcrumbs, course: &Course, number: u64, weights: &Weights) -> Vec<Sample> {
    let mut rng = SplitMix::stream(course.seed ^ u64::from(game.seats()) << 32, number);
    let mut state = game.start();
    let strength = playing_to_win(Budget::nodes(course.nodes), None, course.nodes);
    let mut bot = Bot::new(game, weights.clone(), strength);
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
                let effort = Effort::Given(Budget::nodes(course.nodes));
                let mv = bot.think(game, &state, seat, &mut rng, effort, &watch);
                kept.push((active_features(game, &state), score.get()));
                game.apply(&mut state, seat, mv);
            }
        }
    };
    kept.into_iter().map(|(active, score)| sample(game, outcome, active, score, course.opinion)).collect()
}

/// The features of each seat, by which it is taught; none before the first move. Between two players only the one on the
/// move counts: what is good for one is bad for the other.
fn active_features(game: &Breadcrumbs, state: &State) -> Vec<(Seat, [u16; ACTIVE])> {
    if state.stage != Stage::Playing {
        return Vec::new();
    }
    let features = Features::new(game.letters, game.options.end_chips);
    let mover = game.mover(state);
    let viewers = game.letters.iter().filter(|&&letter| game.letters.len() > 2 || letter == mover);
    let of = |&letter: &Letter| {
        let (mut active, mut count) = ([0; ACTIVE], 0);
        features.each(&state.board, letter, letter == mover, game.rounds_left(state), |index| {
            active[count] = index as u16;
            count += 1;
        });
        (state.holders[letter.index()], active)
    };
    viewers.map(of).collect()
}

fn sample(
    game: &Breadcrumbs,
    outcome: Outcome,
    active: Vec<(Seat, [u16; ACTIVE])>,
    score: Option<Score>,
    opinion: f32,
) -> Sample {
    let share = |seat: Seat| outcome.share(seat, game.seats()) as f32;
    let target = match active[..] {
        // Alone on the move, against what is left.
        [(seat, _)] => {
            let thought = match score {
                Some(Score::Points(points)) => logistic(points as f32 / POINTS as f32),
                Some(Score::Win(_)) => 1.0,
                Some(Score::Loss(_)) => 0.0,
                _ => share(seat),
            };
            let target = opinion * thought + (1.0 - opinion) * share(seat);
            vec![target, 1.0 - target]
        }
        _ => active.iter().map(|&(seat, _)| share(seat)).collect(),
    };
    Sample { active: active.into_iter().map(|(_, features)| features).collect(), target }
}

/// One position in this many is held out to measure what was learned.
const ASIDE: usize = 20;
const RATE: f32 = 0.03;
/// Shrinks weights that few positions support towards zero.
const DECAY: f32 = 2e-6;

/// Adagrad on the cross-entropy between the shares the table gives and those it should: every weight has its own
/// rate, because some are seen in every game and others in one of a thousand.
fn fit(samples: &[&Sample], course: &Course, progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
    let mut weights = vec![0.0f32; FEATURES];
    let mut squares = vec![1e-4f32; FEATURES];
    let mut rng = SplitMix::new(course.seed);
    let mut order: Vec<u32> =
        (0..samples.len() as u32).filter(|n| !(*n as usize).is_multiple_of(ASIDE)).collect();
    for epoch in 1..=course.epochs {
        rng.shuffle(&mut order);
        let rate = RATE * (1.0 - (epoch - 1) as f32 / course.epochs as f32);
        let mut loss = 0.0;
        for &index in &order {
            let sample = samples[index as usize];
            let shares = shares(&weights, sample);
            loss += cross_entropy(&shares, &sample.target);
            for (place, seen) in sample.active.iter().enumerate() {
                let error = shares[place] - sample.target[place];
                for &at in seen {
                    let at = usize::from(at);
                    let slope = error + DECAY * weights[at];
                    squares[at] += slope * slope;
                    weights[at] -= rate * slope / squares[at].sqrt();
                }
            }
        }
        let aside: Vec<&Sample> = samples.iter().copied().step_by(ASIDE).collect();
        let unseen: f64 =
            aside.iter().map(|sample| cross_entropy(&shares(&weights, sample), &sample.target)).sum();
        let mean = |sum: f64, count: usize| (sum / count.max(1) as f64) as f32;
        let (loss, aside) = (mean(loss, order.len()), Some(mean(unseen, aside.len())));
        progress(Progress::Epoch { number: epoch, loss, aside });
    }
    let whole = |weight: &f32| (weight * WEIGHT_ONE as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    weights.iter().flat_map(|weight| whole(weight).to_le_bytes()).collect()
}

/// The share of each player; where only one was looked at, the other has no strength of its own.
fn shares(weights: &[f32], sample: &Sample) -> [f32; 5] {
    let mut shares = [0.0; 5];
    let strength = |seen: &[u16; ACTIVE]| seen.iter().map(|&at| weights[usize::from(at)]).sum::<f32>();
    let mut all = 0.0;
    for (place, share) in shares.iter_mut().enumerate().take(sample.target.len()) {
        *share = sample.active.get(place).map_or(0.0, strength).clamp(-30.0, 30.0).exp();
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
    fn it_learns_which_feature_wins() {
        // Weight 7 wins, weight 9 loses, all others say nothing.
        let mut samples = Vec::new();
        for number in 0..2000u32 {
            let mut seen = [100; ACTIVE];
            seen[0] = if number % 2 == 0 { 7 } else { 9 };
            let won = f32::from(u8::from(number % 2 == 0));
            samples.push(Sample { active: vec![seen], target: vec![won, 1.0 - won] });
        }
        let course =
            Course { games: 1, lessons: &[], nodes: 1, epochs: 5, opinion: 0.0, seed: 1, threads: 1 };
        let mut last = 1.0;
        let bytes = fit(&samples.iter().collect::<Vec<_>>(), &course, &mut |progress| {
            if let Progress::Epoch { aside: Some(unseen), .. } = progress {
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
        let course =
            Course { games: 1, lessons: &[], nodes: 20, epochs: 1, opinion: 0.5, seed: 3, threads: 1 };
        for seats in 2..=5 {
            let game = Breadcrumbs::new(Options::default(), seats).unwrap();
            let samples = play(&game, &course, 1, &Weights::untrained());
            assert!(samples.len() > 8);
            for sample in samples {
                assert!((sample.target.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                assert_eq!(sample.target.len(), usize::from(seats));
                assert!(sample.active.iter().flatten().all(|&at| usize::from(at) < FEATURES));
            }
        }
    }
}
