//! Every sentence of the game: refusals first, then what happens. `texts.de.txt` has the same keys in German.
//! Sentences spread over the code would be hard to translate and to compare.

breadboard_core::texts! {
    EMPTY_SQUARE: "breakthrough-empty" = "there is no man on {from}";
    NOT_YOURS: "breakthrough-not-yours" = "the man on {from} is your rival's";
    TOO_FAR: "breakthrough-too-far" = "{from} to {to} is not one step forward, straight or diagonal";
    STRAIGHT: "breakthrough-straight" = "{to} is occupied, and a straight step needs an empty square";
    OWN_MAN: "breakthrough-own-man" = "{to} is occupied by your own man";
    SWAP_NOW: "breakthrough-swap-now" = "swap is only the answer to White's first move";
    SWAP_OFF: "breakthrough-swap-off" = "this game is played without the swap rule";
    END_GOAL: "breakthrough-end-goal" = "a man reaches the farthest row";
    END_CAPTURED: "breakthrough-end-captured" = "all men are captured";
    STEPS: "breakthrough-steps" = "{side} goes {from}-{to}";
    TAKES: "breakthrough-takes" = "{side} takes on {to} from {from}";
    REACHES: "breakthrough-reaches" = "{side} reaches the farthest row and wins";
    CLEARS: "breakthrough-clears" = "{side} has taken the last man and wins";
    SWAP_OFFERED: "breakthrough-swap-offered" = "seat {seat} may answer swap and take over this move";
    SWAPS: "breakthrough-swaps" = "seat {seat} exchanges colours";
    RACE_COUNT: "breakthrough-race-count" = "steps to go, of seat {seat} and of its rival: {own} and {rival} now, {better} and {rival_better} after the better line, {played} and {rival_played} after the line that was played";
    // Refused positions.
    AT_MEN: "breakthrough-at-men" = "a side has more men than its home rows hold";
    AT_NO_MEN: "breakthrough-at-no-men" = "there is no man on the board";
    AT_EARLIER: "breakthrough-at-earlier" = "the game would have been over earlier";
    AT_WINNER: "breakthrough-at-winner" = "the side that has won cannot be to move";
    AT_FIRST: "breakthrough-at-first" = "White's first move is still to come: write first after w";
    AT_SWAP: "breakthrough-at-swap" = "after White's first move write swap, or swapped if that has happened";
    AT_FIRST_PAST: "breakthrough-at-first-past" = "White's first move is past";
    AT_NO_SWAP: "breakthrough-at-no-swap" = "nothing could have been swapped yet";
    // Themes of puzzles.
    THEME_RACE: "theme-race" = "race";
    THEME_SACRIFICE: "theme-sacrifice" = "sacrifice";
    THEME_CAPTURE: "theme-capture" = "capture";
    THEME_QUIET: "theme-quiet" = "quiet move";
    THEME_ADVANCE: "theme-advance" = "advance";
    THEME_ENDGAME: "theme-endgame" = "few men";
    // What the themes mean, for those who see the answer of a puzzle.
    IDEA_RACE: "idea-race" = "no man is taken any more: count the steps that each side's foremost man needs";
    IDEA_SACRIFICE: "idea-sacrifice" = "a man is given up, so that another one gets through";
    IDEA_CAPTURE: "idea-capture" = "it begins with a capture: the man that is taken no longer guards the squares before it";
    IDEA_QUIET: "idea-quiet" = "a man could be taken, but the first move takes none: its threat is stronger";
    IDEA_ADVANCE: "idea-advance" = "nothing can be taken yet: the step makes way for a man, or supports one";
    IDEA_ENDGAME: "idea-endgame" = "with few men left, look for a man that no rival can reach in time";
}
