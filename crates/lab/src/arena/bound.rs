//! What could have been made of the same deals by somebody who knew them: the measure of a player who plays alone.

use super::stats::Points;
use super::table::draw;
use super::{Arena, Standing};
use breadboard_games::{Bots, Visitor};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Measures the bound on the deals of an arena and writes it into the standing.
#[derive(Debug)]
pub struct Bound<'a> {
    /// The match.
    pub arena: &'a Arena,
    /// How many ways are kept open.
    pub width: usize,
    /// Where it is written down.
    pub standing: &'a mut Standing,
    /// The deals to look at, from the first.
    pub deals: usize,
    /// Set by whoever wants it to end: then it says what it knows.
    pub stop: &'a AtomicBool,
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
