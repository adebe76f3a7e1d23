//! What can be asked of a table. Every request names the version its sender saw and carries a key chosen by the sender:
//! if the connection breaks after the request and before the answer, the move must be made once, neither lost nor
//! repeated.

use crate::names::{Entropy, Key, Name};
use crate::values;
use breadboard_core::Seat;
use breadboard_games::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest text of a move, in bytes.
pub const LONGEST_MOVE: usize = 256;

/// A request for a seat. Whether its sender may act for that seat is checked by the host, which knows the sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The seat it is made for.
    #[serde(with = "values::seat")]
    #[schema(value_type = u8, minimum = 1, maximum = 8)]
    pub seat: Seat,
    /// The version the sender saw.
    pub version: u32,
    /// In a sealed round, how many choices of this seat the sender knows of; if absent, the last one counts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub attempt: Option<u32>,
    /// The sender's own name for this request, the same when it is sent again.
    pub key: Key,
    /// What is asked.
    pub request: Request,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Make this move; in a round of several seats, choose it, hidden until all have chosen.
    Act {
        /// The move, in the game's notation.
        text: String,
    },
    /// Take back the seat's last action, or withdraw a choice, while nothing has been revealed since.
    Undo,
    /// Ask the others to go back to before the seat's last action.
    AskTakeBack,
    /// Offer a draw.
    OfferDraw,
    /// Answer an offer; its maker withdraws it with a no.
    Answer {
        /// The offer's id.
        offer: u32,
        /// Whether to agree.
        yes: bool,
    },
    /// Give up.
    Resign,
    /// Be counted as gone; for a host who has waited long enough.
    Leave,
    /// Take the seat.
    Claim {
        /// The person's name.
        name: Name,
        /// Bytes to add to the dice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        entropy: Option<Entropy>,
    },
    /// Put a bot on the seat.
    Appoint {
        /// How it plays.
        level: Level,
    },
    /// Give the seat up, so that another person can take it.
    Release,
    /// Take another name.
    Rename {
        /// The name.
        name: Name,
    },
    /// Ask for another game, with seats rotated.
    Rematch,
}

/// The answer to a request that was granted; the same for each repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// The table's version with the request in it.
    pub version: u32,
    /// How many choices the seat has now made in this round, if it was a sealed one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub attempt: Option<u32>,
}
