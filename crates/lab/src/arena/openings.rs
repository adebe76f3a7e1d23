//! How deals begin: random moves, or the lines of a file. A deal begins alike in all its games, so that each opening is
//! played from every seat.

use super::ArenaError;
use super::game::{Terms, draw, drawn};
use breadboard_core::{Event, Game, SplitMix, Turn};
use breadboard_engine::play_word;

/// The beginning of a game.
#[derive(Clone, Debug)]
pub(super) struct Opened<G: Game> {
    /// The position that it began from, if it is not the game's own start.
    pub(super) start: Option<G::State>,
    pub(super) state: G::State,
    pub(super) events: Vec<Event<G>>,
}

/// The openings of a file, one a line: a position, or moves from the start as the engine protocol writes them.
#[derive(Debug)]
pub(super) struct Book<G: Game>(Vec<Opened<G>>);

impl<G: Game> Book<G> {
    pub(super) fn read(game: &G, text: &str) -> Result<Book<G>, ArenaError> {
        let mut openings = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |reason| ArenaError::Opening(format!("line {}: {reason}", number + 1));
            let opened = read(game, line).map_err(wrong)?;
            openings.push(opened);
        }
        if openings.is_empty() {
            return Err(ArenaError::Opening("there is no opening in it".to_owned()));
        }
        Ok(Book(openings))
    }

    /// The opening of a number; after the last comes the first again.
    pub(super) fn opening(&self, number: usize) -> Opened<G> {
        self.0[number % self.0.len()].clone()
    }
}

/// One line: moves if the first word is a legal one, else a position.
fn read<G: Game>(game: &G, line: &str) -> Result<Opened<G>, String> {
    let mut opened = Opened { start: None, state: game.start(), events: Vec::new() };
    let words = line.strip_prefix("moves ").unwrap_or(line).split_whitespace();
    for (index, word) in words.enumerate() {
        match play_word(game, &mut opened.state, word) {
            Ok(event) => opened.events.push(event),
            Err(not_a_move) if index == 0 => {
                let state = game.read_position(line).map_err(|not_a_position| {
                    format!("neither moves ({not_a_move}) nor a position ({not_a_position})")
                })?;
                opened = Opened { start: Some(state.clone()), state, events: Vec::new() };
                break;
            }
            Err(refusal) => return Err(format!("move {}: {refusal}", index + 1)),
        }
    }
    if game.turn(&opened.state).outcome().is_some() {
        return Err("the game is over there".to_owned());
    }
    Ok(opened)
}

/// Whether this many random moves leave a game to play.
pub(super) fn can_open<G: Game>(game: &G, terms: &Terms) -> bool {
    (0..4).any(|deal| opened(game, deal, terms, terms.openings).is_some())
}

/// The position after the random moves of a deal; the same for all rotations.
pub(super) fn random<G: Game>(game: &G, deal: u64, terms: &Terms) -> Opened<G> {
    let mut moves = terms.openings;
    loop {
        if let Some((state, events)) = opened(game, deal, terms, moves) {
            return Opened { start: None, state, events };
        }
        // Too many for this deal; zero is always possible.
        moves /= 2;
    }
}

fn opened<G: Game>(game: &G, deal: u64, terms: &Terms, random: u32) -> Option<(G::State, Vec<Event<G>>)> {
    // An opening must not end the game; a few tries find one that does not.
    for attempt in 0..16u64 {
        let mut rng = SplitMix::stream(terms.seed ^ 0x0F, deal ^ attempt << 40);
        let (mut state, mut events) = (game.start(), Vec::new());
        let mut left = random;
        while left > 0 {
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let Some(chance) = draw(game, &state, deal, drawn(&events), terms) else { break };
                    game.apply_chance(&mut state, &chance);
                    events.push(Event::Chance(chance));
                }
                Turn::Act(_) => {
                    let Some(event) = Event::random(game, &state, &mut rng) else { break };
                    if game.play(&mut state, &event).is_err() {
                        break;
                    }
                    events.push(event);
                    left -= 1;
                }
            }
        }
        if game.turn(&state).outcome().is_none() {
            return Some((state, events));
        }
    }
    (random == 0).then(|| (game.start(), Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::Rules as _;
    use breadboard_games::breakthrough::Breakthrough;

    fn book(text: &str) -> Result<Book<Breakthrough<u64>>, String> {
        let (options, seats) = "breakthrough:columns=5,rows=5"
            .parse::<breadboard_core::Spec>()
            .unwrap()
            .read::<Breakthrough<u64>>()
            .unwrap();
        Book::read(&Breakthrough::new(options, seats).unwrap(), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_line_is_moves_or_a_position() {
        let text = "# two openings\n\na2-a3 b4-b3\nppppp/5/PPPPP/5/5 b\n";
        let book = book(text).unwrap();
        let [first, second, again] = [0, 1, 2].map(|number| book.opening(number));
        assert_eq!((first.events.len(), first.start.is_none()), (2, true));
        assert_eq!((second.events.len(), second.start.is_some()), (0, true));
        assert_eq!(again.state, first.state, "after the last comes the first");
    }

    #[test]
    fn what_is_wrong_in_the_file_is_told_with_its_line() {
        for (text, reason) in [
            ("", "no opening"),
            ("# nothing\n", "no opening"),
            ("a2-a3\nxyzzy\n", "line 2: neither moves"),
            ("a2-a3 a2-a3", "line 1: move 2"),
            ("P4/5/5/5/4p w", "line 1"),
        ] {
            let error = book(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
