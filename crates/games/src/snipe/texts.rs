//! Every sentence of the game: refusals first, then what happens. `texts.de.txt` has the same keys in German.
//! Sentences spread over the code would be hard to translate and to compare.

breadboard_core::texts! {
    // Refused moves.
    HEDGE: "snipe-hedge" = "there is hedge to the {direction} of {space}";
    EDGE: "snipe-edge" = "the forest ends to the {direction} of {space}";
    STRAIGHT_BACK: "snipe-back" = "that is straight back, and {space} is no dead end";
    STATION_CLOSED: "snipe-station-closed" = "the Snipe may not enter the Station while a hunter is there";
    ENDS_ON_HUNTER: "snipe-ends-on-hunter" = "from {space} no route that way ends on a free space when the count is \
        made (steps left: {left})";
    TOO_SHORT: "snipe-too-short" = "no route makes the full count, and the longest to a free space goes another way \
        (steps: {count})";
    ANSWER_FIRST: "snipe-answer-first" = "the {special} on {space} comes first: {answers}";
    NO_OFFER: "snipe-no-offer" = "no special space offers anything now";
    OTHER_SPECIAL: "snipe-other-special" = "there is no {wanted} on {space}, but a {special}: {answers}";
    NO_CARD: "snipe-no-card" = "there is no card {card} in this forest";
    NOT_SHUT_IN: "snipe-not-shut-in" = "a path leads the Snipe to a crumb, so it walks";
    HUNTER_NOT_SHUT_IN: "snipe-hunter-not-shut-in" = "a path leads this hunter to the Snipe, so it walks";
    UNDER_WAY: "snipe-under-way" = "your own card is turned only before the first step";
    CAN_STEP: "snipe-can-step" = "your own card is turned only when no step is possible";
    MUST_TURN: "snipe-must-turn" = "no step is possible: turn cw or turn ccw";
    ONE_PAWN: "snipe-one-pawn" = "there is no hunter to choose";
    PICK_FIRST: "snipe-pick-first" = "choose a hunter first: {hunters}";
    NOT_A_HUNTER: "snipe-not-a-hunter" = "{pawn} is not one of your hunters";
    // Refused deals and rolls.
    DEAL_FIRST: "snipe-deal-first" = "the forest is dealt first";
    ROLL_OFF_FIRST: "snipe-roll-off-first" = "the roll-off for the Snipe comes first";
    ROLL_FIRST: "snipe-roll-first" = "two dice are rolled now";
    OTHER_SHAPE: "snipe-other-shape" = "the cards do not lie in the shape of this forest";
    TOO_MANY_CARDS: "snipe-too-many-cards" = "there are {count} {kind}, the deck has {most}";
    HOME_NO_CROSS: "snipe-home-no-cross" = "Nest and Station are crosses";
    HOMES_TOO_CLOSE: "snipe-homes-too-close" = "Nest and Station are {apart} cards apart, at least {least} are wanted";
    SPECIALS: "snipe-specials" = "there are {count} {name}, this forest has {wanted}";
    CRUMB_AT_HOME: "snipe-crumb-at-home" = "no crumb lies on the Nest or the Station";
    CRUMBS: "snipe-crumbs" = "there are {count} crumbs, this forest has {wanted}";
    BARE_SPECIAL: "snipe-bare-special" = "the special space {card} has no crumb";
    FALLS_APART: "snipe-falls-apart" = "the paths do not join all cards, with and without the Station's";
    ROLL_OFF_OVER: "snipe-roll-off-over" = "a roll stands after the roll-off was won";
    ROLL_OFF_COUNT: "snipe-roll-off-count" = "{count} rolls stand where {wanted} seats roll";
    ROLL_OFF_SUM: "snipe-roll-off-sum" = "two dice do not show {sum}";
    ROLL_OFF_TIED: "snipe-roll-off-tied" = "the highest roll is tied, and the tied seats must roll again";
    // Refused positions.
    AT_CRUMBS: "snipe-at-crumbs" = "there are {total} crumbs in all, this forest has {wanted}";
    AT_IDLE: "snipe-at-idle" = "\"{text}\" is no number of idle turns up to {limit}";
    AT_PAWNS: "snipe-at-pawns" = "seat {seat} moves {count} pawns, not {wanted}";
    AT_HEDGE: "snipe-at-hedge" = "{pawn} stands on {space}, which is not path";
    AT_STATION: "snipe-at-station" = "{pawn} and the Snipe are both at the Station";
    AT_MEETING: "snipe-at-meeting" = "{pawn} and the Snipe are both on {space}";
    AT_CROWD: "snipe-at-crowd" = "two hunters are on {space}";
    AT_UNDER_SNIPE: "snipe-at-under-snipe" = "a crumb lies under the Snipe on {space}";
    AT_BARE: "snipe-at-bare" = "the last crumb is lifted, so the game is over and idle is 0";
    AT_LAST: "snipe-at-last" = "the last crumb was lifted by the Snipe where it stands";
    AT_NONE_LIFTED: "snipe-at-none-lifted" = "no crumb has been lifted yet, so idle counts every turn";
    AT_NOT_OVER: "snipe-at-not-over" = "crumbs are left and the game is not over";
    AT_IDLE_LIMIT: "snipe-at-idle-limit" = "the limit of idle turns is reached";
    AT_IDLE_COUNTS: "snipe-at-idle-counts" = "idle counts this turn too, unless the Snipe has lifted a crumb in it";
    AT_NO_STEPS: "snipe-at-no-steps" = "no steps are left and nothing is offered";
    AT_TURN_OVER: "snipe-at-turn-over" = "no step is possible, so the turn is over";
    AT_USED: "snipe-at-used" = "only a special without a crumb can have been used";
    AT_LEFT: "snipe-at-left" = "{left} steps cannot be left of this roll";
    AT_NO_STEP: "snipe-at-no-step" = "no step has been made, yet the turn is not at its start";
    AT_WENT: "snipe-at-went" = "went and the direction of the last step are missing";
    AT_NO_WENT: "snipe-at-no-went" = "went means nothing where a pawn may always step back";
    AT_NO_WAY: "snipe-at-no-way" = "no path leads {direction} to {space}";
    AT_NO_OFFER: "snipe-at-no-offer" = "{space} offers nothing";
    // What happens.
    END_CRUMBS: "snipe-end-crumbs" = "the last crumb is lifted";
    END_IDLE: "snipe-end-idle" = "too many rounds without a crumb";
    DEALT: "snipe-dealt" = "the forest is dealt: {cards} cards with {crumbs} crumbs, the Nest on {nest}, the Station \
        on {station}";
    ROLLED_OFF: "snipe-rolled-off" = "they roll for the Snipe ({rolls}): seat {seat} is the Snipe and begins";
    ROLLED: "snipe-rolled" = "seat {seat} rolls {low} and {high}: {sum} steps for {pawn}";
    ROLLED_TWO: "snipe-rolled-two" = "seat {seat} rolls {low} and {high}: {sum} steps for one of its hunters";
    PICKED: "snipe-picked" = "seat {seat} moves {pawn}";
    STEPPED: "snipe-stepped" = "{pawn} goes {direction} to {space}";
    LIFTED: "snipe-lifted" = "seat {seat} lifts a crumb and has {held}";
    OFFERED_FEATHER: "snipe-offered-feather" = "the feather on {card} offers one step more";
    OFFERED_ARROW: "snipe-offered-arrow" = "the arrow on {card} offers to rotate a card";
    SKIPPED: "snipe-skipped" = "seat {seat} leaves the {special} on {card} alone";
    FEATHERED: "snipe-feathered" = "seat {seat} takes the feather; steps left: {left}";
    ROTATED: "snipe-rotated" = "seat {seat} rotates card {card} {way}";
    TURNED: "snipe-turned" = "{pawn} cannot step: seat {seat} turns its card {card} {way}";
    TURNED_SHUT_IN: "snipe-turned-shut-in" = "{pawn} is shut in: seat {seat} turns its card {card} {way} instead of walking";
    CAUGHT: "snipe-caught" = "{pawn} of seat {catcher} catches the Snipe on {space} and takes {half} of {all} crumbs \
        from seat {caught}";
    SWAPPED: "snipe-swapped" = "seat {catcher} is the Snipe now; {pawn} goes to the Station, to seat {caught}";
    SWAPPED_TWO: "snipe-swapped-two" = "seat {catcher} is the Snipe now; both hunters go to seat {caught}, {pawn} to the Station";
    CUT_SHORT: "snipe-cut-short" = "{pawn} cannot go on; steps lost: {left}";
    LAST: "snipe-last" = "the last crumb is lifted, and the game is over";
    IDLE: "snipe-idle" = "{rounds} rounds without a crumb, and the game is over";
    WON: "snipe-won" = "seat {seat} wins with {held}";
    SHARED: "snipe-shared" = "the seats {seats} share the win with {held} each";
    DRAWN: "snipe-drawn" = "the game is a draw";
    // What a player does, without a subject.
    DO_STEP: "snipe-do-step" = "go {direction} to {space}";
    DO_WALK: "snipe-do-walk" = "walk to {space} ({direction} first)";
    DO_LIFT_ONE: "snipe-do-lift-one" = "lift a crumb";
    DO_LIFT: "snipe-do-lift" = "lift {crumbs} crumbs";
    DO_SKIP: "snipe-do-skip" = "leave the {special} on {card} alone";
    DO_FEATHER: "snipe-do-feather" = "take the feather";
    DO_ROTATE: "snipe-do-rotate" = "rotate card {card} {way}";
    DO_TURN: "snipe-do-turn" = "stay and turn card {card} {way}";
    DO_PICK: "snipe-do-pick" = "move {pawn}";
    DO_CATCH: "snipe-do-catch" = "catch the Snipe (+{half})";
    DO_GET_CAUGHT: "snipe-do-get-caught" = "get caught (−{half})";
    DO_HIDE: "snipe-do-hide" = "steps to the nearest hunter: {steps}";
    DO_NEAR: "snipe-do-near" = "steps to the Snipe: {steps}";
    WORSE_HIDE: "snipe-worse-hide" = "steps to the nearest hunter then: {steps}, after the better turn: {other}";
    WORSE_NEAR: "snipe-worse-near" = "steps to the Snipe then: {steps}, after the better turn: {other}";
    // Themes of puzzles.
    THEME_CATCH: "theme-catch" = "catch";
    THEME_CRUMB: "theme-crumb" = "crumb";
    THEME_FEATHER: "theme-feather" = "feather";
    THEME_ROTATION: "theme-rotation" = "rotation";
    THEME_PLACE: "theme-place" = "a hunter's place";
    THEME_SHELTER: "theme-shelter" = "the Snipe's place";
    // What the themes mean, for those who see the answer of a puzzle.
    IDEA_CATCH: "idea-catch" = "the Snipe is caught: half of its crumbs change hands, and the catcher becomes the Snipe";
    IDEA_CRUMB: "idea-crumb" = "it lifts a crumb: the game ends with the last one";
    IDEA_FEATHER: "idea-feather" = "the feather's extra step reaches what the dice alone do not";
    IDEA_PLACE: "idea-place" = "what counts is where the hunter stops: how many rolls reach the Snipe from there, and \
        which crumbs it guards";
    IDEA_SHELTER: "idea-shelter" = "what counts is where the Snipe stops: the fewer rolls of a hunter reach it there, \
        the better, for a catch costs half of its crumbs";
    IDEA_ROTATION: "idea-rotation" = "a card that is turned opens one way and closes another";
}
