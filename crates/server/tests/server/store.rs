//! The contract of the store, the same on both databases.

use crate::on_both;
use crate::place::Place;
use crate::postgres::Cluster;
use breadboard_server::store::{
    Append, Facts, Keeper, NewTable, Notice, Opener, Patience, Status, Store, StoreError, StoreShare, TableId,
};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

async fn open(place: &Place, node: &str) -> Store {
    Store::open(&place.address(), node, Patience::default()).await.unwrap()
}

on_both! {
    a_table_is_what_was_appended;
    an_append_that_has_not_seen_everything_is_refused;
    of_many_writers_at_one_number_exactly_one_wins;
    a_conflict_refuses_only_itself;
    what_was_acknowledged_is_there_after_reopening;
    tables_are_listed_by_their_facts;
    a_client_has_its_share_of_the_list_and_of_the_store;
    many_requests_at_once_take_no_more_than_a_share;
    due_work_is_claimed_once_until_the_lease_ends;
    a_damaged_table_is_put_off_and_does_not_hold_up_the_others;
    tables_expire_and_are_deleted_with_their_entries;
    a_session_finds_its_tables_page_by_page;
    results_are_counted_for_their_session;
    a_database_of_the_first_version_gets_the_index;
    a_shared_value_is_the_first_one;
    odd_text_survives;
    a_database_of_a_newer_program_is_refused;
}

fn new_id() -> TableId {
    static NEXT: AtomicU8 = AtomicU8::new(0);
    TableId::from_bits([NEXT.fetch_add(1, Ordering::Relaxed); 16])
}

fn facts() -> Facts {
    Facts { listed: false, status: Status::Open, due: 0, expires: 0, summary: "{}".to_owned(), people: true }
}

fn new_table(id: &TableId, facts: Facts) -> NewTable {
    let entries = vec!["first".to_owned(), "second".to_owned()];
    NewTable {
        id: id.clone(),
        spec: "toy:seats=2".to_owned(),
        entries,
        facts,
        keepers: Vec::new(),
        opener: Opener::Unknown,
        now: 1000,
    }
}

fn append(id: &TableId, expected: i64, entries: &[&str]) -> Append {
    Append {
        id: id.clone(),
        expected,
        entries: entries.iter().map(ToString::to_string).collect(),
        facts: Facts { status: Status::Playing, ..facts() },
        keepers: None,
        ends: false,
        unnoticed: false,
        lease: None,
        now: 2000,
    }
}

async fn a_table_is_what_was_appended(place: Place) {
    let store = open(&place, "n").await;
    let id = new_id();
    assert_eq!(store.load_since(&id, 0).await, Err(StoreError::Missing));
    assert_eq!(store.create(new_table(&id, facts())).await, Ok(2));
    assert_eq!(store.create(new_table(&id, facts())).await, Err(StoreError::Exists));
    assert_eq!(store.append(append(&id, 2, &["third"])).await, Ok(3));
    let many: Vec<String> = (4..=260).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(store.append(append(&id, 3, &many)).await, Ok(260));
    let (row, entries) = store.load_since(&id, 0).await.unwrap();
    assert_eq!((row.seq, row.created, row.updated, row.spec.as_str()), (260, 1000, 2000, "toy:seats=2"));
    assert_eq!(row.facts.status, Status::Playing);
    assert_eq!(entries[..4], ["first", "second", "third", "4"]);
    assert_eq!((entries.len(), entries[259].as_str()), (260, "260"));
    assert_eq!(store.load_since(&id, 259).await.unwrap().1, ["260"]);
    assert_eq!(store.load_since(&id, 260).await.unwrap().1, [""; 0]);
    assert!(store.append(append(&id, 260, &[])).await.is_err());
    assert_eq!(store.count().await, Ok(1));
}

async fn an_append_that_has_not_seen_everything_is_refused(place: Place) {
    let store = open(&place, "n").await;
    let id = new_id();
    assert_eq!(store.append(append(&id, 0, &["x"])).await, Err(StoreError::Missing));
    store.create(new_table(&id, facts())).await.unwrap();
    for wrong in [0, 1, 3, -1] {
        assert_eq!(store.append(append(&id, wrong, &["x"])).await, Err(StoreError::Conflict { stored: 2 }));
    }
    let (row, entries) = store.load_since(&id, 0).await.unwrap();
    assert_eq!((row.seq, entries.len(), row.updated), (2, 2, 1000));
}

async fn of_many_writers_at_one_number_exactly_one_wins(place: Place) {
    let store = open(&place, "n").await;
    let id = new_id();
    store.create(new_table(&id, facts())).await.unwrap();
    for round in 0..10 {
        let tasks: Vec<_> = (0..20)
            .map(|writer| {
                let (store, id) = (store.clone(), id.clone());
                let text = format!("round {round} writer {writer}");
                tokio::spawn(async move { (store.append(append(&id, 2 + round, &[&text])).await, text) })
            })
            .collect();
        let mut winners = Vec::new();
        for task in tasks {
            match task.await.unwrap() {
                (Ok(seq), text) => {
                    assert_eq!(seq, 3 + round);
                    winners.push(text);
                }
                (Err(error), _) => assert_eq!(error, StoreError::Conflict { stored: 3 + round }),
            }
        }
        assert_eq!(winners, store.load_since(&id, 2 + round).await.unwrap().1);
    }
}

async fn a_conflict_refuses_only_itself(place: Place) {
    let store = open(&place, "n").await;
    let ids: Vec<TableId> = (0..40).map(|_| new_id()).collect();
    for id in &ids {
        store.create(new_table(id, facts())).await.unwrap();
    }
    let tasks: Vec<_> = ids
        .iter()
        .enumerate()
        .map(|(number, id)| {
            let (store, id) = (store.clone(), id.clone());
            let expected = if number % 3 == 0 { 1 } else { 2 };
            tokio::spawn(async move { store.append(append(&id, expected, &["x"])).await })
        })
        .collect();
    for (number, task) in tasks.into_iter().enumerate() {
        let wanted = if number % 3 == 0 { Err(StoreError::Conflict { stored: 2 }) } else { Ok(3) };
        assert_eq!(task.await.unwrap(), wanted, "{number}");
    }
}

async fn what_was_acknowledged_is_there_after_reopening(place: Place) {
    let store = open(&place, "n").await;
    let id = new_id();
    store.create(new_table(&id, facts())).await.unwrap();
    store.append(append(&id, 2, &["third"])).await.unwrap();
    store.close().await;
    assert!(store.append(append(&id, 3, &["lost"])).await.is_err());
    drop(store);
    let store = open(&place, "n").await;
    assert_eq!(store.load_since(&id, 0).await.unwrap().1, ["first", "second", "third"]);
}

async fn tables_are_listed_by_their_facts(place: Place) {
    let store = open(&place, "n").await;
    let listed = Facts { listed: true, ..facts() };
    let ids: Vec<TableId> = (0..4).map(|_| new_id()).collect();
    store.create(new_table(&ids[0], facts())).await.unwrap();
    store.create(new_table(&ids[1], listed.clone())).await.unwrap();
    store.create(NewTable { now: 1500, ..new_table(&ids[2], listed.clone()) }).await.unwrap();
    let over = Facts { status: Status::Over, ..listed };
    store.create(new_table(&ids[3], over)).await.unwrap();
    let found = |rows: Vec<breadboard_server::store::StoredTable>| {
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(found(store.listed(10).await.unwrap()), [ids[2].clone(), ids[1].clone()]);
    assert_eq!(found(store.listed(1).await.unwrap()), [ids[2].clone()]);
    // Bots alone change their table all the time, and do not come before people for that.
    let (bots, facts) = (new_id(), Facts { listed: true, people: false, ..facts() });
    store.create(NewTable { now: 1600, ..new_table(&bots, facts.clone()) }).await.unwrap();
    let moved = Append { facts, now: 2000, ..append(&bots, 2, &["move"]) };
    store.append(moved).await.unwrap();
    assert_eq!(found(store.listed(10).await.unwrap()), [ids[2].clone(), ids[1].clone(), bots]);
    let asked = [ids[3].clone(), new_id(), ids[0].clone()];
    assert_eq!(found(store.by_ids(&asked).await.unwrap()), [ids[3].clone(), ids[0].clone()]);
}

async fn a_client_has_its_share_of_the_list_and_of_the_store(place: Place) {
    let store = open(&place, "n").await;
    let listed = || Facts { listed: true, ..facts() };
    let of = |name: &str, listed: u32, bytes: u64| Opener::Client {
        name: name.to_owned(),
        most: StoreShare { listed, bytes },
    };
    let ids: Vec<TableId> = (0..9).map(|_| new_id()).collect();
    let open = async |number: usize, facts: Facts, opener: Opener| {
        store.create(NewTable { opener, ..new_table(&ids[number], facts) }).await
    };
    open(0, listed(), of("eve", 2, 0)).await.unwrap();
    open(1, listed(), of("eve", 2, 0)).await.unwrap();
    assert_eq!(open(2, listed(), of("eve", 2, 0)).await, Err(StoreError::Listed { most: 2 }));
    open(2, facts(), of("eve", 2, 0)).await.unwrap();
    open(3, listed(), of("ada", 2, 0)).await.unwrap();
    // A rematch is its opener's, too; a game that is over leaves the list.
    let over = Facts { status: Status::Over, ..listed() };
    store.append(Append { facts: over, ..append(&ids[0], 2, &["end"]) }).await.unwrap();
    open(4, listed(), Opener::Of(ids[0].clone())).await.unwrap();
    assert_eq!(open(5, listed(), of("eve", 2, 0)).await, Err(StoreError::Listed { most: 2 }));
    // Every table weighs at least 16 kB: she has four.
    assert_eq!(open(5, facts(), of("eve", 0, 5 * 16_384 - 1)).await, Err(StoreError::Share));
    open(5, facts(), of("eve", 0, 5 * 16_384)).await.unwrap();
    open(6, facts(), of("ada", 0, 5 * 16_384)).await.unwrap();
    let large = vec!["x".repeat(100_000)];
    let large = NewTable { entries: large, opener: of("bob", 0, 99_999), ..new_table(&ids[7], facts()) };
    assert_eq!(store.create(large).await, Err(StoreError::Share));
}

async fn many_requests_at_once_take_no_more_than_a_share(place: Place) {
    let mut nodes = vec![open(&place, "a").await];
    if let Place::Postgres(..) = place {
        nodes.push(open(&place, "b").await);
    }
    let client = |name: &str, listed: u32| Opener::Client {
        name: name.to_owned(),
        most: StoreShare { listed, bytes: 1_000_000_000 },
    };
    for round in 0..5 {
        let (name, other) = (format!("eve{round}"), format!("ada{round}"));
        let tasks: Vec<_> = (0..40)
            .map(|number| {
                let opener = client(if number % 4 == 0 { &other } else { &name }, 3);
                let facts = Facts { listed: true, ..facts() };
                let (store, table) = (nodes[number % nodes.len()].clone(), new_table(&new_id(), facts));
                tokio::spawn(async move { store.create(NewTable { opener, ..table }).await })
            })
            .collect();
        let mut opened = 0;
        for task in tasks {
            opened += usize::from(task.await.unwrap().is_ok());
        }
        assert_eq!(opened, 6, "three tables of each client");
    }
    // Eight tables of 16 kB, and room for two of them to become twice as large.
    let ids: Vec<TableId> = (0..8).map(|_| new_id()).collect();
    for id in &ids {
        nodes[0].create(NewTable { opener: client("bob", 0), ..new_table(id, facts()) }).await.unwrap();
    }
    let tasks: Vec<_> = (0..ids.len())
        .map(|number| {
            let (store, id) = (nodes[number % nodes.len()].clone(), ids[number].clone());
            tokio::spawn(async move { store.weigh(&id, 2 * 16_384, 10 * 16_384).await })
        })
        .collect();
    let mut grown = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => grown += 1,
            refused => assert_eq!(refused, Err(StoreError::Share)),
        }
    }
    assert_eq!(grown, 2);
    assert_eq!(nodes[0].weigh(&TableId::from_bits([0xff; 16]), 1, 1).await, Err(StoreError::Missing));
}

async fn due_work_is_claimed_once_until_the_lease_ends(place: Place) {
    let store = open(&place, "a").await;
    let ids: Vec<TableId> = (0..3).map(|_| new_id()).collect();
    for (id, due) in ids.iter().zip([0, 50, 40]) {
        store.create(new_table(id, Facts { due, ..facts() })).await.unwrap();
    }
    let due = async |after: (i64, &str), now| {
        let found = store.due(&(after.0, after.1.to_owned()), now, 9).await.unwrap();
        found.into_iter().map(|found| (found.id, found.due)).collect::<Vec<_>>()
    };
    assert_eq!(due((0, ""), 39).await, []);
    assert_eq!(due((0, ""), 60).await, [(ids[2].clone(), 40), (ids[1].clone(), 50)], "the oldest first");
    assert_eq!(
        due((40, ids[2].as_str()), 60).await,
        [(ids[1].clone(), 50)],
        "a page goes on where one ended"
    );
    assert!(!store.claim("a", &ids[0], 60, 1000).await.unwrap(), "nothing is due there");
    assert!(!store.claim("a", &ids[2], 39, 1000).await.unwrap(), "not yet");
    for id in &ids[1..] {
        assert!(store.claim("a", id, 60, 1000).await.unwrap());
    }
    assert_eq!(due((0, ""), 999).await, [], "the leases of a still hold");
    assert!(!store.claim("b", &ids[1], 999, 2000).await.unwrap());
    assert!(store.renew("a", &ids[2], 3000).await.unwrap());
    assert_eq!(due((0, ""), 1000).await, [(ids[1].clone(), 50)], "a has died");
    assert!(store.claim("b", &ids[1], 1000, 2000).await.unwrap());
    assert!(!store.renew("a", &ids[1], 3000).await.unwrap(), "b has taken over");
    // A change that leaves the work undone keeps the lease; one that does it gives the table free.
    let kept = Append { facts: Facts { due: 40, ..facts() }, ..append(&ids[2], 2, &["chat"]) };
    store.append(kept).await.unwrap();
    assert!(!store.claim("b", &ids[2], 1500, 2500).await.unwrap());
    let next =
        Append { facts: Facts { due: 70, ..facts() }, lease: Some(0), ..append(&ids[2], 3, &["move"]) };
    store.append(next).await.unwrap();
    assert_eq!(due((0, ""), 1500).await, [(ids[2].clone(), 70)]);
    // Many nodes at once share the work without overlap.
    let tasks: Vec<_> = (0..10)
        .map(|node| {
            let (store, id) = (store.clone(), ids[2].clone());
            tokio::spawn(async move { store.claim(&format!("node{node}"), &id, 1600, 9999).await.unwrap() })
        })
        .collect();
    let mut winners = 0;
    for task in tasks {
        winners += usize::from(task.await.unwrap());
    }
    assert_eq!(winners, 1);
}

async fn a_damaged_table_is_put_off_and_does_not_hold_up_the_others(place: Place) {
    let store = open(&place, "n").await;
    let ids: Vec<TableId> = (0..3).map(|_| new_id()).collect();
    for (id, expires) in ids.iter().zip([10, 20, 0]) {
        store.create(new_table(id, Facts { due: 5, expires, ..facts() })).await.unwrap();
    }
    for id in [&ids[0], &ids[2]] {
        store.put_off(id, 5000).await.unwrap();
    }
    let expired = async |now| {
        let rows = store.expired(now, false, 9).await.unwrap();
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(expired(4999).await, [ids[1].clone()]);
    assert_eq!(expired(5000).await, [ids[1].clone(), ids[0].clone()], "what is kept forever stays so");
    let due = store.due(&(0, String::new()), 4999, 9).await.unwrap();
    assert_eq!(due.into_iter().map(|found| found.id).collect::<Vec<_>>(), [ids[1].clone()]);
    assert_eq!(store.due(&(0, String::new()), 5000, 9).await.unwrap().len(), 3);
    store.probe("n", 1).await.unwrap();
    store.probe("n", 2).await.unwrap();
}

async fn tables_expire_and_are_deleted_with_their_entries(place: Place) {
    let store = open(&place, "n").await;
    let (old, young) = (new_id(), new_id());
    store.create(new_table(&old, Facts { expires: 10, ..facts() })).await.unwrap();
    store.create(new_table(&young, Facts { expires: 20, ..facts() })).await.unwrap();
    let over = new_id();
    let facts_over = Facts { expires: 9, status: Status::Over, ..facts() };
    store.create(new_table(&over, facts_over)).await.unwrap();
    for (is_over, id) in [(false, &old), (true, &over)] {
        let expired = store.expired(15, is_over, 9).await.unwrap();
        assert_eq!(expired.iter().map(|row| &row.id).collect::<Vec<_>>(), [id]);
    }
    assert_eq!(store.delete(&old, 1).await, Err(StoreError::Conflict { stored: 2 }));
    assert_eq!(store.delete(&old, 2).await, Ok(()));
    assert_eq!(store.delete(&old, 2).await, Err(StoreError::Missing));
    assert_eq!(store.load_since(&old, 0).await, Err(StoreError::Missing));
    // Nothing of the old one is left to be found under its name.
    store.create(NewTable { entries: vec!["new".into()], ..new_table(&old, facts()) }).await.unwrap();
    assert_eq!(store.load_since(&old, 0).await.unwrap().1, ["new"]);
}

fn keeper(seat: u8, session: &str, at: i64) -> Keeper {
    Keeper {
        seat,
        session: session.to_owned(),
        over: false,
        at,
        game: "toy".to_owned(),
        against: "bot2".to_owned(),
        result: String::new(),
        score: 0,
    }
}

fn over(keeper: Keeper, result: &str, score: i64) -> Keeper {
    Keeper { over: true, result: result.to_owned(), score, ..keeper }
}

async fn a_session_finds_its_tables_page_by_page(place: Place) {
    let store = open(&place, "n").await;
    let ids: Vec<TableId> = (0..5).map(|_| new_id()).collect();
    // Two tables at the same time, one with two seats of Ada, one of Grace alone.
    let keepers = [
        vec![keeper(1, "ada", 10)],
        vec![keeper(1, "ada", 20), keeper(2, "grace", 20), keeper(3, "ada", 20)],
        vec![keeper(2, "ada", 20)],
        vec![keeper(1, "grace", 30)],
        vec![],
    ];
    for (id, keepers) in ids.iter().zip(keepers) {
        store.create(NewTable { keepers, ..new_table(id, facts()) }).await.unwrap();
    }
    let list = async |session: &str, is_over: bool| {
        let mut before = (i64::MAX, String::new());
        let mut found = Vec::new();
        loop {
            let page = store.of_session(session, is_over, &before, 1).await.unwrap();
            let Some(table) = page.into_iter().next() else { return found };
            before = (table.at, table.row.id.to_string());
            let seats: Vec<u8> = table.seats.iter().map(|(seat, _)| *seat).collect();
            found.push((table.row.id, seats));
        }
    };
    let same_time = |mut tables: Vec<(TableId, Vec<u8>)>| {
        tables.sort_by(|a, b| b.0.cmp(&a.0));
        tables
    };
    let mut running = same_time(vec![(ids[1].clone(), vec![1, 3]), (ids[2].clone(), vec![2])]);
    running.push((ids[0].clone(), vec![1]));
    assert_eq!(list("ada", false).await, running);
    assert_eq!(list("ada", true).await, []);
    assert_eq!(list("nobody", false).await, []);
    // A game ends, a seat moves to another session, a table is deleted.
    let end = Append {
        keepers: Some(vec![over(keeper(1, "ada", 99), "won", 0)]),
        facts: Facts { status: Status::Over, ..facts() },
        ..append(&ids[0], 2, &["the end"])
    };
    store.append(end).await.unwrap();
    store.append(append(&ids[0], 3, &["chat after the end"])).await.unwrap();
    let moved = Append { keepers: Some(vec![keeper(2, "eve", 20)]), ..append(&ids[2], 2, &["moved"]) };
    store.append(moved).await.unwrap();
    store.delete(&ids[1], 2).await.unwrap();
    assert_eq!(list("ada", false).await, []);
    assert_eq!(list("ada", true).await, [(ids[0].clone(), vec![1])]);
    assert_eq!(list("eve", false).await, [(ids[2].clone(), vec![2])]);
    let ended = store.of_session("ada", true, &(i64::MAX, String::new()), 9).await.unwrap();
    assert_eq!((ended[0].at, ended[0].seats[0].1.as_str(), ended[0].against.as_str()), (99, "won", "bot2"));
    assert_eq!(store.without_keepers("", 9).await.unwrap(), [ids[4].clone()]);
    // A refused append leaves the index alone.
    let late = Append { keepers: Some(vec![keeper(1, "mallory", 1)]), ..append(&ids[3], 1, &["late"]) };
    assert_eq!(store.append(late).await, Err(StoreError::Conflict { stored: 2 }));
    assert_eq!(store.index(&ids[3], 1, Vec::new()).await, Err(StoreError::Conflict { stored: 2 }));
    assert_eq!(list("grace", false).await, [(ids[3].clone(), vec![1])]);
}

async fn results_are_counted_for_their_session(place: Place) {
    let store = open(&place, "n").await;
    for (number, result, score) in [(1, "won", 0), (2, "won", 0), (3, "lost", 0)] {
        let keepers = vec![
            over(keeper(1, "ada", number), result, score),
            over(keeper(2, "grace", number), "unfinished", score),
        ];
        store.create(NewTable { keepers, ..new_table(&new_id(), facts()) }).await.unwrap();
    }
    for score in [-4, -2, -9] {
        let solo = Keeper { against: "solo".to_owned(), ..over(keeper(1, "ada", 5), "scored", score) };
        store.create(NewTable { keepers: vec![solo], ..new_table(&new_id(), facts()) }).await.unwrap();
    }
    // Several own seats: won and lost at once.
    let here =
        |seat, result| Keeper { against: "here".to_owned(), ..over(keeper(seat, "ada", 6), result, 0) };
    let keepers = vec![here(1, "won"), here(2, "lost")];
    store.create(NewTable { keepers, ..new_table(&new_id(), facts()) }).await.unwrap();
    let tallies = store.tallies("ada").await.unwrap();
    let short: Vec<_> =
        tallies.iter().map(|t| (t.against.as_str(), t.result.as_str(), t.games, t.best)).collect();
    assert_eq!(short, [("bot2", "lost", 1, 0), ("bot2", "won", 2, 0), ("solo", "scored", 3, -2)]);
}

async fn a_database_of_the_first_version_gets_the_index(place: Place) {
    use sqlx::Connection as _;
    let store = open(&place, "n").await;
    store.close().await;
    drop(store);
    let mut connection = sqlx::AnyConnection::connect(&place.address()).await.unwrap();
    let back = "DROP INDEX tables_weight; DROP INDEX tables_offered_by; DROP INDEX tables_offered; \
        ALTER TABLE tables DROP COLUMN opener; ALTER TABLE tables DROP COLUMN weight; ALTER TABLE tables DROP COLUMN people; \
        DROP TABLE reviews; DROP TABLE keepers; CREATE INDEX tables_listed ON tables (updated); \
        DELETE FROM schema_version WHERE version > 1; \
        INSERT INTO tables VALUES ('aaaaaaaaaaaaaaaaaaaaaaaaaa', 1, 'toy', 0, 'open', 0, '', 0, 1, 1, 0, '{}'); \
        INSERT INTO entries VALUES ('aaaaaaaaaaaaaaaaaaaaaaaaaa', 1, 'old')";
    sqlx::raw_sql(back).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = open(&place, "n").await;
    let id = store.without_keepers("", 9).await.unwrap().remove(0);
    assert_eq!(store.load_since(&id, 0).await.unwrap().1, ["old"]);
    assert_eq!(store.index(&id, 1, vec![keeper(1, "ada", 1)]).await, Ok(()));
    assert_eq!(store.without_keepers("", 9).await.unwrap(), []);
    assert_eq!(store.of_session("ada", false, &(i64::MAX, String::new()), 9).await.unwrap().len(), 1);
    assert_eq!(
        (store.recall("x").await.unwrap(), store.remember("x", "y").await.unwrap()),
        (None, "y".into())
    );
    assert_eq!(store.recall("x").await.unwrap().as_deref(), Some("y"));
}

async fn a_shared_value_is_the_first_one(place: Place) {
    let store = open(&place, "n").await;
    assert_eq!(store.remember("secret", "one").await.unwrap(), "one");
    assert_eq!(store.remember("secret", "two").await.unwrap(), "one");
    assert_eq!(store.remember("other", "two").await.unwrap(), "two");
}

async fn odd_text_survives(place: Place) {
    let store = open(&place, "n").await;
    let id = new_id();
    store.create(new_table(&id, facts())).await.unwrap();
    let odd =
        ["", "'; DROP TABLE tables; --", "Zoë 🦀 \u{202E}", "$1 ? %s {}", "line\nline", &"x".repeat(300_000)];
    store.append(append(&id, 2, &odd)).await.unwrap();
    assert_eq!(store.load_since(&id, 2).await.unwrap().1, odd);
}

async fn a_database_of_a_newer_program_is_refused(place: Place) {
    use sqlx::Connection as _;
    let store = open(&place, "n").await;
    store.close().await;
    drop(store);
    let mut connection = sqlx::AnyConnection::connect(&place.address()).await.unwrap();
    sqlx::raw_sql("INSERT INTO schema_version (version) VALUES (999)")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let error = Store::open(&place.address(), "n", Patience::default()).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 999, .. }), "{error}");
}

#[tokio::test]
async fn addresses_that_are_none_say_what_would_be() {
    for bad in [
        "",
        "store.db",
        "mysql://x",
        "sqlite:",
        "sqlite:a\0b",
        "postgres://[",
        "postgres://nobody@127.0.0.1:1/x",
    ] {
        let patience = Patience { connect: Duration::from_millis(200), ..Patience::default() };
        let error = Store::open(bad, "n", patience).await.unwrap_err();
        assert!(matches!(error, StoreError::Address(_) | StoreError::Lost(_)), "{bad:?}: {error:?}");
    }
}

/// Node b is notified of what node a has committed, and not of what a was refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_hear_of_each_other() {
    let place = Place::postgres();
    let (a, b) = (open(&place, "a").await, open(&place, "b").await);
    let (mut heard_by_a, mut heard_by_b) = (a.notices(), b.notices());
    let id = new_id();
    a.create(new_table(&id, facts())).await.unwrap();
    a.append(append(&id, 1, &["refused"])).await.unwrap_err();
    a.append(append(&id, 2, &["third"])).await.unwrap();
    b.append(append(&id, 3, &["fourth"])).await.unwrap();
    a.delete(&id, 4).await.unwrap();
    let changed = |seq| Notice::Changed { id: id.clone(), seq };
    assert_eq!(heard_by_b.recv().await.unwrap(), changed(3));
    assert_eq!(heard_by_b.recv().await.unwrap(), changed(0));
    assert_eq!(heard_by_a.recv().await.unwrap(), changed(4));
}

/// While PostgreSQL is away writes fail clearly; when it is back, the same store works and has lost nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_is_an_error_and_then_mended() {
    let cluster = Cluster::start();
    let patience = Patience { connect: Duration::from_millis(500), ..Patience::default() };
    let store = Store::open(&cluster.database(), "a", patience).await.unwrap();
    let id = new_id();
    store.create(new_table(&id, facts())).await.unwrap();
    let mut notices = store.notices();
    cluster.down();
    let error = store.append(append(&id, 2, &["x"])).await.unwrap_err();
    assert!(matches!(error, StoreError::Lost(_)), "{error:?}");
    assert!(error.is_passing());
    cluster.up();
    assert_eq!(store.append(append(&id, 2, &["third"])).await, Ok(3));
    assert_eq!(store.load_since(&id, 0).await.unwrap().1, ["first", "second", "third"]);
    assert_eq!(notices.recv().await.unwrap(), Notice::Missed);
}
