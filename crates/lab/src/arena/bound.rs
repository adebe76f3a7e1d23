//! The score that a player who knows all cards in advance gets from the same deals: the measure for solo games.

use super::game::draw;
use super::{Arena, Standing};
use crate::statistics::Points;
use breadboard_core::{Spec, SpecError};
use breadboard_games::{Bots, Visitor, with_game};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Measures that score on the deals of a match and adds it to the standing.
#[derive(Debug)]
pub struct Bound<'a> {
    /// The match.
    pub arena: &'a Arena,
    /// The width of its search beam.
    pub width: usize,
    /// The standing to add it to.
    pub standing: &'a mut Standing,
    /// How many deals, from the first.
    pub deals: usize,
    /// Set it to end early; the deals done so far count.
    pub stop: &'a AtomicBool,
}

/// Whether that score can be computed for a game: only where one seat plays alone.
#[derive(Debug)]
pub struct Hindsight<'a> {
    /// The match.
    pub arena: &'a Arena,
}

impl Hindsight<'_> {
    /// Asks a game. It is compiled for every game in this crate only, and not again where it is called.
    ///
    /// # Errors
    /// There is no such game.
    pub fn on(self, spec: &Spec) -> Result<bool, SpecError> {
        with_game(spec, self)
    }
}

impl Visitor for Hindsight<'_> {
    type Output = bool;

    fn visit<G: Bots>(self, game: G) -> bool {
        let terms = self.arena.terms(&game);
        let mut number = 0;
        let mut chance = |state: &G::State| {
            number += 1;
            draw(&game, state, 0, number - 1, &terms)
        };
        game.hindsight(&mut chance, 1).is_some()
    }
}

impl Bound<'_> {
    /// Measures a game. It is compiled for every game in this crate only, and not again where it is called.
    ///
    /// # Errors
    /// There is no such game.
    pub fn on(self, spec: &Spec) -> Result<(), SpecError> {
        with_game(spec, self)
    }
}

impl Visitor for Bound<'_> {
    type Output = ();

    fn visit<G: Bots>(self, game: G) {
        let terms = self.arena.terms(&game);
        let next = AtomicUsize::new(0);
        let mut bounds: Vec<(usize, f64)> = Vec::new();
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.arena.threads.max(1) {
                let (sender, next, game, terms) = (sender.clone(), &next, &game, &terms);
                let (width, deals, stop) = (self.width, self.deals, self.stop);
                scope.spawn(move || {
                    loop {
                        let deal = next.fetch_add(1, Ordering::Relaxed);
                        if deal >= deals || stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let mut number = 0;
                        let mut chance = |state: &G::State| {
                            number += 1;
                            draw(game, state, deal as u64, number - 1, terms)
                        };
                        let Some(score) = game.hindsight(&mut chance, width) else { return };
                        if sender.send((deal, f64::from(score))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            bounds.extend(results);
        });
        bounds.sort_by_key(|(deal, _)| *deal);
        let values: Vec<f64> = bounds.into_iter().map(|(_, value)| value).collect();
        if !values.is_empty() {
            self.standing.bound = Some(Points::of(&values));
        }
    }
}
