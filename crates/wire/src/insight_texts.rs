//! Every sentence of an analysis, a review, a hint or a puzzle, as a key with its English text. They stand here and not in
//! `insight`, because the catalog that clients read is made below it.
#![allow(missing_docs)]

/// The same sentences in other languages: code and file contents.
pub static TRANSLATIONS: &[(&str, &str)] = &[("de", include_str!("insight_texts.de.txt"))];

breadboard_core::texts! {
    // Refusals.
    NO_CHOICE: "insight-no-choice" = "seat {seat} has no choice here";
    BAD_RECORD: "insight-bad-record" = "line {line}, column {column}: {text}";
    // What a choice gave away.
    GIVES_AWAY: "insight-gives-away" = "it gives away {points} points of winning chance: {after} % are left of {before} %";
    GIVES_ONE: "insight-gives-one" = "it gives away 1 point of winning chance: {after} % are left of {before} %";
    GIVES_POINTS: "insight-gives-points" = "it gives away {points} points: {after} are expected instead of {before}";
    BETTER: "insight-better" = "better: {move}";
    MISSES_WIN: "insight-misses-win" = "it misses a forced win that begins with {move}; moves to the end: {moves}";
    THROWS_AWAY: "insight-throws-away" = "it turns a forced win into a forced loss: now seat {seat} wins; moves to \
        the end: {moves}";
    LETS_WIN: "insight-lets-win" = "it lets seat {seat} win by force; moves to the end: {moves}";
    SHORTENS: "insight-shortens" = "the game was lost; moves that the best defence lasts: {moves}";
    MEETS: "insight-meets" = "the reply {move} shows what is wrong with it";
    REPLY: "insight-reply" = "the best reply to it is {move}";
    LOSES_THINGS: "insight-loses-things" = "it leaves seat {seat} with {count} {what}, the better move with {other}";
    RIVAL_THINGS: "insight-rival-things" = "it leaves seat {seat}, the rival, with {count} {what}, the better move with {other}";
    OWN_SCORE: "insight-own-score" = "the line that follows brings seat {seat} to {count} points, the better one to {other}";
    RIVAL_SCORE: "insight-rival-score" = "the line that follows brings seat {seat}, the rival, to {count} points, the \
        better one to {other}";
    // What a suggested move is for.
    WINS: "insight-wins" = "it wins by force; moves to the end: {moves}";
    DELAYS: "insight-delays" = "every move loses by force, and this one lasts longest; moves to the end: {moves}";
    ONLY: "insight-only" = "it is the only move";
    KEEPS: "insight-keeps" = "with it seat {seat} wins in about {percent} % of games like this";
    EXPECTS: "insight-expects" = "with it about {points} points can be expected at the end";
    AHEAD_OF: "insight-ahead-of" = "the next best move, {move}, costs {points} points of winning chance";
    AHEAD_ONE: "insight-ahead-one" = "the next best move, {move}, costs 1 point of winning chance";
    AHEAD_POINTS: "insight-ahead-points" = "the next best move, {move}, costs {points} points";
    AS_GOOD: "insight-as-good" = "{move} is about as good";
    RUNNER_LOSES: "insight-runner-loses" = "the next best move, {move}, loses by force; moves to the end: {moves}";
    BRINGS_SCORE: "insight-brings-score" = "the expected play brings seat {seat} from {count} to {other} points";
    TAKES_THINGS: "insight-takes-things" = "the expected play leaves seat {seat} with {count} {what}, {other} less than now";
    THEN: "insight-then" = "expected then: {move}";
}
