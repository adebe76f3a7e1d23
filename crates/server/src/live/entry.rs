//! What is stored of a table: the events of the table and, between them, what only the server knows: who may act for a
//! seat, and the chat. One list keeps them in one order, so that a claim and the right that comes with it are committed
//! together.

use breadboard_play::{Event, EventKind};
use breadboard_wire::ChatLine;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One stored entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub(crate) enum StoredEntry {
    /// Something happened at the table.
    Event {
        /// What.
        event: Event,
    },
    /// Who opened it.
    Host {
        /// The hash of the session.
        session: Hashed,
    },
    /// A seat may be taken by this session only.
    Reserved {
        /// Its number.
        seat: u8,
        /// The hash of the session.
        session: Hashed,
    },
    /// A session acts for a seat from now on.
    Keeper {
        /// Its number.
        seat: u8,
        /// The hash of the session.
        session: Hashed,
        /// The hash of the code that moves the seat to another device.
        recovery: Hashed,
    },
    /// A line of chat.
    Chat(Box<ChatEntry>),
}

/// A line of chat as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChatEntry {
    /// What others see of it.
    #[serde(flatten)]
    pub(crate) line: ChatLine,
    /// The sender's key, so that nothing is said twice.
    pub(crate) key: String,
}

/// A secret as it is stored: its SHA-256, so that a stolen database opens no seat.
/// Shared, because every new moment of a table has a copy of its rights.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) struct Hashed(Arc<str>);

impl From<String> for Hashed {
    fn from(text: String) -> Hashed {
        Hashed(text.into())
    }
}

impl From<Hashed> for String {
    fn from(hashed: Hashed) -> String {
        hashed.0.as_ref().to_owned()
    }
}

impl Hashed {
    pub(crate) fn of(purpose: &str, secret: &str) -> Hashed {
        use sha2::{Digest as _, Sha256};
        let mut hash = Sha256::new();
        hash.update(purpose.as_bytes());
        hash.update([0]);
        hash.update(secret.as_bytes());
        Hashed(crate::store::spell(&hash.finalize()).into())
    }

    /// Whether a text can be one.
    pub(crate) fn is_one(text: &str) -> bool {
        text.len() == 52 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    }

    /// The hash as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// What the entries say about one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Right {
    /// Whether a person sits there.
    seated: bool,
    /// The session that acts for it.
    pub(crate) session: Option<Hashed>,
    /// The code that moves it to another device.
    pub(crate) recovery: Option<Hashed>,
    /// The only session that may take it.
    pub(crate) reserved: Option<Hashed>,
}

/// Brings the rights up to an entry. A change of the person on a seat ends all earlier rights to it, and a keeper counts
/// only where a person sits.
pub(crate) fn note(rights: &mut [Right], entry: &StoredEntry) {
    let place = |number: u8| usize::from(number).wrapping_sub(1);
    match entry {
        StoredEntry::Event { event } => {
            let (seat, seated) = match &event.what {
                EventKind::Claimed { seat, .. } => (seat, true),
                EventKind::Appointed { seat, .. } | EventKind::Released { seat } => (seat, false),
                _ => return,
            };
            if let Some(right) = rights.get_mut(seat.index()) {
                *right = Right { seated, ..Right::default() };
            }
        }
        StoredEntry::Reserved { seat, session } => {
            if let Some(right) = rights.get_mut(place(*seat)) {
                right.reserved = Some(session.clone());
            }
        }
        StoredEntry::Keeper { seat, session, recovery } => {
            if let Some(right) = rights.get_mut(place(*seat)).filter(|right| right.seated) {
                right.session = Some(session.clone());
                right.recovery = Some(recovery.clone());
            }
        }
        StoredEntry::Host { .. } | StoredEntry::Chat(_) => {}
    }
}
