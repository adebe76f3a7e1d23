//! A position that can be asked what it allows.

use super::super::*;
use breadboard_core::refusals;
use breadboard_testkit as testkit;

pub(super) struct Scene {
    pub(super) game: Breadwinner,
    pub(super) state: State,
}

impl Scene {
    /// A position of a game with these settings.
    pub(super) fn with(settings: &str, position: &str) -> Scene {
        let game: Breadwinner = testkit::game(&format!("breadwinner:{settings}"));
        let state = game.read_position(position).unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
        Scene { game, state }
    }

    /// Seat 1's turn in round 5 of the usual game, in this phase.
    pub(super) fn at(phase: &str, things: &str) -> Scene {
        Scene::with("", &format!("phase={phase} seat=1 start=1 round=5 {things}"))
    }

    pub(super) fn map(things: &str) -> Scene {
        Scene::at("map", things)
    }

    pub(super) fn factories(things: &str) -> Scene {
        Scene::at("factories", things)
    }

    fn seat(&self) -> Seat {
        self.state.mover
    }

    fn verdict(&self, text: &str) -> Result<Move, Refusal> {
        let mv = self.game.read_move(&self.state, self.seat(), text)?;
        self.game.check(&self.state, self.seat(), mv).map(|()| mv)
    }

    /// The moves that are listed, as text.
    pub(super) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.state, self.seat(), &mut moves);
        moves.iter().map(|&mv| self.game.write_move(&self.state, self.seat(), mv)).collect()
    }

    /// These moves are listed and accepted.
    pub(super) fn allows(&self, texts: &[&str]) -> &Scene {
        for text in texts {
            let mv = self.verdict(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            let mut moves = Vec::new();
            self.game.legal_moves(&self.state, self.seat(), &mut moves);
            assert!(moves.contains(&mv), "{text} is accepted but not listed");
        }
        self
    }

    /// This move is refused by this ruling, and not listed.
    pub(super) fn refuses(&self, text: &str, ruling: &str) -> &Scene {
        let refusal = match self.verdict(text) {
            Ok(_) => panic!("{text} is accepted"),
            Err(refusal) => refusal,
        };
        assert_eq!(refusal.ruling, Some(ruling), "{text}: {refusal}");
        assert!(!self.moves().contains(&(*text).to_owned()), "{text} is listed");
        self
    }

    /// The position after some moves and chance events.
    pub(super) fn after(&self, texts: &[&str]) -> Scene {
        let mut next = Scene { game: self.game.clone(), state: self.state };
        for text in texts {
            let event = if self.game.turn(&next.state) == Turn::Chance {
                self.game.read_chance(&next.state, text).map(Event::Chance)
            } else {
                let seat = next.state.mover;
                self.game.read_move(&next.state, seat, text).map(|mv| Event::one(seat, mv))
            };
            let event = event.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            let played = self.game.play(&mut next.state, &event);
            played.unwrap_or_else(|refusal| panic!("{text} in {}: {refusal}", next.text()));
        }
        next
    }

    pub(super) fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    /// The value of one word of the position text; empty if it is not there.
    pub(super) fn word(&self, key: &str) -> String {
        let text = self.text();
        let mut words = text.split(' ').filter_map(|word| word.split_once('='));
        words.find(|(name, _)| *name == key).map_or(String::new(), |(_, value)| value.to_owned())
    }

    /// Each of these words stands in the position text; `a=` says that nothing is on a.
    pub(super) fn shows(&self, words: &[&str]) -> &Scene {
        for word in words {
            let (key, value) = word.split_once('=').unwrap();
            assert_eq!(self.word(key), value, "{key} in {}", self.text());
        }
        self
    }

    /// Dice in both piles.
    pub(super) fn dice(&self) -> [u8; 2] {
        self.state.dice
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.turn(&self.state).outcome()
    }
}

/// A position that is refused by this ruling; `None` if it cannot be read at all.
pub(super) fn impossible(settings: &str, position: &str, ruling: Option<&str>) {
    let game: Breadwinner = testkit::game(&format!("breadwinner:{settings}"));
    match game.read_position(position) {
        Ok(state) => panic!("{position} is read as {}", game.write_position(&state)),
        Err(refusal) => {
            assert_eq!(refusal.ruling, ruling, "{position}: {refusal}");
            assert_eq!(refusal.text.key(), refusals::UNREADABLE_POSITION.key);
        }
    }
}
