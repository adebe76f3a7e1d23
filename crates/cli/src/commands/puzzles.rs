//! `breadboard puzzles`: finds, checks and shows puzzles.

use super::arena::interruption;
use crate::Failure;
use crate::args::{MineArgs, PuzzlesArgs, PuzzlesCommand};
use crate::output::Out;
use breadboard_core::{Canvas, Spec};
use breadboard_games::{Bots, Views, Visitor, entry_of, under_version, with_game};
use breadboard_insight::puzzles::{self, Mining, PuzzleFile};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(args: &PuzzlesArgs, out: &mut Out) -> Result<(), Failure> {
    match &args.command {
        PuzzlesCommand::Mine(args) => mine(args, out),
        PuzzlesCommand::Check { file } => check(file, out),
        PuzzlesCommand::Themes { file, difficulty } => themes(file, *difficulty, out),
        PuzzlesCommand::Show { id, answer } => show(id.as_deref(), *answer, out),
    }
}

fn failed(path: &Path, error: &impl std::fmt::Display) -> Failure {
    Failure::Refused(format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<PuzzleFile, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| failed(path, &error))?;
    PuzzleFile::read(&text).map_err(|error| failed(path, &error))
}

fn mine(args: &MineArgs, out: &mut Out) -> Result<(), Failure> {
    let spec = shortest(&args.spec)?;
    let entry = entry_of(&args.spec)?;
    let rules = entry.info.rules_version;
    let nodes = args.nodes.unwrap_or(entry.puzzle_nodes);
    let mut file = PuzzleFile { spec: spec.to_string(), rules, nodes, ..PuzzleFile::default() };
    if args.resume {
        file = read(&args.out)?;
        if file.spec != spec.to_string()
            || file.rules != rules
            || args.nodes.is_some_and(|nodes| nodes != file.nodes)
        {
            let reason = format!(
                "{} has puzzles of another game, rules or nodes: choose another file",
                args.out.display()
            );
            return Err(Failure::Usage(reason));
        }
    } else if args.out.exists() {
        let reason =
            format!("{} exists: add --resume to go on with it, or choose another file", args.out.display());
        return Err(Failure::Usage(reason));
    }
    let stop = interruption()?;
    let bar = ProgressBar::new(args.count as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} puzzles, {msg}") {
        bar.set_style(style);
    }
    let mut fault = None;
    let mut save = |file: &PuzzleFile| {
        bar.set_position(file.puzzles.len() as u64);
        bar.set_message(format!("{} games", file.games));
        fault = write(&args.out, file).err();
        fault.is_none() && !stop.load(std::sync::atomic::Ordering::Relaxed)
    };
    let mined = puzzles::mine(&mut file, Mining { wanted: args.count, seed: args.seed, save: &mut save });
    bar.finish_and_clear();
    mined.map_err(|denied| Failure::Refused(denied.to_string()))?;
    if let Some(error) = fault {
        return Err(failed(&args.out, &error));
    }
    let (count, games) = (file.puzzles.len(), file.games);
    if count < args.count {
        let reason = format!(
            "interrupted after {count} of {} puzzles; the same command with --resume goes on",
            args.count
        );
        return Err(Failure::Interrupted(reason));
    }
    let of = |grade: u8| file.puzzles.iter().filter(|kept| kept.difficulty == grade).count().to_string();
    let grades = (1..=5).map(of).collect::<Vec<_>>().join(" + ");
    out.line(format!("{count} puzzles ({grades} by difficulty) of {games} games in {}", args.out.display()))?;
    Ok(())
}

/// Writes beside the file and renames, so that an interrupted write damages nothing.
fn write(path: &Path, file: &PuzzleFile) -> std::io::Result<()> {
    let beside = path.with_extension("new");
    std::fs::write(&beside, file.to_string())?;
    std::fs::rename(&beside, path)
}

fn shortest(spec: &Spec) -> Result<Spec, Failure> {
    struct Shortest;
    impl Visitor for Shortest {
        type Output = Spec;
        fn visit<G: Bots>(self, game: G) -> Spec {
            Spec::of(&game)
        }
    }
    Ok(with_game(spec, Shortest)?)
}

fn check(path: &Path, out: &mut Out) -> Result<(), Failure> {
    let file = read(path)?;
    let stop = interruption()?;
    let (mut agree, mut faults) = (0, Vec::new());
    let mut tell = |checked: puzzles::Checked| {
        match checked.fault {
            None => agree += 1,
            Some(fault) => faults.push((checked.number, fault)),
        }
        !stop.load(std::sync::atomic::Ordering::Relaxed)
    };
    puzzles::check(&file, &mut tell).map_err(|denied| Failure::Refused(denied.to_string()))?;
    for (number, fault) in &faults {
        out.line(format!("puzzle {number}: {fault}"))?;
    }
    let nodes = 10 * file.nodes;
    out.line(format!("{agree} of {} answers agree with a search of {nodes} nodes", file.puzzles.len()))?;
    if agree == file.puzzles.len() {
        return Ok(());
    }
    Err(Failure::Refused(format!("{} answers do not agree", file.puzzles.len() - agree)))
}

fn themes(path: &Path, grades: bool, out: &mut Out) -> Result<(), Failure> {
    let mut file = read(path)?;
    let changed = puzzles::retag(&mut file, grades).map_err(|denied| Failure::Refused(denied.to_string()))?;
    write(path, &file).map_err(|error| failed(path, &error))?;
    let what = if grades { "themes or another difficulty" } else { "themes" };
    Ok(out.line(format!("{changed} of {} puzzles have other {what} now", file.puzzles.len()))?)
}

struct Drawing<'a>(&'a str, Canvas);

impl Visitor for Drawing<'_> {
    type Output = Result<String, breadboard_core::Refusal>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let state = game.read_position(self.0)?;
        Ok(game.draw(&state, self.1).text)
    }
}

fn show(id: Option<&str>, answer: bool, out: &mut Out) -> Result<(), Failure> {
    let none = |id: &str| Failure::Usage(format!("there is no puzzle {id}: ids are like breakthrough-17"));
    let puzzle = match id {
        Some(id) => puzzles::puzzle(id).ok_or_else(|| none(id))?,
        None => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as i64);
            puzzles::daily(&puzzles::date_of(now)).ok_or_else(|| none("of today"))?
        }
    };
    let spec = puzzle.spec.parse::<Spec>()?;
    let spec = under_version(&spec, puzzle.rules)?;
    let canvas = Canvas { color: out.color(), width: out.width(), ..Canvas::default() };
    let themes: Vec<&str> = puzzle.themes.iter().map(|text| text.english.as_str()).collect();
    out.line(format!("{}, difficulty {} of 5: {}", puzzle.id, puzzle.difficulty, themes.join(", ")))?;
    out.line(with_game(&spec, Drawing(&puzzle.position, canvas))??.trim_end())?;
    out.line(&puzzle.task.english)?;
    if answer {
        let tried = breadboard_wire::PuzzleTry { events: Vec::new(), give_up: true, hint: false };
        let shown = puzzles::attempt(&puzzle.id, &tried, &|| false);
        let shown = shown.map_err(|denied| Failure::Refused(denied.to_string()))?;
        for step in shown.solution.iter().flat_map(|line| &line.steps) {
            let told: Vec<&str> = step.narration.iter().map(|text| text.english.as_str()).collect();
            out.line(format!("seat {}: {} ({})", step.seat, step.text, told.join("; ")))?;
        }
        for text in &shown.why {
            out.line(&text.english)?;
        }
    }
    Ok(())
}
