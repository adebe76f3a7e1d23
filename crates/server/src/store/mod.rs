//! The store of tables: for each a row of facts, and a numbered list of entries whose content the store does not read.
//!
//! An append names the number of the last entry that the writer has seen and is refused if there are more; so two
//! writers, or two servers, never disagree. Saving whole states was the alternative: it loses the history, and two
//! conflicting states cannot be merged.
//!
//! An answer means that the write is committed, on both databases. Times are milliseconds since 1970 and are passed in.

mod backup;
mod ceiling;
mod error;
mod id;
mod keepers;
mod op;
mod postgres;
mod read;
mod schema;
mod share;
mod sqlite;
mod values;

pub use backup::{Restored, copy_to, restore};
pub use ceiling::Ceiling;
pub use error::StoreError;
pub use id::TableId;
pub(crate) use id::spell;
pub(crate) use keepers::MOST_COUNTED;
pub use keepers::{Keeper, KeptTable, Tally};
pub use share::{LEAST_WEIGHT, Opener, StoreShare};
pub use values::{Append, Due, Facts, NewTable, Notice, Patience, Status, StoredTable};

use op::{Answer, Op};
use postgres::Postgres;
use sqlite::Sqlite;
use std::sync::Arc;
use tokio::sync::broadcast;

/// An open store; cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    backend: Backend,
    ceiling: Arc<Ceiling>,
}

#[derive(Clone, Debug)]
enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    /// Opens `sqlite:PATH` or `postgres://…`, brings it up to date, and gives this node its name.
    ///
    /// # Errors
    /// The address is not one, or the database cannot be opened, or a newer program has written it.
    pub async fn open(address: &str, node: &str, patience: Patience) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let backend = match Address::read(address)? {
            Address::File(path) => Backend::Sqlite(Sqlite::open(path, patience).await?),
            Address::Network(url) => Backend::Postgres(Postgres::open(url, node, patience).await?),
        };
        Ok(Store { backend, ceiling: Arc::default() })
    }

    /// Opens a store that a server may be using: it must exist and be up to date, and the server keeps its work.
    ///
    /// # Errors
    /// As [`Store::open`], or there is no such store.
    pub async fn open_beside(address: &str, node: &str, patience: Patience) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let backend = match Address::read(address)? {
            Address::File(path) => Backend::Sqlite(Sqlite::open_beside(path, patience).await?),
            Address::Network(url) => Backend::Postgres(Postgres::open_beside(url, node, patience).await?),
        };
        Ok(Store { backend, ceiling: Arc::default() })
    }

    /// The store with a ceiling for its size in bytes; 0 for none.
    #[must_use]
    pub fn with_ceiling(self, bytes: u64) -> Store {
        Store { ceiling: Arc::new(Ceiling::new(bytes)), ..self }
    }

    /// How much of its ceiling is used.
    #[must_use]
    pub fn ceiling(&self) -> &Ceiling {
        &self.ceiling
    }

    /// Measures the store and notes its size.
    ///
    /// # Errors
    /// The database fails.
    pub async fn measure(&self) -> Result<u64, StoreError> {
        let sql = match &self.backend {
            // Pages that are free will be used before the file grows.
            Backend::Sqlite(_) => {
                "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), \
                 pragma_freelist_count(), pragma_page_size()"
            }
            Backend::Postgres(_) => postgres::SIZE,
        };
        let bytes = read::number(self.readers(), sql).await?.max(0) as u64;
        self.ceiling.note(bytes);
        Ok(bytes)
    }

    /// The clock that all nodes share, in milliseconds since 1970; none for a store of one node.
    ///
    /// # Errors
    /// The database fails.
    pub async fn time(&self) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        if self.is_shared() { read::number(self.readers(), sql).await.map(Some) } else { Ok(None) }
    }

    /// Which database it is, in one word.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite(_) => "sqlite",
            Backend::Postgres(_) => "postgres",
        }
    }

    /// Whether other nodes may use it at the same time.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::Postgres(_))
    }

    async fn write(&self, op: Op) -> Result<Answer, StoreError> {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.write(op).await,
            Backend::Postgres(postgres) => postgres.write(op).await,
        }
    }

    fn readers(&self) -> &sqlx::AnyPool {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.readers(),
            Backend::Postgres(postgres) => postgres.pool(),
        }
    }

    /// Makes a table and gives the number of its last entry.
    ///
    /// # Errors
    /// [`StoreError::Exists`], or the database fails.
    pub async fn create(&self, table: NewTable) -> Result<i64, StoreError> {
        self.ceiling.for_a_table()?;
        seq(self.write(Op::Create(table)).await?)
    }

    /// Adds entries to a table and gives the number of the last one.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the table has other entries than expected, [`StoreError::Missing`], or the
    /// database fails.
    pub async fn append(&self, append: Append) -> Result<i64, StoreError> {
        if append.entries.is_empty() {
            return Err(StoreError::Other("an append without entries".to_owned()));
        }
        // Only a table whose game is over can be deleted: without its end there would never be room again.
        if !append.ends {
            self.ceiling.for_an_entry()?;
        }
        seq(self.write(Op::Append(append)).await?)
    }

    /// Notes what a table has grown to, if the tables of its opener stay within this many bytes.
    ///
    /// # Errors
    /// [`StoreError::Share`] if they would not, [`StoreError::Missing`], or the database fails.
    pub async fn weigh(&self, id: &TableId, weight: i64, most: u64) -> Result<(), StoreError> {
        self.write(Op::Weigh { id: id.clone(), weight, most }).await.map(|_| ())
    }

    /// The row of a table and its entries after `seq`, in order; 0 gives all of them.
    ///
    /// # Errors
    /// [`StoreError::Missing`], or the database fails.
    pub async fn load_since(&self, id: &TableId, seq: i64) -> Result<(StoredTable, Vec<String>), StoreError> {
        read::since(self.readers(), id, seq).await
    }

    /// The listed tables that are not over, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn listed(&self, limit: u32) -> Result<Vec<StoredTable>, StoreError> {
        read::listed(self.readers(), limit).await
    }

    /// The rows of those tables that exist.
    ///
    /// # Errors
    /// The database fails.
    pub async fn by_ids(&self, ids: &[TableId]) -> Result<Vec<StoredTable>, StoreError> {
        read::by_ids(self.readers(), ids).await
    }

    /// Tables whose time is over: those that may be deleted, or those whose games must be ended first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn expired(&self, now: i64, over: bool, limit: u32) -> Result<Vec<StoredTable>, StoreError> {
        read::expired(self.readers(), now, over, limit).await
    }

    /// How many tables there are, with any status.
    ///
    /// # Errors
    /// The database fails.
    pub async fn count(&self) -> Result<i64, StoreError> {
        read::count(self.readers()).await
    }

    /// Tables that are due and not leased, in the order of `due` and id, after this pair.
    ///
    /// # Errors
    /// The database fails.
    pub async fn due(&self, after: &(i64, String), now: i64, limit: u32) -> Result<Vec<Due>, StoreError> {
        read::due(self.readers(), after, now, limit).await
    }

    /// Claims the work at a table until `until`; returns whether it is due and no other node has it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn claim(&self, node: &str, id: &TableId, now: i64, until: i64) -> Result<bool, StoreError> {
        match self.write(Op::Claim { node: node.to_owned(), id: id.clone(), now, until }).await? {
            Answer::Renewed(held) => Ok(held),
            other => Err(unexpected(&other)),
        }
    }

    /// Puts the work and the end of a table off, for one that cannot be read.
    ///
    /// # Errors
    /// The database fails.
    pub async fn put_off(&self, id: &TableId, until: i64) -> Result<(), StoreError> {
        self.write(Op::PutOff { id: id.clone(), until }).await.map(|_| ())
    }

    /// Writes a value and thereby shows that the store can be written.
    ///
    /// # Errors
    /// The database fails.
    pub async fn probe(&self, node: &str, now: i64) -> Result<(), StoreError> {
        self.write(Op::Probe { node: node.to_owned(), now }).await.map(|_| ())
    }

    /// Moves the end of a lease, to `now` to give the work back; returns whether this node still held it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn renew(&self, node: &str, id: &TableId, until: i64) -> Result<bool, StoreError> {
        match self.write(Op::Renew { node: node.to_owned(), id: id.clone(), until }).await? {
            Answer::Renewed(held) => Ok(held),
            other => Err(unexpected(&other)),
        }
    }

    /// Deletes a table with its entries, if nothing was added meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::Missing`], or the database fails.
    pub async fn delete(&self, id: &TableId, expected: i64) -> Result<(), StoreError> {
        self.write(Op::Delete { id: id.clone(), expected }).await.map(|_| ())
    }

    /// Keeps the review of a table, which goes when the table goes.
    ///
    /// # Errors
    /// The database fails, or it has no room.
    pub async fn keep_review(&self, id: &TableId, made_for: &str, body: &str) -> Result<(), StoreError> {
        self.ceiling.for_a_table()?;
        let op = Op::Review { id: id.clone(), made_for: made_for.to_owned(), body: body.to_owned() };
        self.write(op).await.map(|_| ())
    }

    /// The kept review of a table, if there is one and it was made for this.
    ///
    /// # Errors
    /// The database fails.
    pub async fn review(&self, id: &TableId, made_for: &str) -> Result<Option<String>, StoreError> {
        read::review(self.readers(), id, made_for).await
    }

    /// Writes who keeps the seats of a table, if nothing was added meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::Missing`], or the database fails.
    pub async fn index(&self, id: &TableId, expected: i64, keepers: Vec<Keeper>) -> Result<(), StoreError> {
        self.write(Op::Index { id: id.clone(), expected, keepers }).await.map(|_| ())
    }

    /// Tables without keepers after this id, in the order of ids.
    ///
    /// # Errors
    /// The database fails.
    pub async fn without_keepers(&self, after: &str, limit: u32) -> Result<Vec<TableId>, StoreError> {
        keepers::without(self.readers(), after, limit).await
    }

    /// The tables of a session, running or over, before this time and id, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn of_session(
        &self,
        session: &str,
        over: bool,
        before: &(i64, String),
        limit: u32,
    ) -> Result<Vec<KeptTable>, StoreError> {
        keepers::of_session(self.readers(), session, over, before, limit).await
    }

    /// How the latest games of a session ended.
    ///
    /// # Errors
    /// The database fails.
    pub async fn tallies(&self, session: &str) -> Result<Vec<Tally>, StoreError> {
        keepers::tallies(self.readers(), session).await
    }

    /// The value under a name, if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn recall(&self, name: &str) -> Result<Option<String>, StoreError> {
        read::value(self.readers(), name).await
    }

    /// A value that all nodes share: the first one that was given under this name.
    ///
    /// # Errors
    /// The database fails.
    pub async fn remember(&self, name: &str, value: &str) -> Result<String, StoreError> {
        match self.write(Op::Remember { name: name.to_owned(), value: value.to_owned() }).await? {
            Answer::Value(value) => Ok(value),
            other => Err(unexpected(&other)),
        }
    }

    /// Sets a shared value and notifies the other nodes.
    ///
    /// # Errors
    /// The database fails.
    pub async fn set(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.write(Op::Set { name: name.to_owned(), value: value.to_owned() }).await.map(|_| ())
    }

    /// Removes a shared value; returns whether there was one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn forget(&self, name: &str) -> Result<bool, StoreError> {
        match self.write(Op::Forget { name: name.to_owned() }).await? {
            Answer::Renewed(was) => Ok(was),
            other => Err(unexpected(&other)),
        }
    }

    /// Notes that a server was here at this time.
    ///
    /// # Errors
    /// The database fails.
    pub async fn beat(&self, now: i64) -> Result<(), StoreError> {
        self.write(Op::Beat { now }).await.map(|_| ())
    }

    /// Tells the other nodes something that is not stored; without other nodes nothing happens.
    ///
    /// # Errors
    /// The database fails.
    pub async fn broadcast(&self, text: String) -> Result<(), StoreError> {
        if self.is_shared() { self.write(Op::Broadcast { text }).await.map(|_| ()) } else { Ok(()) }
    }

    /// The shared values whose names begin with a word, by name.
    ///
    /// # Errors
    /// The database fails.
    pub async fn values(&self, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
        read::values(self.readers(), prefix).await
    }

    /// Tables in the order of their ids, after this one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn page(&self, after: &str, limit: u32) -> Result<Vec<StoredTable>, StoreError> {
        read::page(self.readers(), after, limit).await
    }

    /// The tables that changed last, perhaps only those of a status.
    ///
    /// # Errors
    /// The database fails.
    pub async fn latest(&self, status: Option<Status>, limit: u32) -> Result<Vec<StoredTable>, StoreError> {
        read::latest(self.readers(), status, limit).await
    }

    /// What the database itself finds wrong with its files; nothing if all is well. PostgreSQL checks its pages when it
    /// reads them, so there every table is read instead.
    ///
    /// # Errors
    /// The database fails.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        match &self.backend {
            Backend::Sqlite(sqlite) => backup::faults(sqlite.readers()).await,
            Backend::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// Changes by other nodes, and by the operator's commands.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.notices(),
            Backend::Postgres(postgres) => postgres.notices(),
        }
    }

    /// Finishes pending writes and closes.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.close().await,
            Backend::Postgres(postgres) => postgres.close().await,
        }
    }
}

/// Where a store is.
enum Address<'a> {
    File(&'a str),
    Network(&'a str),
}

impl Address<'_> {
    fn read(address: &str) -> Result<Address<'_>, StoreError> {
        if let Some(path) = address.strip_prefix("sqlite:") {
            // Absolute addresses may be written with two or three slashes.
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path.contains('\0') {
                return Err(StoreError::Address("sqlite: wants the path of a file".to_owned()));
            }
            Ok(Address::File(path))
        } else if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            Ok(Address::Network(address))
        } else {
            Err(StoreError::Address("write sqlite:PATH or postgres://USER@HOST/NAME".to_owned()))
        }
    }
}

fn seq(answer: Answer) -> Result<i64, StoreError> {
    match answer {
        Answer::Seq(seq) => Ok(seq),
        other => Err(unexpected(&other)),
    }
}

fn unexpected(answer: &Answer) -> StoreError {
    StoreError::Other(format!("an answer to another question: {answer:?}"))
}
