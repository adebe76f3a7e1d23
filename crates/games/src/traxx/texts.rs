//! Every sentence of the game: refusals first, then what happens. `texts.de.txt` has the same keys in German.
//! Sentences spread over the code would be hard to translate and to compare.

breadboard_core::texts! {
    NOT_AN_END: "traxx-not-an-end" = "{end} is not an end of your path; the ends: {ends}";
    APART: "traxx-apart" = "{to} does not touch {from}";
    TWICE: "traxx-twice" = "your path has been on {to} already";
    COLOUR: "traxx-colour" = "{to} is {colour}, which the card does not show";
    COLOUR_USED: "traxx-colour-used" = "{to} is {colour}, and the card's {colour} is used up";
    BOTH_ENDS: "traxx-both-ends" = "{end} and {to} are the two ends of your path: a round extends one of them";
    NO_SUCH_CARD: "traxx-no-such-card" = "the card {card} has been turned already";
    DEAL_FIRST: "traxx-deal-first" = "the starts are dealt before a card is turned";
    DEALT: "traxx-dealt" = "the starts have been dealt";
    NOT_A_START: "traxx-not-a-start" = "{field} is not a start";
    SHARED_START: "traxx-shared-start" = "two seats cannot both start on {field}";
    OTHER_START: "traxx-other-start" = "all seats start on the same field in this game";
    // Refused positions.
    AT_CARD_TWICE: "traxx-at-card-twice" = "the card {card} is named twice";
    AT_FIELD_TWICE: "traxx-at-field-twice" = "a path is on {field} twice";
    AT_NO_NUMBER: "traxx-at-no-number" = "{field} has no number";
    AT_WORTH: "traxx-at-worth" = "{field} is worth {number} or {half}: write {field}={number}";
    AT_NO_CARD: "traxx-at-no-card" = "no seat chooses while no card lies open";
    AT_ONCE: "traxx-at-once" = "all seats choose at once in this game";
    AT_NOT_ASKED: "traxx-at-not-asked" = "seat {seat} cannot extend and is not asked";
    AT_ROUND_OVER: "traxx-at-round-over" = "no seat can extend with this card, so its round is over";
    AT_UNPAID: "traxx-at-unpaid" = "the cards turned do not allow the path of seat {seat}";
    AT_NOT_NEW: "traxx-at-not-new" = "no seat has newly reached the {number}";
    AT_NO_ORDER: "traxx-at-no-order" = "no order of arrivals gives these points";
    END_DECK: "traxx-end-deck" = "the deck is used up";
    END_STUCK: "traxx-end-stuck" = "no path can be extended";
    STARTS: "traxx-starts" = "seat {seat} starts on {field}";
    FIRST_SCORE: "traxx-first-score" = "every field that is not reached costs a point, so the score at the start is {score}";
    TURNED: "traxx-turned" = "the card shows {colours}";
    STUCK: "traxx-stuck" = "seat {seat} cannot extend and passes";
    PASSES: "traxx-passes" = "seat {seat} passes";
    WALKS: "traxx-walks" = "seat {seat} goes from {end} to {fields}";
    REACHES: "traxx-reaches" = "seat {seat} reaches the {number} and records {points}";
    HALF: "traxx-half" = "seat {seat} reaches the {number} for half of it and records {points}";
    SKIPPED: "traxx-skipped" = "no player can extend again, so the rest of the deck is skipped; cards left: {count}";
    FINAL: "traxx-final" = "seat {seat} ends with {points} points less {missed} missed: {score}";
    GREAT: "traxx-great" = "above {great} is great, and this is";
    NOT_GREAT: "traxx-not-great" = "above {great} is great; points short of it: {short}";
    WINS: "traxx-wins" = "seat {seat} wins";
    SHARED: "traxx-shared" = "seats {seats} share the win";
    // What a player does, without a subject.
    DO_PASS: "traxx-do-pass" = "pass";
    DO_WALK: "traxx-do-walk" = "go from {end} to {fields}";
    DO_SCORE: "traxx-do-score" = "score {change}";
    // Themes of puzzles.
    THEME_LONG_PATH: "theme-long-path" = "long path";
    THEME_NUMBER: "theme-number" = "points at once";
    THEME_RESTRAINT: "theme-restraint" = "restraint";
    THEME_ROOM: "theme-room" = "room";
    // What the themes mean, for those who see the answer of a puzzle.
    IDEA_LONG_PATH: "idea-long-path" = "it uses as many fields as the card allows: fewer stay empty at the end";
    IDEA_NUMBER: "idea-number" = "it reaches a number for points at once";
    IDEA_ROOM: "idea-room" = "what counts is which fields the two ends can still reach with the cards that are left";
    IDEA_RESTRAINT: "idea-restraint" = "another choice would give more points at once, but it costs room or a better \
        number later";
}
