//! What can be asked of a table. Every request names the version its sender saw and carries a key of the sender's:
//! a line that breaks after the request and before the answer must not move twice, and must not lose a move.

use crate::dice::Entropy;
use crate::refused::{Kind, Refused};
use crate::says;
use crate::seats::Name;
use crate::wire;
use breadboard_core::Seat;
use breadboard_games::Level;
use serde::{Deserialize, Serialize};

/// The longest text of a move, in bytes.
pub const LONGEST_MOVE: usize = 256;

/// A request for a seat. Whether its sender may speak for that seat is checked by whoever knows the sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The seat it is made for.
    #[serde(with = "wire::seat")]
    pub seat: Seat,
    /// The version the sender saw.
    pub version: u32,
    /// In a sealed round, how many choices of this seat the sender knows of; left out, the last one counts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub attempt: Option<u32>,
    /// The sender's own name for this request, the same when it is sent again.
    pub key: Key,
    /// What is asked.
    pub request: Request,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Make this move; in a round of several seats, choose it, unseen until all have chosen.
    Act {
        /// The move, in the game's notation.
        text: String,
    },
    /// Take back the own last action, or withdraw a choice, while nothing has been revealed since.
    Undo,
    /// Ask the others to go back to before the own last action.
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
        /// What to throw into the dice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        entropy: Option<Entropy>,
    },
    /// Put a bot on the seat.
    Appoint {
        /// How it plays.
        level: Level,
    },
    /// Give the seat up, so that another can take it.
    Release,
    /// Take another name.
    Rename {
        /// The name.
        name: Name,
    },
    /// Want to play again, with seats rotated.
    Rematch,
}

/// A sender's own name for a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key(String);

impl TryFrom<String> for Key {
    type Error = Refused;

    fn try_from(text: String) -> Result<Key, Refused> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if (1..=64).contains(&text.len()) && text.chars().all(plain) {
            Ok(Key(text))
        } else {
            Err(Refused::new(Kind::Invalid, says::BAD_KEY.plain()))
        }
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.0
    }
}

/// The answer to a request that was granted; the same for each repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The table's version with the request in it.
    pub version: u32,
    /// How many choices the seat has now made in this round, if it was a sealed one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub attempt: Option<u32>,
}
