//! Every sentence that a table sends, as a key with its English text. Requests and the table share one list, so a
//! key exists once.
#![allow(missing_docs)]

/// The same sentences in other languages: code and file contents.
pub static TRANSLATIONS: &[(&str, &str)] = &[("de", include_str!("texts.de.txt"))];

breadboard_core::texts! {
    // Refusals.
    BAD_NAME: "table-bad-name" = "a name is 1 to {longest} visible characters on one line";
    RESERVED_NAME: "table-reserved-name" = "{name} is the name of a kind of player: choose another";
    SAME_NAME: "table-same-name" = "{name} looks like the name of seat {seat}: choose another";
    BAD_LEVEL: "table-bad-level" = "\"{text}\" is not a bot: there are bot1 to bot5, greedy and random";
    BAD_KEY: "table-bad-key" = "a key is 1 to 64 letters, digits, dots, hyphens or underscores";
    BAD_HASH: "table-bad-hash" = "32 bytes are written as 64 hexadecimal digits";
    BAD_ENTROPY: "table-bad-entropy" = "a seat's own random bytes are 2 to 128 hexadecimal digits, two for each byte";
    BAD_CLOCK: "table-bad-clock" = "a clock is 5 seconds to 24 hours with at most 10 minutes added per move, or 1 to \
        60 days per move";
    LONG_TEXT: "table-long-text" = "a move is at most {longest} characters";
    SEAT_COUNT: "table-seat-count" = "this game has {seats} seats, but {given} are named";
    NO_SEAT: "table-no-seat" = "there is no seat {seat} at this table";
    NO_PEOPLE_YET: "table-kept" = "a person sits down by claiming a seat";
    ALREADY_OVER: "table-already-over" = "the game is already over there: nothing is left to play";
    BAD_START: "table-bad-start" = "event {event} cannot be played: {reason}";
    NOT_STARTED: "table-not-started" = "the game begins when every seat is taken";
    STARTED: "table-started" = "the game has begun";
    OVER: "table-over" = "the game is over";
    NOT_OVER: "table-not-over" = "the game is not over yet";
    STALE: "table-stale" = "the position has changed since you saw it: look again";
    FUTURE: "table-future" = "version {version} of this table does not exist yet";
    OTHER_ATTEMPT: "table-other-attempt" = "seat {seat} has changed its choice since: look again";
    KEY_REUSED: "table-key-reused" = "this key stands for something else that seat {seat} has sent";
    LATE: "table-late" = "seat {seat}'s time is up";
    TAKEN: "table-taken" = "seat {seat} is taken";
    NOT_TAKEN: "table-not-taken" = "seat {seat} is empty";
    HAS_LEFT: "table-has-left" = "seat {seat} has left the game";
    NOTHING_TO_UNDO: "table-nothing-to-undo" = "seat {seat} has nothing to undo";
    REVEALED: "table-revealed" = "something has been revealed since: ask for a take-back";
    OTHERS_CHOSE: "table-others-chose" = "others have chosen since: ask for a take-back";
    NO_DRAWS: "table-no-draws" = "this game has no draws";
    BOTS_FIGHT: "table-bots-fight" = "bots do not accept a draw";
    ALONE: "table-alone" = "there is no other player to agree with";
    OFFERED: "table-offered" = "seat {seat} has already offered that";
    DECLINED: "table-declined" = "that was declined: offer it again after the next move";
    NO_OFFER: "table-no-offer" = "that offer is no longer open";
    NOT_ASKED: "table-not-asked" = "that offer was not made to seat {seat}";
    NOT_YOURS: "table-not-yours" = "seat {seat} is not yours";
    RESERVED: "table-reserved" = "seat {seat} is reserved for another player";
    WRONG_CODE: "table-wrong-code" = "no seat of this table has this recovery code";
    OUTSIDER: "table-outsider" = "only people at the table may do this";
    BAD_CHAT: "table-bad-chat" = "a line of chat has 1 to {longest} visible characters";
    BAD_CHAT_KEY: "table-bad-chat-key" = "a key has 1 to 64 characters";
    CHAT_FULL: "table-chat-full" = "this table's chat is full";
    MANY_UNDOS: "table-many-undos" = "at this table {most} actions were undone already, which is the limit";
    MANY_RENAMES: "table-many-renames" = "at this table names were changed {most} times: they stay as they are now";
    MANY_OFFERS: "table-many-offers" = "at this table {most} offers were made already, which is the limit";
    MANY_RELEASES: "table-many-releases" = "at this table seats were given up {most} times: resign instead";
    MANY_CHOICES: "table-many-choices" = "a choice can be changed {most} times in a round: it stays as it is now";
    MANY_HANDOVERS: "table-many-handovers" = "seats of this table have moved to other devices {most} times: they stay \
        where they are";
    LONG_RECORD: "table-long-record" = "a table begins with at most {most} events, and these are {events}: begin it \
        earlier in the record";
    MANY_LISTED: "table-many-listed" = "your network has {most} tables in the public list, which is the limit: open \
        this one unlisted, or finish one of them";
    GROWN_SHARE: "table-grown-share" = "the tables of this network have grown to all that one may store on this \
        server: finished games are deleted after some weeks";
    STORED_SHARE: "table-stored-share" = "your network has stored as much on this server as one may: finished games \
        are deleted after some weeks";
    FAIR_PLAY: "table-fair-play" = "this position belongs to a game that you play against people right now: analyse \
        it when the game is over";
    MANY_GAMES: "table-many-games" = "you play more than {most} games: end some of them before you ask an engine";
    HINTS_AGAINST_BOTS: "table-hints-against-bots" = "hints are given in games against bots only";
    REPLACED: "table-replaced" = "a newer request has replaced this one, or the server stops";
    DAMAGED: "table-damaged" = "event {seq} of the log does not fit: {reason}";

    // Narration.
    OPENED: "table-opened" = "a table is opened";
    CLAIMED: "table-claimed" = "{name} sits down on seat {seat}";
    APPOINTED: "table-appointed" = "{level} plays seat {seat}";
    RELEASED: "table-released" = "seat {seat} is open";
    RENAMED: "table-renamed" = "seat {seat} is now called {name}";
    BEGUN: "table-begun" = "the game begins";
    UNDONE: "table-undone" = "seat {seat} takes the last action back";
    OFFERS_DRAW: "table-offers-draw" = "seat {seat} offers a draw";
    ASKS_BACK: "table-asks-back" = "seat {seat} asks to take a move back";
    AGREES: "table-agrees" = "seat {seat} agrees";
    DECLINES: "table-declines" = "seat {seat} declines";
    WITHDRAWS: "table-withdraws" = "seat {seat} withdraws the offer";
    RESUMED: "table-resumed" = "the server was away: the clocks stood still for {seconds} s";
    HURRIED: "table-hurried" = "seat {seat} has less time for this turn than usual: the server is busy";
    TAKEN_BACK: "table-taken-back" = "the move is taken back";
    RESIGNED: "table-resigned" = "seat {seat} resigns";
    FLAGGED: "table-flagged" = "seat {seat} has run out of time";
    LEFT: "table-left" = "seat {seat} has left the game";
    PLAYED_ON: "table-played-on" = "{level} plays on for seat {seat}, which cannot win any more";
    WON: "table-won" = "seat {seats} wins";
    SHARED: "table-shared" = "the seats {seats} share the win";
    DRAWN: "table-drawn" = "the game is a draw";
    DRAWN_BETWEEN: "table-drawn-between" = "the game is a draw between the seats {seats}";
    SCORED: "table-scored" = "the game is over: the score counts";
    AGREED_DRAW: "table-agreed-draw" = "a draw is agreed";
    OUT_RESIGNED: "table-out-resigned" = "seat {seat} resigned and could not win";
    OUT_FLAGGED: "table-out-flagged" = "seat {seat} ran out of time and could not win";
    OUT_LEFT: "table-out-left" = "seat {seat} left the game and could not win";
    ABANDONED: "table-abandoned" = "the game is given up without a result";
    WANTS_REMATCH: "table-wants-rematch" = "seat {seat} wants a rematch";
    REMATCH: "table-rematch" = "a rematch is agreed";
    NEXT: "table-next" = "the rematch is set up";
}
