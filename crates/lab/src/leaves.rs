//! Counts move sequences of a game from a position, part by part, so that a program can show how far it is. The counting
//! itself is [`perft`]; it runs here and not in the program, because here it is compiled for speed.

use breadboard_core::{Game, PerftError, Refusal, Seat, Spec, SpecError, Turn, perft};
use breadboard_games::{Visitor, with_game};
use std::fmt;

/// From this depth on a count is made in parts.
const IN_PARTS: u32 = 6;

/// Counts the sequences of exactly `depth` plies.
#[derive(Clone, Copy, Debug)]
pub struct LeafCount<'a> {
    /// The position in the game's notation; the start if left out.
    pub position: Option<&'a str>,
    /// The plies.
    pub depth: u32,
}

/// Why sequences were not counted.
#[derive(Debug)]
pub enum LeafError {
    /// There is no such game.
    Spec(SpecError),
    /// The position is not one.
    Position(Refusal),
    /// A deal too large to list, or a simultaneous round.
    Perft(PerftError),
    /// More than 64 bits can count.
    TooMany(u32),
    /// A count for each move needs a seat that moves.
    NoMover,
}

impl fmt::Display for LeafError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeafError::Spec(error) => error.fmt(f),
            LeafError::Position(refusal) => refusal.fmt(f),
            LeafError::Perft(error) => error.fmt(f),
            LeafError::TooMany(depth) => {
                write!(f, "depth {depth} has more sequences than 64 bits can count")
            }
            LeafError::NoMover => f.write_str("--divide needs a position in which one seat is to move"),
        }
    }
}

impl std::error::Error for LeafError {}

impl LeafCount<'_> {
    /// The count. `progress` is called with the first moves done and all of them where that takes long.
    ///
    /// # Errors
    /// See [`LeafError`].
    pub fn total(self, spec: &Spec, progress: &mut dyn FnMut(usize, usize)) -> Result<u64, LeafError> {
        with_game(spec, Total { count: self, progress }).map_err(LeafError::Spec)?
    }

    /// The count below each first move, in the order of the move list.
    ///
    /// # Errors
    /// See [`LeafError`].
    pub fn by_move(self, spec: &Spec) -> Result<Vec<(String, u64)>, LeafError> {
        with_game(spec, ByMove(self)).map_err(LeafError::Spec)?
    }

    fn state<G: Game>(&self, game: &G) -> Result<G::State, LeafError> {
        self.position
            .map_or_else(|| Ok(game.start()), |text| game.read_position(text))
            .map_err(LeafError::Position)
    }
}

struct Total<'a> {
    count: LeafCount<'a>,
    progress: &'a mut dyn FnMut(usize, usize),
}

impl Visitor for Total<'_> {
    type Output = Result<u64, LeafError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let LeafCount { depth, .. } = self.count;
        let state = self.count.state(&game)?;
        let (Some(mover), true) = (mover(&game, &state), depth >= IN_PARTS) else {
            return perft(&game, &state, depth).map_err(LeafError::Perft);
        };
        let parts = parts(&game, &state, &mover, depth, self.progress)?;
        let sum = parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(*part));
        sum.ok_or(LeafError::TooMany(depth))
    }
}

struct ByMove<'a>(LeafCount<'a>);

impl Visitor for ByMove<'_> {
    type Output = Result<Vec<(String, u64)>, LeafError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = self.0.state(&game)?;
        let mover = mover(&game, &state).ok_or(LeafError::NoMover)?;
        let parts = parts(&game, &state, &mover, self.0.depth, &mut |_, _| {})?;
        let texts = mover.1.iter().map(|&mv| game.write_move(&state, mover.0, mv));
        Ok(texts.zip(parts).collect())
    }
}

/// The acting seat with its moves; `None` where chance or several seats act.
fn mover<G: Game>(game: &G, state: &G::State) -> Option<(Seat, Vec<G::Move>)> {
    let Turn::Act(seats) = game.turn(state) else { return None };
    let seat = seats.single()?;
    let moves = game.moves(state, seat);
    Some((seat, moves))
}

/// The count below each move.
fn parts<G: Game>(
    game: &G,
    state: &G::State,
    (seat, moves): &(Seat, Vec<G::Move>),
    depth: u32,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u64>, LeafError> {
    let mut counts = Vec::with_capacity(moves.len());
    for &mv in moves {
        let mut next = state.clone();
        game.apply(&mut next, *seat, mv);
        counts.push(perft(game, &next, depth - 1).map_err(LeafError::Perft)?);
        progress(counts.len(), moves.len());
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec() -> Spec {
        "breakthrough:columns=5,rows=5".parse().unwrap()
    }

    #[test]
    fn parts_add_up_and_progress_is_told() {
        let mut told = Vec::new();
        let count = |depth| LeafCount { position: None, depth };
        let deep = count(IN_PARTS).total(&spec(), &mut |done, all| told.push((done, all))).unwrap();
        let parts = count(IN_PARTS).by_move(&spec()).unwrap();
        assert_eq!(parts.iter().map(|(_, part)| part).sum::<u64>(), deep);
        assert_eq!((told.len(), told.last()), (parts.len(), Some(&(parts.len(), parts.len()))));
        assert_eq!(parts[0].0.len(), "a2-a3".len());
        assert_eq!(count(1).total(&spec(), &mut |_, _| {}).unwrap(), parts.len() as u64);
    }

    #[test]
    fn what_cannot_be_counted_is_said() {
        let count = |position| LeafCount { position, depth: 2 };
        let reasons = [
            (count(None).by_move(&"traxx".parse().unwrap()).unwrap_err(), "one seat is to move"),
            (count(None).total(&"snipe".parse().unwrap(), &mut |_, _| {}).unwrap_err(), "a deal comes up"),
            (count(None).total(&"chess".parse().unwrap(), &mut |_, _| {}).unwrap_err(), "no game"),
            (count(Some("x")).total(&spec(), &mut |_, _| {}).unwrap_err(), "not a position"),
        ];
        for (error, reason) in reasons {
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
