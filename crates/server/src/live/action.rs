//! What can be done at a table of the server, judged against one moment of it. A judgement is pure and can be
//! repeated: when another node was faster, the same action is judged again against what it left.

use super::entry::{ChatLine, Entry, Hashed};
use super::snapshot::Snapshot;
use breadboard_core::Seat;
use breadboard_play::{Done, Holder, Key, Phase, Receipt, Refused, Request, Submission, Table};

/// The longest line of chat, in characters.
pub(crate) const LONGEST_CHAT: usize = 300;
/// The most lines of chat a table keeps.
pub(crate) const MOST_CHAT: usize = 500;

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A person asks for a seat.
    Submit {
        who: Hashed,
        submission: Submission,
        /// The hash of a fresh recovery code, should this be a claim.
        recovery: Hashed,
    },
    /// A person says something.
    Chat { who: Hashed, key: String, text: String },
    /// A person moves a seat here by its code; the fresh code takes its place.
    Recover { who: Hashed, code: Hashed, recovery: Hashed },
    /// The server moves for a bot.
    Bot { submission: Submission },
    /// The time has passed.
    Tick,
    /// Nobody has come for a long time.
    Abandon,
    /// The rematch is there.
    Next { table: String },
}

/// Why an action was not done.
#[derive(Clone, Debug)]
pub(crate) enum No {
    /// By the table.
    Refused(Refused),
    /// The session does not speak for this seat.
    Foreign(u8),
    /// The seat is kept for somebody else.
    Reserved(u8),
    /// Nobody sits there with this code.
    WrongCode,
    /// Only people at the table may do this.
    Outsider,
    /// The text is empty, too long, or there is too much of it.
    Chat(&'static str),
}

impl From<Refused> for No {
    fn from(refused: Refused) -> No {
        No::Refused(refused)
    }
}

/// What came of an action.
#[derive(Clone, Debug, Default)]
pub(crate) struct Granted {
    /// What to store; nothing if it was done already.
    pub(crate) entries: Vec<Entry>,
    /// The table afterwards, where the table has changed.
    pub(crate) table: Option<Table>,
    /// The answer of the table.
    pub(crate) receipt: Option<Receipt>,
    /// The seats whose recovery code is the fresh one now.
    pub(crate) moved: Vec<u8>,
}

impl From<Done> for Granted {
    fn from(done: Done) -> Granted {
        Granted {
            entries: done.events.into_iter().map(|event| Entry::Event { event }).collect(),
            table: Some(done.table),
            receipt: Some(done.receipt),
            moved: Vec::new(),
        }
    }
}

/// Decides about an action.
pub(crate) fn judge(at: &Snapshot, action: &Action, now: u64) -> Result<Granted, No> {
    match action {
        Action::Submit { who, submission, recovery } => {
            permit(at, who, submission)?;
            let done = at.table.submit(now, submission)?;
            let mut granted = Granted::from(done);
            if let Request::Claim { .. } = submission.request {
                let seat = submission.seat.number();
                let (session, recovery) = (who.clone(), recovery.clone());
                granted.entries.push(Entry::Keeper { seat, session, recovery });
                granted.moved.push(seat);
            }
            Ok(granted)
        }
        Action::Chat { who, key, text } => chat(at, who, key, text, now),
        Action::Recover { who, code, recovery } => {
            let held = |seat: &Seat| at.rights[seat.index()].recovery.as_ref() == Some(code);
            let seat = at.table.seats().find(held).ok_or(No::WrongCode)?.number();
            let (session, recovery) = (who.clone(), recovery.clone());
            let entries = vec![Entry::Keeper { seat, session, recovery }];
            Ok(Granted { entries, moved: vec![seat], ..Granted::default() })
        }
        Action::Bot { submission } => Ok(at.table.submit(now, submission)?.into()),
        Action::Tick => Ok(at.table.tick(now)?.map(Granted::from).unwrap_or_default()),
        Action::Abandon => Ok(at.table.abandon(now)?.into()),
        Action::Next { table } if at.wants_next() => Ok(at.table.continue_at(now, table)?.into()),
        Action::Next { .. } => Ok(Granted::default()),
    }
}

/// Authority is session, table and seat together; there is no other way to speak for a seat.
fn permit(at: &Snapshot, who: &Hashed, submission: &Submission) -> Result<(), No> {
    let seat = submission.seat;
    let number = seat.number();
    // A seat that does not exist is the table's to refuse.
    let Some(right) = at.rights.get(seat.index()) else { return Ok(()) };
    let own = right.session.as_ref() == Some(who);
    match &submission.request {
        Request::Claim { .. } => match (&right.session, &right.reserved) {
            (Some(_), _) if !own => Err(No::Refused(taken(at, submission))),
            (None, Some(reserved)) if reserved != who => Err(No::Reserved(number)),
            _ => Ok(()),
        },
        Request::Appoint { .. } => {
            if at.is_insider(who) {
                Ok(())
            } else {
                Err(No::Outsider)
            }
        }
        // Whoever opened the table may clear seats at which nobody sits, as long as it waits.
        Request::Release if right.session.is_none() && at.host.as_ref() == Some(who) => {
            let bot = matches!(at.table.holder(seat), Some(Holder::Bot { .. } | Holder::Kept { .. }));
            if bot && at.table.phase() == Phase::Waiting { Ok(()) } else { Err(No::Foreign(number)) }
        }
        _ if own => Ok(()),
        _ => Err(No::Foreign(number)),
    }
}

/// The table's own words for a seat that is taken, whatever key was used.
fn taken(at: &Snapshot, submission: &Submission) -> Refused {
    let mut other = submission.clone();
    if let Ok(key) = Key::try_from("another-key-of-nobody".to_owned()) {
        other.key = key;
    }
    match at.table.submit(0, &other) {
        Err(refused) => refused,
        Ok(_) => breadboard_core::refusals::not_your_turn(submission.seat).into(),
    }
}

fn chat(at: &Snapshot, who: &Hashed, key: &str, text: &str, now: u64) -> Result<Granted, No> {
    let seat = at.seats_of(Some(who)).iter().next().ok_or(No::Outsider)?;
    let number = seat.number();
    if at.chat.iter().any(|line| line.seat == number && line.key == key) {
        return Ok(Granted::default());
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.chars().count() > LONGEST_CHAT || text.chars().any(char::is_control) {
        return Err(No::Chat("a line of chat has 1 to 300 visible characters"));
    }
    if key.is_empty() || key.len() > 64 {
        return Err(No::Chat("a key has 1 to 64 characters"));
    }
    if at.chat.len() >= MOST_CHAT {
        return Err(No::Chat("this table's chat is full"));
    }
    let name = at.table.holder(seat).map(Holder::label).unwrap_or_default();
    let line =
        ChatLine { number: at.chat.len() as u32 + 1, at: now, seat: number, name, text, key: key.to_owned() };
    Ok(Granted { entries: vec![Entry::Chat(Box::new(line))], ..Granted::default() })
}
