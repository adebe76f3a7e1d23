//! Puzzles: positions with one best answer, mined from self-play and kept in the program.
//!
//! An answer is proven where every position is won or lost. Elsewhere it is the turn that a search finds better than all other
//! turns by a margin, and that a search with ten times as many nodes finds as well. Puzzles made by hand were the alternative:
//! there are no masters of these games to make them.

mod answer;
mod date;
mod ends;
mod file;
mod grade;
mod hint;
mod mine;
mod reasons;
pub(crate) mod themes;

pub use date::{date_of, day_number};
pub use file::{BadLine, Kept, PuzzleFile};
pub use mine::{Checked, Mining, check, mine, retag};

use breadboard_core::{Info, Rng as _, Spec, SplitMix, Template, Text};
use breadboard_games::{Bots, GAMES, GameEntry, Views, Visitor, under_version, with_game};
use breadboard_wire::{
    Denied, PuzzleRow, PuzzleTry, PuzzleVerdict, PuzzleView, Reason, TextView, puzzle_texts as texts,
};
use std::sync::OnceLock;

/// A game with its puzzles.
type Set = (&'static Info, PuzzleFile);

/// The games that have puzzles, with them.
fn sets() -> &'static [Set] {
    static SETS: OnceLock<Vec<Set>> = OnceLock::new();
    let with_puzzles = || GAMES.iter().filter(|entry| !entry.puzzles.is_empty());
    // A test reads every file, so a bad line is never shipped.
    let read = |entry: &'static GameEntry| (entry.info, PuzzleFile::read(entry.puzzles).unwrap_or_default());
    SETS.get_or_init(|| with_puzzles().map(read).collect())
}

/// The puzzles of a game.
fn set(game: &str) -> Option<&'static Set> {
    sets().iter().find(|(info, _)| info.id == game)
}

/// A puzzle by its id, with its set.
fn find(id: &str) -> Option<(&'static Set, &'static Kept)> {
    let (game, number) = id.rsplit_once('-')?;
    let set = set(game)?;
    let kept = set.1.puzzles.iter().find(|kept| kept.number.to_string() == number)?;
    Some((set, kept))
}

/// All puzzles of a game, the easiest first; empty for an unknown game.
#[must_use]
pub fn list(game: &str) -> Vec<PuzzleRow> {
    let Some((info, set)) = set(game) else { return Vec::new() };
    let row = |kept: &Kept| PuzzleRow {
        id: format!("{game}-{}", kept.number),
        difficulty: kept.difficulty,
        themes: theme_texts(info, kept),
    };
    let mut rows: Vec<PuzzleRow> = set.puzzles.iter().map(row).collect();
    // Stable, so that the numbers stay in order.
    rows.sort_by_key(|row| row.difficulty);
    rows
}

fn theme_texts(game: &Info, kept: &Kept) -> Vec<TextView> {
    let known = kept.themes.iter().filter_map(|word| themes::text_of(game, word));
    known.map(|text| TextView::from(&text.plain())).collect()
}

/// A puzzle by its id.
#[must_use]
pub fn puzzle(id: &str) -> Option<PuzzleView> {
    let (set, kept) = find(id)?;
    Some(view(set, kept))
}

fn view((game, set): &Set, kept: &Kept) -> PuzzleView {
    PuzzleView {
        id: format!("{}-{}", game.id, kept.number),
        spec: set.spec.clone(),
        rules: set.rules,
        position: kept.position.clone(),
        seat: kept.seat,
        task: TextView::from(&task(set, kept)),
        difficulty: kept.difficulty,
        themes: theme_texts(game, kept),
    }
}

/// What is asked.
fn task(set: &PuzzleFile, kept: &Kept) -> Text {
    struct Kind;
    impl Visitor for Kind {
        type Output = &'static Template;
        fn visit<G: Bots + Views>(self, game: G) -> &'static Template {
            match (ends::by_proof(&game), game.seats()) {
                (true, _) => &texts::TASK_WIN,
                (false, 1) => &texts::TASK_POINTS,
                (false, _) => &texts::TASK_BEST,
            }
        }
    }
    let kind = spec_of(set).ok().and_then(|spec| with_game(&spec, Kind).ok());
    let moves = (kept.value.max(0.0) as u32).div_ceil(2);
    match kind {
        Some(kind) if kind.key == texts::TASK_WIN.key => {
            kind.with(&[("seat", &kept.seat), ("moves", &moves)])
        }
        Some(kind) => kind.with(&[("seat", &kept.seat)]),
        None => texts::TASK_BEST.with(&[("seat", &kept.seat)]),
    }
}

/// The game of a file under today's rules.
fn spec_of(set: &PuzzleFile) -> Result<Spec, Denied> {
    let spec: Spec = set.spec.parse()?;
    Ok(under_version(&spec, set.rules)?)
}

/// The puzzle of a day, `2026-11-17`: the same for all, another game every day. No puzzle comes again before all of its game
/// have come.
#[must_use]
pub fn daily(date: &str) -> Option<PuzzleView> {
    let day = day_number(date)?;
    let count = i64::try_from(sets().len()).ok().filter(|count| *count > 0)?;
    let set = &sets()[usize::try_from(day.rem_euclid(count)).ok()?];
    let PuzzleFile { puzzles: all, .. } = &set.1;
    let puzzles = i64::try_from(all.len()).ok().filter(|count| *count > 0)?;
    // In an order of its own, so that neighbouring days of a game differ in kind.
    let mut order: Vec<usize> = (0..all.len()).collect();
    SplitMix::new(1).shuffle(&mut order);
    let place = usize::try_from(day.div_euclid(count).rem_euclid(puzzles)).ok()?;
    Some(view(set, &all[order[place]]))
}

/// Judges an answer. `stop` ends the search for a refutation early.
///
/// # Errors
/// There is no such puzzle, or an event is impossible.
pub fn attempt(id: &str, tried: &PuzzleTry, stop: &dyn Fn() -> bool) -> Result<PuzzleVerdict, Denied> {
    let no_puzzle = || {
        Denied::new(Reason::Invalid, texts::NO_PUZZLE.with(&[("id", &breadboard_core::refusals::clip(id))]))
    };
    let ((_, set), kept) = find(id).ok_or_else(no_puzzle)?;
    with_game(&spec_of(set)?, answer::CheckAnswer { kept, tried, nodes: set.nodes, stop })?
}

/// The answer of a puzzle, move by move; for the terminal.
#[must_use]
pub fn answer(id: &str) -> Option<&'static [String]> {
    find(id).map(|(_, kept)| &kept.line[..])
}

#[cfg(test)]
mod tests;
