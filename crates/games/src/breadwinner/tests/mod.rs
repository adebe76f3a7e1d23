//! The laws, the rulings by number, and chance compared with dice and a shuffled pile.

mod chance;
mod play;
mod reference;
mod rulings;
mod text;

use super::*;

type Scene = breadboard_testkit::Scene<Breadwinner>;

/// A position of a game with these settings.
fn with(settings: &str, position: &str) -> Scene {
    Scene::at(&format!("breadwinner:{settings}"), position)
}

/// Seat 1's turn in round 5 of the usual game, in this phase.
fn phase(phase: &str, things: &str) -> Scene {
    with("", &format!("phase={phase} seat=1 start=1 round=5 {things}"))
}

/// The map phase of seat 1's turn.
fn map(things: &str) -> Scene {
    phase("map", things)
}

/// The factory phase of seat 1's turn.
fn factories(things: &str) -> Scene {
    phase("factories", things)
}

/// The position is refused by this ruling; `None` if it cannot be parsed at all.
fn impossible(settings: &str, position: &str, ruling: Option<&str>) {
    let reason = breadboard_testkit::impossible::<Breadwinner>(&format!("breadwinner:{settings}"), position);
    assert_eq!(reason.ruling.as_deref(), ruling, "{position}: {reason}");
}

/// Questions about single words of the position text.
trait Words {
    /// The value of one word; empty if the word is not there.
    fn word(&self, key: &str) -> String;
    /// Each of these words is in the text; `a=` says that nothing is on a.
    fn has(&self, words: &[&str]) -> &Self;
    /// The dice in both piles.
    fn dice(&self) -> [u8; 2];
}

impl Words for Scene {
    fn word(&self, key: &str) -> String {
        let text = self.text();
        let mut words = text.split(' ').filter_map(|word| word.split_once('='));
        words.find(|(name, _)| *name == key).map_or(String::new(), |(_, value)| value.to_owned())
    }

    fn has(&self, words: &[&str]) -> &Self {
        for word in words {
            let (key, value) = word.split_once('=').unwrap();
            assert_eq!(self.word(key), value, "{key} in {}", self.text());
        }
        self
    }

    fn dice(&self) -> [u8; 2] {
        self.state.dice
    }
}

breadboard_testkit::laws!(Breadwinner:
    "breadwinner",
    "breadwinner:strict_soldier=on",
    "breadwinner:no_delivery_block=on,round_cap=10",
    "breadwinner:crop_survives=on",
    "breadwinner:loaves_to_win=4,round_cap=20",
    "breadwinner:strict_soldier=on,no_delivery_block=on,crop_survives=on,round_cap=12,loaves_to_win=7";
    census "breadwinner",
);
