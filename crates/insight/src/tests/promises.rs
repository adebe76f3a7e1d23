//! The promises about marks, luck and the rest. `BREADBOARD_FULL=1` checks them at their full size, which takes hours;
//! `BREADBOARD_GAMES` says how many games or blunders of each game then, and `BREADBOARD_ONLY` names one game.

use super::{in_german, is_full, position, spec};
use crate::analyst::{Analyst, Task, numbers, worth};
use crate::review::judge::{Judge, Played};
use crate::review::review;
use breadboard_core::{Event, Record, Rng as _, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Encode, Level, Views, Visitor, with_game};
use breadboard_search::{Effort, Watch};
use breadboard_wire::{MoveMark, TextView};

/// Every game with its default board: what a mistake costs on a small board is not what was fitted.
const GAMES: [&str; 6] =
    ["breakthrough", "breadcrumbs", "snipe", "breadwinner", "traxx:seats=2", "traxx:seats=1"];

/// How many games or blunders the full size has.
fn full_size(usual: u64) -> u64 {
    std::env::var("BREADBOARD_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The games to check.
fn chosen() -> Vec<&'static str> {
    let only = std::env::var("BREADBOARD_ONLY").ok();
    GAMES.into_iter().filter(|game| only.as_deref().is_none_or(|only| only == *game)).collect()
}

/// A judge of these events, of which the first is judged.
fn judge_first<G: Bots + Views>(game: &G, state: &G::State, event: Event<G>) -> Judge<'static, G> {
    let last = crate::analyst::after(game, state, &event);
    let events = vec![Played { before: state.clone(), event }];
    let mut judge = Judge::new(Analyst::new(game.clone()), events, last, 1.0, &|| false);
    let unit = judge.next_unit().unwrap();
    assert!(judge.unit(unit));
    judge
}

/// Plants blunders: in positions of bots' games a move that a search of ten times the budget calls at least 15 points worse
/// is played instead of the best one.
struct Planted {
    games: u64,
    /// The positions that are tried for each blunder.
    positions: u64,
    /// The budget of the reference search.
    reference: f64,
}

#[derive(Debug, Default)]
struct Marked {
    planted: usize,
    marked: usize,
    own: usize,
    blunders: usize,
    why: Vec<TextView>,
}

impl Visitor for Planted {
    type Output = Marked;
    fn visit<G: Bots + Views + Encode>(self, game: G) -> Marked {
        let mut found = Marked::default();
        let mut reference = Analyst::new(game.clone());
        let least = if game.seats() == 1 { 2.0 * reference.fitted.marks.mistake } else { 0.15 };
        for number in 0..self.games * self.positions {
            if found.planted as u64 >= self.games {
                break;
            }
            let Some((state, seat)) = played_position(&game, number) else { continue };
            let mut moves = Vec::new();
            game.legal_moves(&state, seat, &mut moves);
            SplitMix::stream(7, number).shuffle(&mut moves);
            let effort = Effort::Own(self.reference);
            let mut search = |among: &[G::Move], effort| {
                let task = Task { state: &state, seat, lines: 1, among, effort };
                reference.search(task, &|| false, &mut |_| {}).lines.swap_remove(0)
            };
            let best = search(&[], effort);
            let value = worth(&best.value, seat);
            // A quick search finds the candidate, the reference search decides.
            let quick = Effort::Own(self.reference / 10.0);
            let bad = moves.iter().take(12).copied().find(|mv| {
                Some(mv) != best.moves.first()
                    && value - worth(&search(&[*mv], quick).value, seat) >= least
                    && value - worth(&search(&[*mv], effort).value, seat) >= least
            });
            let judged = |mv: G::Move| {
                let mut choices = vec![(seat, mv)];
                if let Turn::Act(seats) = game.turn(&state)
                    && seats.len() > 1
                {
                    let mut rng = SplitMix::new(number);
                    let mut bot = game.bot(Level::Bot4);
                    choices = seats
                        .iter()
                        .map(|one| {
                            if one == seat {
                                (seat, mv)
                            } else {
                                (one, bot.choose(&game, &state, one, &mut rng))
                            }
                        })
                        .collect();
                }
                let judge = judge_first(&game, &state, Event::Act(choices));
                let verdict = judge.verdicts[0].clone().unwrap();
                verdict.choices.into_iter().find(|choice| choice.seat == seat).unwrap()
            };
            found.own += 1;
            let own = judged(best.moves[0]);
            found.blunders += usize::from(own.mark == MoveMark::Blunder);
            if let Some(bad) = bad {
                let choice = judged(bad);
                found.planted += 1;
                let marked = choice.mark >= MoveMark::Mistake;
                found.marked += usize::from(marked);
                if marked {
                    assert!(!choice.why.is_empty() && choice.better.is_some() && choice.refutation.is_some());
                    found.why.extend(choice.why);
                }
            }
        }
        found
    }
}

/// A position from the middle of a quick game between bots.
fn played_position<G: Bots>(game: &G, number: u64) -> Option<(G::State, Seat)> {
    let mut rng = SplitMix::stream(11, number);
    let mut players: Vec<_> = Seat::all(game.seats()).map(|_| game.bot(Level::Bot3)).collect();
    let (mut state, mut left) = (game.start(), 3 + rng.below(if G::ONE_CHOICE_A_TURN { 20 } else { 150 }));
    loop {
        match game.turn(&state) {
            Turn::Over(_) => return None,
            Turn::Chance => {
                let chance = game.sample_chance(&state, &mut rng)?;
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(seats) => {
                let mut choices = Vec::new();
                for seat in seats.iter() {
                    let mut moves = Vec::new();
                    game.legal_moves(&state, seat, &mut moves);
                    if left == 0 && moves.len() > 1 {
                        return Some((state, seat));
                    }
                    let mv = players[seat.index()].think(
                        game,
                        &state,
                        seat,
                        &mut rng,
                        Effort::Own(1.0),
                        &Watch::NONE,
                    );
                    choices.push((seat, mv));
                }
                left = left.saturating_sub(1);
                Event::Act(choices).apply(game, &mut state);
            }
        }
    }
}

#[test]
fn planted_blunders_are_marked_and_explained() {
    // A few blunders of a short reference search only show that the way is open; the full size holds for every game.
    let (mut all, mut marked) = (0, 0);
    for text in chosen() {
        let spec = spec(text);
        let planted = if is_full() {
            Planted { games: full_size(50), positions: 100, reference: 1.0 }
        } else {
            Planted { games: 1, positions: 6, reference: 0.05 }
        };
        let found = with_game(&spec, planted).unwrap();
        println!(
            "{text}: {} of {} planted blunders marked, {} of {} best moves called blunders",
            found.marked, found.planted, found.blunders, found.own
        );
        (all, marked) = (all + found.planted, marked + found.marked);
        if is_full() {
            assert_eq!(found.planted as u64, full_size(50), "{text}: positions with a blunder");
            assert!(found.marked * 10 >= found.planted * 9, "{text}: {found:?}");
        }
        assert!(found.blunders * 50 <= found.own.max(50), "{text}: {found:?}");
        in_german(&spec, &found.why);
    }
    assert!(is_full() || all >= 3 && 2 * marked >= all, "{marked} of {all} planted blunders were marked");
}

/// The luck of every outcome of a chance event, with its probability.
struct Lucks;

impl Visitor for Lucks {
    type Output = Vec<(f64, Vec<f64>)>;
    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let (mut state, _) = position(&game, 4, 8).unwrap();
        let (mut rng, mut moves) = (SplitMix::new(4), Vec::new());
        while let Turn::Act(seats) = game.turn(&state) {
            let choices = seats.iter().map(|seat| {
                moves.clear();
                game.legal_moves(&state, seat, &mut moves);
                (seat, moves[rng.below(moves.len() as u32) as usize])
            });
            let event = Event::Act(choices.collect());
            event.apply(&game, &mut state);
        }
        assert_eq!(game.turn(&state), Turn::Chance);
        let mut analyst = Analyst::new(game.clone());
        let outcomes = analyst.outcomes(&state);
        assert!(outcomes.len() > 1);
        let drawn = outcomes[0].0.clone();
        let judge = judge_first(&game, &state, Event::Chance(drawn.clone()));
        let (verdict, end) = (judge.verdicts[0].clone().unwrap(), numbers(&judge.end));
        // What was drawn has the value that follows from the game, all else that of a glance.
        let mut value = |chance: &G::Chance| {
            let next = crate::analyst::after(&game, &state, &Event::Chance(chance.clone()));
            if *chance == drawn { end.clone() } else { numbers(&analyst.glance(&next, &|| false)) }
        };
        let values: Vec<(f64, Vec<f64>)> =
            outcomes.iter().map(|(chance, weight)| (*weight, value(chance))).collect();
        let mean: f64 = values.iter().map(|(weight, value)| weight * value[0]).sum();
        assert!((numbers(&verdict.before)[0] - mean).abs() < 1e-9, "{verdict:?}: {mean}");
        assert!((verdict.luck[0] - (end[0] - mean)).abs() < 1e-9, "{verdict:?}: {mean}");
        let luck = |value: &[f64]| value.iter().map(|value| value - mean).collect::<Vec<f64>>();
        values.iter().map(|(weight, value)| (*weight, luck(value))).collect()
    }
}

#[test]
fn the_luck_of_a_roll_or_card_averages_to_zero_over_its_outcomes() {
    for text in ["snipe", "breadwinner", "traxx:seats=1", "traxx:seats=3"] {
        let lucks = with_game(&spec(text), Lucks).unwrap();
        let mean: f64 = lucks.iter().map(|(weight, luck)| weight * luck[0]).sum();
        let spread: f64 = lucks.iter().map(|(weight, luck)| weight * luck[0].abs()).sum();
        assert!(mean.abs() < 1e-9, "{text}: {mean}");
        assert!(spread > 1e-4, "{text}: luck makes no difference");
    }
}

/// A game that the strongest bot plays with itself, with a part of its budget.
struct OwnGame {
    seed: u64,
    scale: f64,
}

impl Visitor for OwnGame {
    type Output = Record;
    fn visit<G: Bots + Views + Encode>(self, game: G) -> Record {
        let (mut rng, mut state, mut events) = (SplitMix::stream(21, self.seed), game.start(), Vec::new());
        let mut players: Vec<_> = Seat::all(game.seats()).map(|_| game.bot(Level::Bot5)).collect();
        loop {
            let event = match game.turn(&state) {
                Turn::Over(_) => return breadboard_core::record_of(&game, None, &events),
                Turn::Chance => Event::Chance(game.sample_chance(&state, &mut rng).unwrap()),
                Turn::Act(seats) => {
                    let effort = Effort::Own(self.scale);
                    let mut choose = |seat: Seat| {
                        let player = &mut players[seat.index()];
                        (seat, player.think(&game, &state, seat, &mut rng, effort, &Watch::NONE))
                    };
                    Event::Act(seats.iter().map(&mut choose).collect())
                }
            };
            event.apply(&game, &mut state);
            events.push(event);
        }
    }
}

/// Mean and half the width of the interval that holds the true mean in 95 of 100 cases.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

#[test]
fn luck_is_zero_on_average_and_little_is_left_unexplained() {
    let (games, effort) = if is_full() { (full_size(1000), 0.1) } else { (1, 0.01) };
    for text in chosen() {
        let spec = spec(text);
        let (mut luck, mut rest, mut choices, mut blunders) = (Vec::new(), Vec::new(), 0, 0);
        for seed in 0..games {
            let record = with_game(&spec, OwnGame { seed, scale: 0.02 }).unwrap();
            let view = review(&record, effort, &|| false, &mut |_| {}).unwrap().unwrap();
            luck.push(view.players[0].luck);
            rest.push(view.residual.abs());
            let made = view.steps.iter().flat_map(|step| &step.choices);
            let free: Vec<MoveMark> =
                made.map(|choice| choice.mark).filter(|mark| *mark != MoveMark::Forced).collect();
            choices += free.len();
            blunders += free.iter().filter(|mark| **mark == MoveMark::Blunder).count();
        }
        let ((luck, half), (rest, _)) = (interval(&luck), interval(&rest));
        println!(
            "{text}: {games} games, luck {luck:.4} ± {half:.4}, rest {rest:.4}, {blunders} of {choices} choices are blunders"
        );
        let unit = if text == "traxx:seats=1" { 1.0 } else { 0.01 };
        if is_full() {
            assert!(luck.abs() <= half, "{text}: luck {luck} ± {half}");
            assert!(blunders * 50 <= choices, "{text}: {blunders} blunders in {choices} choices");
            assert!(rest <= 3.0 * unit, "{text}: rest {rest}");
        } else {
            // A search of a hundredth of the usual budget is off by more.
            assert!(rest <= 10.0 * unit, "{text}: rest {rest}");
        }
    }
}
