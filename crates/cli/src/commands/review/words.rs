//! The words of a review on the command line and of its page, in every language.

use breadboard_wire::MoveMark;

/// One language.
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) seat: &'static str,
    pub(super) accuracy: &'static str,
    pub(super) luck: &'static str,
    pub(super) choices: &'static str,
    pub(super) residual: &'static str,
    pub(super) chance: &'static str,
    pub(super) points: &'static str,
    pub(super) over_time: &'static str,
    pub(super) event: &'static str,
    pub(super) value: &'static str,
    pub(super) mark: &'static str,
    pub(super) loss: &'static str,
    pub(super) reasons: &'static str,
    pub(super) better: &'static str,
    pub(super) after: &'static str,
    pub(super) key_moments: &'static str,
    pub(super) players: &'static str,
    pub(super) marks: [&'static str; 6],
}

const ENGLISH: Words = Words {
    title: "Review",
    seat: "seat",
    accuracy: "accuracy",
    luck: "luck",
    choices: "choices",
    residual: "not explained by luck and choices (error of the search), seat 1",
    chance: "chance to win",
    points: "expected points",
    over_time: "Value over the game",
    event: "event",
    value: "value after it",
    mark: "mark",
    loss: "loss",
    reasons: "Mistakes and why",
    better: "better",
    after: "after it",
    key_moments: "key moments",
    players: "Players",
    marks: ["forced", "best", "good", "inaccuracy", "mistake", "blunder"],
};

const GERMAN: Words = Words {
    title: "Rückblick",
    seat: "Platz",
    accuracy: "Genauigkeit",
    luck: "Glück",
    choices: "Entscheidungen",
    residual: "weder Glück noch Entscheidung (Fehler der Suche), Platz 1",
    chance: "Gewinnchance",
    points: "erwartete Punkte",
    over_time: "Wert im Lauf der Partie",
    event: "Ereignis",
    value: "Wert danach",
    mark: "Urteil",
    loss: "Verlust",
    reasons: "Fehler und ihre Gründe",
    better: "besser",
    after: "danach",
    key_moments: "Schlüsselmomente",
    players: "Spieler",
    marks: ["erzwungen", "bester Zug", "gut", "Ungenauigkeit", "Fehler", "grober Fehler"],
};

impl Words {
    pub(super) fn of(code: &str) -> &'static Words {
        if code == "de" { &GERMAN } else { &ENGLISH }
    }

    pub(super) fn mark(&self, mark: MoveMark) -> &'static str {
        self.marks[match mark {
            MoveMark::Forced => 0,
            MoveMark::Best => 1,
            MoveMark::Good => 2,
            MoveMark::Inaccuracy => 3,
            MoveMark::Mistake => 4,
            MoveMark::Blunder => 5,
        }]
    }
}
