//! Every sentence of the game: refusals first, then what happens. `texts.de.txt` has the same keys in German.
//! Sentences spread over the code would be hard to translate and to compare.

breadboard_core::texts! {
    STAYS: "breadcrumbs-stays" = "the pawn is already on {to}, and it must move";
    TOO_FAR: "breadcrumbs-too-far" = "{from} to {to} is not one step";
    NOT_LOWEST: "breadcrumbs-not-lowest" = "{from} to {to} is diagonal, which is only for the lowest score: you have \
        {score}, {other} has {less}";
    TIED: "breadcrumbs-tied" = "{from} to {to} is diagonal, which is only for the lowest score alone: {other} has \
        {score} as well";
    NO_RITUAL: "breadcrumbs-no-ritual" = "this game is played without the ritual: there are no numbers to name and no \
        letters to choose";
    NAME_NOW: "breadcrumbs-name-now" = "first every seat names a number from 1 to 5";
    NAMED_PAST: "breadcrumbs-named-past" = "numbers are only named before the deal";
    TAKE_NOW: "breadcrumbs-take-now" = "first every seat chooses a letter";
    TAKEN_PAST: "breadcrumbs-taken-past" = "letters are only chosen before the first move";
    NO_NUMBER: "breadcrumbs-no-number" = "{number} is not a number from 1 to 5";
    NAMED: "breadcrumbs-named" = "seat {seat} has named {number} already";
    NOT_IN_PLAY: "breadcrumbs-not-in-play" = "{letter} does not play with {seats} seats";
    TAKEN: "breadcrumbs-taken" = "seat {seat} has chosen {letter} already";
    TILE_TWICE: "breadcrumbs-tile-twice" = "the tile {tile} is dealt twice";
    END_MEETING: "breadcrumbs-end-meeting" = "a meeting";
    END_REPETITION: "breadcrumbs-end-repetition" = "the third occurrence of a position";
    END_CAP: "breadcrumbs-end-cap" = "the turn cap";
    NAMES: "breadcrumbs-names" = "seat {seat} names {number}";
    DEALT: "breadcrumbs-dealt" = "the tiles are dealt: tile A is {tile}";
    CLOSEST: "breadcrumbs-closest" = "letters are chosen in this order, closest to {value} first: {seats}";
    TAKES: "breadcrumbs-takes" = "seat {seat} is {letter}, {colour}, and starts on {square}";
    FIRST_SCORES: "breadcrumbs-first-scores" = "the scores at the start are {scores}";
    DIAGONAL: "breadcrumbs-diagonal" = "{player} has the lowest score alone and goes diagonally";
    PLACES: "breadcrumbs-places" = "{player} goes to {to} and places a chip on {tile}";
    REMOVES: "breadcrumbs-removes" = "{player} goes to {to} and takes the chip off {tile}";
    SCORES: "breadcrumbs-scores" = "the scores are now {scores}";
    SAME_SCORES: "breadcrumbs-same-scores" = "no score changes";
    MEET: "breadcrumbs-meet" = "{player} meets {others} on {to}, and the game is over: {chips}";
    PASSES: "breadcrumbs-passes" = "{player} meets {others} on {to}, but the game goes on, as both need {need}: {chips}";
    MEET_AT_END: "breadcrumbs-meet-at-end" = "{player} meets {others} on {to}, although both would need {need}: {chips}";
    THIRD: "breadcrumbs-third" = "the same position for the third time is a draw";
    THIRD_SCORED: "breadcrumbs-third-scored" = "the same position for the third time, and the game is over";
    CAPPED: "breadcrumbs-capped" = "everyone has had {turns} turns, and the game is over";
    WINS: "breadcrumbs-wins" = "seat {seat} wins with {score}";
    DRAWN: "breadcrumbs-drawn" = "{players} are tied for the highest score, so the game is a draw for everyone";
    // What a player does, without a subject.
    DO_PLACE: "breadcrumbs-do-place" = "go to {to} and place a chip";
    DO_REMOVE: "breadcrumbs-do-remove" = "go to {to} and take the chip off";
    DO_SCORE: "breadcrumbs-do-score" = "own score {change}";
    // Refused positions.
    AT_RITUAL: "breadcrumbs-at-ritual" = "with the ritual the numbers named stand before the deal";
    AT_NO_RITUAL: "breadcrumbs-at-no-ritual" = "this game is played without the ritual";
    AT_MORE_NAMES: "breadcrumbs-at-more-names" = "more numbers are named than seats play";
    AT_NAME_TWICE: "breadcrumbs-at-name-twice" = "a number is named twice";
    AT_ALL_NAMED: "breadcrumbs-at-all-named" = "the tiles are dealt, so every seat has named a number";
    AT_LETTER: "breadcrumbs-at-letter" = "{letter} does not play with {seats} seats";
    AT_PLAYER_TWICE: "breadcrumbs-at-player-twice" = "a letter or a seat stands twice among the players";
    AT_NO_SEAT: "breadcrumbs-at-no-seat" = "there is no seat {seat}";
    AT_TILE_TWICE: "breadcrumbs-at-tile-twice" = "the tile {tile} stands twice";
    AT_ALL_CHOSEN: "breadcrumbs-at-all-chosen" = "every letter is chosen: write the turn instead of the names";
    AT_START: "breadcrumbs-at-start" = "{letter} has one chip and the pawn on {square}";
    AT_CHOSE_EARLY: "breadcrumbs-at-chose-early" = "seat {seat} has a letter before its turn to choose";
    AT_ORDER: "breadcrumbs-at-order" = "without the ritual the seats hold the letters in order";
    AT_TURN_CAP: "breadcrumbs-at-turn-cap" = "no player has more than {turns} turns";
    AT_MET: "breadcrumbs-at-met" = "two pawns have met before the last move, and the game would have been over";
    AT_REPETITION: "breadcrumbs-at-repetition" = "in this game a repetition ends nothing";
    AT_NO_THIRD: "breadcrumbs-at-no-third" = "this cannot be a position's third occurrence";
    AT_NOT_MOVED: "breadcrumbs-at-not-moved" = "{letter} has not moved, so its only chip and its pawn are on {square}";
    AT_ODD: "breadcrumbs-at-odd" = "{letter} must have an odd number of chips after {moves}";
    AT_EVEN: "breadcrumbs-at-even" = "{letter} must have an even number of chips after {moves}";
    AT_TOO_MANY: "breadcrumbs-at-too-many" = "{letter} cannot have left these chips in {moves}";
    AT_TOO_FAR: "breadcrumbs-at-too-far" = "{letter} cannot have reached {square} in {moves}";
    // Themes of puzzles.
    THEME_MEETING: "theme-meeting" = "meeting";
    THEME_DIAGONAL: "theme-diagonal" = "diagonal";
    THEME_CHIP: "theme-chip" = "chip";
    THEME_COLOUR: "theme-colour" = "own colour";
    THEME_SHARE: "theme-share" = "sharing a tile";
    THEME_LAST: "theme-last" = "the last turns";
    THEME_LIFT: "theme-lift" = "lifting a chip";
    THEME_RESTRAINT: "theme-restraint" = "restraint";
    // What the themes mean, for those who see the answer of a puzzle.
    IDEA_MEETING: "idea-meeting" = "two pawns with ten chips meet, which ends the game while the mover leads";
    IDEA_DIAGONAL: "idea-diagonal" = "only the seat with the lowest score may go diagonally, and here it should";
    IDEA_CHIP: "idea-chip" = "it places a chip, and it counts which tiles the pawn can reach next without crossing its own trail";
    IDEA_COLOUR: "idea-colour" = "a chip on a tile of the mover's colour counts twice";
    IDEA_SHARE: "idea-share" = "it places a chip beside a rival's: shared, that tile is worth less to the rival from now on";
    IDEA_LAST: "idea-last" = "the game ends soon, because all have had nearly all their turns: only the points at the end count";
    IDEA_LIFT: "idea-lift" = "it takes a chip of its own off, and any other step would cost more in the end";
    IDEA_RESTRAINT: "idea-restraint" = "another step would give more points at once; where the pawn stands afterwards \
        counts more";
}
