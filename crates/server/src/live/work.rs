//! The server's own work at tables: bots, flags, rematches. It is claimed from the store with a lease, one move at
//! a time, oldest first: a long game between two bots gets its turn like everybody else, and the work of a node
//! that dies is another's a few seconds later.

use super::action::Action;
use super::room::{Failed, Room};
use super::{Hall, bot, clock, random};
use crate::store::{Claim, TableId, spell};
use breadboard_core::Seat;
use breadboard_play::{Key, Level, Request, Submission};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// How long other nodes wait for one that has claimed work and died; longer than a bot may think.
const LEASE_MS: i64 = 4_000;
/// How often to look for work that nobody rang for: flags, and the work of dead nodes.
const LOOK: Duration = Duration::from_millis(250);
/// After the store failed.
const PAUSE: Duration = Duration::from_millis(500);

pub(super) async fn run(hall: Arc<Hall>) {
    loop {
        // Waiting for a thinker before claiming: claimed work must not queue behind other work.
        let Ok(first) = hall.thinkers.clone().acquire_owned().await else { return };
        let mut permits = vec![first];
        while let Ok(permit) = hall.thinkers.clone().try_acquire_owned() {
            permits.push(permit);
        }
        let now = clock();
        let limit = permits.len() as u32;
        match hall.store.claim_due(&hall.node, now, now + LEASE_MS, limit).await {
            Ok(claims) if claims.is_empty() => {
                drop(permits);
                // The bell may have rung meanwhile: then this returns at once.
                let _ = tokio::time::timeout(LOOK, hall.bell.notified()).await;
            }
            Ok(claims) => {
                for (claim, permit) in claims.into_iter().zip(permits) {
                    tokio::spawn(serve(hall.clone(), claim, permit));
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

async fn serve(hall: Arc<Hall>, claim: Claim, permit: OwnedSemaphorePermit) {
    let id = claim.id.clone();
    if let Err(error) = at_table(&hall, &claim).await {
        tracing::warn!(table = %id, ?error, "work at a table failed");
        // The lease runs out by itself, so that a table that always fails is tried every few seconds only.
    }
    drop(permit);
    hall.bell.notify_one();
}

async fn at_table(hall: &Arc<Hall>, claim: &Claim) -> Result<(), Failed> {
    let room = hall.room(&claim.id).await?;
    room.catch_up(&hall.store, i64::MAX).await?;
    let at = room.now();
    let flagged = at.table.deadline().is_some_and(|deadline| clock() > deadline as i64);
    if flagged {
        let outcome = hall.act(&room, Action::Tick, Some(0)).await?;
        if outcome.granted.entries.is_empty() {
            give_back(hall, &claim.id).await?;
        }
    } else if at.wants_next() {
        hall.open_next(&room).await?;
    } else if let Some(&(seat, level)) = at.table.bots_to_act().first() {
        move_for(hall, &room, seat, level).await?;
    } else {
        give_back(hall, &claim.id).await?;
    }
    Ok(())
}

/// There was nothing to do after all.
async fn give_back(hall: &Arc<Hall>, id: &TableId) -> Result<(), Failed> {
    hall.store.renew(&hall.node, id, 0).await?;
    Ok(())
}

async fn move_for(hall: &Arc<Hall>, room: &Arc<Room>, seat: Seat, level: Level) -> Result<(), Failed> {
    let at = room.now();
    let seed = u64::from_le_bytes(random()?);
    let (table, thinking) = (at.table.clone(), hall.keeping.thinking);
    let started = std::time::Instant::now();
    let chosen = tokio::task::spawn_blocking(move || bot::choose(&table, seat, level, seed, thinking)).await;
    hall.metrics.thought(started.elapsed());
    let text = chosen
        .unwrap_or_else(|error| Err(error.to_string()))
        .map_err(|error| Failed::Damaged(format!("a bot found no move: {error}")))?;
    let key = Key::try_from(format!("bot-{}", spell(&random::<10>()?)));
    let submission = Submission {
        seat,
        version: at.table.version(),
        attempt: None,
        key: key.map_err(|refused| Failed::Damaged(refused.to_string()))?,
        request: Request::Act { text },
    };
    match hall.act(room, Action::Bot { submission }, Some(0)).await {
        Ok(_) => Ok(()),
        // Somebody undid a move, or left: the next look finds what is to be done now.
        Err(Failed::No(_)) => give_back(hall, &room.id).await,
        Err(error) => Err(error),
    }
}
