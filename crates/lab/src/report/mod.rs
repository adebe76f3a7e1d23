//! The design report: what a game is like, measured on matches of each level against itself and its neighbours. The games
//! are played, measured and kept one by one; figures and pages are computed from what was kept, so that the same seed gives
//! the same report, resumed or not. Computing figures while playing was the alternative: an interruption would lose them.

mod chances;
mod collect;
mod html;
mod log;
mod metrics;
mod numbers;
mod plan;
mod summary;
mod svg;
mod text;

pub use html::STYLE;
pub use svg::{Axes, escape, lines};

use crate::ArenaError;
use breadboard_core::{Canvas, Event, Game, Info, Spec, Spot, Turn, narration, record_of};
use breadboard_games::{Bots, Level, Views, Visitor, with_game};
use collect::{Facts, Seeds, measure, play};
use log::Log;
use metrics::Figures;
use plan::{Cell, Job, cells};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

/// The settings of a report.
#[derive(Clone, Debug)]
pub struct Design {
    /// The levels, the weakest first.
    pub levels: Vec<Level>,
    /// Games of each level against itself and against the next one.
    pub games: usize,
    /// The share of their budgets that bot4 and bot5 spend; weaker levels are cheap and spend all of theirs.
    pub scale: f64,
    /// An option and the values to compare.
    pub sweep: Option<(String, Vec<String>)>,
    /// The seed of deals, openings and players.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// The file that keeps the measured games.
    pub log: Option<PathBuf>,
    /// Whether to go on with a file that is there already.
    pub resume: bool,
    /// Only these games, by their number in the plan, so that several machines can share a report; the report itself is then
    /// not computed. `None` plays all.
    pub only: Option<Range<usize>>,
}

/// The games of a report: a spec for each value of the swept option.
type Plan = Vec<(Spec, &'static Info, Vec<Cell>)>;

/// A finished report.
#[derive(Debug)]
pub struct DesignReport {
    design: Design,
    info: &'static Info,
    variants: Vec<Variant>,
}

/// The figures of one value of the swept option, or of the only spec.
#[derive(Debug)]
struct Variant {
    figures: Figures,
    /// English words for the keys of causes, classes of moves and duties.
    labels: BTreeMap<String, String>,
    /// Where the places stand in the drawing of a finished game.
    spots: Vec<Spot>,
    /// File names and contents.
    records: Vec<(String, String)>,
}

impl Design {
    /// Plays what is missing and computes the report; `progress` gets the games done and the games in all. `None` if it
    /// was stopped before the end.
    ///
    /// # Errors
    /// Settings that do not go together, or a file that cannot be used.
    pub fn run(
        &self,
        spec: &Spec,
        progress: &mut dyn FnMut(usize, usize),
        stop: &AtomicBool,
    ) -> Result<Option<DesignReport>, ArenaError> {
        let plans = self.plan(spec)?;
        let Some(info) = plans.first().map(|(_, info, _)| *info) else { return Ok(None) };
        let mut kept = Log::open(self.log.as_deref(), &self.header(&plans, info), self.resume)?;
        let all = plans.iter().flat_map(|(_, _, cells)| cells).map(|cell| cell.games).sum();
        for (variant, (spec, _, cells)) in plans.iter().enumerate() {
            let here = |number| self.only.as_ref().is_none_or(|only| only.contains(&number));
            let left = numbered(&plans)
                .filter(|(number, job)| {
                    job.variant == variant && here(*number) && !kept.facts.contains_key(job)
                })
                .map(|(_, job)| job)
                .collect();
            let task =
                Play { design: self, cells, left, kept: &mut kept, all, progress: &mut *progress, stop };
            with_game(spec, task).map_err(setup)??;
        }
        if stop.load(Ordering::Relaxed) || self.only.is_some() {
            return Ok(None);
        }
        let mut variants = Vec::new();
        for (variant, (spec, _, cells)) in plans.iter().enumerate() {
            let task = Summarise { design: self, variant, cells, kept: &kept };
            variants.push(with_game(spec, task).map_err(setup)?);
        }
        Ok(Some(DesignReport { design: self.clone(), info, variants }))
    }

    /// The numbers of the games that the file does not have yet, and how many games there are in all.
    ///
    /// # Errors
    /// As [`Design::run`].
    pub fn missing(&self, spec: &Spec) -> Result<(Vec<usize>, usize), ArenaError> {
        let plans = self.plan(spec)?;
        let Some(info) = plans.first().map(|(_, info, _)| *info) else { return Ok((Vec::new(), 0)) };
        let kept = Log::open(self.log.as_deref(), &self.header(&plans, info), self.resume)?;
        let missing = numbered(&plans).filter(|(_, job)| !kept.facts.contains_key(job));
        Ok((missing.map(|(number, _)| number).collect(), numbered(&plans).count()))
    }

    fn plan(&self, spec: &Spec) -> Result<Plan, ArenaError> {
        let mut plans = Vec::new();
        for spec in &self.specs(spec)? {
            let Start { spec, info, seats } = with_game(spec, Look).map_err(setup)?;
            plans.push((
                spec,
                info,
                cells(&self.levels, self.games, self.scale, seats, self.sweep.is_some()),
            ));
        }
        Ok(plans)
    }

    /// The specs to compare.
    fn specs(&self, spec: &Spec) -> Result<Vec<Spec>, ArenaError> {
        let wrong = |reason: &str| Err(ArenaError::Setup(reason.to_owned()));
        if self.levels.is_empty() || self.games == 0 {
            return wrong("a report needs at least one level and one game");
        }
        if !self.levels.is_sorted_by_key(|level| level.rank()) || has_twice(&self.levels) {
            return wrong("name each level once, the weakest first");
        }
        let Some((key, values)) = &self.sweep else { return Ok(vec![spec.clone()]) };
        if spec.settings.iter().any(|(set, _)| set == key) {
            return wrong(&format!("{key} is set by the game's name and by --sweep: leave it out of one"));
        }
        if values.len() < 2 || has_twice(values) {
            return wrong("a sweep needs two different values or more: --sweep key=v1,v2");
        }
        let with = |value: &String| {
            let mut spec = spec.clone();
            spec.settings.push((key.clone(), value.clone()));
            spec
        };
        Ok(values.iter().map(with).collect())
    }

    fn header(&self, plans: &Plan, info: &Info) -> Value {
        let specs: Vec<String> = plans.iter().map(|(spec, ..)| spec.to_string()).collect();
        json!({
            "report": specs, "rules": info.rules_version, "version": env!("CARGO_PKG_VERSION"),
            "levels": self.level_names(), "games": self.games, "scale": self.scale, "seed": self.seed,
        })
    }

    fn level_names(&self) -> Vec<String> {
        self.levels.iter().map(ToString::to_string).collect()
    }
}

fn setup(error: breadboard_core::SpecError) -> ArenaError {
    ArenaError::Setup(error.to_string())
}

fn has_twice<T: PartialEq>(items: &[T]) -> bool {
    items.iter().enumerate().any(|(index, item)| items[..index].contains(item))
}

/// Every game of a plan, the cells in turn, so that an interrupted report has some of each.
fn jobs(variant: usize, cells: &[Cell]) -> impl Iterator<Item = Job> {
    let most = cells.iter().map(|cell| cell.games).max().unwrap_or(0);
    (0..most).flat_map(move |index| {
        let has = move |(_, of): &(usize, &Cell)| index < of.games;
        cells.iter().enumerate().filter(has).map(move |(cell, _)| Job { variant, cell, index })
    })
}

/// The games of all specs with their numbers.
fn numbered(plans: &Plan) -> impl Iterator<Item = (usize, Job)> {
    plans.iter().enumerate().flat_map(|(variant, (_, _, cells))| jobs(variant, cells)).enumerate()
}

/// Looks at a game before anything is played.
struct Look;

struct Start {
    spec: Spec,
    info: &'static Info,
    seats: u8,
}

impl Visitor for Look {
    type Output = Start;

    fn visit<G: Bots + Views>(self, game: G) -> Start {
        Start { spec: Spec::of(&game), info: G::INFO, seats: game.seats() }
    }
}

/// Plays games on several threads and keeps what was measured.
struct Play<'a> {
    design: &'a Design,
    cells: &'a [Cell],
    left: Vec<Job>,
    kept: &'a mut Log,
    all: usize,
    progress: &'a mut dyn FnMut(usize, usize),
    stop: &'a AtomicBool,
}

/// Plays one game of a plan.
fn played<G: Bots>(
    game: &G,
    design: &Design,
    cells: &[Cell],
    job: Job,
    stop: &dyn Fn() -> bool,
) -> Option<collect::Played<G>> {
    let cell = &cells[job.cell];
    let seeds = Seeds {
        seed: design.seed,
        deal: cell.deal(job.cell, job.index),
        game: ((job.cell as u64) << 32) | job.index as u64,
    };
    play(game, &cell.seated(job.index, game.seats()), seeds, stop)
}

impl Visitor for Play<'_> {
    type Output = Result<(), ArenaError>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let Play { design, cells, left, kept, all, progress, stop } = self;
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let cancelled = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
        let work = |sender: Sender<Facts>| {
            while !cancelled()
                && let Some(job) = left.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let Some(played) = played(&game, design, cells, *job, &cancelled) else { return };
                if sender.send(measure(&game, *job, &played)).is_err() {
                    return;
                }
            }
        };
        progress(kept.facts.len(), all);
        std::thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..design.threads.clamp(1, left.len().max(1)) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || work(sender));
            }
            drop(sender);
            for facts in results {
                if let Err(error) = kept.add(facts) {
                    // The threads must end, or the scope would wait for all games.
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                progress(kept.facts.len(), all);
            }
            Ok(())
        })?;
        let missing = left.iter().filter(|job| !kept.facts.contains_key(job)).count();
        if missing > 0 && !stop.load(Ordering::Relaxed) {
            let reason =
                format!("{missing} games could not be played to their end: a player made an illegal move");
            return Err(ArenaError::Setup(reason));
        }
        Ok(())
    }
}

/// Computes the figures of one spec and plays the games to show once more.
struct Summarise<'a> {
    design: &'a Design,
    variant: usize,
    cells: &'a [Cell],
    kept: &'a Log,
}

impl Visitor for Summarise<'_> {
    type Output = Variant;

    fn visit<G: Bots + Views>(self, game: G) -> Variant {
        let games: Vec<Vec<&Facts>> = (0..self.cells.len())
            .map(|cell| {
                let job = |index| Job { variant: self.variant, cell, index };
                (0..self.cells[cell].games).filter_map(|index| self.kept.facts.get(&job(index))).collect()
            })
            .collect();
        let fixed_start = matches!(game.turn(&game.start()), Turn::Act(_));
        let figures = Figures::of(Spec::of(&game).to_string(), self.cells, &games, fixed_start);
        let mut labels = BTreeMap::new();
        for mirror in &figures.mirrors {
            for key in mirror.ends.keys().chain(mirror.classes.keys()).chain(mirror.undone.keys()) {
                labels.insert(key.clone(), label(G::INFO, key));
            }
        }
        let (mut records, mut spots) = (Vec::new(), Vec::new());
        for (cell, mirror) in figures.mirrors.iter().enumerate() {
            for (name, index) in [("typical", mirror.typical), ("shortest", mirror.shortest)] {
                let Some(index) = index else { continue };
                let job = Job { variant: self.variant, cell, index };
                let Some(played) = played(&game, self.design, self.cells, job, &|| false) else { continue };
                let mut record = record_of(&game, None, &played.events);
                for (seat, one) in
                    breadboard_core::Seat::all(game.seats()).zip(self.cells[cell].seated(index, game.seats()))
                {
                    record.names.push((seat, one.level.to_string()));
                }
                let prefix = if self.design.sweep.is_some() {
                    format!("{}-", self.variant + 1)
                } else {
                    String::new()
                };
                records.push((format!("{prefix}{name}-{}.txt", mirror.level), record.to_string()));
                spots = last_drawing(&game, &played.events);
            }
        }
        Variant { figures, labels, spots, records }
    }
}

/// Where the places stand in the last position. Where every seat has its own board, the first stands for all.
fn last_drawing<G: Game>(game: &G, events: &[Event<G>]) -> Vec<Spot> {
    let mut state = game.start();
    events.iter().for_each(|event| event.apply(game, &mut state));
    let mut spots = game.draw(&state, Canvas::default()).spots;
    spots.retain(|spot| spot.seat.is_none_or(|seat| seat == breadboard_core::Seat::FIRST));
    spots
}

/// The English sentence of a key, with dots for its holes.
fn label(info: &Info, key: &str) -> String {
    let texts = info.texts.iter().chain(narration::ALL);
    let text = texts.copied().find(|text| text.key == key);
    text.map_or_else(|| key.to_owned(), |text| breadboard_core::fill(text.english, |_| Some("…")))
}

impl DesignReport {
    /// The page: one file without any reference to another.
    #[must_use]
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The figures.
    #[must_use]
    pub fn json(&self) -> Value {
        let figures: Vec<&Figures> = self.variants.iter().map(|variant| &variant.figures).collect();
        let labels: BTreeMap<&String, &String> =
            self.variants.iter().flat_map(|variant| &variant.labels).collect();
        let sweep = self
            .design
            .sweep
            .as_ref()
            .map(|(key, values)| json!({"option": key, "values": values, "rows": self.comparison()}));
        json!({
            "game": self.info.id, "rules": self.info.rules_version, "levels": self.design.level_names(),
            "games": self.design.games, "scale": self.design.scale, "seed": self.design.seed,
            "labels": labels, "variants": figures, "sweep": sweep,
        })
    }

    /// Records to keep beside the page: file names and contents.
    pub fn records(&self) -> impl Iterator<Item = &(String, String)> {
        self.variants.iter().flat_map(|variant| &variant.records)
    }

    fn label<'a>(&'a self, key: &'a str) -> &'a str {
        self.variants.iter().find_map(|variant| variant.labels.get(key)).map_or(key, String::as_str)
    }

    /// The sweep: for each level and figure the means by value, and which differ from the first with an error of 1 %.
    fn comparison(&self) -> Vec<text::Comparison> {
        text::comparison(self)
    }
}
