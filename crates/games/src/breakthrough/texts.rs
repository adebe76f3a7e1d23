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
    STEPS: "breakthrough-steps" = "{side} goes {from}-{to}";
    TAKES: "breakthrough-takes" = "{side} takes on {to} from {from}";
    REACHES: "breakthrough-reaches" = "{side} reaches the farthest row and wins";
    CLEARS: "breakthrough-clears" = "{side} has taken the last man and wins";
    SWAP_OFFERED: "breakthrough-swap-offered" = "seat {seat} may answer swap and take over this move";
    SWAPS: "breakthrough-swaps" = "seat {seat} exchanges colours";
    POSITION: "breakthrough-position" = "{reason}";
}
