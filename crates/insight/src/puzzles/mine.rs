//! Finds puzzles in games that bots play with themselves, and checks them. Everything depends on the seed and on node budgets,
//! so the same command finds the same puzzles on every machine, and an interrupted one goes on where it was.

use super::ends::{Searching, by_proof, chooser, worth};
use super::file::{Kept, PuzzleFile};
use super::judge::prove_line;
use super::{spec_of, themes};
use breadboard_core::{Event, Rng as _, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Level, Views, Visitor, with_game};
use breadboard_search::Score;
use breadboard_wire::Denied;
use std::collections::HashSet;

/// How many times the nodes of the answer a check has.
const CHECK: u64 = 10;
/// The parts of the nodes at which a difficulty ends: what the first finds is easy.
const LADDER: [f64; 5] = [0.001, 0.01, 0.1, 0.3, 1.0];
/// A choice of a game is looked at with a probability of one in this number.
const STRIDE: u32 = 3;
/// Puzzles of one game.
const EACH: usize = 2;
/// The shortest and the longest proven win, in plies.
const PROOFS: std::ops::RangeInclusive<u32> = 3..=15;
/// Fewer moves leave nothing to find.
const LEAST_MOVES: usize = 4;
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

/// The least difference to any other turn: winning chance, or points where one seat plays alone.
fn least<G: Bots>(game: &G) -> f64 {
    if game.seats() == 1 { 2.0 } else { 0.12 }
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
    let mut last = None;
    loop {
        match game.turn(&state) {
            Turn::Over(_) => return found,
            Turn::Chance => {
                let Some(chance) = game.sample_chance(&state, rng) else { return found };
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(seats) => {
                let key = Some((game.turn_key(&state), seats));
                let begins = last != key;
                last = key;
                if let Some(seat) = seats.single().filter(|_| begins && found.len() < EACH)
                    && rng.below(STRIDE) == 0
                    && let Some(kept) = puzzle_at(game, &state, seat, file.nodes)
                    && !known.contains(&kept.position)
                    && is_wanted(&kept, file, &found, wanted)
                {
                    known.insert(kept.position.clone());
                    let taken = file.puzzles.iter().chain(&found).map(|kept| kept.number).max().unwrap_or(0);
                    found.push(Kept { number: taken + 1, ..kept });
                }
                let choices: Vec<_> = seats
                    .iter()
                    .map(|seat| (seat, players[seat.index()].choose(game, &state, seat, rng)))
                    .collect();
                Event::<G>::Act(choices).apply(game, &mut state);
            }
        }
    }
}

/// Whether the set still takes a puzzle of this difficulty: easy ones are found most, and should be a third at most.
fn is_wanted(kept: &Kept, file: &PuzzleFile, found: &[Kept], wanted: usize) -> bool {
    let same = file.puzzles.iter().chain(found).filter(|other| other.difficulty == kept.difficulty).count();
    same < wanted.div_ceil(3)
}

/// The puzzle of a position, if it is one and a search with ten times the nodes agrees.
fn puzzle_at<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, nodes: u64) -> Option<Kept> {
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    if moves.len() < LEAST_MOVES {
        return None;
    }
    // Set up from text, as the puzzle will be: it has no history.
    let position = game.write_position(state);
    let state = &game.read_position(&position).ok()?;
    let (line, value, margin) = if by_proof(game) {
        win_at(game, state, seat, &moves, nodes)?
    } else {
        turn_at(game, state, seat, nodes)?
    };
    let difficulty = difficulty(game, state, seat, &line, nodes);
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

/// The line, value and margin of an answer.
type Answer<G> = (Vec<<G as breadboard_core::Rules>::Move>, f64, f64);

/// A forced win with one winning move.
fn win_at<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    moves: &[G::Move],
    nodes: u64,
) -> Option<Answer<G>> {
    let mut searching = Searching::new(game);
    // Most positions are no puzzle: a small search says so soon. Where it sees no win at all, there is none to prove.
    for (part, least) in [(300, 0.6), (10, 2.0)] {
        let (_, quick) = searching.best(game, state, seat, &[], nodes / part, &|| false)?;
        let near = matches!(quick, Score::Win(plies) if PROOFS.contains(&plies));
        if !near && worth(game, quick) < least {
            return None;
        }
    }
    let (mv, score) = searching.best(game, state, seat, &[], nodes, &|| false)?;
    let Score::Win(plies) = score else { return None };
    if !PROOFS.contains(&plies) || !others_lose(game, &mut searching, state, seat, moves, mv, nodes) {
        return None;
    }
    let line = prove_line(game, &mut Searching::new(game), state, nodes, &|| false);
    let mut at = state.clone();
    line.iter().for_each(|&(seat, mv)| game.apply(&mut at, seat, mv));
    let won = game.turn(&at).outcome().is_some_and(|outcome| outcome.share(seat, 2) == 1.0);
    let long = PROOFS.contains(&(line.len() as u32));
    let same = line.first().is_some_and(|(_, first)| *first == mv);
    (won && long && same).then(|| (line.iter().map(|(_, mv)| *mv).collect(), line.len() as f64, 1.0))
}

/// Whether every other move is proven to lose.
fn others_lose<G: Bots + Views>(
    game: &G,
    searching: &mut Searching<G>,
    state: &G::State,
    seat: Seat,
    moves: &[G::Move],
    mv: G::Move,
    nodes: u64,
) -> bool {
    let others: Vec<G::Move> = moves.iter().copied().filter(|other| *other != mv).collect();
    let best = searching.best(game, state, seat, &others, nodes, &|| false);
    matches!(best, Some((_, Score::Loss(_))))
}

/// A turn that is better than all others, also for a search with ten times the nodes.
fn turn_at<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, nodes: u64) -> Option<Answer<G>> {
    let least = least(game);
    let mut searching = Searching::new(game);
    let ends = searching.ends(game, state, seat, nodes / 10, &|| false);
    let [best, other, ..] = &ends[..] else { return None };
    if worth(game, best.score) - worth(game, other.score) < least / 2.0 {
        return None;
    }
    let (found, _) = searching.standout(game, state, seat, nodes, least, &|| false)?;
    let (deep, margin) = Searching::new(game).standout(game, state, seat, CHECK * nodes, least, &|| false)?;
    let value = worth(game, deep.score);
    let hopeful = game.seats() == 1 || CHANCES.contains(&value);
    (found.end == deep.end && hopeful && is_whole(game, state, seat, &deep.moves))
        .then_some((deep.moves, value, margin))
}

/// Whether the moves are a whole turn, up to its end or to a chance event.
fn is_whole<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, moves: &[G::Move]) -> bool {
    let mut at = state.clone();
    moves.iter().for_each(|&mv| game.apply(&mut at, seat, mv));
    !super::ends::goes_on(game, &at, seat, game.turn_key(state))
}

/// How many nodes a search needs to find the answer, on a scale of five.
fn difficulty<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, line: &[G::Move], nodes: u64) -> u8 {
    let (_, answer) = super::ends::turn_of(game, state, seat, line);
    let finds = |part: &f64| {
        let nodes = ((nodes as f64 * part) as u64).max(1);
        let ends = Searching::new(game).ends(game, state, seat, nodes, &|| false);
        ends.first().is_some_and(|found| found.end == answer)
    };
    LADDER.iter().position(finds).map_or(5, |at| at as u8 + 1)
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
    let first = *line.first().ok_or("there is no answer")?;
    let mut searching = Searching::new(game);
    if by_proof(game) {
        let mut moves = Vec::new();
        game.legal_moves(&state, seat, &mut moves);
        let best = searching.best(game, &state, seat, &[], nodes, &|| false);
        let wins = matches!(best, Some((mv, Score::Win(_))) if mv == first);
        if !wins {
            return Err("the answer is not proven to win".to_owned());
        }
        if !others_lose(game, &mut searching, &state, seat, &moves, first, nodes) {
            return Err("another move is not proven to lose".to_owned());
        }
        let won = game.turn(&at).outcome().is_some_and(|outcome| outcome.share(seat, 2) == 1.0);
        return if won { Ok(()) } else { Err("the line does not end with a win".to_owned()) };
    }
    if !is_whole(game, &state, seat, &line) {
        return Err("the answer is not a whole turn".to_owned());
    }
    let found = searching.standout(game, &state, seat, nodes, least(game), &|| false);
    let (best, _) = found.ok_or("no turn is better than all others by the margin")?;
    if best.end == game.write_position(&at) { Ok(()) } else { Err("another turn is better".to_owned()) }
}
