//! Fits the constants of [`Fitted`] to played games: bots play, one random choice of every game is searched, and the curves
//! are fitted so that the chances agree with the results. The report says how well they agree with games that were held out:
//! each half of the games is judged by the curve that the other half gives. The constants are those of all games.
//!
//! One position a game: several of one game share its result, and would make the fit look surer than it is.
//!
//! All seats of a game have the same level. With mixed levels the result says who is the better player and little about the
//! position: bot4 wins 95 % of its Breakthrough games against bot3, and a curve fitted to such games is flat.

use crate::analyst::{Analyst, Task, numbers};
use crate::fitted::{Curve, Fitted, Marks};
use breadboard_core::{Event, Rng as _, Seat, Spec, SplitMix, Turn};
use breadboard_games::{Bots, Encode, Level, Views, Visitor, with_game};
use breadboard_search::{Effort, Player, Score, Watch};
use breadboard_wire::Denied;
use std::fmt;

/// What to play and to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The levels that play: one of them at random for all seats of a game.
    pub levels: Vec<Level>,
    /// The share of their budgets that bot4 and bot5 spend.
    pub scale: f64,
    /// The share of the strongest bot's budget for the search of a position, as a review has it.
    pub effort: f64,
    /// The seed of deals, players and positions.
    pub seed: u64,
    /// The least games in a bin of the table; smaller bins are merged.
    pub bin: usize,
}

/// What a fit found.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The number of seats.
    pub seats: u8,
    /// Games played, and how many of their positions were neither proven nor forced.
    pub games: u64,
    /// Positions that were used.
    pub used: usize,
    /// The constants.
    pub fitted: Fitted,
    /// How the chances of searches agree with games that were not used for them; `None` where one seat plays alone.
    pub search: Option<Reliability>,
    /// The same without a search.
    pub still: Option<Reliability>,
    /// The losses of each level: how many choices, the mean, and the quantiles 0.8, 0.95 and 0.99.
    pub losses: Vec<(Level, usize, f64, [f64; 3])>,
}

/// How chances agree with results.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// The mean squared difference of chance and result.
    pub brier: f64,
    /// The same if every chance were the mean result.
    pub base: f64,
    /// Every bin: games, mean chance, mean result.
    pub bins: Vec<(usize, f64, f64)>,
}

impl Reliability {
    /// The largest difference of mean chance and mean result in a bin.
    #[must_use]
    pub fn largest_error(&self) -> f64 {
        self.bins.iter().map(|(_, chance, share)| (chance - share).abs()).fold(0.0, f64::max)
    }

    /// Of chances with the results that followed, in bins of at least `least`.
    fn of(pairs: &[(f64, f64)], least: usize) -> Reliability {
        let mut sorted = pairs.to_vec();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut bins: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
        for (index, pair) in sorted.iter().enumerate() {
            let bin = bins.last().map_or(0, Vec::len);
            let tenth = |chance: f64| (chance * 10.0).floor();
            let full = bin >= least.max(1) && sorted.len() - index >= least;
            if full && tenth(sorted[index - 1].0) < tenth(pair.0) {
                bins.push(Vec::new());
            }
            bins.last_mut().into_iter().for_each(|bin| bin.push(*pair));
        }
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
            if count == 0 { 0.0 } else { sum / f64::from(count) }
        };
        let all = mean(&mut sorted.iter().map(|pair| pair.1));
        Reliability {
            brier: mean(&mut sorted.iter().map(|(chance, share)| (chance - share).powi(2))),
            base: mean(&mut sorted.iter().map(|(_, share)| (all - share).powi(2))),
            bins: bins
                .iter()
                .filter(|bin| !bin.is_empty())
                .map(|bin| {
                    (
                        bin.len(),
                        mean(&mut bin.iter().map(|pair| pair.0)),
                        mean(&mut bin.iter().map(|pair| pair.1)),
                    )
                })
                .collect(),
        }
    }
}

/// Plays, searches and fits. `progress` gets the games played; `None` is returned if `stop` ended it early.
///
/// # Errors
/// What is wrong with the spec.
pub fn calibrate(
    spec: &Spec,
    plan: &Plan,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<Calibration>, Denied> {
    Ok(with_game(spec, Calibrate { plan, stop, progress })?)
}

struct Calibrate<'a> {
    plan: &'a Plan,
    stop: &'a dyn Fn() -> bool,
    progress: &'a mut dyn FnMut(u64),
}

/// One position with what the searches said and how the game ended.
struct Sample {
    seat: Seat,
    /// Whether others choose at the same time.
    is_round: bool,
    level: Level,
    progress: f64,
    /// The outlook at first sight, with the best move and with the move played.
    still: Vec<f64>,
    best: Vec<f64>,
    played: Vec<f64>,
    is_proven: bool,
    shares: Vec<f64>,
}

impl Sample {
    fn chooser(&self) -> Option<usize> {
        (!self.is_round).then(|| self.seat.index())
    }
}

/// A choice of a game.
struct Picked<G: Bots> {
    state: G::State,
    seat: Seat,
    level: Level,
    mv: G::Move,
}

impl Visitor for Calibrate<'_> {
    type Output = Option<Calibration>;

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let plan = self.plan;
        let seats = game.seats();
        let mut analyst = Analyst::new(game).with(Fitted::unfitted(seats));
        let mut samples = Vec::new();
        for number in 0..plan.games {
            let mut rng = SplitMix::stream(plan.seed, number);
            let (picked, end) = play(&analyst.game, plan, &mut rng, self.stop)?;
            if let Some(picked) = picked {
                samples.push(sample(&mut analyst, picked, &end, plan.effort, self.stop));
            }
            if (self.stop)() {
                return None;
            }
            (self.progress)(number + 1);
        }
        Some(fit(&samples, plan, seats))
    }
}

/// Plays a game, and picks one of its free choices at random.
fn play<G: Bots>(
    game: &G,
    plan: &Plan,
    rng: &mut SplitMix,
    stop: &dyn Fn() -> bool,
) -> Option<(Option<Picked<G>>, G::State)> {
    let level = plan.levels[rng.below(plan.levels.len() as u32) as usize];
    let mut players: Vec<Box<dyn Player<G> + Send>> =
        Seat::all(game.seats()).map(|_| level.player(game)).collect();
    let (mut state, mut picked, mut seen) = (game.start(), None, 0);
    let mut moves = Vec::new();
    let scale = if level.rank() >= 3 { plan.scale } else { 1.0 };
    let watch = Watch { stop, report: &|_| {} };
    while let Some(event) = Event::next(game, &state, rng, |seat, rng| {
        let mv = players[seat.index()].think(game, &state, seat, rng, Effort::Own(scale), &watch);
        moves.clear();
        game.legal_moves(&state, seat, &mut moves);
        if moves.len() > 1 {
            seen += 1;
            if rng.below(seen) == 0 {
                picked = Some(Picked { state: state.clone(), seat, level, mv });
            }
        }
        mv
    }) {
        if stop() {
            return None;
        }
        event.apply(game, &mut state);
    }
    Some((picked, state))
}

fn sample<G: Bots>(
    analyst: &mut Analyst<G>,
    picked: Picked<G>,
    end: &G::State,
    effort: f64,
    stop: &dyn Fn() -> bool,
) -> Sample {
    let Picked { state, seat, level, mv } = picked;
    let effort = Effort::Own(effort);
    let rivals = analyst.rivals(&state, seat, effort, stop);
    let mut outlook = |among: &[G::Move]| {
        let task = Task { state: &state, seat, lines: 1, among, rivals: &rivals, effort };
        let line = analyst.search(task, stop, &mut |_| {}).lines.swap_remove(0);
        let own = line.score.map(|score| (seat, score));
        let found: Vec<(Seat, Score)> = rivals.iter().copied().chain(own).collect();
        let proven = matches!(line.score, None | Some(Score::Win(_) | Score::Loss(_)));
        (analyst.game.outlook(&state, &found), proven, line.moves.first() == Some(&mv))
    };
    let (best, is_proven, same) = outlook(&[]);
    let played = if same { best.clone() } else { outlook(&[mv]).0 };
    let seats = analyst.game.seats();
    let shares = match analyst.game.turn(end) {
        Turn::Over(outcome) => Seat::all(seats).map(|seat| outcome.share(seat, seats)).collect(),
        _ => numbers(&analyst.still(end)),
    };
    let (progress, still) = (analyst.game.progress(&state), analyst.game.standing(&state));
    let is_round = matches!(analyst.game.turn(&state), Turn::Act(seats) if seats.len() > 1);
    Sample { seat, is_round, level, progress, still, best, played, is_proven, shares }
}

fn fit(samples: &[Sample], plan: &Plan, seats: u8) -> Calibration {
    let mut fitted = Fitted::unfitted(seats);
    let open: Vec<&Sample> = samples.iter().filter(|sample| !sample.is_proven).collect();
    let (mut search, mut still) = (None, None);
    if seats > 1 {
        (fitted.search, search) = fit_and_test(&open, false, plan.bin);
        (fitted.still, still) = fit_and_test(&open, true, plan.bin);
    }
    let losses = losses(samples, fitted.search, seats);
    fitted.marks = marks(&losses, seats);
    Calibration { seats, games: plan.games, used: open.len(), fitted, search, still, losses }
}

/// The curve of all games, and how the curve of each half agrees with the other half. The scale grows with the progress of a game
/// only where the games that were held out surprise less then.
fn fit_and_test(open: &[&Sample], still: bool, bin: usize) -> (Curve, Option<Reliability>) {
    let rows: Vec<Row> = open.iter().map(|sample| Row::of(sample, still)).collect();
    let (odd, even): (Vec<_>, Vec<_>) = rows.iter().enumerate().partition(|(index, _)| index % 2 == 1);
    let halves = [odd, even].map(|half| half.into_iter().map(|(_, row)| row.clone()).collect::<Vec<Row>>());
    let held_out = |grows: bool| {
        let (mut pairs, mut sum) = (Vec::new(), 0.0);
        for (used, held) in [(&halves[0], &halves[1]), (&halves[1], &halves[0])] {
            let curve = fit_curve(used, grows);
            pairs.extend(held.iter().map(|row| row.judged(curve)));
            sum += surprise(held, curve) * held.len() as f64;
        }
        (sum, pairs)
    };
    let (surprised, mut pairs) = held_out(false);
    let differ = rows.windows(2).any(|pair| pair[0].progress != pair[1].progress);
    let growing = differ.then(|| held_out(true)).filter(|(less, _)| *less < surprised);
    let grows = growing.is_some();
    pairs = growing.map_or(pairs, |(_, pairs)| pairs);
    (fit_curve(&rows, grows), Some(Reliability::of(&pairs, bin)))
}

/// What a curve is fitted to.
#[derive(Clone)]
struct Row {
    outlook: Vec<f64>,
    /// The index of the seat whose chance is compared with its result.
    seat: usize,
    /// The seat that chooses, unless others choose at the same time.
    chooser: Option<usize>,
    progress: f64,
    shares: Vec<f64>,
}

impl Row {
    fn of(sample: &Sample, still: bool) -> Row {
        let outlook = if still { &sample.still } else { &sample.best };
        let (seat, shares) = (sample.seat.index(), sample.shares.clone());
        Row { outlook: outlook.clone(), seat, chooser: sample.chooser(), progress: sample.progress, shares }
    }

    fn chances(&self, curve: Curve) -> Vec<f64> {
        curve.at(self.progress).chances(&self.outlook, self.chooser)
    }

    /// The chance of the seat that chooses, and its result.
    fn judged(&self, curve: Curve) -> (f64, f64) {
        (self.chances(curve)[self.seat], self.shares[self.seat])
    }
}

/// The mean surprise of the results.
fn surprise(rows: &[Row], curve: Curve) -> f64 {
    let one = |row: &Row| -> f64 {
        let chances = row.chances(curve);
        chances.iter().zip(&row.shares).map(|(chance, share)| -share * chance.max(1e-6).ln()).sum()
    };
    rows.iter().map(one).sum::<f64>() / rows.len().max(1) as f64
}

/// The most that the logarithm of a scale may grow. Few games can make the start of a game worth nothing at all.
const MOST_GROWTH: f64 = 4.0;
/// The most that a bias may be. Where a seat seldom chooses alone, a few results would make it endless.
const MOST_BIAS: f64 = 3.0;

/// The curve that surprises least: a grid of scales, then steps that halve. `grows` says whether its scale may grow.
fn fit_curve(rows: &[Row], grows: bool) -> Curve {
    let grid = (0..61).map(|step| Curve { scale: 10f64.powf(f64::from(step) / 10.0 - 5.0), ..Curve::PLAIN });
    let mut best = Curve::PLAIN;
    let mut least = surprise(rows, best);
    let mut attempt = |curve: Curve, best: &mut Curve| {
        let found = surprise(rows, curve);
        let better = found < least;
        if better {
            (least, *best) = (found, curve);
        }
        better
    };
    for curve in grid {
        attempt(curve, &mut best);
    }
    let has_chooser = rows.iter().any(|row| row.chooser.is_some());
    let mut step = 0.5;
    for _ in 0..400 {
        let Curve { bias, scale, growth } = best;
        let mut tries = Vec::new();
        for step in [step, -step] {
            // Where no seat chooses alone a bias changes nothing.
            let moved = Curve { bias: bias + step, ..best };
            tries.extend((has_chooser && moved.bias.abs() <= MOST_BIAS).then_some(moved));
            tries.push(Curve { scale: scale * (step / 2.0).exp(), ..best });
            if grows {
                // The middle of the game keeps its scale: both ends change, one up and the other down.
                let (scale, growth) = (scale * (-step).exp(), growth + 2.0 * step);
                tries.extend((growth.abs() <= MOST_GROWTH).then_some(Curve { scale, growth, ..best }));
            }
        }
        let mut better = false;
        for curve in tries {
            better |= attempt(curve, &mut best);
        }
        if !better {
            step /= 2.0;
        }
        if step < 1e-4 {
            break;
        }
    }
    best
}

/// What each level gave away in the choices that were searched.
fn losses(samples: &[Sample], curve: Curve, seats: u8) -> Vec<(Level, usize, f64, [f64; 3])> {
    let worth = |outlook: &[f64], sample: &Sample| {
        let (seat, curve) = (sample.seat.index(), curve.at(sample.progress));
        if seats == 1 { outlook[0] } else { curve.chances(outlook, sample.chooser())[seat] }
    };
    let of_level = |level: Level| {
        let own = samples.iter().filter(|sample| sample.level == level);
        let mut losses: Vec<f64> = own
            .map(|sample| (worth(&sample.best, sample) - worth(&sample.played, sample)).max(0.0))
            .collect();
        losses.sort_by(f64::total_cmp);
        let at = |part: f64| losses[((losses.len() as f64 * part) as usize).min(losses.len() - 1)];
        let mean = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        (!losses.is_empty()).then(|| (level, losses.len(), mean, [0.8, 0.95, 0.99].map(at)))
    };
    Level::ALL.into_iter().filter_map(of_level).collect()
}

/// The least losses of the marks: what the strongest level of the games seldom gives away. They are kept within bounds that
/// people would agree to, because the tail of few games is noise: ten points of winning chance are a mistake in any game.
fn marks(losses: &[(Level, usize, f64, [f64; 3])], seats: u8) -> Marks {
    let strongest = losses.iter().filter(|row| row.0.rank() > 0).max_by_key(|row| row.0.rank());
    let [often, seldom, rarely] = strongest.map_or([0.0; 3], |row| row.3);
    if seats == 1 {
        let inaccuracy = often.clamp(0.5, 1.5);
        return Marks { inaccuracy, mistake: seldom.clamp(1.5, 3.0), blunder: rarely.clamp(4.0, 8.0) };
    }
    Marks {
        inaccuracy: often.clamp(0.03, 0.06),
        mistake: seldom.clamp(0.08, 0.11),
        blunder: rarely.clamp(0.18, 0.3),
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calibration { games, used, fitted, .. } = self;
        writeln!(f, "{games} games, {used} positions that are neither forced nor proven")?;
        for (name, curve, found) in
            [("search", fitted.search, &self.search), ("first sight", fitted.still, &self.still)]
        {
            let Some(found) = found else { continue };
            writeln!(f, "\n{name}: {curve}")?;
            let Reliability { brier, base, bins } = found;
            writeln!(f, "held out: Brier score {brier:.4} (always the mean: {base:.4}),")?;
            writeln!(f, "largest error of a bin {:.3}", found.largest_error())?;
            writeln!(f, "  games  chance  result")?;
            for (games, chance, share) in bins {
                writeln!(f, "{games:7}   {chance:.3}   {share:.3}")?;
            }
        }
        writeln!(f, "\nlosses   choices    mean    80 %    95 %    99 %")?;
        for (level, choices, mean, [often, seldom, rarely]) in &self.losses {
            writeln!(f, "{level:8} {choices:7} {mean:7.3} {often:7.3} {seldom:7.3} {rarely:7.3}")?;
        }
        let Marks { inaccuracy, mistake, blunder } = fitted.marks;
        write!(f, "marks: inaccuracy {inaccuracy:.3}, mistake {mistake:.3}, blunder {blunder:.3}")
    }
}

impl Calibration {
    /// The contents of a file of constants in which those of this number of seats are replaced; `command` made them.
    #[must_use]
    pub fn merged(&self, old: &str, command: &str) -> String {
        let seats = self.seats;
        let others = old.lines().filter(|line| {
            !line.starts_with(&format!("seats {seats} ")) && !line.starts_with(&format!("# seats {seats}: "))
        });
        let mut text: String = others.map(|line| format!("{line}\n")).collect();
        let agrees = self.search.as_ref().map_or(String::new(), |found| {
            format!(
                "; held out: Brier score {:.4}, largest bin error {:.3}",
                found.brier,
                found.largest_error()
            )
        });
        text += &format!("# seats {seats}: {command}{agrees}\n");
        text + &self.fitted.lines(seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_again_from_results_that_follow_it() {
        for growth in [0.0, 2.5] {
            let truth = Curve { bias: 0.4, scale: 0.03, growth };
            let rows: Vec<Row> = (0..400)
                .map(|index| {
                    let outlook = vec![f64::from(index % 200) - 100.0, 0.0];
                    let progress = f64::from(index % 7) / 6.0;
                    let shares = truth.at(progress).chances(&outlook, Some(0));
                    Row { outlook, seat: 0, chooser: Some(0), progress, shares }
                })
                .collect();
            let found = fit_curve(&rows, true);
            assert!((found.bias - 0.4).abs() < 0.01 && (found.scale - 0.03).abs() < 0.001, "{found}");
            assert!((found.growth - growth).abs() < 0.05, "{found:?}");
            let plain = fit_curve(&rows, false);
            assert_eq!(plain.growth, 0.0);
            assert!(surprise(&rows, found) <= surprise(&rows, plain));
        }
    }

    #[test]
    fn rounds_have_no_bias() {
        let row = |index: u32| {
            let outlook = vec![f64::from(index % 200) - 100.0, 0.0];
            let shares = Curve { scale: 0.03, ..Curve::PLAIN }.chances(&outlook, None);
            Row { outlook, seat: 0, chooser: None, progress: 0.0, shares }
        };
        let found = fit_curve(&(0..400).map(row).collect::<Vec<_>>(), false);
        assert!(found.bias == 0.0 && (found.scale - 0.03).abs() < 0.001, "{found}");
    }

    #[test]
    fn bins_hold_at_least_as_many_games_as_asked() {
        let pairs: Vec<(f64, f64)> = (0..1000).map(|n| (f64::from(n) / 1000.0, f64::from(n % 2))).collect();
        let found = Reliability::of(&pairs, 150);
        assert!(found.bins.iter().all(|bin| bin.0 >= 150), "{found:?}");
        assert_eq!(found.bins.iter().map(|bin| bin.0).sum::<usize>(), 1000);
        assert!(found.bins.len() >= 4 && found.largest_error() > 0.3);
    }

    #[test]
    fn a_file_keeps_the_other_numbers_of_seats() {
        let fitted = Fitted::unfitted(2);
        let made = |seats| Calibration {
            seats,
            games: 1,
            used: 1,
            fitted,
            search: None,
            still: None,
            losses: Vec::new(),
        };
        let first = made(2).merged("", "breadboard calibrate x");
        let both = made(3).merged(&first, "breadboard calibrate y");
        assert!(both.starts_with(&first) && both.contains("# seats 3: breadboard calibrate y"));
        assert_eq!(made(3).merged(&both, "breadboard calibrate y"), both);
    }
}
