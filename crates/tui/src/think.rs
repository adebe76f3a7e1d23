//! Bots and hints. A search runs in the calling thread until it ends, a flag stops it or its time is up. The full screen
//! calls it on separate threads and stays responsive; the line mode calls it directly.

use crate::narration::clean;
use crate::words::{Translator, fill};
use breadboard_core::{Seat, Spec, SplitMix};
use breadboard_games::{Bots, Level, Views, Visitor, with_game};
use breadboard_play::Table;
use breadboard_wire::{HintView, TextView};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long a hint may think.
const HINT: Duration = Duration::from_millis(1500);
/// The most moves of the expected play that are shown.
const LONGEST_LINE: usize = 8;

/// Stops a search; dropping it does not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The move of a bot at a table, in the game's notation.
pub(crate) fn choose(
    table: &Table,
    seat: Seat,
    level: Level,
    seed: u64,
    stop: &Stop,
    tr: &Translator,
) -> Result<String, String> {
    let until = Instant::now() + level.longest_turn();
    let choose = Choose { table, seat, level, seed, until, stop };
    with_game(table.spec(), choose)
        .map_err(|error| tr.spec_error(&error))?
        .ok_or_else(|| tr.words().bot_failed.to_owned())
}

struct Choose<'a> {
    table: &'a Table,
    seat: Seat,
    level: Level,
    seed: u64,
    until: Instant,
    stop: &'a Stop,
}

impl Visitor for Choose<'_> {
    type Output = Option<String>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let mut rng = SplitMix::new(self.seed);
        let mut player = self.level.player(&game);
        let stop = || self.stop.is_stopped() || Instant::now() >= self.until;
        let choice = breadboard_play::choose(&game, player.as_mut(), self.table, self.seat, &mut rng, &stop)?;
        Some(choice.text)
    }
}

/// A suggestion with its reason.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    /// The move.
    pub(crate) text: String,
    /// What it does, and what for, in words.
    narration: Vec<String>,
    /// The expected play.
    line: Vec<String>,
}

impl Hint {
    /// The hint in words: `hint: e2-e3 – White goes e2-e3; with it seat 1 wins in about 52 % of games like this; …`.
    pub(crate) fn describe(&self, tr: &Translator) -> String {
        let words = tr.words();
        let mut text = self.text.clone();
        if !self.narration.is_empty() {
            text = format!("{text} – {}", self.narration.join("; "));
        }
        if self.line.len() > 1 {
            text = fill(words.hint_then, &[("hint", &text), ("line", &self.line[1..].join(", "))]);
        }
        fill(words.hint, &[("hint", &text)])
    }
}

/// What the strongest player would do for `seat` in a position, and why.
pub(crate) fn hint(
    spec: &Spec,
    position: &str,
    seat: Seat,
    stop: &Stop,
    tr: &Translator,
) -> Result<Hint, String> {
    let until = Instant::now() + HINT;
    let stop = || stop.is_stopped() || Instant::now() >= until;
    let found = breadboard_insight::hint::hint(spec, position, seat, &stop);
    let HintView { line, why, .. } = found.map_err(|denied| tr.text(&TextView::from(&denied.text)))?;
    let steps = &line.steps;
    let narration = steps.first().map_or(&[][..], |step| &step.narration);
    Ok(Hint {
        text: steps.first().map(|step| step.text.clone()).unwrap_or_default(),
        narration: narration.iter().chain(&why).map(|text| clean(&tr.text(text))).collect(),
        line: steps.iter().take(LONGEST_LINE).map(|step| step.text.clone()).collect(),
    })
}
