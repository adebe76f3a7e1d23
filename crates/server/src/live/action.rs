//! What can be done at a table of the server, decided against one moment of it. A decision is pure and can be repeated:
//! when another node was faster, the same action is decided again on what that node left.

use super::authority::{Operation, authorize};
use super::entry::{ChatEntry, Hashed, StoredEntry};
use super::snapshot::Snapshot;
use crate::orders::Orders;
use breadboard_core::{Seat, Spec};
use breadboard_games::GAMES;
use breadboard_play::{Denied, Done, Holder, Name, Reason, Receipt, Request, Submission, Table};
use breadboard_wire::{ChatLine, plain_line, texts};
use std::sync::Arc;

/// The longest line of chat, in characters.
pub(crate) const LONGEST_CHAT: usize = 300;
/// The most lines of chat a table keeps.
pub(crate) const MOST_CHAT: usize = 500;
/// How often seats of a table get a new code or move to another device: far more than a year of daily changes.
pub(crate) const MOST_HANDOVERS: u32 = 1_000;

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A person asks for something for a seat.
    Submit {
        who: Hashed,
        submission: Submission,
        /// The hash of a fresh recovery code, for a claim.
        recovery: Option<Hashed>,
    },
    /// A person says something.
    Chat { who: Hashed, key: String, text: String },
    /// A person moves a seat here by its code; the fresh code replaces it.
    Recover { who: Hashed, code: Hashed, recovery: Hashed },
    /// The server moves for a bot, which may have had less time than its level has.
    Bot { submission: Submission, hurried: bool },
    /// Time has passed.
    Tick,
    /// The server was away meanwhile.
    Resume { orders: Arc<Orders> },
    /// No one has come for a long time.
    Abandon,
    /// The rematch has a table.
    Next { table: String },
}

impl Action {
    /// Whether a person asks for it who can be refused: not what the server does, nor what ends a game.
    pub(super) const fn can_wait(&self) -> bool {
        match self {
            Action::Submit { submission, .. } => {
                !matches!(submission.request, Request::Resign | Request::Leave)
            }
            Action::Chat { .. } | Action::Recover { .. } => true,
            _ => false,
        }
    }
}

/// The result of an action that was granted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Granted {
    /// What to store; nothing if it was done already.
    pub(crate) entries: Vec<StoredEntry>,
    /// The table afterwards, where the table has changed.
    pub(crate) table: Option<Table>,
    /// The receipt of the table.
    pub(crate) receipt: Option<Receipt>,
    /// The seat whose recovery code is the fresh one now.
    pub(crate) moved: Option<u8>,
}

impl From<Done> for Granted {
    fn from(done: Done) -> Granted {
        Granted {
            entries: done.events.into_iter().map(|event| StoredEntry::Event { event }).collect(),
            table: Some(done.table),
            receipt: Some(done.receipt),
            moved: None,
        }
    }
}

/// Decides about an action.
pub(crate) fn decide(at: &Snapshot, action: &Action, now: u64) -> Result<Granted, Denied> {
    match action {
        Action::Submit { who, submission, recovery } => {
            let seat = authorize(at, Operation::Submit(who, submission))?;
            if let Request::Claim { name, .. } | Request::Rename { name } = &submission.request
                && !at.table.has_answered(seat, &submission.key)
            {
                distinct(at, who, seat, name)?;
            }
            let mut granted = Granted::from(at.table.submit(now, submission)?);
            if let Some(recovery) = recovery {
                // A claim that is sent again gets a fresh code: the first one may be lost with its answer.
                granted.hand_over(at, seat, who, recovery)?;
            }
            Ok(granted)
        }
        Action::Chat { who, key, text } => chat(at, who, key, text, now),
        Action::Recover { who, code, recovery } => {
            let seat = authorize(at, Operation::Recover(code))?;
            let mut granted = Granted::default();
            granted.hand_over(at, seat, who, recovery)?;
            Ok(granted)
        }
        Action::Bot { submission, hurried } => {
            authorize(at, Operation::Bot(submission))?;
            let table = &at.table;
            let done =
                if *hurried { table.submit_hurried(now, submission) } else { table.submit(now, submission) };
            Ok(done?.into())
        }
        Action::Tick => Ok(at.table.tick(now)?.map(Granted::from).unwrap_or_default()),
        Action::Resume { orders } => {
            let away = orders.away_since(at.last_at());
            Ok(at.table.resume(now, away.max(0) as u64)?.map(Granted::from).unwrap_or_default())
        }
        Action::Abandon => Ok(at.table.abandon(now)?.into()),
        Action::Next { table } if at.wants_next() => Ok(at.table.continue_at(now, table)?.into()),
        Action::Next { .. } => Ok(Granted::default()),
    }
}

impl Granted {
    /// The session acts for the seat from now on, and the code moves the seat.
    fn hand_over(
        &mut self,
        at: &Snapshot,
        seat: Seat,
        who: &Hashed,
        recovery: &Hashed,
    ) -> Result<(), Denied> {
        // Fresh claims are limited by the table.
        if self.entries.is_empty() && at.handed_over >= MOST_HANDOVERS {
            let text = texts::MANY_HANDOVERS.with(&[("most", &MOST_HANDOVERS)]);
            return Err(Denied::new(Reason::NotNow, text));
        }
        let (session, recovery) = (who.clone(), recovery.clone());
        self.entries.push(StoredEntry::Keeper { seat: seat.number(), session, recovery });
        self.moved = Some(seat.number());
        Ok(())
    }
}

/// The name as it is stored. It must not pass for a bot of the game, which people see by the name of its level.
pub(super) fn own_name(spec: &Spec, name: &Name) -> Result<Name, Denied> {
    let name = name.taken()?;
    let entry = GAMES.iter().find(|entry| entry.info.id == spec.game);
    let is_bot = entry.is_some_and(|entry| entry.level_names().any(|level| name.looks_like(level)));
    if is_bot { Err(name.reserved()) } else { Ok(name) }
}

/// A name must not pass for a bot's, or for the name of another person at the table. The seats of one person may share one.
fn distinct(at: &Snapshot, who: &Hashed, seat: Seat, name: &Name) -> Result<(), Denied> {
    let name = &own_name(at.table.spec(), name)?;
    if name.is_guest() {
        return Ok(());
    }
    let other = at.table.seats().find(|other| {
        let Some(Holder::Person { name: known } | Holder::Kept { name: known }) = at.table.holder(*other)
        else {
            return false;
        };
        let right = at.right(*other);
        let whose = right.and_then(|right| right.session.as_ref().or(right.reserved.as_ref()));
        *other != seat && whose != Some(who) && known.looks_like(name.as_str())
    });
    match other {
        Some(other) => {
            let text = texts::SAME_NAME.with(&[("name", name), ("seat", &other)]);
            Err(Denied::new(Reason::Invalid, text))
        }
        None => Ok(()),
    }
}

fn chat(at: &Snapshot, who: &Hashed, key: &str, text: &str, now: u64) -> Result<Granted, Denied> {
    let invalid = |text| Err(Denied::new(Reason::Invalid, text));
    let seat = authorize(at, Operation::Say(who))?;
    let number = seat.number();
    if at.chat.iter().any(|entry| entry.line.seat == number && entry.key == key) {
        return Ok(Granted::default());
    }
    let text = plain_line(text);
    if text.is_empty() || text.chars().count() > LONGEST_CHAT || text.chars().any(char::is_control) {
        return invalid(texts::BAD_CHAT.with(&[("longest", &LONGEST_CHAT)]));
    }
    if key.is_empty() || key.len() > 64 {
        return invalid(texts::BAD_CHAT_KEY.plain());
    }
    if at.chat.len() >= MOST_CHAT {
        return invalid(texts::CHAT_FULL.plain());
    }
    let name = at.table.holder(seat).map(Holder::label).unwrap_or_default();
    let line = ChatLine { number: at.chat.len() as u32 + 1, at: now, seat: number, name, text };
    let entry = StoredEntry::Chat(Box::new(ChatEntry { line, key: key.to_owned() }));
    Ok(Granted { entries: vec![entry], ..Granted::default() })
}
