//! Finds puzzles in games that bots play with themselves, and checks them. Everything depends on the seed and on node budgets,
//! so the same command finds the same puzzles on every machine, and an interrupted one goes on where it was.

use super::answer::prove_line;
use super::ends::{Searching, by_proof, chooser, worth};
use super::file::{Kept, PuzzleFile};
use super::grade::grade;
use super::{spec_of, themes};
use breadboard_core::{Event, Rng as _, Rules, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Level, Views, Visitor, with_game};
use breadboard_search::Score;
use breadboard_wire::Denied;
use std::collections::HashSet;

/// How many times the nodes of the answer a check has.
const CHECK: u64 = 10;
/// The seed of a check: other dice than those that found the answer.
const CHECK_SEED: u64 = 2;
/// A choice of a game is looked at with a probability of one in this number.
const STRIDE: u32 = 3;
/// Puzzles of one game.
const EACH: usize = 2;
/// The shortest and the longest proven win, in plies.
const PROOFS: std::ops::RangeInclusive<u32> = 3..=15;
/// Fewer moves, or fewer ends of a turn, leave nothing to find.
const LEAST_MOVES: usize = 3;
/// The most moves of an answer that is one turn.
const MOST_MOVES: usize = 8;
/// What cannot be saved or has been won already is no puzzle.
const CHANCES: std::ops::RangeInclusive<f64> = 0.2..=1.0;

/// What to mine.
pub struct Mining<'a> {
    /// How many puzzles the file should have.
    pub wanted: usize,
    /// Where the games come from.
    pub seed: u64,
    /// Called after every game, to save the file and to tell how far it is; ends the mining if it returns false.
    pub save: &'a mut dyn FnMut(&PuzzleFile) -> bool,
}

/// What a check says of one puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The number of the puzzle.
    pub number: u32,
    /// What does not agree; nothing if the deeper search agrees.
    pub fault: Option<String>,
}

/// The least difference to any other turn: winning chance, or points where one seat plays alone. It is what a review calls a
/// mistake or nearly so.
fn least<G: Bots>(game: &G) -> f64 {
    if game.seats() == 1 { 1.5 } else { 0.1 }
}

/// Finds more puzzles for a file, which names the game, the nodes and the games that were played already.
///
/// # Errors
/// The game of the file is not known.
pub fn mine(file: &mut PuzzleFile, mining: Mining<'_>) -> Result<(), Denied> {
    let spec = spec_of(file)?;
    Ok(with_game(&spec, Miner { file, mining })?)
}

struct Miner<'a, 'b> {
    file: &'a mut PuzzleFile,
    mining: Mining<'b>,
}

impl Visitor for Miner<'_, '_> {
    type Output = ();

    fn visit<G: Bots + Views>(self, game: G) {
        let Miner { file, mining } = self;
        let mut known: HashSet<String> = file.puzzles.iter().map(|kept| kept.position.clone()).collect();
        while file.puzzles.len() < mining.wanted {
            let mut rng = SplitMix::stream(mining.seed, file.games);
            for kept in mine_game(&game, file, mining.wanted, &mut rng, &mut known) {
                file.puzzles.push(kept);
            }
            file.games += 1;
            if !(mining.save)(file) {
                return;
            }
        }
    }
}

/// Plays one game and returns the puzzles in it.
fn mine_game<G: Bots + Views>(
    game: &G,
    file: &PuzzleFile,
    wanted: usize,
    rng: &mut SplitMix,
    known: &mut HashSet<String>,
) -> Vec<Kept> {
    let mut found: Vec<Kept> = Vec::new();
    let mut players: Vec<_> = Seat::all(game.seats())
        .map(|_| game.bot([Level::Bot2, Level::Bot3][rng.below(2) as usize]))
        .collect();
    let mut state = game.start();
    let mut done = None;
    loop {
        if let Turn::Act(seats) = game.turn(&state) {
            // Also in the middle of a turn: of a long turn nearly always some move does not matter.
            let turn = Some((game.turn_key(&state), seats));
            if let Some(seat) = seats.single().filter(|_| done != turn && found.len() < EACH)
                && rng.below(STRIDE) == 0
                && let Some(kept) =
                    puzzle_at(game, &state, seat, file.nodes, &|grade| is_wanted(grade, file, &found, wanted))
                && !known.contains(&kept.position)
            {
                known.insert(kept.position.clone());
                let taken = file.puzzles.iter().chain(&found).map(|kept| kept.number).max().unwrap_or(0);
                found.push(Kept { number: taken + 1, ..kept });
                // One of a turn.
                done = turn;
            }
        }
        let choose = |seat: Seat, rng: &mut SplitMix| players[seat.index()].choose(game, &state, seat, rng);
        let Some(event) = Event::next(game, &state, rng, choose) else { return found };
        event.apply(game, &mut state);
    }
}

/// Whether the set still takes a puzzle of this grade: easy ones are found most, so no grade gets more than three tenths.
fn is_wanted(grade: u8, file: &PuzzleFile, found: &[Kept], wanted: usize) -> bool {
    let same = file.puzzles.iter().chain(found).filter(|other| other.difficulty == grade).count();
    same < (3 * wanted).div_ceil(10)
}

/// The puzzle of a position, if it is one of a wanted grade and a search with ten times the nodes agrees.
pub(super) fn puzzle_at<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    nodes: u64,
    wants: &dyn Fn(u8) -> bool,
) -> Option<Kept> {
    let moves = game.moves(state, seat);
    if moves.len() < 2 {
        return None;
    }
    // Set up from text, as the puzzle will be: it has no history.
    let position = game.write_position(state);
    let state = &game.read_position(&position).ok()?;
    let asked = Asked { game, state, seat, nodes };
    let (line, value, margin, difficulty) =
        if by_proof(game) { asked.win(&moves, wants)? } else { asked.turn(wants)? };
    let themes = themes::of(game, state, seat, &line);
    let mut at = state.clone();
    let mut texts = Vec::new();
    for mv in line {
        let seat = chooser(game, &at)?;
        texts.push(game.write_move(&at, seat, mv));
        game.apply(&mut at, seat, mv);
    }
    Some(Kept { number: 0, difficulty, seat: seat.number(), value, margin, themes, position, line: texts })
}

/// The line, value, margin and grade of an answer.
type Answer<G> = (Vec<<G as breadboard_core::Rules>::Move>, f64, f64, u8);

/// A position that may be a puzzle.
#[derive(Clone, Copy)]
struct Asked<'a, G: Bots> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    nodes: u64,
}

impl<G: Bots + Views> Asked<'_, G> {
    /// A forced win with one winning move.
    fn win(&self, moves: &[G::Move], wants: &dyn Fn(u8) -> bool) -> Option<Answer<G>> {
        let Asked { game, state, seat, nodes } = *self;
        if self.sane(moves) < LEAST_MOVES {
            return None;
        }
        let mut searching = Searching::new(game, 1);
        // A small search rejects most positions. If it sees no chance, a proof is unlikely.
        for (part, least) in [(30, 0.4), (4, 0.7)] {
            let (mv, quick) = searching.best(game, state, seat, &[], nodes / part, &|| false)?;
            match quick {
                Score::Win(plies) if PROOFS.contains(&plies) => {
                    let second = self.best_other(&mut searching, moves, mv, nodes / part);
                    if matches!(second, Some(Score::Win(_))) {
                        return None;
                    }
                }
                Score::Win(_) => return None,
                other if worth(game, state, other) < least => return None,
                _ => {}
            }
        }
        let (mv, score) = searching.best(game, state, seat, &[], nodes, &|| false)?;
        let Score::Win(plies) = score else { return None };
        let others = self.best_other(&mut searching, moves, mv, nodes);
        if !PROOFS.contains(&plies) || !matches!(others, Some(Score::Loss(_))) {
            return None;
        }
        let grade = grade(game, state, seat, &[mv], nodes);
        if !wants(grade) {
            return None;
        }
        let line = prove_line(game, &mut Searching::new(game, 1), state, nodes, &|| false);
        let mut at = state.clone();
        line.iter().for_each(|&(seat, mv)| game.apply(&mut at, seat, mv));
        let won = game.turn(&at).outcome().is_some_and(|outcome| outcome.share(seat, 2) == 1.0);
        let long = PROOFS.contains(&(line.len() as u32));
        let same = line.first().is_some_and(|(_, first)| *first == mv);
        (won && long && same)
            .then(|| (line.iter().map(|(_, mv)| *mv).collect(), line.len() as f64, 1.0, grade))
    }

    /// How many moves do not let the rival win at once: where there is only one, nothing is to find.
    fn sane(&self, moves: &[G::Move]) -> usize {
        let Asked { game, state, seat, .. } = *self;
        let mut replies = Vec::new();
        let lets_win = |mv: &&G::Move| {
            let mut next = state.clone();
            game.apply(&mut next, seat, **mv);
            let Some(rival) = chooser(game, &next) else { return false };
            replies.clear();
            game.legal_moves(&next, rival, &mut replies);
            replies.iter().any(|&reply| {
                let mut after = next.clone();
                game.apply(&mut after, rival, reply);
                game.turn(&after).outcome().is_some_and(|outcome| outcome.share(rival, 2) == 1.0)
            })
        };
        moves.len() - moves.iter().filter(lets_win).count()
    }

    /// What the best of the other moves leads to.
    fn best_other(
        &self,
        searching: &mut Searching<G>,
        moves: &[G::Move],
        mv: G::Move,
        nodes: u64,
    ) -> Option<Score> {
        let others: Vec<G::Move> = moves.iter().copied().filter(|other| *other != mv).collect();
        let best = searching.best(self.game, self.state, self.seat, &others, nodes, &|| false);
        best.map(|(_, score)| score)
    }

    /// Whether a turn of several moves does nothing on the board, and only ends its phases: that is nothing to find.
    fn only_ends(&self, moves: &[G::Move]) -> bool {
        let Asked { game, state, seat, .. } = *self;
        let mut at = state.clone();
        let mut touched = 0;
        for &mv in moves {
            touched += game.touched(&at, &Event::one(seat, mv)).len();
            game.apply(&mut at, seat, mv);
        }
        moves.len() > 1 && touched == 0
    }

    /// A turn that is better than all others, also for a search with ten times the nodes and other dice.
    fn turn(&self, wants: &dyn Fn(u8) -> bool) -> Option<Answer<G>> {
        let Asked { game, state, seat, nodes } = *self;
        let least = least(game);
        let mut searching = Searching::new(game, 1);
        let (_, quick, count) = searching.standout(game, state, seat, nodes.div_ceil(10), &|| false)?;
        if quick < least / 3.0 || count < LEAST_MOVES {
            return None;
        }
        let (found, margin, _) = searching.standout(game, state, seat, nodes, &|| false)?;
        // The last move of a turn is a choice among a few things that can be seen.
        let long = if searching.by_ends { 2..=MOST_MOVES } else { 1..=MOST_MOVES };
        if margin < least || !long.contains(&found.moves.len()) || self.only_ends(&found.moves) {
            return None;
        }
        let grade = grade(game, state, seat, &found.moves, nodes);
        if !wants(grade) {
            return None;
        }
        let mut checking = Searching::new(game, CHECK_SEED);
        let (deep, margin, _) = checking.standout(game, state, seat, CHECK * nodes, &|| false)?;
        let value = worth(game, state, deep.score);
        let hopeful = game.seats() == 1 || CHANCES.contains(&value);
        (margin >= least && found.end == deep.end && hopeful && is_whole(game, state, seat, &deep.moves))
            .then_some((deep.moves, value, margin, grade))
    }
}

/// Whether the moves are a whole turn, up to its end or to a chance event.
fn is_whole<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, moves: &[G::Move]) -> bool {
    let mut at = state.clone();
    moves.iter().for_each(|&mv| game.apply(&mut at, seat, mv));
    !super::ends::goes_on(game, &at, seat, game.turn_key(state))
}

/// Finds the themes of every puzzle of a file again, and its difficulty if that is asked for, after a change of what they mean.
/// Returns how many puzzles changed.
///
/// # Errors
/// The game of the file is not known.
pub fn retag(file: &mut PuzzleFile, grades: bool) -> Result<usize, Denied> {
    Ok(with_game(&spec_of(file)?, Retag { file, grades })?)
}

struct Retag<'a> {
    file: &'a mut PuzzleFile,
    grades: bool,
}

impl Visitor for Retag<'_> {
    type Output = usize;

    fn visit<G: Bots + Views>(self, game: G) -> usize {
        let mut changed = 0;
        let Retag { file: PuzzleFile { puzzles, nodes, .. }, grades } = self;
        for kept in puzzles {
            // What cannot be read stays as it is: the check says why.
            let Ok((state, seat, line, _)) = read(&game, kept) else { continue };
            let themes = themes::of(&game, &state, seat, &line);
            let difficulty = if grades { grade(&game, &state, seat, &line, *nodes) } else { kept.difficulty };
            changed += usize::from((&themes, difficulty) != (&kept.themes, kept.difficulty));
            (kept.themes, kept.difficulty) = (themes, difficulty);
        }
        changed
    }
}

/// The position of a puzzle, its seat, its answer and where that ends; or what is wrong with them.
type Read<G> = (<G as Rules>::State, Seat, Vec<<G as Rules>::Move>, <G as Rules>::State);

fn read<G: Bots>(game: &G, kept: &Kept) -> Result<Read<G>, String> {
    let state = game.read_position(&kept.position).map_err(|refusal| refusal.to_string())?;
    let seat = Seat::new(usize::from(kept.seat).wrapping_sub(1)).ok_or("there is no such seat")?;
    if chooser(game, &state) != Some(seat) {
        return Err("it is not this seat's turn".to_owned());
    }
    let (mut at, mut line) = (state.clone(), Vec::new());
    for text in &kept.line {
        let mover = chooser(game, &at).ok_or_else(|| format!("no seat can play {text}"))?;
        let mv = game.read_move(&at, mover, text).map_err(|refusal| format!("{text}: {refusal}"))?;
        let event = Event::one(mover, mv);
        game.play(&mut at, &event).map_err(|refusal| format!("{text}: {refusal}"))?;
        line.push(mv);
    }
    Ok((state, seat, line, at))
}

/// Checks every puzzle of a file with ten times the nodes; `tell` gets each result and ends the check if it returns false.
///
/// # Errors
/// The game of the file is not known.
pub fn check(file: &PuzzleFile, tell: &mut dyn FnMut(Checked) -> bool) -> Result<(), Denied> {
    Ok(with_game(&spec_of(file)?, Checker { file, tell })?)
}

struct Checker<'a> {
    file: &'a PuzzleFile,
    tell: &'a mut dyn FnMut(Checked) -> bool,
}

impl Visitor for Checker<'_> {
    type Output = ();

    fn visit<G: Bots + Views>(self, game: G) {
        for kept in &self.file.puzzles {
            let fault = check_one(&game, kept, CHECK * self.file.nodes).err();
            if !(self.tell)(Checked { number: kept.number, fault }) {
                return;
            }
        }
    }
}

fn check_one<G: Bots + Views>(game: &G, kept: &Kept, nodes: u64) -> Result<(), String> {
    let (state, seat, line, at) = read(game, kept)?;
    let first = *line.first().ok_or("there is no answer")?;
    let asked = Asked { game, state: &state, seat, nodes };
    let mut searching = Searching::new(game, CHECK_SEED);
    if by_proof(game) {
        let moves = game.moves(&state, seat);
        let best = searching.best(game, &state, seat, &[], nodes, &|| false);
        let wins = matches!(best, Some((mv, Score::Win(_))) if mv == first);
        if !wins {
            return Err("the answer is not proven to win".to_owned());
        }
        if !matches!(asked.best_other(&mut searching, &moves, first, nodes), Some(Score::Loss(_))) {
            return Err("another move is not proven to lose".to_owned());
        }
        let won = game.turn(&at).outcome().is_some_and(|outcome| outcome.share(seat, 2) == 1.0);
        return if won { Ok(()) } else { Err("the line does not end with a win".to_owned()) };
    }
    if !is_whole(game, &state, seat, &line) {
        return Err("the answer is not a whole turn".to_owned());
    }
    let found = searching.standout(game, &state, seat, nodes, &|| false);
    let (best, _, _) = found
        .filter(|(_, margin, _)| *margin >= least(game))
        .ok_or("no turn is better than all others by the margin")?;
    if best.end == game.write_position(&at) { Ok(()) } else { Err("another turn is better".to_owned()) }
}
