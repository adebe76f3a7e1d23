//! Work at a table whose clock has run out while its bot is to move.

#[path = "../../../tests/support/postgres.rs"]
mod postgres;

use super::super::{NewGame, Retention};
use super::*;
use crate::live::Hashed;
use crate::metrics::Gauges;
use crate::store::{Patience, Store};
use breadboard_play::{ClockRule, EventKind, Name, Opening, Seed};

pub(in crate::live) async fn node(address: &str) -> Arc<LiveTables> {
    named_node(address, "n").await
}

async fn named_node(address: &str, name: &str) -> Arc<LiveTables> {
    let store = Store::open(address, name, Patience::default()).await.unwrap();
    LiveTables::new(store, name.to_owned(), Retention::small(), Arc::default())
}

/// A table with Ada on the first seat.
pub(in crate::live) async fn against(
    tables: &Arc<LiveTables>,
    spec: &str,
    seats: Vec<Holder>,
    clock: Option<ClockRule>,
    at: i64,
) -> Arc<LiveTable> {
    let opening = Opening {
        spec: spec.parse().unwrap(),
        rules: None,
        start: None,
        given: Vec::new(),
        seats,
        clock,
        forced_moves: false,
        seed: Seed::new([5; 32]),
    };
    let mine = vec![(Seat::FIRST, Name::try_from("Ada".to_owned()).unwrap())];
    let game = NewGame { opening, mine, claim: true, listed: false, network: None };
    tables.open_at(&Hashed::of("session", "ada"), game, &Caller::default(), at).await.unwrap().table
}

fn turn_of(id: &TableId) -> BotTurn {
    let owner = Owner::Table(id.clone());
    BotTurn { table: id.clone(), class: Class::Person, owner, address: None, deadline: None }
}

/// A node and a table at which a person and a bot are to move at the same time. The person had five seconds, a minute ago.
async fn flagged_bot(address: &str) -> (Arc<LiveTables>, Arc<LiveTable>) {
    let tables = node(address).await;
    let clock = Some(ClockRule::Increment { main_ms: 5_000, increment_ms: 0 });
    let seats = vec![Holder::Open, Holder::Bot { level: "bot1".parse().unwrap() }];
    let live = against(&tables, "traxx:seats=2", seats, clock, tables.now() - 60_000).await;
    let at = live.now();
    assert!(is_flagged(&at, tables.now()) && at.table.bots_to_act().len() == 1);
    (tables, live)
}

#[tokio::test]
async fn a_turn_that_finds_its_clock_run_out_is_not_announced_again() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let (tables, live) = flagged_bot(&address).await;
    let job = pick(&tables).expect("the bot's turn");
    serve(tables.clone(), job).await;
    assert!(pick(&tables).is_none(), "the turn would find the same clock again");
    assert!(is_flagged(&live.now(), tables.now()));
    assert_eq!(take_prompt(&tables), Some(live.id.clone()), "the clock is prompt work");
    let free = Arc::new(Semaphore::new(1));
    serve_promptly(tables.clone(), live.id.clone(), free).await;
    assert!(!is_flagged(&live.now(), tables.now()));
    assert_eq!(take_prompt(&tables), None);
}

#[tokio::test]
async fn a_clock_does_not_wait_for_tables_that_are_being_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let (tables, live) = flagged_bot(&address).await;
    // Long tables have all places.
    let free = Arc::new(Semaphore::new(0));
    let soon = Duration::from_secs(10);
    let served = serve_promptly(tables.clone(), live.id.clone(), free.clone());
    tokio::time::timeout(soon, served).await.expect("a table in memory needs no place");
    assert!(!is_flagged(&live.now(), tables.now()));
    // One that waits for a place goes on when someone has loaded its table.
    tables.in_memory().clear();
    let waits = crate::task::spawn({
        let (tables, id) = (tables.clone(), live.id.clone());
        async move { admit(&tables, &id, free).await.is_none() }
    });
    tokio::time::sleep(LOOK * 2).await;
    assert!(!waits.is_finished(), "it needs a place");
    tables.table(&live.id, &Caller::default()).await.unwrap();
    assert!(tokio::time::timeout(soon, waits).await.expect("the table is in memory").unwrap());
}

#[tokio::test]
async fn a_clock_runs_out_while_a_node_thinks_at_the_table() {
    let cluster = postgres::Cluster::shared();
    let (tables, live) = flagged_bot(&cluster.database()).await;
    for thinks in ["n", "another"] {
        let now = tables.now();
        tables.store.renew("n", &live.id, 0).await.unwrap();
        assert!(tables.store.claim(thinks, &live.id, now, now + LEASE_MS).await.unwrap());
        assert!(claimed(&tables, &live.id).await.unwrap().is_none());
    }
    let done = work_promptly(&tables, &live.id).await.unwrap();
    assert!(done.is_some() && !is_flagged(&live.now(), tables.now()), "the clock waits for no lease");
    tables.store.close().await;
}

/// The same table on another node of its database.
async fn other_node(address: &str, live: &LiveTable) -> (Arc<LiveTables>, Arc<LiveTable>) {
    let tables = named_node(address, "other").await;
    let same = tables.table(&live.id, &Caller::default()).await.unwrap();
    (tables, same)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_that_stop_a_clock_one_does() {
    let cluster = postgres::Cluster::shared();
    let address = cluster.database();
    let (one, live) = flagged_bot(&address).await;
    let (two, same) = other_node(&address, &live).await;
    let (first, second) = tokio::join!(work_promptly(&one, &live.id), work_promptly(&two, &live.id));
    // A node that comes late finds the clock stopped, and it may find the other's lease.
    assert!(first.unwrap().is_some() | second.unwrap().is_some());
    for (tables, table) in [(&one, &live), (&two, &same)] {
        table.catch_up(&tables.store, i64::MAX).await.unwrap();
        let at = table.now();
        let ends = at.table.events().filter(|event| matches!(event.what, EventKind::Ended { .. })).count();
        assert_eq!((ends, is_flagged(&at, tables.now())), (1, false));
    }
    one.store.close().await;
    two.store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_open_one_table_for_a_rematch() {
    let cluster = postgres::Cluster::shared();
    let address = cluster.database();
    let one = named_node(&address, "n").await;
    let seats = vec![Holder::Open, Holder::Bot { level: "bot1".parse().unwrap() }];
    let live = against(&one, "breakthrough", seats, None, one.now()).await;
    for (key, request) in [("resign", Request::Resign), ("again", Request::Rematch)] {
        let version = live.now().table.version();
        let key = Key::try_from(key.to_owned()).unwrap();
        let submission = Submission { seat: Seat::FIRST, version, attempt: None, key, request };
        one.submit(&live, &Hashed::of("session", "ada"), submission).await.unwrap();
    }
    let (two, same) = other_node(&address, &live).await;
    assert!(live.now().wants_next() && same.now().wants_next());
    let (first, second) = tokio::join!(one.open_next(&live), two.open_next(&same));
    assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    assert_eq!(one.store.count().await.unwrap(), 2, "the game and its rematch");
    live.catch_up(&one.store, i64::MAX).await.unwrap();
    let next = live.now().table.events().filter(|event| matches!(event.what, EventKind::Next { .. })).count();
    assert_eq!((next, live.now().wants_next()), (1, false));
    one.store.close().await;
    two.store.close().await;
}

#[tokio::test]
async fn a_clock_is_known_of_a_table_that_is_not_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let (tables, live) = flagged_bot(&address).await;
    let rows = tables.store.due(&(0, String::new()), tables.now(), 10).await.unwrap();
    assert_eq!(rows.len(), 1);
    tables.in_memory().clear();
    *tables.schedule() = super::super::schedule::Schedule::new(1);
    rows.into_iter().for_each(|row| tables.found(row));
    tables.schedule().push_expired_clocks(tables.now());
    assert_eq!(take_prompt(&tables), Some(live.id.clone()));
}

/// A bot that has waited long plays with less time, and the people at its table read it; one that has not waited says
/// nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_plays_with_less_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let tables = node(&address).await;
    for (waited, level, said) in [(0, "bot1", 0), (60, "bot5", 1)] {
        let seats = vec![Holder::Open, Holder::Bot { level: level.parse().unwrap() }];
        let live = against(&tables, "breakthrough:columns=8,rows=16", seats, None, tables.now()).await;
        let at = live.now();
        let state: serde_json::Value =
            serde_json::from_str(at.state(breadboard_core::SeatSet::only(Seat::FIRST)).get()).unwrap();
        let text = state["you"][0]["moves"][0]["text"].as_str().unwrap().to_owned();
        let submission = Submission {
            seat: Seat::FIRST,
            version: at.table.version(),
            attempt: None,
            key: Key::try_from("first".to_owned()).unwrap(),
            request: Request::Act { text },
        };
        tables.submit(&live, &Hashed::of("session", "ada"), submission).await.unwrap();
        // As if it had been found that long ago.
        *tables.schedule() = super::super::schedule::Schedule::new(1);
        let since = Instant::now().checked_sub(Duration::from_secs(waited)).unwrap();
        tables.schedule().push(turn_of(&live.id), since);
        let job = pick(&tables).expect("the bot's turn");
        serve(tables.clone(), job).await;
        let events: Vec<_> = live.now().table.events().map(|event| event.what.clone()).collect();
        let hurried = events.iter().filter(|what| matches!(what, EventKind::Hurried { .. })).count();
        let acted = events.iter().filter(|what| matches!(what, EventKind::Acted { .. })).count();
        assert_eq!((hurried, acted), (said, 2), "{level} waited {waited} s: {events:?}");
    }
}

/// Sends Ada's request at the newest version.
async fn ada(tables: &Arc<LiveTables>, live: &Arc<LiveTable>, key: &str, request: Request) {
    let version = live.now().table.version();
    let key = Key::try_from(key.to_owned()).unwrap();
    let submission = Submission { seat: Seat::FIRST, version, attempt: None, key, request };
    tables.submit(live, &Hashed::of("session", "ada"), submission).await.unwrap();
}

/// Until a table on another node is as far as this one.
async fn follows(same: &LiveTable, live: &LiveTable) {
    let soon = Duration::from_secs(20);
    let wait = async {
        while same.now().table.version() < live.now().table.version() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(soon, wait).await.expect("the other node hears of the move");
    assert!(same.now().table == live.now().table);
}

/// The metric of tables that a node has read whole and replayed.
fn loads(tables: &LiveTables) -> u64 {
    let text = tables.metrics.text(&Gauges::default());
    let line = text.lines().find_map(|line| line.strip_prefix("breadboard_loads_total ")).unwrap();
    line.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_of_another_node_is_applied_and_loads_no_table() {
    let cluster = postgres::Cluster::shared();
    let address = cluster.database();
    let one = named_node(&address, "n").await;
    let seats = vec![Holder::Open, Holder::Bot { level: "bot1".parse().unwrap() }];
    let live = against(&one, "breakthrough", seats, None, one.now()).await;
    let (two, same) = other_node(&address, &live).await;
    let listens = crate::task::spawn(super::super::listen(two.clone(), two.store.notices()));
    assert_eq!(loads(&two), 1);
    // A table in memory gets what is new, and is not read again.
    for (turn, text) in ["a2-a3", "b2-b3", "c2-c3"].into_iter().enumerate() {
        ada(&one, &live, &format!("move-{turn}"), Request::Act { text: text.to_owned() }).await;
        follows(&same, &live).await;
        ada(&one, &live, &format!("undo-{turn}"), Request::Undo).await;
        follows(&same, &live).await;
    }
    assert_eq!(loads(&two), 1);
    // A table that has left memory stays out of it until someone asks for it; then it is read once, with all moves.
    two.in_memory().clear();
    ada(&one, &live, "unseen", Request::Act { text: "d2-d3".to_owned() }).await;
    let watched = against(&one, "breakthrough", vec![Holder::Open, Holder::Open], None, one.now()).await;
    let seen = two.table(&watched.id, &Caller::default()).await.unwrap();
    ada(&one, &watched, "name", Request::Rename { name: Name::try_from("Eve".to_owned()).unwrap() }).await;
    follows(&seen, &watched).await;
    assert!(!two.is_in_memory(&live.id), "notices come in order: this node has heard of the move");
    assert_eq!(loads(&two), 2);
    let again = two.table(&live.id, &Caller::default()).await.unwrap();
    assert!(again.now().table == live.now().table);
    assert_eq!(loads(&two), 3);
    listens.abort();
    one.store.close().await;
    two.store.close().await;
}
