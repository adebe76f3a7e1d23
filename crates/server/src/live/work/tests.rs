//! Work at a table whose clock has run out while its bot is to move.

#[path = "../../../tests/support/postgres.rs"]
mod postgres;

use super::super::{NewGame, Retention};
use super::*;
use crate::live::Hashed;
use crate::store::{Patience, Store};
use breadboard_play::{ClockRule, Holder, Name, Opening, Seed};

/// A node and a table at which a person and a bot are to move at the same time. The person had five seconds, a minute ago.
async fn flagged_bot(address: &str) -> (Arc<LiveTables>, Arc<LiveTable>) {
    let store = Store::open(address, "n", Patience::default()).await.unwrap();
    let retention = Retention { days: 30, bots: 1, thinking: Duration::from_secs(1), memory: 0 };
    let tables = LiveTables::new(store, "n".to_owned(), retention, Arc::default());
    let who = Hashed::of("session", "ada");
    let opening = Opening {
        spec: "traxx:seats=2".parse().unwrap(),
        rules: None,
        start: None,
        given: Vec::new(),
        seats: vec![Holder::Open, Holder::Bot { level: "bot1".parse().unwrap() }],
        clock: Some(ClockRule::Increment { main_ms: 5_000, increment_ms: 0 }),
        forced_moves: false,
        seed: Seed::new([5; 32]),
    };
    let mine = vec![(Seat::FIRST, Name::try_from("Ada".to_owned()).unwrap())];
    let game = NewGame { opening, mine, claim: true, listed: false };
    let live = tables.open_at(&who, game, &Caller::default(), tables.now() - 60_000).await.unwrap().table;
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
