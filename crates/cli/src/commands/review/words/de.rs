//! German.

use super::Words;

pub(super) const WORDS: Words = Words {
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
