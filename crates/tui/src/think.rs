//! Bots and hints. A search runs in the calling thread until it ends, a flag stops it or its time is up. The full screen
//! calls it on separate threads and stays responsive; the line mode calls it directly.

use crate::drawing::told;
use crate::words::{Translator, fill};
use breadboard_core::{Game, Refusal, Seat, Spec, SplitMix, Turn, refusals};
use breadboard_games::{Bots, Level, Views, Visitor, with_game};
use breadboard_play::Table;
use breadboard_search::{Effort, Report, Score, Watch};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long a hint may think.
const HINT: Duration = Duration::from_millis(1500);

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
    /// What it does, in words.
    pub(crate) told: Option<String>,
    /// What the position is worth with it.
    pub(crate) score: Option<Score>,
    /// The expected play.
    pub(crate) line: Vec<String>,
}

impl Hint {
    /// The hint in words: `hint: e2-e3 – White goes e2-e3: about equal; expected then: e7-e6`.
    pub(crate) fn describe(&self, tr: &Translator) -> String {
        let words = tr.words();
        let mut text = self.text.clone();
        if let Some(told) = &self.told {
            text = format!("{text} – {told}");
        }
        if let Some(score) = self.score {
            text = format!("{text}: {}", score_in_words(score, tr));
        }
        if self.line.len() > 1 {
            text = fill(words.hint_then, &[("hint", &text), ("line", &self.line[1..].join(", "))]);
        }
        fill(words.hint, &[("hint", &text)])
    }
}

/// What the strongest player would do for `seat` in a position.
pub(crate) fn hint(
    spec: &Spec,
    position: &str,
    seat: Seat,
    stop: &Stop,
    tr: &Translator,
) -> Result<Hint, String> {
    let hint = with_game(spec, Suggest { position, seat, stop }).map_err(|error| tr.spec_error(&error))?;
    let hint = hint.map_err(|refusal| tr.refusal(refusal))?;
    let told = told(spec, position, seat, &hint.text, tr);
    Ok(Hint { told, ..hint })
}

struct Suggest<'a> {
    position: &'a str,
    seat: Seat,
    stop: &'a Stop,
}

impl Visitor for Suggest<'_> {
    type Output = Result<Hint, Refusal>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position)?;
        match game.turn(&state) {
            Turn::Act(seats) if seats.contains(self.seat) => {}
            _ => return Err(refusals::not_your_turn(self.seat)),
        }
        let until = Instant::now() + HINT;
        let last: RefCell<Option<Report<G::Move>>> = RefCell::new(None);
        let stop = || self.stop.is_stopped() || Instant::now() >= until;
        let note = |report: &Report<G::Move>| *last.borrow_mut() = Some(report.clone());
        let watch = Watch { stop: &stop, report: &note };
        let mut player = Level::Bot5.player(&game);
        let mut rng = SplitMix::new(1);
        let mv = player.think(&game, &state, self.seat, &mut rng, Effort::Own(1.0), &watch);
        let report = last.into_inner();
        // A player may choose another move than its last report; then that line does not belong to it.
        let line = report.as_ref().map(|report| report.line.clone()).filter(|line| line.first() == Some(&mv));
        Ok(Hint {
            text: game.write_move(&state, self.seat, mv),
            told: None,
            score: report.map(|report| report.score),
            line: written(&game, &state, self.seat, &line.unwrap_or_else(|| vec![mv])),
        })
    }
}

fn score_in_words(score: Score, tr: &Translator) -> String {
    let words = tr.words();
    match score {
        // The unit depends on the game; a quarter of it decides nothing.
        Score::Points(points) if points.abs() < 25 => words.even.to_owned(),
        Score::Points(points) => {
            let sentence = if points > 0 { words.ahead } else { words.behind };
            fill(sentence, &[("points", &format_args!("{:+.1}", f64::from(points) / 100.0))])
        }
        Score::Win(plies) => fill(words.wins_in, &[("plies", &plies)]),
        Score::Loss(plies) => fill(words.loses_in, &[("plies", &plies)]),
        Score::Share(share) => fill(words.wins_share, &[("percent", &format_args!("{:.0}", share * 100.0))]),
    }
}

/// The moves of a line in the game's notation, up to the first chance event or simultaneous choice.
fn written<G: Game>(game: &G, state: &G::State, seat: Seat, line: &[G::Move]) -> Vec<String> {
    let mut at = state.clone();
    let mut texts = Vec::new();
    for &mv in line {
        let mover = match game.turn(&at) {
            Turn::Act(seats) if texts.is_empty() && seats.contains(seat) => seat,
            Turn::Act(seats) => match seats.single() {
                Some(single) => single,
                None => break,
            },
            _ => break,
        };
        if game.check(&at, mover, mv).is_err() {
            break;
        }
        texts.push(game.write_move(&at, mover, mv));
        match game.turn(&at) {
            Turn::Act(seats) if seats.len() == 1 => game.apply(&mut at, mover, mv),
            _ => break,
        }
    }
    texts
}
