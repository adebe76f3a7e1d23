//! Every sentence of the game: refusals first, then what happens. `texts.de.txt` has the same keys in German.
//! Sentences spread over the code would be hard to translate and to compare.

breadboard_core::texts! {
    STAYS: "breadcrumbs-stays" = "the pawn is already on {to}, and it must move";
    TOO_FAR: "breadcrumbs-too-far" = "{from} to {to} is not one step";
    NOT_LOWEST: "breadcrumbs-not-lowest" = "{from} to {to} is diagonal, which is only for the lowest score: you have {score}, {other} has {less}";
    TIED: "breadcrumbs-tied" = "{from} to {to} is diagonal, which is only for the lowest score alone: {other} has {score} as well";
    NO_RITUAL: "breadcrumbs-no-ritual" = "this game is played without the ritual: there are no numbers to name and no letters to choose";
    NAME_NOW: "breadcrumbs-name-now" = "first every seat names a number from 1 to 5";
    NAMED_PAST: "breadcrumbs-named-past" = "numbers are only named before the deal";
    TAKE_NOW: "breadcrumbs-take-now" = "first every seat chooses a letter";
    TAKEN_PAST: "breadcrumbs-taken-past" = "letters are only chosen before the first move";
    NO_NUMBER: "breadcrumbs-no-number" = "{number} is not a number from 1 to 5";
    NAMED: "breadcrumbs-named" = "seat {seat} has named {number} already";
    NOT_IN_PLAY: "breadcrumbs-not-in-play" = "{letter} does not play with {seats} seats";
    TAKEN: "breadcrumbs-taken" = "seat {seat} has chosen {letter} already";
    TILE_TWICE: "breadcrumbs-tile-twice" = "the tile {tile} is dealt twice";
    NAMES: "breadcrumbs-names" = "seat {seat} names {number}";
    DEALT: "breadcrumbs-dealt" = "the tiles are dealt: tile A is {tile}";
    CLOSEST: "breadcrumbs-closest" = "letters are chosen in this order, closest to {value} first: {seats}";
    TAKES: "breadcrumbs-takes" = "seat {seat} is {letter}, {colour}, and starts on {square}";
    FIRST_SCORES: "breadcrumbs-first-scores" = "the scores at the start are {scores}";
    DIAGONAL: "breadcrumbs-diagonal" = "{letter} has the lowest score alone and goes diagonally";
    PLACES: "breadcrumbs-places" = "{letter} goes to {to} and places a chip on {tile}";
    REMOVES: "breadcrumbs-removes" = "{letter} goes to {to} and takes the chip off {tile}";
    SCORES: "breadcrumbs-scores" = "the scores are now {scores}";
    SAME_SCORES: "breadcrumbs-same-scores" = "no score changes";
    MEET: "breadcrumbs-meet" = "{letter} meets {others} on {to}, and the game is over: {chips}";
    PASSES: "breadcrumbs-passes" = "{letter} meets {others} on {to}, but the game goes on, as both need {need}: {chips}";
    MEET_AT_END: "breadcrumbs-meet-at-end" = "{letter} meets {others} on {to}, although both would need {need}: {chips}";
    THIRD: "breadcrumbs-third" = "the same position for the third time is a draw";
    THIRD_SCORED: "breadcrumbs-third-scored" = "the same position for the third time, and the game is over";
    CAPPED: "breadcrumbs-capped" = "everyone has had {turns} turns, and the game is over";
    WINS: "breadcrumbs-wins" = "{letter}, seat {seat}, wins with {score}";
    DRAWN: "breadcrumbs-drawn" = "{letters} are tied for the highest score, so the game is a draw for everyone";
    POSITION: "breadcrumbs-position" = "{reason}";
}
