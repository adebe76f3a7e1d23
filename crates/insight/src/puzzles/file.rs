//! The text in which puzzles are kept: head lines, then one line a puzzle with fields between tabs. It is read as it is
//! shipped; a binary form would be a quarter smaller and could not be reviewed.

use std::fmt::{self, Write as _};

/// The puzzles of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuzzleFile {
    /// The game with its options.
    pub spec: String,
    /// The version of its rules.
    pub rules: u32,
    /// The nodes that every answer was found with; the check uses ten times as many.
    pub nodes: u64,
    /// How many games were played to find them: mining goes on after them.
    pub games: u64,
    /// The puzzles, in the order of their numbers.
    pub puzzles: Vec<Kept>,
}

/// A puzzle as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its number; the id is the game and this number.
    pub number: u32,
    /// From 1 to 5.
    pub difficulty: u8,
    /// The seat that is to find the answer.
    pub seat: u8,
    /// What the answer is worth to the seat: a chance to win, points where it plays alone, plies to the end where the win is
    /// proven.
    pub value: f64,
    /// How much better it is than anything else: 1 where the win is proven and every other move loses.
    pub margin: f64,
    /// The keys of its themes, without their common beginning.
    pub themes: Vec<String>,
    /// The position as the game writes it.
    pub position: String,
    /// The answer, with the replies where the win is proven.
    pub line: Vec<String>,
}

/// A line of the file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    line: usize,
    reason: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for BadLine {}

impl PuzzleFile {
    /// Reads what [`fmt::Display`] writes.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(text: &str) -> Result<PuzzleFile, BadLine> {
        let mut file = PuzzleFile::default();
        for (number, line) in (1..).zip(text.lines()) {
            let bad = |reason: &str| BadLine { line: number, reason: reason.to_owned() };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.contains('\t') {
                file.puzzles
                    .push(Kept::read(line).ok_or_else(|| bad("a puzzle has eight fields between tabs"))?);
                continue;
            }
            let (key, value) = line.split_once(": ").ok_or_else(|| bad("write key: value"))?;
            let count = || value.parse::<u64>().map_err(|_| bad("this is not a number"));
            match key {
                "spec" => file.spec = value.to_owned(),
                "rules" => file.rules = u32::try_from(count()?).map_err(|_| bad("this is not a version"))?,
                "nodes" => file.nodes = count()?,
                "games" => file.games = count()?,
                _ => return Err(bad("the keys are spec, rules, nodes and games")),
            }
        }
        Ok(file)
    }
}

impl fmt::Display for PuzzleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Made by `breadboard puzzles mine`, checked by `breadboard puzzles check`.")?;
        writeln!(f, "# A puzzle: number, difficulty, seat, value, margin, themes, position, answer.")?;
        let PuzzleFile { spec, rules, nodes, games, puzzles } = self;
        writeln!(f, "spec: {spec}\nrules: {rules}\nnodes: {nodes}\ngames: {games}\n")?;
        puzzles.iter().try_for_each(|puzzle| writeln!(f, "{}", puzzle.written()))
    }
}

/// Between two moves of an answer: no notation has it.
const NEXT: &str = " | ";

impl Kept {
    fn written(&self) -> String {
        let Kept { number, difficulty, seat, value, margin, themes, position, line } = self;
        let mut text = format!("{number}\t{difficulty}\t{seat}\t{value:.3}\t{margin:.3}\t");
        let _ = write!(text, "{}\t{position}\t{}", themes.join(","), line.join(NEXT));
        text
    }

    fn read(line: &str) -> Option<Kept> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, difficulty, seat, value, margin, themes, position, line] = fields[..] else {
            return None;
        };
        Some(Kept {
            number: number.parse().ok()?,
            difficulty: difficulty.parse().ok().filter(|difficulty| (1..=5).contains(difficulty))?,
            seat: seat.parse().ok()?,
            value: value.parse().ok()?,
            margin: margin.parse().ok()?,
            themes: themes.split(',').filter(|theme| !theme.is_empty()).map(str::to_owned).collect(),
            position: position.to_owned(),
            line: line.split(NEXT).map(str::to_owned).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_damage_is_named() {
        let puzzle = Kept {
            number: 7,
            difficulty: 3,
            seat: 2,
            value: 9.0,
            margin: 1.0,
            themes: vec!["race".to_owned(), "sacrifice".to_owned()],
            position: "8/8 w".to_owned(),
            line: vec!["a2-a3".to_owned(), "b7-b6".to_owned()],
        };
        let (spec, puzzles) = ("breakthrough".to_owned(), vec![puzzle]);
        let file = PuzzleFile { spec, rules: 1, nodes: 300_000, games: 12, puzzles };
        assert_eq!(PuzzleFile::read(&file.to_string()), Ok(file.clone()));
        for (bad, line) in [("spec", 1), ("spec: x\n1\t2\n", 2), ("color: red", 1), ("rules: x", 1)] {
            assert_eq!(PuzzleFile::read(bad).map_err(|bad| bad.line), Err(line), "{bad}");
        }
        let hard = file.to_string().replace("7\t3\t", "7\t6\t");
        assert!(PuzzleFile::read(&hard).is_err(), "difficulties are 1 to 5");
    }
}
