//! Bots and hints. They think where they are called, cut off by a flag and by the clock; the full screen calls them on
//! threads of their own, so that it stays live, and the line mode calls them directly.

use breadboard_core::{Game, Seat, Spec, SplitMix, Turn};
use breadboard_games::{Bots, Level, Views, Visitor, with_game};
use breadboard_play::Table;
use breadboard_search::{Effort, Report, Score, Watch};
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long a hint may think.
const HINT: Duration = Duration::from_millis(1500);

/// Says "stop" to a thinker; dropping the last of its clones says nothing.
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
) -> Result<String, String> {
    let until = Instant::now() + level.longest_turn();
    let choose = Choose { table, seat, level, seed, until, stop };
    with_game(table.spec(), choose).map_err(|error| error.to_string())?
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
    type Output = Result<String, String>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let state = self.table.state::<G>().ok_or("the table plays another game")?;
        let mut rng = SplitMix::new(self.seed);
        let mut player = self.level.player(&game);
        let stop = || self.stop.is_stopped() || Instant::now() >= self.until;
        let watch = Watch { stop: &stop, report: &|_| {} };
        let mv = player.think(&game, state, self.seat, &mut rng, Effort::Own(1.0), &watch);
        Ok(game.write_move(state, self.seat, mv))
    }
}

/// A suggestion with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    /// The move.
    pub(crate) text: String,
    /// What the position is worth with it, in words.
    pub(crate) score: String,
    /// The play that is expected.
    pub(crate) line: Vec<String>,
    /// How much was looked at.
    pub(crate) nodes: u64,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text)?;
        if !self.score.is_empty() {
            write!(f, ": {}", self.score)?;
        }
        if self.line.len() > 1 {
            write!(f, ", then {}", self.line[1..].join(", "))?;
        }
        if self.nodes > 0 {
            write!(f, " ({} looked at)", self.nodes)?;
        }
        Ok(())
    }
}

/// What the strongest player would do for `seat` in a position.
pub(crate) fn hint(spec: &Spec, position: &str, seat: Seat, stop: &Stop) -> Result<Hint, String> {
    with_game(spec, Suggest { position, seat, stop }).map_err(|error| error.to_string())?
}

struct Suggest<'a> {
    position: &'a str,
    seat: Seat,
    stop: &'a Stop,
}

impl Visitor for Suggest<'_> {
    type Output = Result<Hint, String>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position).map_err(|refusal| refusal.to_string())?;
        match game.turn(&state) {
            Turn::Act(seats) if seats.contains(self.seat) => {}
            _ => return Err(format!("it is not seat {}'s turn", self.seat)),
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
        // A player may choose otherwise than its last report said; then that line is not this move's.
        let line = report.as_ref().map(|report| report.line.clone()).filter(|line| line.first() == Some(&mv));
        Ok(Hint {
            text: game.write_move(&state, self.seat, mv),
            score: report.as_ref().map_or(String::new(), |report| in_words(report.score)),
            line: written(&game, &state, self.seat, &line.unwrap_or_else(|| vec![mv])),
            nodes: report.map_or(0, |report| report.nodes),
        })
    }
}

fn in_words(score: Score) -> String {
    match score {
        Score::Points(points) => format!("{:+.2} points", f64::from(points) / 100.0),
        Score::Win(plies) => format!("wins in {plies} plies"),
        Score::Loss(plies) => format!("loses in {plies} plies"),
        Score::Share(share) => format!("wins {:.0} of 100", share * 100.0),
    }
}

/// The moves of a line in the game's notation, as far as nothing is drawn and nobody chooses unseen.
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
