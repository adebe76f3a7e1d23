//! What can be done at a table of the server, decided against one moment of it. A decision is pure and can be repeated:
//! when another node was faster, the same action is decided again on what that node left.

use super::entry::{ChatEntry, Entry, Hashed};
use super::snapshot::Snapshot;
use breadboard_core::{Seat, Template};
use breadboard_play::{Denied, Done, Holder, Phase, Reason, Receipt, Request, Submission, Table};
use breadboard_wire::{ChatLine, texts};

/// The longest line of chat, in characters.
pub(crate) const LONGEST_CHAT: usize = 300;
/// The most lines of chat a table keeps.
pub(crate) const MOST_CHAT: usize = 500;

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
    /// The server moves for a bot.
    Bot { submission: Submission },
    /// Time has passed.
    Tick,
    /// No one has come for a long time.
    Abandon,
    /// The rematch has a table.
    Next { table: String },
}

/// The result of an action that was granted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Granted {
    /// What to store; nothing if it was done already.
    pub(crate) entries: Vec<Entry>,
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
            entries: done.events.into_iter().map(|event| Entry::Event { event }).collect(),
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
            permit(at, who, submission)?;
            let mut granted = Granted::from(at.table.submit(now, submission)?);
            if let Some(recovery) = recovery {
                granted.hand_over(submission.seat, who, recovery);
            }
            Ok(granted)
        }
        Action::Chat { who, key, text } => chat(at, who, key, text, now),
        Action::Recover { who, code, recovery } => {
            let held = |seat: &Seat| at.rights[seat.index()].recovery.as_ref() == Some(code);
            let seat = at.table.seats().find(held).ok_or_else(|| forbidden(&texts::WRONG_CODE))?;
            let mut granted = Granted::default();
            granted.hand_over(seat, who, recovery);
            Ok(granted)
        }
        Action::Bot { submission } => Ok(at.table.submit(now, submission)?.into()),
        Action::Tick => Ok(at.table.tick(now)?.map(Granted::from).unwrap_or_default()),
        Action::Abandon => Ok(at.table.abandon(now)?.into()),
        Action::Next { table } if at.wants_next() => Ok(at.table.continue_at(now, table)?.into()),
        Action::Next { .. } => Ok(Granted::default()),
    }
}

impl Granted {
    /// The session acts for the seat from now on, and the code moves the seat.
    fn hand_over(&mut self, seat: Seat, who: &Hashed, recovery: &Hashed) {
        let (session, recovery) = (who.clone(), recovery.clone());
        self.entries.push(Entry::Keeper { seat: seat.number(), session, recovery });
        self.moved = Some(seat.number());
    }
}

fn forbidden(text: &'static Template) -> Denied {
    Denied::new(Reason::Forbidden, text.plain())
}

fn foreign(seat: Seat) -> Denied {
    Denied::new(Reason::Forbidden, texts::NOT_YOURS.with(&[("seat", &seat)]))
}

/// A session may act for a seat of a table only if the entries say so; nothing else gives that right.
fn permit(at: &Snapshot, who: &Hashed, submission: &Submission) -> Result<(), Denied> {
    let seat = submission.seat;
    // A seat that does not exist is refused by the table.
    let Some(right) = at.rights.get(seat.index()) else { return Ok(()) };
    let own = right.session.as_ref() == Some(who);
    match &submission.request {
        Request::Claim { .. } => match (&right.session, &right.reserved) {
            // Refused as taken, and not by the table: under the key of the first claim it would repeat its receipt.
            (Some(_), _) if !own => at.table.must_be_free(seat).and(Err(foreign(seat))),
            (None, Some(reserved)) if reserved != who => {
                Err(Denied::new(Reason::Forbidden, texts::RESERVED.with(&[("seat", &seat)])))
            }
            _ => Ok(()),
        },
        Request::Appoint { .. } if at.is_insider(who) => Ok(()),
        Request::Appoint { .. } => Err(forbidden(&texts::OUTSIDER)),
        // The session that opened the table may clear empty seats while the table waits.
        Request::Release if right.session.is_none() && at.host.as_ref() == Some(who) => {
            let bot = matches!(at.table.holder(seat), Some(Holder::Bot { .. } | Holder::Kept { .. }));
            if bot && at.table.phase() == Phase::Waiting { Ok(()) } else { Err(foreign(seat)) }
        }
        _ if own => Ok(()),
        _ => Err(foreign(seat)),
    }
}

fn chat(at: &Snapshot, who: &Hashed, key: &str, text: &str, now: u64) -> Result<Granted, Denied> {
    let invalid = |text| Err(Denied::new(Reason::Invalid, text));
    let seat = at.seats_of(Some(who)).iter().next().ok_or_else(|| forbidden(&texts::OUTSIDER))?;
    let number = seat.number();
    if at.chat.iter().any(|entry| entry.line.seat == number && entry.key == key) {
        return Ok(Granted::default());
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
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
    let entry = Entry::Chat(Box::new(ChatEntry { line, key: key.to_owned() }));
    Ok(Granted { entries: vec![entry], ..Granted::default() })
}
