//! The figures of a report, from what was kept of its games. Nothing here knows a clock or a thread: the same games give
//! the same figures.

use super::chances::{Tension, by_tenths};
use super::collect::Facts;
use super::numbers::{Mean, Portion, Range, mean, round};
use super::plan::{Cell, Kind, REPEATS};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// Bins of a histogram, at most.
const BINS: u32 = 24;
/// Plies of the curve of branching, at most.
const PLIES: usize = 120;
/// First choices listed, at most.
const FIRST_CHOICES: usize = 8;

/// The figures of a level against itself.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Mirror {
    pub(crate) level: String,
    pub(crate) scale: f64,
    /// Distinct games, and repetitions that were left out.
    pub(crate) games: usize,
    pub(crate) repeated: usize,
    /// Each seat's share of the point.
    pub(crate) seats: Vec<Portion>,
    /// The share of the seat that acted first; `None` if all begin together.
    pub(crate) starter: Option<Portion>,
    pub(crate) draws: Portion,
    /// By key of the cause.
    pub(crate) ends: BTreeMap<String, Portion>,
    /// Turns of each seat.
    pub(crate) rounds: Range,
    pub(crate) moves: Range,
    pub(crate) decisions: Range,
    /// The first value and the width of the bins of `rounds`, and the games in each.
    pub(crate) histogram: Histogram,
    pub(crate) forced: Portion,
    pub(crate) passed: Portion,
    pub(crate) back: Portion,
    /// Of the turns that offered a duty, those that left some of it undone, by key of the duty.
    pub(crate) undone: BTreeMap<String, Portion>,
    /// The mean number of legal moves by ply.
    pub(crate) branching: Vec<f64>,
    pub(crate) tension: Option<Tension>,
    /// The lead in scores by tenths of the game (alone: the score); empty without scores.
    pub(crate) leads: Vec<f64>,
    pub(crate) scores: Option<Range>,
    /// How often a place is chosen, a game.
    pub(crate) places: BTreeMap<String, f64>,
    /// How often a sentence is said about a move, a game.
    pub(crate) classes: BTreeMap<String, f64>,
    pub(crate) first_choices: Vec<FirstChoice>,
    /// What a sweep compares.
    #[serde(skip)]
    pub(crate) compared: Vec<(String, Mean)>,
    /// The games to show.
    #[serde(skip)]
    pub(crate) typical: Option<usize>,
    #[serde(skip)]
    pub(crate) shortest: Option<usize>,
}

/// A histogram.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Histogram {
    pub(crate) from: u32,
    pub(crate) width: u32,
    pub(crate) counts: Vec<u32>,
}

/// A first choice and what it brings.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FirstChoice {
    pub(crate) text: String,
    pub(crate) games: usize,
    pub(crate) share: Portion,
}

impl Histogram {
    fn of(values: &[u32]) -> Histogram {
        let (low, high) =
            (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
        let width = (high - low + 1).div_ceil(BINS).max(1);
        let mut counts = vec![0; ((high - low) / width + 1) as usize];
        values.iter().for_each(|value| counts[((value - low) / width) as usize] += 1);
        Histogram { from: low, width, counts }
    }
}

/// Each game once.
pub(crate) fn distinct<'a>(games: &[&'a Facts]) -> Vec<&'a Facts> {
    let mut seen = HashSet::new();
    games.iter().copied().filter(|game| seen.insert(game.print)).collect()
}

/// Turns of each seat in a game.
fn rounds(game: &Facts) -> u32 {
    game.turns.div_ceil(game.shares.len().max(1) as u32)
}

fn totals(games: &[&Facts], part: impl Fn(&Facts) -> u32, of: impl Fn(&Facts) -> u32) -> Portion {
    let sum = |pick: &dyn Fn(&Facts) -> u32| games.iter().map(|game| u64::from(pick(game))).sum::<u64>();
    Portion::new(sum(&part) as f64, sum(&of) as usize)
}

/// The mean of counters over games.
fn averages(games: &[&Facts], pick: impl Fn(&Facts) -> &BTreeMap<String, u32>) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for (key, count) in games.iter().flat_map(|game| pick(game)) {
        *sums.entry(key.clone()).or_default() += f64::from(*count);
    }
    sums.into_iter().map(|(key, sum)| (key, round(sum / games.len() as f64))).collect()
}

/// Of the turns that offered a duty, those that left some of it undone.
fn undone(games: &[&Facts]) -> BTreeMap<String, Portion> {
    let mut sums: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (key, [offered, left]) in games.iter().flat_map(|game| &game.duties) {
        let sum = sums.entry(key.clone()).or_default();
        *sum = [sum[0] + offered, sum[1] + left];
    }
    let portion = |[offered, left]: [u32; 2]| Portion::new(left.into(), offered as usize);
    sums.into_iter().map(|(key, sum)| (key, portion(sum))).collect()
}

fn branching(games: &[&Facts]) -> Vec<f64> {
    let longest = games.iter().map(|game| game.branching.len()).max().unwrap_or(0).min(PLIES);
    // A ply that few games reach says little.
    let enough = (games.len() / 10).max(1);
    (0..longest)
        .map(|ply| games.iter().filter_map(|game| game.branching.get(ply)).map(|n| f64::from(*n)).collect())
        .take_while(|counts: &Vec<f64>| counts.len() >= enough)
        .map(|counts| round(mean(counts)))
        .collect()
}

fn first_choices(games: &[&Facts]) -> Vec<FirstChoice> {
    let mut by_text: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in games {
        if let Some(starter) = game.starter {
            by_text.entry(&game.first).or_default().push(game.shares[starter]);
        }
    }
    let mut choices: Vec<FirstChoice> = by_text
        .into_iter()
        .map(|(text, shares)| FirstChoice {
            text: text.to_owned(),
            games: shares.len(),
            share: Portion::of(shares),
        })
        .collect();
    choices.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
    choices.truncate(FIRST_CHOICES);
    choices
}

/// The games that stand for the others: of median length and with the most frequent end, and the shortest one.
fn shown(games: &[&Facts], ends: &BTreeMap<String, Portion>, median: f64) -> [Option<usize>; 2] {
    let usual = ends.iter().max_by(|a, b| a.1.mean.total_cmp(&b.1.mean)).map(|(key, _)| key.clone());
    let off = |game: &&&Facts| (f64::from(rounds(game)) - median).abs() as u64;
    let typical = games.iter().filter(|game| Some(&game.cause) == usual.as_ref()).min_by_key(off);
    let shortest = games.iter().min_by_key(|game| (game.turns, game.moves));
    [typical, shortest].map(|game| game.map(|game| game.job.index))
}

impl Mirror {
    /// From the games of a mirror cell; `openings` says whether first choices are worth a table.
    pub(crate) fn of(cell: &Cell, all: &[&Facts], openings: bool) -> Mirror {
        let games = distinct(all);
        let seats = games.first().map_or(0, |game| game.shares.len());
        let share = |seat: usize| Portion::of(games.iter().map(|game| game.shares[seat]));
        let starters: Vec<f64> =
            games.iter().filter_map(|game| game.starter.map(|seat| game.shares[seat])).collect();
        let mut ends: BTreeMap<String, usize> = BTreeMap::new();
        games.iter().for_each(|game| *ends.entry(game.cause.clone()).or_default() += 1);
        let ends: BTreeMap<String, Portion> =
            ends.into_iter().map(|(key, count)| (key, Portion::new(count as f64, games.len()))).collect();
        let lengths: Vec<u32> = games.iter().map(|game| rounds(game)).collect();
        let range = |pick: &dyn Fn(&Facts) -> u32| {
            Range::of(&games.iter().map(|game| f64::from(pick(game))).collect::<Vec<_>>())
        };
        let in_rounds = range(&rounds);
        let [typical, shortest] = shown(&games, &ends, in_rounds.median);
        let leads: Vec<Vec<f64>> =
            games.iter().map(|game| game.leads.iter().map(|lead| f64::from(*lead)).collect()).collect();
        let scores: Vec<f64> = games
            .iter()
            .flat_map(|game| game.scores.iter().flatten())
            .map(|score| f64::from(*score))
            .collect();
        Mirror {
            level: cell.upper.level.to_string(),
            scale: cell.upper.scale,
            games: games.len(),
            repeated: all.len() - games.len(),
            seats: (0..seats).map(share).collect(),
            starter: (!starters.is_empty() && seats > 1).then(|| Portion::of(starters)),
            draws: Portion::of(games.iter().map(|game| f64::from(u8::from(game.draw)))),
            compared: compared(&games, &ends),
            ends,
            rounds: in_rounds,
            moves: range(&|game| game.moves),
            decisions: range(&|game| game.decisions),
            histogram: Histogram::of(&lengths),
            forced: totals(&games, |game| game.forced, |game| game.turns),
            passed: totals(&games, |game| game.passed, |game| game.turns),
            back: totals(&games, |game| game.back, |game| game.steps),
            undone: undone(&games),
            branching: branching(&games),
            tension: Tension::of(&games),
            leads: if leads.iter().all(Vec::is_empty) {
                Vec::new()
            } else {
                by_tenths(leads.iter().map(Vec::as_slice))
            },
            scores: (!scores.is_empty()).then(|| Range::of(&scores)),
            places: averages(&games, |game| &game.places),
            classes: averages(&games, |game| &game.classes),
            first_choices: if openings { first_choices(&games) } else { Vec::new() },
            typical,
            shortest,
        }
    }
}

/// The values a game that a sweep compares, as means with errors.
fn compared(games: &[&Facts], ends: &BTreeMap<String, Portion>) -> Vec<(String, Mean)> {
    let over =
        |pick: &dyn Fn(&Facts) -> f64| Mean::of(&games.iter().map(|game| pick(game)).collect::<Vec<_>>());
    let per = |part: u32, of: u32| f64::from(part) / f64::from(of.max(1));
    let mut rows = vec![
        ("rounds".to_owned(), over(&|game| f64::from(rounds(game)))),
        ("draws".to_owned(), over(&|game| f64::from(u8::from(game.draw)))),
        ("share of seat 1".to_owned(), over(&|game| game.shares.first().copied().unwrap_or(0.0))),
        ("turns passed".to_owned(), over(&|game| per(game.passed, game.turns))),
        ("turns forced".to_owned(), over(&|game| per(game.forced, game.turns))),
        ("steps straight back".to_owned(), over(&|game| per(game.back, game.steps))),
        ("decisions".to_owned(), over(&|game| f64::from(game.decisions))),
    ];
    for cause in ends.keys() {
        rows.push((cause.clone(), over(&|game| f64::from(u8::from(game.cause == *cause)))));
    }
    rows
}

/// A meeting of two players.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Meeting {
    pub(crate) upper: String,
    pub(crate) upper_scale: f64,
    pub(crate) lower: String,
    pub(crate) lower_scale: f64,
    /// The upper player's share of the point.
    pub(crate) share: Portion,
}

impl Meeting {
    pub(crate) fn of(cell: &Cell, games: &[&Facts]) -> Meeting {
        let share = games.iter().map(|game| cell.upper_share(game.job.index, &game.shares));
        Meeting {
            upper: cell.upper.level.to_string(),
            upper_scale: cell.upper.scale,
            lower: cell.lower.level.to_string(),
            lower_scale: cell.lower.scale,
            share: Portion::of(share),
        }
    }
}

/// What decides a game: parts of the variance of the result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LuckAndSkill {
    /// The level at which luck was measured.
    pub(crate) level: String,
    /// Whether anything is drawn, rolled or dealt at all.
    pub(crate) drawn: bool,
    /// The part that the chance events of a deal explain between equals; 0 for a game without chance.
    pub(crate) chance: f64,
    /// The part that the level explains between the weakest and the strongest; `None` with fewer than three levels.
    pub(crate) level_part: Option<f64>,
}

impl LuckAndSkill {
    /// The intraclass correlation of the results of equal deals, over all seats.
    pub(crate) fn chance(games: &[&Facts]) -> f64 {
        let mut deals: BTreeMap<usize, Vec<&Facts>> = BTreeMap::new();
        for game in games {
            deals.entry(game.job.index / REPEATS).or_default().push(game);
        }
        let deals: Vec<Vec<&Facts>> = deals.into_values().filter(|deal| deal.len() == REPEATS).collect();
        let seats = games.first().map_or(0, |game| game.shares.len());
        if deals.len() < 2 {
            return 0.0;
        }
        let (mut between, mut within) = (0.0, 0.0);
        for seat in 0..seats {
            let all = mean(deals.iter().flatten().map(|game| game.shares[seat]));
            for deal in &deals {
                let own = mean(deal.iter().map(|game| game.shares[seat]));
                between += REPEATS as f64 * (own - all).powi(2) / (deals.len() - 1) as f64;
                let spread: f64 = deal.iter().map(|game| (game.shares[seat] - own).powi(2)).sum();
                within += spread / (deals.len() * (REPEATS - 1)) as f64;
            }
        }
        let whole = between + (REPEATS - 1) as f64 * within;
        if whole <= 0.0 { 0.0 } else { round(((between - within) / whole).clamp(0.0, 1.0)) }
    }

    /// The part of the variance of the upper player's share that its level explains.
    pub(crate) fn level(cell: &Cell, games: &[&Facts]) -> f64 {
        let shares: Vec<f64> =
            games.iter().map(|game| cell.upper_share(game.job.index, &game.shares)).collect();
        let explained = (mean(shares.iter().copied()) - 0.5).powi(2);
        let whole = mean(shares.iter().map(|share| (share - 0.5).powi(2)));
        if whole <= 0.0 { 0.0 } else { round(explained / whole) }
    }
}

/// The figures of one spec.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figures {
    pub(crate) spec: String,
    pub(crate) mirrors: Vec<Mirror>,
    pub(crate) neighbours: Vec<Meeting>,
    /// The weakest level against the strongest.
    pub(crate) range: Option<Meeting>,
    /// Each against half its budget, the smallest budget first.
    pub(crate) ladder: Vec<Meeting>,
    pub(crate) luck: Option<LuckAndSkill>,
}

impl Figures {
    /// `games` are those of each cell of the plan, in order; `fixed_start` says that games begin without chance.
    pub(crate) fn of(spec: String, cells: &[Cell], games: &[Vec<&Facts>], fixed_start: bool) -> Figures {
        let of_kind = |kind: Kind| cells.iter().zip(games).filter(move |(cell, _)| cell.kind == kind);
        let meetings = |kind| of_kind(kind).map(|(cell, games)| Meeting::of(cell, games)).collect::<Vec<_>>();
        let level_part = of_kind(Kind::Range).next().map(|(cell, games)| LuckAndSkill::level(cell, games));
        let luck = of_kind(Kind::Luck).next().map(|(cell, games)| {
            let drawn = games.iter().any(|game| game.chances > 0);
            let chance = if drawn { LuckAndSkill::chance(games) } else { 0.0 };
            LuckAndSkill { level: cell.upper.level.to_string(), drawn, chance, level_part }
        });
        Figures {
            spec,
            mirrors: of_kind(Kind::Mirror)
                .map(|(cell, games)| Mirror::of(cell, games, fixed_start))
                .collect(),
            neighbours: meetings(Kind::Neighbours),
            range: meetings(Kind::Range).pop(),
            ladder: meetings(Kind::Ladder),
            luck,
        }
    }
}
