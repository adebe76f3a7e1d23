//! Who keeps which seat, as the store indexes it for the list of a session's own tables and its statistics.

use super::LiveTables;
use super::entry::{Hashed, StoredEntry};
use super::lanes::Caller;
use super::snapshot::Snapshot;
use super::table::Failed;
use crate::store::{Keeper, StoreError, TableId};
use breadboard_core::{Outcome, Seat};
use breadboard_play::{EventKind, Finish, Holder, Phase};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The name under which the store notes that the tables of an older version are indexed.
const INDEXED: &str = "keepers-indexed";
/// Tables that are looked for at a time.
const PAGE: u32 = 100;
/// How often a table is read again because it was just played at.
const TRIES: usize = 5;
/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(10);

impl Snapshot {
    /// Who keeps the seats: the sessions that act for them, and those that they are kept for.
    pub(crate) fn keepers(&self) -> Vec<Keeper> {
        let over = if let Phase::Over(finish) = self.table.phase() { Some(finish) } else { None };
        let at = if over.is_some() { self.ended_at() } else { self.opened_at() };
        let game = self.table.info().id;
        let keeper = |seat: Seat| {
            let session = self.keeper_of(seat)?;
            let result = over.map_or("", |finish| self.result(finish, seat));
            Some(Keeper {
                seat: seat.number(),
                session: session.as_str().to_owned(),
                over: over.is_some(),
                at,
                game: game.to_owned(),
                against: self.against(session),
                result: result.to_owned(),
                score: if result == SCORED { self.score(seat) } else { 0 },
            })
        };
        self.table.seats().filter_map(keeper).collect()
    }

    /// Whether the index differs after these entries.
    pub(crate) fn changes_keepers(&self, before: &Snapshot, entries: &[StoredEntry]) -> bool {
        let is_over = |at: &Snapshot| matches!(at.table.phase(), Phase::Over(_));
        is_over(self) != is_over(before) || entries.iter().any(hands_over)
    }

    fn keeper_of(&self, seat: Seat) -> Option<&Hashed> {
        let right = self.right(seat)?;
        right.session.as_ref().or(right.reserved.as_ref())
    }

    /// Who the others are, in one word.
    fn against(&self, session: &Hashed) -> String {
        let (own, others): (Vec<Seat>, Vec<Seat>) =
            self.table.seats().partition(|seat| self.keeper_of(*seat) == Some(session));
        if own.len() > 1 {
            return "here".to_owned();
        }
        let level = |seat: Seat| match self.table.holder(seat) {
            Some(Holder::Bot { level }) => Some(level.to_string()),
            _ => None,
        };
        let levels: Option<BTreeSet<String>> = others.into_iter().map(level).collect();
        match levels {
            None => "people".to_owned(),
            Some(levels) if levels.len() > 1 => "bots".to_owned(),
            Some(levels) => levels.into_iter().next().unwrap_or_else(|| "solo".to_owned()),
        }
    }

    fn opened_at(&self) -> i64 {
        self.table.events().next().map_or(0, |event| event.at as i64)
    }

    fn ended_at(&self) -> i64 {
        let ended = self.table.events().rev().find(|event| matches!(event.what, EventKind::Ended { .. }));
        ended.map_or_else(|| self.opened_at(), |event| event.at as i64)
    }

    /// How a game ended for a seat, in one word.
    fn result(&self, finish: Finish, seat: Seat) -> &'static str {
        match finish.outcome {
            Some(Outcome::Win(winner)) if winner == seat => "won",
            Some(Outcome::Shared(winners)) if winners.contains(seat) => "shared",
            Some(Outcome::Draw) => "drawn",
            Some(Outcome::DrawBetween(seats)) if seats.contains(seat) => "drawn",
            Some(Outcome::Scored) if self.is_usual() => SCORED,
            Some(Outcome::Scored) => "played",
            Some(Outcome::Win(_) | Outcome::Shared(_) | Outcome::DrawBetween(_)) => "lost",
            None => "unfinished",
        }
    }

    /// Whether the game began at the usual start and has the usual options: other scores do not compare.
    fn is_usual(&self) -> bool {
        let options = self.table.spec().settings.iter().all(|(name, _)| name == "seats");
        let opened = self.table.events().next().map(|event| &event.what);
        let start = matches!(opened, Some(EventKind::Opened(opened)) if opened.start.is_none());
        options && start && self.table.given() == 0
    }

    fn score(&self, seat: Seat) -> i64 {
        let scores = self.table.scores();
        scores.and_then(|scores| scores.as_slice().get(seat.index()).copied()).map_or(0, i64::from)
    }
}

/// The result of a game without rivals whose score counts for the best one.
const SCORED: &str = "scored";

/// Whether an entry may give a seat to another session, or a bot to another session's game.
fn hands_over(entry: &StoredEntry) -> bool {
    match entry {
        StoredEntry::Keeper { .. } | StoredEntry::Reserved { .. } => true,
        StoredEntry::Event { event } => matches!(
            event.what,
            EventKind::Claimed { .. } | EventKind::Appointed { .. } | EventKind::Released { .. }
        ),
        StoredEntry::Host { .. } | StoredEntry::Chat(_) => false,
    }
}

/// Indexes the tables that a version without the index has stored, once.
pub(super) async fn index_old(tables: Arc<LiveTables>) {
    loop {
        match index_all(&tables).await {
            Ok(0) => return,
            Ok(count) => {
                tracing::info!(tables = count, "the tables of an older version are indexed");
                return;
            }
            Err(error) => {
                tracing::warn!(?error, "tables could not be indexed: tried again");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn index_all(tables: &LiveTables) -> Result<usize, Failed> {
    let mut count = 0;
    if tables.store.recall(INDEXED).await?.is_some() {
        return Ok(count);
    }
    let mut after = String::new();
    loop {
        let ids = tables.store.without_keepers(&after, PAGE).await?;
        let Some(last) = ids.last() else { break };
        after = last.as_str().to_owned();
        for id in &ids {
            match index_one(tables, id).await {
                Ok(()) => count += 1,
                // Named when someone opens it. The others are indexed.
                Err(Failed::Damaged(_) | Failed::Denied(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    tables.store.remember(INDEXED, &tables.now().to_string()).await?;
    Ok(count)
}

async fn index_one(tables: &LiveTables, id: &TableId) -> Result<(), Failed> {
    for _ in 0..TRIES {
        let (row, entries) = match tables.store.load_since(id, 0).await {
            Err(StoreError::Missing) => return Ok(()),
            other => other?,
        };
        let seq = row.seq;
        let lane = tables.lanes.for_load(&entries);
        let keepers = lane
            .run(&Caller::default(), move || Snapshot::rebuild(&row, &entries).map(|at| at.keepers()))
            .await?;
        match tables.store.index(id, seq, keepers.map_err(Failed::Damaged)?).await {
            Err(StoreError::Conflict { .. }) => {}
            Ok(()) | Err(StoreError::Missing) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
    Err(Failed::Busy)
}
