//! Every sentence about puzzles as keys with their English texts. The themes of a game's puzzles are among the game's own
//! texts.
#![allow(missing_docs)]

/// The same sentences in other languages: code and file contents.
pub static TRANSLATIONS: &[(&str, &str)] = &[("de", include_str!("puzzle_texts.de.txt"))];

breadboard_core::texts! {
    NO_PUZZLE: "puzzle-none" = "there is no puzzle {id}";
    // What is asked.
    TASK_WIN: "puzzle-task-win" = "seat {seat} wins by force: find the only move that wins; own moves to the end: \
        {moves}";
    TASK_BEST: "puzzle-task-best" = "find the best turn of seat {seat}: one is clearly better than all others";
    TASK_POINTS: "puzzle-task-points" = "find the choice of seat {seat} that promises most points";
    // What became of an answer.
    TURN_GOES_ON: "puzzle-goes-on" = "the turn is judged at its end";
    BEGIN_AGAIN: "puzzle-begin-again" = "from here the best answer can no longer be reached: begin again";
    ONLY_WIN: "puzzle-only-win" = "it wins by force, whatever the rival does, and every other first move loses by \
        force; own moves to the end: {moves}";
    BEST_TURN: "puzzle-best-turn" = "with it the seat wins in about {value} % of games like this, {points} points \
        of winning chance more than with any other turn";
    BEST_POINTS: "puzzle-best-points" = "with it about {value} points can be expected at the end, {points} more \
        than with any other choice";
    BEST_WINS: "puzzle-best-wins" = "it wins by force, and any other turn gives away at least {points} points of \
        winning chance";
    WINS_NOW: "puzzle-wins-now" = "it wins the game at once";
    HAS_THEN: "puzzle-has-then" = "seat {seat} had {before} points and has {after} after it";
    FOLLOWS: "puzzle-follows" = "if both then play what looks best at once, seat {seat} has about {own} points two \
        turns later and the rival {rival}; after the other turn it is {less} to {more}";
    MISSED: "puzzle-missed" = "if both then play what looks best at once, seat {seat} has about {less} points two \
        turns later and the rival {more}; after the best turn it is {own} to {rival}";
    EXPECTED: "puzzle-expected" = "{count} moves later, the search expects {own} points for seat {seat} and {rival} \
        for the rival; after the other turn {less} and {more}";
    MISSED_EXPECTED: "puzzle-missed-expected" = "{count} moves later, the search expects {less} points for seat \
        {seat} and {more} for the rival; after the best turn {own} and {rival}";
    TEMPTS: "puzzle-tempts" = "the turn that looks best at once gives away about {points} points of winning chance";
    LOOKS_BEST: "puzzle-looks-best" = "{move} looks best at once, but gives away about {points} points of winning \
        chance";
    LOOKS_BEST_POINTS: "puzzle-looks-best-points" = "{move} looks best at once, but gives away about {points} points";
    NEXT_BEST: "puzzle-next-best" = "the next best turn, {move}, gives away about {points} points of winning chance";
    NEXT_BEST_POINTS: "puzzle-next-best-points" = "the next best choice, {move}, gives away about {points} points";
    LOOKS_BEST_LOSES: "puzzle-looks-best-loses" = "{move} looks best at once, but loses by force: the reply is {reply}";
    WINS_TOO: "puzzle-wins-too" = "this keeps the win; own moves to the end: {moves}";
    NOW_LOSES: "puzzle-now-loses" = "now seat {seat} wins by force; its moves to the end: {moves}";
    NO_FORCED_WIN: "puzzle-no-forced-win" = "this does not force the win";
    NOT_BEST: "puzzle-not-best" = "this is not the best turn";
    LOSES_CHANCE: "puzzle-loses-chance" = "it gives away about {points} points of winning chance";
    LOSES_POINTS: "puzzle-loses-points" = "it gives away about {points} points";
}
