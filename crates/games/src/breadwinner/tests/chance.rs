//! Dice compared with every sequence of faces, and crops with a pile that was shuffled in advance.

use super::super::chips::{Chips, Values};
use super::*;
use breadboard_core::prelude::*;
use breadboard_core::{Listing, Rng, SplitMix};
use std::collections::BTreeMap;

fn rolls(dice: usize) -> Vec<([u8; 6], u64)> {
    // Dice that are not rolled are Drones on the map.
    let mut things: Vec<String> = Vec::new();
    let mut left = 8 - dice;
    for tile in ["a", "b", "c", "d"] {
        match left.min(2) {
            0 => {}
            1 => things.push(format!("{tile}=1Dr")),
            _ => things.push(format!("{tile}=1Dr+1Dr")),
        }
        left -= left.min(2);
    }
    let scene = with("", &format!("phase=roll round=5 {}", things.join(" ")));
    let mut outcomes = Vec::new();
    assert_eq!(scene.game.chances(&scene.state, &mut outcomes), Listing::Complete);
    outcomes
        .into_iter()
        .map(|(chance, weight)| match chance {
            Chance::Roll(faces) => (faces, weight),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn w23_listed_rolls_weigh_what_the_dice_do_one_by_one() {
    for dice in 1..=6usize {
        let mut ways: BTreeMap<[u8; 6], u64> = BTreeMap::new();
        for mut word in 0..6u32.pow(dice as u32) {
            let mut faces = [0; 6];
            for _ in 0..dice {
                faces[(word % 6) as usize] += 1;
                word /= 6;
            }
            *ways.entry(faces).or_default() += 1;
        }
        let listed: BTreeMap<[u8; 6], u64> = rolls(dice).into_iter().collect();
        assert_eq!(listed, ways, "{dice} dice");
    }
    for (dice, outcomes) in [(7usize, 792), (8, 1287)] {
        let listed = rolls(dice);
        assert_eq!(listed.len(), outcomes);
        assert_eq!(listed.iter().map(|(_, weight)| weight).sum::<u64>(), 6u64.pow(dice as u32));
        assert!(listed.iter().all(|(faces, _)| faces.iter().sum::<u8>() as usize == dice));
    }
}

/// The chi-square of counts against weights is within five standard deviations of its mean.
fn assert_fits(counts: &[u64], weights: &[f64], what: &str) {
    let (n, total) = (counts.iter().sum::<u64>() as f64, weights.iter().sum::<f64>());
    let chi: f64 = counts
        .iter()
        .zip(weights)
        .map(|(&count, &weight)| {
            let expected = n * weight / total;
            (count as f64 - expected).powi(2) / expected
        })
        .sum();
    let freedom = (counts.len() - 1) as f64;
    assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{what}: chi² {chi:.0} of {freedom}");
}

#[test]
fn w23_sampled_rolls_follow_the_listed_weights() {
    let mut rng = SplitMix::new(23);
    let scene = with("", "phase=roll round=1");
    let listed = rolls(8);
    let mut counts: BTreeMap<[u8; 6], u64> = listed.iter().map(|(faces, _)| (*faces, 0)).collect();
    for _ in 0..400_000 {
        match scene.game.sample_chance(&scene.state, &mut rng) {
            Some(Chance::Roll(faces)) => *counts.get_mut(&faces).expect("a listed roll") += 1,
            other => panic!("{other:?}"),
        }
    }
    // Rare rolls share one cell, so that every cell has enough counts.
    let (mut cells, mut weights) = (vec![0], vec![0.0]);
    for (faces, weight) in &listed {
        let count = counts[faces];
        if *weight >= 56 {
            cells.push(count);
            weights.push(*weight as f64);
        } else {
            cells[0] += count;
            weights[0] += *weight as f64;
        }
    }
    assert_fits(&cells, &weights, "rolls of eight dice");
}

/// Enumerates every run of a function that asks for numbers, each answer equally likely.
#[derive(Default)]
struct Paths {
    asked: Vec<(u64, u64)>,
    at: usize,
}

impl Paths {
    fn choose(&mut self, of: usize) -> usize {
        if self.at == self.asked.len() {
            self.asked.push((0, of as u64));
        }
        self.at += 1;
        self.asked[self.at - 1].0 as usize
    }

    /// The distribution of the results of a run, in parts of `WHOLE`.
    fn all(mut run: impl FnMut(&mut Paths) -> Vec<u8>) -> BTreeMap<Vec<u8>, u64> {
        const WHOLE: u64 = 24u64.pow(8);
        let mut paths = Paths::default();
        let mut found: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        loop {
            paths.at = 0;
            let seen = run(&mut paths);
            let part = paths.asked.iter().fold(WHOLE, |part, (_, of)| {
                assert_eq!(part % of, 0, "the parts are whole numbers");
                part / of
            });
            *found.entry(seen).or_default() += part;
            while let Some((answer, of)) = paths.asked.pop() {
                if answer + 1 < of {
                    paths.asked.push((answer + 1, of));
                    break;
                }
            }
            if paths.asked.is_empty() {
                assert_eq!(found.values().sum::<u64>(), WHOLE);
                return found;
            }
        }
    }
}

/// The chips with values drawn late and, on request, the same chips dealt in advance.
struct TwoDeals<'a> {
    chips: Chips,
    dealt: Option<Dealt>,
    paths: &'a mut Paths,
}

/// A pile in its order, its top last, and the values that lie on the Lands.
struct Dealt {
    pile: Vec<u8>,
    land: [u8; 4],
}

impl TwoDeals<'_> {
    fn shuffled(&mut self, values: Values) -> Vec<u8> {
        let mut left: Vec<u8> = values.iter().collect();
        let mut pile = Vec::new();
        while !left.is_empty() {
            pile.push(left.swap_remove(self.paths.choose(left.len())));
        }
        pile
    }

    fn plant(&mut self, land: usize) {
        if let Some(dealt) = &self.dealt
            && dealt.pile.is_empty()
        {
            let pile = self.shuffled(self.chips.discard);
            self.dealt.as_mut().unwrap().pile = pile;
        }
        if let Some(dealt) = &mut self.dealt {
            dealt.land[land] = dealt.pile.pop().unwrap();
        }
        self.chips.plant(land);
    }

    fn reveal(&mut self, land: usize) -> u8 {
        let value = match &self.dealt {
            Some(dealt) => dealt.land[land],
            None => {
                let values: Vec<u8> = self.chips.land[land].iter().collect();
                values[self.paths.choose(values.len())]
            }
        };
        assert!(self.chips.land[land].contains(value), "the dealt value is among the possible ones");
        self.chips.take(land, value);
        value
    }
}

/// A game with four chips and two reshuffles, whose course depends on the values it sees.
fn small_game(paths: &mut Paths, in_advance: bool) -> Vec<u8> {
    let four = [1, 2, 3, 4].into_iter().fold(Values::NONE, |all, value| all.with(Values::only(value)));
    let chips = Chips { pile: four, ..Chips::START };
    let mut deals = TwoDeals { chips, dealt: None, paths };
    if in_advance {
        let pile = deals.shuffled(four);
        deals.dealt = Some(Dealt { pile, land: [0; 4] });
    }
    let mut seen = Vec::new();
    deals.plant(0);
    deals.plant(1);
    seen.push(deals.reveal(1));
    deals.chips.throw(seen[0]);
    deals.plant(2);
    // An even first crop is followed by another look, an odd one by another planting.
    if seen[0] % 2 == 0 {
        seen.push(deals.reveal(0));
        deals.chips.throw(seen[1]);
        deals.plant(0);
    } else {
        deals.plant(1);
    }
    // The pile of four is used up: from here chips of two pools lie side by side.
    assert!(deals.chips.pile.is_empty());
    deals.plant(3);
    seen.push(deals.reveal(3));
    let last = *seen.last().unwrap();
    // A known chip may lie down again (W15) and is then no longer drawn.
    if last > 2 {
        deals.chips.put(3, last);
        if let Some(dealt) = &mut deals.dealt {
            dealt.land[3] = last;
        }
    } else {
        deals.chips.throw(last);
        deals.plant(3);
    }
    for land in [2, 0, 3, 1] {
        if !deals.chips.land[land].is_empty() {
            seen.push(deals.reveal(land));
        }
    }
    seen
}

#[test]
fn w16_values_drawn_late_are_distributed_exactly_as_those_of_a_dealt_pile() {
    let late = Paths::all(|paths| small_game(paths, false));
    let dealt = Paths::all(|paths| small_game(paths, true));
    assert!(late.len() > 20, "{} different games", late.len());
    assert_eq!(late, dealt);
}

/// The first values that are turned up in a game from this position, drawn late or dealt in advance.
fn turned_up(scene: &Scene, rng: &mut SplitMix, in_advance: bool, wanted: usize) -> Vec<u8> {
    let (game, mut state) = (&scene.game, scene.state);
    let mut seen = Vec::new();
    let mut moves = Vec::new();
    let mut pile: Vec<u8> = state.chips.pile.iter().collect();
    rng.shuffle(&mut pile);
    let mut land = [0; 4];
    for (place, crop) in land.iter_mut().zip(state.chips.land) {
        if !crop.is_empty() {
            *place = pile.pop().unwrap();
        }
    }
    while seen.len() < wanted {
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance => {
                let mut chance = game.sample_chance(&state, rng).unwrap();
                if let (Chance::Crop(_), Some(reveal)) = (chance, state.reveal) {
                    if in_advance {
                        chance = Chance::Crop(land[reveal.tile.land().unwrap()]);
                    }
                    let Chance::Crop(value) = chance else { panic!() };
                    seen.push(value);
                }
                assert_eq!(game.check_chance(&state, &chance), Ok(()));
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(_) => {
                let seat = state.mover;
                moves.clear();
                game.legal_moves(&state, seat, &mut moves);
                // The players plant, harvest and unload when they can, and recall no bot.
                let farm = moves.iter().copied().find(|mv| {
                    matches!(mv, Move::Use { act: Some(Act::Plant | Act::Harvest | Act::Unload), .. })
                });
                let mv = match (farm, state.stage) {
                    (Some(mv), _) => mv,
                    (None, Stage::Recall) => Move::End,
                    _ => moves[rng.below(moves.len() as u32) as usize],
                };
                if let Move::Use { act: Some(Act::Plant), from: Place::Tile(tile), .. } = mv {
                    if pile.is_empty() {
                        pile = state.chips.discard.iter().collect();
                        rng.shuffle(&mut pile);
                    }
                    land[tile.land().unwrap()] = pile.pop().unwrap();
                }
                game.apply(&mut state, seat, mv);
                // A dropped load is known to all (W15).
                for (place, crop) in land.iter_mut().zip(state.chips.land) {
                    *place = crop.single().unwrap_or(*place);
                }
            }
        }
    }
    seen
}

#[test]
fn w16_random_games_turn_up_the_same_values_late_and_dealt() {
    // One chip in the pile and two on Land: the second crop planted comes from the discards.
    let things = "a=1Ha+crop b=1Dr c=2Ha+crop d=2Dr D1=1Ha D2=2Ha discard=1,2,3,4,5,6,7";
    let scene = map(things);
    const WANTED: usize = 4;
    const GAMES: usize = 3000;
    let mut rng = SplitMix::new(16);
    let mut counts = [vec![0u64; 100], vec![0u64; 100], vec![0u64; 100]];
    let mut dealt = counts.clone();
    for _ in 0..GAMES {
        for (in_advance, counts) in [(false, &mut counts), (true, &mut dealt)] {
            let seen = turned_up(&scene, &mut rng, in_advance, WANTED);
            for (pair, counts) in [(0, 1), (1, 3), (2, 3)].into_iter().zip(counts.iter_mut()) {
                if let (Some(one), Some(two)) = (seen.get(pair.0), seen.get(pair.1)) {
                    counts[usize::from((one - 1) * 10 + two - 1)] += 1;
                }
            }
        }
    }
    for (i, (late, dealt)) in counts.iter().zip(&dealt).enumerate() {
        assert!(late.iter().sum::<u64>() > GAMES as u64 / 4, "pair {i} is seen often enough");
        // Two samples of one distribution: Σ (a−b)²/(a+b), with unequal sizes scaled.
        let (n, m) = (late.iter().sum::<u64>() as f64, dealt.iter().sum::<u64>() as f64);
        let (mut chi, mut freedom) = (0.0, -1.0);
        for (&a, &b) in late.iter().zip(dealt) {
            if a + b > 0 {
                let (a, b) = (a as f64, b as f64);
                chi += (a * (m / n).sqrt() - b * (n / m).sqrt()).powi(2) / (a + b);
                freedom += 1.0;
            }
        }
        assert!(freedom > 4.0 && chi < freedom + 5.0 * (2.0f64 * freedom).sqrt(), "{i}: {chi} of {freedom}");
    }
}
