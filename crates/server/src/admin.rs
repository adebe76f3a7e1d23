//! What an operator does with a store, whether a server uses it or not: look at tables, end and delete them, ban, change
//! the secret of sessions, check, copy, restore.
//!
//! It works on the store itself, as one more node does, and running servers notice what it writes. So it needs no
//! listener, no token and no second set of rights: who can write the store is the operator.

use crate::live::{Action, Caller, DAMAGED, Failed, LiveTables, Retention, Snapshot};
use crate::orders::{Ban, BanTarget, Orders};
use crate::store::{self, Patience, Restored, Status, Store, StoreError, StoredTable, TableId, spell};
use breadboard_core::Spec;
use breadboard_games::info_of;
use breadboard_play::Holder;
use std::path::Path;
use std::sync::Arc;

/// How often a deletion is tried again because the game went on meanwhile.
const TRIES: usize = 16;
/// Rows that are read at a time.
const PAGE: u32 = 500;
const DAY: i64 = 86_400_000;

/// Why something was not done, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdminError(String);

impl std::fmt::Display for AdminError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AdminError {}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> AdminError {
        AdminError(error.to_string())
    }
}

impl From<Failed> for AdminError {
    fn from(failed: Failed) -> AdminError {
        match failed {
            Failed::Denied(denied) => AdminError(denied.to_string()),
            Failed::Store(error) => error.into(),
            Failed::Damaged(reason) => AdminError(format!("it cannot be read: {reason}")),
            Failed::Busy => AdminError("too much waits already: try again".to_owned()),
        }
    }
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Its id.
    pub id: String,
    /// What is played.
    pub spec: String,
    /// `open`, `playing` or `over`.
    pub status: &'static str,
    /// Whether strangers find it in the list.
    pub listed: bool,
    /// The number of stored entries.
    pub entries: i64,
    /// When it was opened and when it last changed, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// When it is abandoned or deleted; 0 for never.
    pub expires: i64,
}

impl From<&StoredTable> for TableLine {
    fn from(row: &StoredTable) -> TableLine {
        TableLine {
            id: row.id.to_string(),
            spec: row.spec.clone(),
            status: row.facts.status.word(),
            listed: row.facts.listed,
            entries: row.seq,
            created: row.created,
            updated: row.updated,
            expires: row.facts.expires,
        }
    }
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    /// Its number.
    pub seat: u8,
    /// Who sits there: a name, a level, or that it is open.
    pub holder: String,
    /// The session that acts for it, to ban it.
    pub session: Option<String>,
}

/// A table as its operator sees it. Dice and hidden choices stay inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDetails {
    /// What a list shows of it.
    pub line: TableLine,
    /// The seats.
    pub seats: Vec<SeatLine>,
    /// The session that opened it.
    pub host: Option<String>,
    /// The chat: time, seat, name and text.
    pub chat: Vec<(u64, u8, String, String)>,
    /// The position as text.
    pub position: String,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Tables that were read and replayed.
    pub tables: u64,
    /// What the database finds wrong with its own file.
    pub faults: Vec<String>,
    /// Damaged tables, with the reason.
    pub damaged: Vec<(String, String)>,
}

/// Which tables to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFilter {
    /// All.
    All,
    /// Those with this status.
    Status(Status),
    /// Those that could not be read.
    Damaged,
}

/// An open store.
#[derive(Debug)]
pub struct Admin {
    tables: Arc<LiveTables>,
}

impl Admin {
    /// Opens a store beside its servers. Within a tokio runtime.
    ///
    /// # Errors
    /// There is no such store, or it was not brought up to date by a server of this version.
    pub async fn open(address: &str) -> Result<Admin, AdminError> {
        let node = format!("admin-{}", spell(&crate::live::random::<10>()?));
        let store = Store::open_beside(address, &node, Patience::default()).await?;
        Ok(Admin { tables: LiveTables::new(store, node, Retention::small(), Arc::default()) })
    }

    fn store(&self) -> &Store {
        &self.tables.store
    }

    /// Tables, the latest first.
    ///
    /// # Errors
    /// The store fails.
    pub async fn list(&self, which: TableFilter, limit: u32) -> Result<Vec<TableLine>, AdminError> {
        let rows = match which {
            TableFilter::All => self.store().latest(None, limit).await?,
            TableFilter::Status(status) => self.store().latest(Some(status), limit).await?,
            TableFilter::Damaged => {
                let named = self.store().values(DAMAGED).await?;
                let ids = named.iter().filter_map(|(name, _)| TableId::read(name.strip_prefix(DAMAGED)?));
                self.store().by_ids(&ids.take(limit as usize).collect::<Vec<_>>()).await?
            }
        };
        Ok(rows.iter().map(TableLine::from).collect())
    }

    /// One table.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub async fn show(&self, id: &str) -> Result<TableDetails, AdminError> {
        let (row, entries) = self.store().load_since(&read_id(id)?, 0).await?;
        let at = Snapshot::rebuild(&row, &entries).map_err(|reason| {
            AdminError(format!("the table is damaged: {reason}; `admin delete` removes it"))
        })?;
        let seats = at.table.seats().map(|seat| {
            let holder = match at.table.holder(seat) {
                Some(Holder::Person { name }) => name.to_string(),
                Some(Holder::Kept { name }) => format!("kept for {name}"),
                Some(Holder::Bot { level }) => level.to_string(),
                _ => "open".to_owned(),
            };
            let session = at.right(seat).and_then(|right| right.session.as_ref());
            SeatLine { seat: seat.number(), holder, session: session.map(|who| who.as_str().to_owned()) }
        });
        let chat = at.chat.iter().map(|entry| {
            let line = &entry.line;
            (line.at, line.seat, line.name.clone(), line.text.clone())
        });
        Ok(TableDetails {
            line: TableLine::from(&row),
            seats: seats.collect(),
            host: at.host.as_ref().map(|who| who.as_str().to_owned()),
            chat: chat.collect(),
            position: at.table.position(),
        })
    }

    /// Ends a game without a result. People see its end; the record stays until it expires.
    ///
    /// # Errors
    /// There is no such table, it cannot be read, or its game is over.
    pub async fn close(&self, id: &str) -> Result<(), AdminError> {
        let table = self.tables.table(&read_id(id)?, &Caller::default()).await?;
        self.tables.act(&table, Action::Abandon, None).await?;
        Ok(())
    }

    /// Deletes a table with all that was played and said there.
    ///
    /// # Errors
    /// There is no such table.
    pub async fn delete(&self, id: &str) -> Result<(), AdminError> {
        let id = read_id(id)?;
        // Read as a row: a damaged table can be deleted too.
        let mut expected = match self.store().by_ids(std::slice::from_ref(&id)).await?.first() {
            Some(row) => row.seq,
            None => return Err(StoreError::Missing.into()),
        };
        for _ in 0..TRIES {
            match self.store().delete(&id, expected).await {
                Err(StoreError::Conflict { stored }) => expected = stored,
                other => {
                    other?;
                    self.store().forget(&format!("{DAMAGED}{id}")).await?;
                    return Ok(());
                }
            }
        }
        Err(AdminError("the game goes on too fast: close it first".to_owned()))
    }

    /// All bans.
    ///
    /// # Errors
    /// The store fails.
    pub async fn bans(&self) -> Result<Vec<Ban>, AdminError> {
        Ok(Orders::bans(self.store()).await?)
    }

    /// Shuts out an address or a session, for some days or forever.
    ///
    /// # Errors
    /// The store fails.
    pub async fn ban(&self, target: BanTarget, days: Option<u32>, reason: String) -> Result<Ban, AdminError> {
        let since = self.tables.now();
        let until = days.map_or(0, |days| since + i64::from(days) * DAY);
        let ban = Ban { target, since, until, reason };
        Orders::ban(self.store(), ban.clone()).await?;
        Ok(ban)
    }

    /// Ends a ban.
    ///
    /// # Errors
    /// There is no such ban.
    pub async fn unban(&self, target: &BanTarget) -> Result<(), AdminError> {
        if Orders::unban(self.store(), target).await? {
            Ok(())
        } else {
            Err(AdminError(format!("{target} is not banned")))
        }
    }

    /// Makes a fresh secret sign sessions. Sessions of the older secrets are good for some days more and get the new
    /// signature when they come; 0 days ends all sessions at once.
    ///
    /// # Errors
    /// The store fails.
    pub async fn rotate_secret(&self, overlap_days: u32) -> Result<(), AdminError> {
        let now = self.tables.now();
        Ok(Orders::rotate(self.store(), now, now + i64::from(overlap_days) * DAY).await?)
    }

    /// Lets the database check its file, and replays every table.
    ///
    /// # Errors
    /// The store fails.
    pub async fn check(&self) -> Result<Check, AdminError> {
        let mut check = Check { faults: self.store().faults().await?, ..Check::default() };
        let mut after = String::new();
        loop {
            let rows = self.store().page(&after, PAGE).await?;
            let Some(last) = rows.last() else { return Ok(check) };
            after = last.id.to_string();
            for row in &rows {
                check.tables += 1;
                match self.store().load_since(&row.id, 0).await {
                    Ok((row, entries)) => {
                        let read = Snapshot::rebuild(&row, &entries).map(|_| ());
                        if let Err(reason) = read.and_then(|()| is_listed_right(&row)) {
                            check.damaged.push((row.id.to_string(), reason));
                        }
                    }
                    // Deleted meanwhile.
                    Err(StoreError::Missing) => {}
                    Err(error) => check.damaged.push((row.id.to_string(), error.to_string())),
                }
            }
        }
    }

    /// The size of the store, in bytes.
    ///
    /// # Errors
    /// The store fails.
    pub async fn measure(&self) -> Result<u64, AdminError> {
        Ok(self.store().measure().await?)
    }

    /// Closes the store.
    pub async fn finish(self) {
        self.store().close().await;
    }
}

/// Whether what the list of tables shows of it can be read.
fn is_listed_right(row: &StoredTable) -> Result<(), String> {
    let spec = row.spec.parse::<Spec>().map_err(|error| format!("its row in the list: {error}"))?;
    info_of(&spec).map_err(|error| format!("its row in the list: {error}"))?;
    serde_json::from_str::<serde_json::Value>(&row.facts.summary)
        .map_err(|error| format!("its summary in the list: {error}"))?;
    Ok(())
}

/// Copies an SQLite store, which a server may be using, to a new file.
///
/// # Errors
/// The file exists, or the copy does not pass its check.
pub async fn backup(address: &str, target: &Path) -> Result<(), AdminError> {
    Ok(store::copy_to(address, target).await?)
}

/// Puts a copy in the place of an SQLite store whose server is stopped. Bans and secrets of sessions stay as they are.
///
/// # Errors
/// A server uses the store, or the copy does not pass its check.
pub async fn restore(address: &str, copy: &Path) -> Result<Restored, AdminError> {
    Ok(store::restore(address, copy).await?)
}

/// Reads the id of a table, or its link.
fn read_id(text: &str) -> Result<TableId, AdminError> {
    let id = text.trim_end_matches('/').rsplit('/').next().and_then(TableId::read);
    id.ok_or_else(|| AdminError(format!("{text} is neither the id nor the link of a table")))
}
