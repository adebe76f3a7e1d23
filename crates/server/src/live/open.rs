//! Opening a table: the settings become a table, the seats `me` are claimed by the sender, and all of it is stored in
//! one transaction.

use super::action::{Action, Granted, decide, own_name};
use super::entry::{Hashed, StoredEntry};
use super::lanes::Caller;
use super::memory::{Share, size_with};
use super::snapshot::Snapshot;
use super::table::{Failed, LiveTable};
use super::{LiveTables, random};
use crate::store::{NewTable, Opener, StoreError, StoreShare, TableId, spell};
use breadboard_core::Seat;
use breadboard_play::{Denied, Holder, Key, Name, Opening, Reason, Request, Seed, Submission, Table};
use breadboard_wire::{Recovery, texts};
use std::net::IpAddr;
use std::sync::Arc;

/// Events of a record that a table begins with: more than the longest game that was ever recorded, see
/// `breadboard_play::MOST_EVENTS`. They are replayed whenever the table is loaded.
const MOST_GIVEN: usize = 20_000;

/// The settings of a new table.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) opening: Opening,
    /// The sender's seats, with names.
    pub(crate) mine: Vec<(Seat, Name)>,
    /// Whether to sit down there at once; else the seats are kept, and claiming can add entropy.
    pub(crate) claim: bool,
    pub(crate) listed: bool,
    /// The network of the sender, if its share counts.
    pub(crate) network: Option<IpAddr>,
}

/// A table that was opened.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) table: Arc<LiveTable>,
    /// The codes that move seats to another device.
    pub(crate) recovery: Vec<Recovery>,
}

/// A fresh recovery code: 80 bits in four groups of letters.
pub(super) fn fresh_code() -> Result<String, Failed> {
    let text = spell(&random::<10>()?);
    Ok([&text[..4], &text[4..8], &text[8..12], &text[12..]].join("-"))
}

/// A code as its owner types it: case, blanks and hyphens do not matter.
pub(super) fn hashed_code(code: &str) -> Hashed {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    Hashed::of("recovery", &plain.to_ascii_lowercase())
}

impl LiveTables {
    /// Opens a table.
    pub(crate) async fn open(
        self: &Arc<Self>,
        who: &Hashed,
        game: NewGame,
        caller: &Caller,
    ) -> Result<Opened, Failed> {
        self.open_at(who, game, caller, self.now()).await
    }

    /// Opens a table at a time.
    pub(super) async fn open_at(
        self: &Arc<Self>,
        who: &Hashed,
        game: NewGame,
        caller: &Caller,
        now: i64,
    ) -> Result<Opened, Failed> {
        let opener = self.opener(game.network).await?;
        let (who, given) = (who.clone(), game.opening.given.len());
        let share = self.make_room(caller, size_with(given))?;
        let prepared = self.lanes.on(given, caller, move || prepare(&who, game, now)).await??;
        let id = TableId::from_bits(random()?);
        let table = self.store_new(id, opener, prepared.entries, &prepared.snapshot, share, now).await?;
        Ok(Opened { table, recovery: prepared.recovery })
    }

    /// Who opens a table, as the store counts it. The name of a network is a hash with a secret: a hash alone would tell the
    /// address, since there are few enough to try them all.
    async fn opener(&self, network: Option<IpAddr>) -> Result<Opener, Failed> {
        let most = self.retention.share;
        let Some(network) = network.filter(|_| most != StoreShare::default()) else {
            return Ok(Opener::Unknown);
        };
        let make = || async {
            let fresh = spell(&random::<32>()?);
            Ok::<_, Failed>(self.store.remember("opener-secret", &fresh).await?)
        };
        let secret = self.opener_secret.get_or_try_init(make).await?;
        let name = Hashed::of("opener", &format!("{secret} {network}")).as_str().to_owned();
        Ok(Opener::Client { name, most })
    }

    /// Stores a new table and keeps it in memory.
    async fn store_new(
        self: &Arc<Self>,
        id: TableId,
        opener: Opener,
        entries: Vec<StoredEntry>,
        made: &Snapshot,
        share: Share,
        now: i64,
    ) -> Result<Arc<LiveTable>, Failed> {
        let bodies: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
        let snapshot = Snapshot::new(made.table.clone(), made.listed)
            .with(&entries, Some(made.table.clone()))
            .map_err(|denied| Failed::Damaged(denied.to_string()))?;
        let new = NewTable {
            id: id.clone(),
            spec: made.table.spec().to_string(),
            entries: bodies.map_err(|error| Failed::Damaged(error.to_string()))?,
            facts: made.facts(now, self.retention.days),
            keepers: snapshot.keepers(),
            opener,
            now,
        };
        let store = self.store.clone();
        // Stored even if the client goes away, so that nothing half-made is left.
        let stored = crate::task::spawn(async move { store.create(new).await }).await;
        stored.unwrap_or_else(|error| Err(StoreError::Other(error.to_string()))).map_err(beyond_share)?;
        self.metrics.opened();
        let table = self.insert(LiveTable::new(id, snapshot, self.lanes.clone(), share, now));
        self.announce(&table, &table.now());
        Ok(table)
    }

    /// Opens the table of an agreed rematch and notes its address. Doing it twice gives the same table.
    pub(super) async fn open_next(self: &Arc<Self>, ended: &Arc<LiveTable>) -> Result<(), Failed> {
        let at = ended.now();
        if !at.wants_next() {
            return Ok(());
        }
        let now = self.now();
        let seed = Seed::new(random()?);
        let (before, given) = (at.clone(), at.table.given());
        // The server's own work: it counts for the first who comes to the new table.
        let own = Caller::default();
        let share = self.make_room(&own, size_with(given))?;
        let (table, entries) = self.lanes.on(given, &own, move || rematch(&before, seed, now)).await??;
        let id = next_id(&self.store, &ended.id).await?;
        let made = Snapshot::new(table, at.listed);
        match self.store_new(id.clone(), Opener::Of(ended.id.clone()), entries, &made, share, now).await {
            Ok(_) | Err(Failed::Store(StoreError::Exists)) => {}
            Err(error) => return Err(error),
        }
        self.act(ended, Action::Next { table: id.to_string() }, Some(0)).await.map(|_| ())
    }
}

/// A client that has its share is refused as by a table, and not as by a store that fails.
fn beyond_share(error: StoreError) -> Failed {
    let text = match error {
        StoreError::Listed { most } => texts::MANY_LISTED.with(&[("most", &most)]),
        StoreError::Share => texts::STORED_SHARE.plain(),
        error => return error.into(),
    };
    Denied::new(Reason::NotNow, text).into()
}

/// A table that is not stored yet.
struct Prepared {
    snapshot: Snapshot,
    entries: Vec<StoredEntry>,
    recovery: Vec<Recovery>,
}

/// Makes the table of some settings, with the sender on the seats `me`.
fn prepare(who: &Hashed, game: NewGame, now: i64) -> Result<Prepared, Failed> {
    let mut opening = game.opening;
    let given = opening.given.len();
    if given > MOST_GIVEN {
        let text = texts::LONG_RECORD.with(&[("most", &MOST_GIVEN), ("events", &given)]);
        return Err(Denied::new(Reason::Invalid, text).into());
    }
    if !game.claim {
        for (seat, name) in &game.mine {
            let name = own_name(&opening.spec, name)?;
            if let Some(holder) = opening.seats.get_mut(seat.index()) {
                *holder = Holder::Kept { name };
            }
        }
    }
    let done = Table::open(opening, now as u64)?;
    let mut entries = vec![StoredEntry::Host { session: who.clone() }];
    let mut recovery = Vec::new();
    let mut snapshot = Snapshot::new(done.table.clone(), game.listed);
    let granted = Granted::from(done);
    snapshot = snapshot.with(&granted.entries, granted.table)?;
    entries.extend(granted.entries);
    for (seat, name) in game.mine {
        let granted = if game.claim {
            let code = fresh_code()?;
            let action = first_claim(&snapshot, seat, name, who, hashed_code(&code))?;
            recovery.push(Recovery { seat: seat.number(), code });
            decide(&snapshot, &action, now as u64)?
        } else {
            let entries = vec![StoredEntry::Reserved { seat: seat.number(), session: who.clone() }];
            Granted { entries, ..Granted::default() }
        };
        snapshot = snapshot.with(&granted.entries, granted.table)?;
        entries.extend(granted.entries);
    }
    Ok(Prepared { snapshot, entries, recovery })
}

/// The table of a rematch and its entries: every seat is kept for the session that held it.
pub(super) fn rematch(at: &Snapshot, seed: Seed, now: i64) -> Result<(Table, Vec<StoredEntry>), Failed> {
    let done = Table::open(at.table.rematch(seed)?, now as u64)?;
    let mut entries: Vec<StoredEntry> =
        at.host.iter().map(|host| StoredEntry::Host { session: host.clone() }).collect();
    let table = done.table.clone();
    entries.extend(Granted::from(done).entries);
    // All players move on by one seat, as in `Table::rematch`.
    let seats = at.rights.len();
    for seat in table.seats() {
        let session =
            at.rights.get((seat.index() + 1) % seats.max(1)).and_then(|right| right.session.clone());
        let kept = matches!(table.holder(seat), Some(Holder::Kept { .. }));
        if let (Some(session), true) = (session, kept) {
            entries.push(StoredEntry::Reserved { seat: seat.number(), session });
        }
    }
    Ok((table, entries))
}

/// The claim of a seat `me` while the table is opened.
fn first_claim(
    at: &Snapshot,
    seat: Seat,
    name: Name,
    who: &Hashed,
    recovery: Hashed,
) -> Result<Action, Failed> {
    let submission = Submission {
        seat,
        version: at.table.version(),
        attempt: None,
        key: Key::try_from(format!("open-{}", spell(&random::<10>()?)))?,
        request: Request::Claim { name, entropy: None },
    };
    Ok(Action::Submit { who: who.clone(), submission, recovery: Some(recovery) })
}

/// The id of a rematch follows from the id of its table and a secret: two nodes that both open it open one.
async fn next_id(store: &crate::store::Store, id: &TableId) -> Result<TableId, Failed> {
    use sha2::{Digest as _, Sha256};
    let secret = store.remember("rematch-secret", &spell(&random::<32>()?)).await?;
    let hash = Sha256::digest(format!("rematch {secret} {id}"));
    let mut bits = [0; 16];
    bits.copy_from_slice(&hash[..16]);
    Ok(TableId::from_bits(bits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_play::Given;

    #[test]
    fn a_table_begins_with_a_limited_number_of_events() {
        let who = Hashed::of("session", "ada");
        let refusal = |events| {
            let given = vec![Given { seats: vec![Seat::FIRST], texts: vec!["no move".to_owned()] }; events];
            let seats = vec![Holder::Open; 2];
            let spec = "breakthrough".parse().unwrap();
            let seed = Seed::new([5; 32]);
            let (rules, start, clock) = (None, None, None);
            let opening = Opening { spec, rules, start, given, seats, clock, forced_moves: true, seed };
            let game = NewGame { opening, mine: Vec::new(), claim: true, listed: false, network: None };
            match prepare(&who, game, 1) {
                Err(Failed::Denied(denied)) => denied.to_string(),
                other => panic!("{:?}", other.err()),
            }
        };
        assert!(refusal(MOST_GIVEN + 1).contains("20000 events, and these are 20001"));
        assert!(!refusal(MOST_GIVEN).contains("20000"), "the first of them is refused as a move");
    }
}
