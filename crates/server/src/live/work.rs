//! The server's own work at tables. Expired clocks and rematches are done at once; bots' turns pass through the
//! [schedule](super::schedule). What is due is announced by the change that makes it due and, after a restart or when
//! another node has died, found in the store.
//!
//! Several nodes may find the same work: each claims a lease before it starts, but for a clock that has run out. Work of a
//! node that dies is free again a few seconds later.

use super::action::Action;
use super::bot::BotThread;
use super::lanes::Caller;
use super::schedule::{BotTurn, Class, Job, Limit, Owner};
use super::table::{Failed, LiveTable};
use super::{LiveTables, Snapshot, Summary, random};
use crate::store::{Due, Status, StoreError, TableId, spell};
use breadboard_core::Seat;
use breadboard_play::{Holder, Key, Request, Submission};
use breadboard_wire::SeatKind;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long other nodes wait for one that has claimed work and died; longer than a bot may think.
const LEASE_MS: i64 = 4_000;
/// How often to look for work that was not announced: expired clocks, and the work of dead nodes.
const LOOK: Duration = Duration::from_millis(250);
/// A normal poll reads work that became due in this time. Older work is already scheduled, except that of a node that died.
const RECENT_MS: i64 = 5_000;
/// Every twentieth poll reads everything that is due.
const FULL_LOOK: u64 = 20;
/// An idle server stores the time once a minute.
const IDLE_BEAT: u64 = 240;
/// Rows that are read at a time.
const PAGE: u32 = 500;
/// Pages of one look.
const PAGES: usize = 40;
/// After the store failed.
const PAUSE: Duration = Duration::from_millis(500);
/// Tables with prompt work that are loaded at the same time.
const PROMPT: usize = 16;

impl LiveTables {
    /// Puts what is due at a table where it belongs.
    pub(super) fn announce(&self, table: &LiveTable, at: &Snapshot) {
        if at.wants_next() {
            self.push_rematch(table.id.clone());
        } else if !at.table.bots_to_act().is_empty() {
            self.push_bot(self.entry(table, at));
        } else {
            return;
        }
        self.work.notify_one();
    }

    /// A bot is to move. It does not think while its move could not be stored. Once there is room, the next look finds its
    /// turn. Its clock goes on, and what ends a game is stored.
    fn push_bot(&self, turn: BotTurn) {
        let has_room = self.store.ceiling().takes_moves() && !self.full_disk.load(Relaxed);
        if has_room {
            self.schedule().push(turn, Instant::now());
        } else if turn.deadline.is_some_and(|deadline| self.now() > deadline) {
            self.schedule().push_prompt(turn.table);
        }
    }

    /// A rematch is agreed. Without room for its table it waits for a later look.
    fn push_rematch(&self, table: TableId) {
        if self.store.ceiling().takes_tables() {
            self.schedule().push_prompt(table);
        }
    }

    /// A bot's turn at a table in memory. It belongs to who opened the table, or else to the first person at it.
    fn entry(&self, table: &LiveTable, at: &Snapshot) -> BotTurn {
        let mut seated = at.rights.iter().filter_map(|right| right.session.as_ref());
        let first = seated.next();
        let class = match first {
            Some(_) => Class::Person,
            None if table.watchers() > 0 => Class::Watched,
            None => Class::Unwatched,
        };
        let session =
            at.host.as_ref().filter(|host| first.is_none() || !at.seats_of(Some(host)).is_empty()).or(first);
        BotTurn {
            table: table.id.clone(),
            class,
            owner: session.map_or_else(|| Owner::Table(table.id.clone()), |who| Owner::Session(who.clone())),
            address: session.and_then(|who| self.visitors.address(who)),
            deadline: at.table.deadline().map(|deadline| deadline as i64),
        }
    }

    /// Puts a row that is due where it belongs. A table in memory knows more than its row.
    fn found(&self, row: Due) {
        let known = self.in_memory().get(&row.id).cloned();
        if let Some(table) = known {
            let at = table.now();
            if at.wants_next() {
                return self.push_rematch(row.id);
            }
            if at.table.bots_to_act().is_empty() {
                // A clock, or another node has changed the table: prompt work reads it again.
                return self.schedule().push_prompt(row.id);
            }
            return self.push_bot(self.entry(&table, &at));
        }
        if row.status == Status::Over {
            return self.push_rematch(row.id);
        }
        let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
        let bot =
            |number: &u8| summary.seats.iter().any(|seat| seat.seat == *number && seat.kind == SeatKind::Bot);
        if row.status != Status::Playing || !summary.awaited.iter().any(bot) {
            return self.schedule().push_prompt(row.id);
        }
        let person = summary.seats.iter().any(|seat| seat.kind == SeatKind::Person);
        let class = if person { Class::Person } else { Class::Unwatched };
        let owner = Owner::Table(row.id.clone());
        self.push_bot(BotTurn { table: row.id, class, owner, address: None, deadline: summary.deadline });
    }
}

/// Starts what may start, whenever something was announced or has ended.
pub(super) async fn dispatch(tables: Arc<LiveTables>) {
    let prompt = Arc::new(Semaphore::new(PROMPT));
    loop {
        // Each is taken on its own: the schedule is not held while tasks are made.
        while let Some(id) = take_prompt(&tables) {
            crate::task::spawn(serve_promptly(tables.clone(), id, prompt.clone()));
        }
        while let Some(job) = pick(&tables) {
            crate::task::spawn(serve(tables.clone(), job));
        }
        tables.work.notified().await;
    }
}

fn take_prompt(tables: &LiveTables) -> Option<TableId> {
    tables.schedule().take_prompt()
}

fn pick(tables: &LiveTables) -> Option<Job> {
    tables.schedule().pick(Instant::now())
}

/// Looks for what was not announced.
pub(super) async fn look(tables: Arc<LiveTables>) {
    let mut interval = tokio::time::interval(LOOK);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for number in 0u64.. {
        interval.tick().await;
        let now = tables.now();
        let from = if number % FULL_LOOK == 0 { 0 } else { now - RECENT_MS };
        if let Err(error) = look_from(&tables, from, now).await {
            tracing::warn!(%error, "looking for work failed");
            tokio::time::sleep(PAUSE).await;
        }
        tables.schedule().push_expired_clocks(now);
        tables.work.notify_one();
        if number % FULL_LOOK == 0 {
            // A machine with nothing to do may let its disk sleep.
            let beat = tables.store.is_shared() || tables.len() > 0 || number % IDLE_BEAT == 0;
            tables.note_time_and_size(beat).await;
            tables.see_to_neighbours();
        }
    }
}

async fn look_from(tables: &LiveTables, from: i64, now: i64) -> Result<(), StoreError> {
    let mut after = (from, String::new());
    for _ in 0..PAGES {
        let rows = tables.store.due(&after, now, PAGE).await?;
        let Some(last) = rows.last() else { break };
        after = (last.due, last.id.to_string());
        let full = rows.len() == PAGE as usize;
        rows.into_iter().for_each(|row| tables.found(row));
        if !full {
            break;
        }
    }
    Ok(())
}

/// Gives the place in the schedule back, also when the task fails.
struct Place {
    tables: Arc<LiveTables>,
    id: TableId,
    prompt: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut schedule = self.tables.schedule();
        if self.prompt {
            schedule.finish_prompt(&self.id);
        } else {
            schedule.finish(&self.id, Instant::now());
        }
        drop(schedule);
        self.tables.work.notify_one();
    }
}

/// Waits for one of the places to load tables. A table in memory needs none: people who wait for a clock look at the
/// table, and long tables that are being loaded must not hold them up.
async fn admit(tables: &LiveTables, id: &TableId, free: Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    let mut place = std::pin::pin!(free.acquire_owned());
    while !tables.is_in_memory(id) {
        // It may be loaded for someone else meanwhile.
        if let Ok(place) = tokio::time::timeout(LOOK, place.as_mut()).await {
            return place.ok();
        }
    }
    None
}

async fn serve_promptly(tables: Arc<LiveTables>, id: TableId, free: Arc<Semaphore>) {
    let place = Place { tables: tables.clone(), id: id.clone(), prompt: true };
    let _free = admit(&tables, &id, free).await;
    let done = work_promptly(&tables, &id).await;
    drop(place);
    settle(&tables, &id, done).await;
}

async fn serve(tables: Arc<LiveTables>, job: Job) {
    let place = Place { tables: tables.clone(), id: job.table.clone(), prompt: false };
    tables.metrics.bot_waited(job.waited);
    let done = play_turn(&tables, &job).await;
    drop(place);
    settle(&tables, &job.table, done).await;
}

/// Announces what is due now, or sees to a table at which work fails.
async fn settle(tables: &Arc<LiveTables>, id: &TableId, done: Result<Option<Arc<LiveTable>>, Failed>) {
    match done {
        Ok(Some(live)) => tables.announce(&live, &live.now()),
        Ok(None) | Err(Failed::Store(StoreError::Missing)) => {}
        Err(Failed::Damaged(reason)) => tables.quarantine(id, &reason).await,
        // What it was has said so; the ceiling is looked at before the next turn.
        Err(Failed::Store(StoreError::Ceiling(_))) => {}
        Err(Failed::Store(StoreError::Full(_))) => {
            if !tables.full_disk.swap(true, Relaxed) {
                tracing::warn!("the disk is full: bots wait until there is room");
            }
        }
        // Found again by the next look.
        Err(error) => tracing::warn!(table = %id, ?error, "work at a table failed"),
    }
}

/// The table as it is stored, if no other node works at it.
async fn claimed(tables: &Arc<LiveTables>, id: &TableId) -> Result<Option<Arc<LiveTable>>, Failed> {
    if tables.store.is_shared() {
        let now = tables.now();
        if !tables.store.claim(&tables.node, id, now, now + LEASE_MS).await? {
            return Ok(None);
        }
    }
    stored(tables, id).await.map(Some)
}

/// The table as it is stored.
async fn stored(tables: &Arc<LiveTables>, id: &TableId) -> Result<Arc<LiveTable>, Failed> {
    let live = tables.table(id, &Caller::default()).await?;
    // A store of one node has nothing new, unless a write has failed.
    live.catch_up(&tables.store, if tables.store.is_shared() { i64::MAX } else { 0 }).await?;
    Ok(live)
}

/// Does what needs no thinking. A clock needs no lease: a bot that thinks at the table holds it, and of two nodes that stop
/// the same clock the second finds it stopped.
async fn work_promptly(tables: &Arc<LiveTables>, id: &TableId) -> Result<Option<Arc<LiveTable>>, Failed> {
    let live = stored(tables, id).await?;
    if is_flagged(&live.now(), tables.now()) {
        tables.act(&live, Action::Tick, None).await?;
        return Ok(Some(live));
    }
    let Some(live) = claimed(tables, id).await? else { return Ok(None) };
    if live.now().wants_next() {
        tables.open_next(&live).await?;
    } else {
        give_back(tables, id).await?;
    }
    Ok(Some(live))
}

fn is_flagged(at: &Snapshot, now: i64) -> bool {
    at.table.deadline().is_some_and(|deadline| now > deadline as i64)
}

/// Ends the lease: there was nothing to do.
async fn give_back(tables: &LiveTables, id: &TableId) -> Result<(), Failed> {
    if tables.store.is_shared() {
        tables.store.renew(&tables.node, id, 0).await?;
    }
    Ok(())
}

/// Plays a bot's turn, step by step with one player.
async fn play_turn(tables: &Arc<LiveTables>, job: &Job) -> Result<Option<Arc<LiveTable>>, Failed> {
    let Some(live) = claimed(tables, &job.table).await? else { return Ok(None) };
    let mut at = live.now();
    let Some(&(seat, level)) = at.table.bots_to_act().first().filter(|_| !is_flagged(&at, tables.now()))
    else {
        give_back(tables, &job.table).await?;
        return Ok(unless_flagged(tables, live));
    };
    let longest = tables.retention.thinking.min(level.longest_turn());
    let Some(limit) = tables.schedule().begin(&job.table, longest, Instant::now()) else {
        return Ok(Some(live));
    };
    let bot = BotThread::start(&at.table, seat, level, u64::from_le_bytes(random()?), limit.clone());
    let mut notice = LessTimeNotice { limit: limit.clone(), longest, is_told: false };
    loop {
        let Some(next) = step(tables, &live, &at, &bot, seat, &mut notice).await? else { break };
        at = next;
        let goes_on = at.table.bots_to_act().contains(&(seat, level)) && !is_flagged(&at, tables.now());
        if !goes_on || limit.is_over(Instant::now()) && tables.schedule().is_contended() {
            break;
        }
        if tables.store.is_shared() {
            let now = tables.now();
            if !tables.store.claim(&tables.node, &live.id, now, now + LEASE_MS).await? {
                break;
            }
        }
    }
    if limit.was_cut() {
        tables.metrics.bot_cut_short();
        let (waited, allowed) = (job.waited.as_millis() as u64, limit.budget().as_millis() as u64);
        tracing::debug!(table = %live.id, %level, waited_ms = waited, allowed_ms = allowed, "a bot had less time");
    }
    Ok(unless_flagged(tables, live))
}

/// The table whose work is to be announced. A clock that has run out comes first, and its prompt work announces what is
/// due then: a bot's turn that is announced before would find the same clock again and again until it is stored.
fn unless_flagged(tables: &LiveTables, live: Arc<LiveTable>) -> Option<Arc<LiveTable>> {
    if !is_flagged(&live.now(), tables.now()) {
        return Some(live);
    }
    tables.schedule().push_prompt(live.id.clone());
    None
}

/// Whether the people at a table are told that a bot has less time. Once a turn is enough.
struct LessTimeNotice {
    limit: Arc<Limit>,
    /// The time that the level has.
    longest: Duration,
    is_told: bool,
}

impl LessTimeNotice {
    fn is_to_be_told(&mut self, at: &Snapshot) -> bool {
        let person = |seat| matches!(at.table.holder(seat), Some(Holder::Person { .. }));
        // A few milliseconds less make no weaker move.
        let less = self.limit.was_cut() && self.limit.budget() < self.longest.mul_f64(0.9);
        let now = less && !self.is_told && at.table.seats().any(person);
        self.is_told |= now;
        now
    }
}

/// One move of a turn; `None` if the table has changed meanwhile.
async fn step(
    tables: &Arc<LiveTables>,
    live: &Arc<LiveTable>,
    at: &Snapshot,
    bot: &BotThread,
    seat: Seat,
    notice: &mut LessTimeNotice,
) -> Result<Option<Arc<Snapshot>>, Failed> {
    let started = Instant::now();
    let choice = bot.choose(at.table.clone()).await;
    let choice = choice.map_err(|error| Failed::Damaged(format!("a bot found no move: {error}")))?;
    tables.metrics.thought(started.elapsed(), choice.nodes);
    let key = Key::try_from(format!("bot-{}", spell(&random::<10>()?)));
    let submission = Submission {
        seat,
        version: at.table.version(),
        attempt: None,
        key: key.map_err(|denied| Failed::Damaged(denied.to_string()))?,
        request: Request::Act { text: choice.text },
    };
    let hurried = notice.is_to_be_told(at);
    match tables.act(live, Action::Bot { submission, hurried }, Some(0)).await {
        Ok(outcome) => Ok(Some(outcome.at)),
        Err(Failed::Denied(denied)) => {
            give_back(tables, &live.id).await?;
            if !is_flagged(at, tables.now()) && live.now().seq == at.seq {
                // It would be refused again and again.
                return Err(Failed::Damaged(format!("a bot's move was refused: {denied}")));
            }
            // Else a clock has run out, a move was taken back, or the seat was given up: what is due now is announced.
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
pub(super) mod tests;
