//! The server's own work at tables: bots' moves, expired clocks, rematches. It is claimed from the store with a lease,
//! one move at a time, oldest first: a long game between two bots does not hold up others, and another node takes over
//! the work of a node that dies a few seconds later.

use super::action::Action;
use super::table::{Failed, LiveTable};
use super::{LiveTables, bot, clock, random};
use crate::store::{Claim, TableId, spell};
use breadboard_core::Seat;
use breadboard_play::{Key, Level, Request, Submission};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// How long other nodes wait for one that has claimed work and died; longer than a bot may think.
const LEASE_MS: i64 = 4_000;
/// How often to look for work that was not announced: expired clocks, and the work of dead nodes.
const LOOK: Duration = Duration::from_millis(250);
/// After the store failed.
const PAUSE: Duration = Duration::from_millis(500);

pub(super) async fn run(tables: Arc<LiveTables>) {
    loop {
        // A free thinker comes first: claimed work must not queue behind other work.
        let Ok(first) = tables.thinkers.clone().acquire_owned().await else { return };
        let mut permits = vec![first];
        while let Ok(permit) = tables.thinkers.clone().try_acquire_owned() {
            permits.push(permit);
        }
        let now = clock();
        let limit = permits.len() as u32;
        match tables.store.claim_due(&tables.node, now, now + LEASE_MS, limit).await {
            Ok(claims) if claims.is_empty() => {
                drop(permits);
                // If work was announced meanwhile, this returns at once.
                let _ = tokio::time::timeout(LOOK, tables.work.notified()).await;
            }
            Ok(claims) => {
                for (claim, permit) in claims.into_iter().zip(permits) {
                    tokio::spawn(serve(tables.clone(), claim, permit));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "looking for work failed");
                drop(permits);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn serve(tables: Arc<LiveTables>, claim: Claim, permit: OwnedSemaphorePermit) {
    let id = claim.id.clone();
    if let Err(error) = at_table(&tables, &claim).await {
        tracing::warn!(table = %id, ?error, "work at a table failed");
        // The lease runs out by itself, so that a table that always fails is tried every few seconds only.
    }
    drop(permit);
    tables.work.notify_one();
}

async fn at_table(tables: &Arc<LiveTables>, claim: &Claim) -> Result<(), Failed> {
    let live = tables.table(&claim.id).await?;
    live.catch_up(&tables.store, i64::MAX).await?;
    let at = live.now();
    let flagged = at.table.deadline().is_some_and(|deadline| clock() > deadline as i64);
    if flagged {
        let outcome = tables.act(&live, Action::Tick, Some(0)).await?;
        if outcome.granted.entries.is_empty() {
            give_back(tables, &claim.id).await?;
        }
    } else if at.wants_next() {
        tables.open_next(&live).await?;
    } else if let Some(&(seat, level)) = at.table.bots_to_act().first() {
        move_for(tables, &live, seat, level).await?;
    } else {
        give_back(tables, &claim.id).await?;
    }
    Ok(())
}

/// Ends the lease: there was nothing to do.
async fn give_back(tables: &Arc<LiveTables>, id: &TableId) -> Result<(), Failed> {
    tables.store.renew(&tables.node, id, 0).await?;
    Ok(())
}

async fn move_for(
    tables: &Arc<LiveTables>,
    live: &Arc<LiveTable>,
    seat: Seat,
    level: Level,
) -> Result<(), Failed> {
    let at = live.now();
    let seed = u64::from_le_bytes(random()?);
    let (table, thinking) = (at.table.clone(), tables.retention.thinking);
    let started = std::time::Instant::now();
    let chosen = tokio::task::spawn_blocking(move || bot::choose(&table, seat, level, seed, thinking)).await;
    tables.metrics.thought(started.elapsed());
    let text = chosen
        .unwrap_or_else(|error| Err(error.to_string()))
        .map_err(|error| Failed::Damaged(format!("a bot found no move: {error}")))?;
    let key = Key::try_from(format!("bot-{}", spell(&random::<10>()?)));
    let submission = Submission {
        seat,
        version: at.table.version(),
        attempt: None,
        key: key.map_err(|denied| Failed::Damaged(denied.to_string()))?,
        request: Request::Act { text },
    };
    match tables.act(live, Action::Bot { submission }, Some(0)).await {
        Ok(_) => Ok(()),
        // A move was taken back, or a player left: the next round finds what is to be done now.
        Err(Failed::Denied(_)) => give_back(tables, &live.id).await,
        Err(error) => Err(error),
    }
}
