//! A refusal has a reason for programs, a ruling where a rule of the game is behind it, and a sentence for people. With
//! an error code alone every client would invent its own words.
//!
//! There is one path: a game gives a [`Refusal`], the table turns it into [`Denied`] or denies by itself, and the
//! server gives that an HTTP status.

use breadboard_core::{Refusal, Text};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use utoipa::ToSchema;

/// Why a table did not take a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// What sort of refusal it is.
    pub reason: Reason,
    /// The ruling's number, where one is behind it.
    pub ruling: Option<&'static str>,
    /// The sentence.
    pub text: Text,
}

/// Kinds of refusals; the server derives the HTTP status from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A text, name, key or number is malformed.
    Invalid,
    /// The rules of the game forbid it.
    Illegal,
    /// It is not this seat's turn, or the table is in another phase.
    NotNow,
    /// The position has changed since the version that the sender saw.
    Stale,
    /// The key was used for another request.
    KeyReused,
    /// The seat's time is up.
    Late,
    /// The sender may not act for this seat.
    Forbidden,
    /// A stored log cannot be rebuilt.
    Damaged,
}

impl Reason {
    /// The reason as one word, as it is written in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Invalid => "invalid",
            Reason::Illegal => "illegal",
            Reason::NotNow => "not-now",
            Reason::Stale => "stale",
            Reason::KeyReused => "key-reused",
            Reason::Late => "late",
            Reason::Forbidden => "forbidden",
            Reason::Damaged => "damaged",
        }
    }
}

impl Denied {
    /// Denied by the table itself.
    #[must_use]
    pub fn new(reason: Reason, text: Text) -> Denied {
        Denied { reason, ruling: None, text }
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Denied {
        let reason = match refusal {
            Refusal::Unreadable(_) => Reason::Invalid,
            Refusal::NotNow(_) => Reason::NotNow,
            Refusal::Illegal(..) | Refusal::AgainstRules(_) => Reason::Illegal,
        };
        Denied { reason, ruling: refusal.ruling(), text: refusal.into_text() }
    }
}

impl From<breadboard_core::SpecError> for Denied {
    fn from(error: breadboard_core::SpecError) -> Denied {
        Denied::new(Reason::Invalid, error.text().clone())
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ruling {
            Some(ruling) => write!(f, "{} ({ruling})", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

impl std::error::Error for Denied {}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusalView {
    /// What sort.
    pub kind: Reason,
    /// The ruling behind it, to link to the rules page.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = String)]
    pub ruling: Option<Cow<'static, str>>,
    /// The sentence.
    pub text: TextView,
}

impl From<&Denied> for RefusalView {
    fn from(denied: &Denied) -> RefusalView {
        RefusalView {
            kind: denied.reason,
            ruling: denied.ruling.map(Cow::Borrowed),
            text: TextView::from(&denied.text),
        }
    }
}

/// A sentence: key and arguments for clients that translate it, and its English text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TextView {
    /// The sentence's key.
    #[schema(value_type = String)]
    pub key: Cow<'static, str>,
    /// The values of its placeholders.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub args: BTreeMap<Cow<'static, str>, String>,
    /// The sentence in English.
    pub english: String,
}

impl From<&Text> for TextView {
    fn from(text: &Text) -> TextView {
        TextView {
            key: Cow::Borrowed(text.key()),
            args: text.args().iter().map(|(name, value)| (Cow::Borrowed(*name), value.clone())).collect(),
            english: text.to_string(),
        }
    }
}
