//! English.

use super::Words;

pub(super) const WORDS: Words = Words {
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
