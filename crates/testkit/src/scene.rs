//! A position that a rules test plays from and asks questions.
//!
//! A scene is a value: [`Scene::plays`] returns the position after some events and leaves the old one as it is, so that a
//! test can branch without copying states by hand. Questions return the scene again and can be chained:
//!
//! ```text
//! Scene::at("breakthrough", "8/8/8/8/8/5p2/4PPP1/8 b")
//!     .lists("f3xe2; f3xg2")
//!     .refuses("swap", "K4")
//!     .plays("f3xe2")
//!     .shows("8/8/8/8/8/8/4pPP1/8 w");
//! ```
//!
//! Events are separated by `;`, the choices of one round by `|`. No notation uses either character.

use breadboard_core::{Canvas, Event, Game, Listing, Outcome, Refusal, Seat, Turn};
use std::fmt;
use std::sync::Arc;

/// A position of a game, to play from and to ask questions.
#[derive(Debug)]
pub struct Scene<G: Game> {
    /// The rules with their options.
    pub game: Arc<G>,
    /// The position.
    pub state: G::State,
}

impl<G: Game> Clone for Scene<G> {
    fn clone(&self) -> Self {
        Scene { game: Arc::clone(&self.game), state: self.state.clone() }
    }
}

/// The parts of a text between semicolons; an empty text has none.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// Setting up a position, and playing from it.
impl<G: Game> Scene<G> {
    /// The start of the game that a spec names.
    ///
    /// # Panics
    /// If the spec does not name a game of this type.
    #[must_use]
    pub fn start(spec: &str) -> Scene<G> {
        let game: G = crate::game(spec);
        let state = game.start();
        Scene { game: Arc::new(game), state }
    }

    /// A position, parsed from its text.
    ///
    /// # Panics
    /// If the position is refused.
    #[must_use]
    pub fn at(spec: &str, position: &str) -> Scene<G> {
        Scene::start(spec).set(position)
    }

    /// Another position of the same game.
    ///
    /// # Panics
    /// If the position is refused.
    #[must_use]
    pub fn set(&self, position: &str) -> Scene<G> {
        let state =
            self.game.read_position(position).unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
        Scene { game: Arc::clone(&self.game), state }
    }

    /// The position after these events: moves of the seat to act, rolls and deals.
    ///
    /// # Panics
    /// If an event is refused.
    #[must_use]
    pub fn plays(&self, events: &str) -> Scene<G> {
        let mut next = self.clone();
        for text in parts(events) {
            let state = next.after(text);
            next.state = state.unwrap_or_else(|refusal| panic!("{text} in {}: {refusal}", next.text()));
        }
        next
    }

    /// The event that a text stands for here: a chance event, a move, or the choices of a round.
    ///
    /// # Errors
    /// The text cannot be parsed, or the game is over.
    pub fn event(&self, text: &str) -> Result<Event<G>, Refusal> {
        match self.game.turn(&self.state) {
            Turn::Over(_) => Err(breadboard_core::refusals::game_over()),
            Turn::Chance => self.game.read_chance(&self.state, text).map(Event::Chance),
            Turn::Act(seats) => {
                let texts: Vec<&str> =
                    if seats.len() == 1 { vec![text] } else { text.split('|').map(str::trim).collect() };
                let choices = seats.iter().zip(&texts).map(|(seat, text)| {
                    let mv = self.game.read_move(&self.state, seat, text)?;
                    Ok((seat, mv))
                });
                let choices = choices.collect::<Result<Vec<_>, Refusal>>()?;
                assert_eq!(seats.len(), texts.len(), "choices for the acting seats in {}", self.text());
                Ok(Event::Act(choices))
            }
        }
    }

    /// The state after one event; the scene itself stays as it is.
    fn after(&self, text: &str) -> Result<G::State, Refusal> {
        let event = self.event(text)?;
        let mut state = self.state.clone();
        let played = self.game.play(&mut state, &event);
        if played.is_err() {
            assert_eq!(state, self.state, "the refused {text} changes the state");
        }
        played.map(|()| state)
    }
}

/// What a position is like.
impl<G: Game> Scene<G> {
    /// The text of the position.
    #[must_use]
    pub fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    /// Who acts.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.turn().outcome()
    }

    /// The one seat that acts.
    ///
    /// # Panics
    /// If no seat acts, or several seats do.
    #[must_use]
    pub fn seat(&self) -> Seat {
        match self.turn() {
            Turn::Act(seats) => seats.single().unwrap_or_else(|| panic!("{seats:?} act in {}", self.text())),
            turn => panic!("{turn:?} in {}", self.text()),
        }
    }

    /// The scores, in seat order.
    ///
    /// # Panics
    /// If the game has no scores.
    #[must_use]
    pub fn scores(&self) -> Vec<i32> {
        self.game.scores(&self.state).expect("the game has scores").as_slice().to_vec()
    }

    /// The listed moves of the one acting seat, as text; none if no seat acts.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        if !matches!(self.turn(), Turn::Act(_)) {
            return Vec::new();
        }
        let seat = self.seat();
        let moves = self.game.moves(&self.state, seat);
        moves.into_iter().map(|mv| self.game.write_move(&self.state, seat, mv)).collect()
    }

    /// The listed chance events with their weights, as text.
    ///
    /// # Panics
    /// If there are too many to list.
    #[must_use]
    pub fn chances(&self) -> Vec<(String, u64)> {
        let mut outcomes = Vec::new();
        assert_eq!(self.game.chances(&self.state, &mut outcomes), Listing::Complete, "{}", self.text());
        let text = |(chance, weight)| (self.game.write_chance(&self.state, &chance), weight);
        outcomes.into_iter().map(text).collect()
    }

    /// What an event is narrated as.
    ///
    /// # Panics
    /// If the event cannot be parsed.
    #[must_use]
    pub fn narration(&self, event: &str) -> Vec<String> {
        let event = self.event(event).unwrap_or_else(|refusal| panic!("{event}: {refusal}"));
        self.game.narrate(&self.state, &event).iter().map(ToString::to_string).collect()
    }

    /// The drawing.
    #[must_use]
    pub fn drawing(&self, canvas: Canvas) -> String {
        self.game.draw(&self.state, canvas).text
    }

    /// Why an event is refused. A refused event changes nothing and is not listed.
    ///
    /// # Panics
    /// If the event is accepted.
    #[must_use]
    pub fn refusal(&self, event: &str) -> Reason {
        let Err(refusal) = self.after(event) else { panic!("{event} is accepted in {}", self.text()) };
        if matches!(self.turn(), Turn::Act(seats) if seats.single().is_some()) {
            assert!(!self.moves().iter().any(|text| text == event), "{event} is refused but listed");
        }
        Reason::from(refusal)
    }
}

/// Claims about a position. Each returns the scene, for the next claim.
///
/// # Panics
/// Each panics if its claim is false.
impl<G: Game> Scene<G> {
    /// The text of the position is this.
    pub fn shows(&self, position: &str) -> &Self {
        assert_eq!(self.text(), position);
        self
    }

    /// The text of the position ends with these words.
    pub fn shows_at_end(&self, words: &str) -> &Self {
        let text = self.text();
        assert!(text.ends_with(&format!(" {words}")), "{text}\ndoes not end with\n{words}");
        self
    }

    /// Exactly these moves are listed, in any order.
    pub fn lists(&self, moves: &str) -> &Self {
        let mut listed = self.moves();
        listed.sort_unstable();
        let mut expected: Vec<&str> = parts(moves).collect();
        expected.sort_unstable();
        assert_eq!(listed, expected, "moves in {}", self.text());
        self
    }

    /// These moves are accepted and listed.
    pub fn allows(&self, moves: &str) -> &Self {
        let seat = self.seat();
        let listed = self.game.moves(&self.state, seat);
        for text in parts(moves) {
            let accepted = self.game.read_move(&self.state, seat, text).and_then(|mv| {
                self.game.check(&self.state, seat, mv)?;
                Ok(mv)
            });
            let mv = accepted.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert!(listed.contains(&mv), "{text} is accepted but not listed");
        }
        self
    }

    /// The event is refused by this ruling.
    pub fn refuses(&self, event: &str, ruling: &str) -> &Self {
        self.refusal(event).is_by(ruling);
        self
    }

    /// The event is refused by this ruling, with exactly this sentence.
    pub fn refuses_with(&self, event: &str, ruling: &str, sentence: &str) -> &Self {
        let reason = self.refusal(event);
        assert_eq!((reason.ruling.as_deref(), &*reason.sentence), (Some(ruling), sentence), "{event}");
        self
    }

    /// The event is refused by the game's own text, which needs no ruling, with exactly this sentence.
    pub fn refuses_plainly(&self, event: &str, sentence: &str) -> &Self {
        let reason = self.refusal(event);
        assert_eq!((reason.ruling.as_deref(), &*reason.sentence), (None, sentence), "{event}");
        self
    }

    /// The event is refused although no ruling forbids it, with this in the sentence.
    pub fn cannot_read(&self, event: &str, part: &str) -> &Self {
        self.refusal(event).is_by_no_ruling().says(part);
        self
    }

    /// This seat, by its number, acts alone.
    pub fn is_turn_of(&self, seat: u8) -> &Self {
        assert_eq!(self.seat().number(), seat, "{}", self.text());
        self
    }

    /// A roll or deal is pending.
    pub fn waits_for_chance(&self) -> &Self {
        assert_eq!(self.turn(), Turn::Chance, "{}", self.text());
        self
    }

    /// The game is over with this outcome.
    pub fn is_over(&self, outcome: Outcome) -> &Self {
        assert_eq!(self.outcome(), Some(outcome), "{}", self.text());
        self
    }

    /// The game is over, and this seat has won it.
    pub fn is_won_by(&self, seat: u8) -> &Self {
        let winner = Seat::new(usize::from(seat) - 1).expect("seats are numbered from 1");
        self.is_over(Outcome::Win(winner))
    }

    /// The game is over, however it ended.
    pub fn is_finished(&self) -> &Self {
        assert!(self.outcome().is_some(), "{}", self.text());
        self
    }

    /// The game is over, and this is the key of the cause that it names.
    pub fn ends_by(&self, cause: &str) -> &Self {
        self.is_finished();
        assert_eq!(self.game.ending(&self.state).map(|named| named.key), Some(cause), "{}", self.text());
        self
    }

    /// The game is not over.
    pub fn goes_on(&self) -> &Self {
        assert_eq!(self.outcome(), None, "{}", self.text());
        self
    }

    /// The scores are these, in seat order.
    pub fn has_scores(&self, scores: &[i32]) -> &Self {
        assert_eq!(self.scores(), scores, "{}", self.text());
        self
    }

    /// The event is narrated in these sentences.
    pub fn narrates(&self, event: &str, sentences: &[&str]) -> &Self {
        assert_eq!(self.narration(event), sentences, "{event}");
        self
    }
}

/// Why a position is refused.
///
/// # Panics
/// If it is accepted.
#[must_use]
pub fn impossible<G: Game>(spec: &str, position: &str) -> Reason {
    let game: G = crate::game(spec);
    match game.read_position(position) {
        Ok(state) => panic!("{position} is accepted as {}", game.write_position(&state)),
        Err(refusal) => {
            let unreadable = breadboard_core::refusals::UNREADABLE_POSITION.key;
            let fits = match &refusal {
                Refusal::Unreadable(text) => text.key() == unreadable,
                Refusal::Illegal(..) | Refusal::AgainstRules(_) => true,
                Refusal::NotNow(_) => false,
            };
            assert!(fits, "{refusal}");
            Reason::from(refusal)
        }
    }
}

/// Why something is refused, with claims about it. Each claim panics if it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The number of the ruling; none where the text could not be parsed.
    pub ruling: Option<String>,
    /// The sentence, without the ruling.
    pub sentence: String,
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Reason {
        Reason { ruling: refusal.ruling().map(str::to_owned), sentence: refusal.text().to_string() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ruling {
            Some(ruling) => write!(f, "{} ({ruling})", self.sentence),
            None => f.write_str(&self.sentence),
        }
    }
}

impl Reason {
    /// This ruling forbids it.
    pub fn is_by(&self, ruling: &str) -> &Self {
        assert_eq!(self.ruling.as_deref(), Some(ruling), "{self}");
        self
    }

    /// No ruling forbids it: it has no meaning here.
    pub fn is_by_no_ruling(&self) -> &Self {
        assert_eq!(self.ruling, None, "{self}");
        self
    }

    /// The sentence, with its ruling in parentheses, contains this.
    pub fn says(&self, part: &str) -> &Self {
        let text = self.to_string();
        assert!(text.contains(part), "{text}\ndoes not say\n{part}");
        self
    }
}
