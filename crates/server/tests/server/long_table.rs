//! A table whose log is long, as it comes after years or by bots: made without a server, which would need minutes.

use crate::admin::soon;
use crate::place::Place;
use crate::running::{Running, config};
use breadboard_core::{Rng as _, SplitMix};
use breadboard_games::{Bots, Views, Visitor, with_game};
use breadboard_play::{Event, Holder, Opening, Request, Seed, Submission, Table};
use breadboard_server::Config;
use breadboard_server::store::{Facts, NewTable, Opener, Patience, Status, Store, TableId};
use serde_json::json;

/// People who make random moves, until the log has this many events; `None` if the game is over before.
struct RandomTable {
    seed: u8,
    events: u32,
}

/// The table and its log after a request of the seat.
fn ask(table: &Table, log: &mut Vec<Event>, seat: breadboard_core::Seat, request: Request) -> Table {
    let key = format!("k{}", log.len()).try_into().unwrap();
    let submission = Submission { seat, version: table.version(), attempt: None, key, request };
    let done = table.submit(1_794_700_000_000, &submission).unwrap();
    log.extend(done.events);
    done.table
}

impl Visitor for RandomTable {
    type Output = Option<Vec<Event>>;

    fn visit<G: Bots + Views>(self, game: G) -> Option<Vec<Event>> {
        let opening = Opening {
            spec: breadboard_core::Spec::of(&game),
            rules: None,
            start: None,
            given: Vec::new(),
            seats: vec![Holder::Open; game.seats().into()],
            clock: None,
            forced_moves: false,
            seed: Seed::new([self.seed; 32]),
        };
        let opened = Table::open(opening, 1_794_700_000_000).unwrap();
        let (mut table, mut log) = (opened.table, opened.events);
        for seat in table.seats() {
            let name = format!("Player {seat}").try_into().unwrap();
            table = ask(&table, &mut log, seat, Request::Claim { name, entropy: None });
        }
        let mut rng = SplitMix::new(self.seed.into());
        while table.log_len() < self.events {
            let seat = table.awaited().iter().next()?;
            let state = table.state::<G>().expect("the game of its spec");
            let moves = game.moves(state, seat);
            let text = game.write_move(state, seat, moves[rng.below(moves.len() as u32) as usize]);
            table = ask(&table, &mut log, seat, Request::Act { text });
        }
        Some(log)
    }
}

/// A stored table with a log of at least this many events.
async fn stored(address: &str, events: u32) -> TableId {
    let make = move || {
        let spec = "snipe:seats=7,idle_rounds=200".parse().unwrap();
        (0..20).find_map(|seed| with_game(&spec, RandomTable { seed, events }).unwrap()).expect("a long game")
    };
    let log = tokio::task::spawn_blocking(make).await.unwrap();
    let store = Store::open(address, "n", Patience::default()).await.unwrap();
    let summary = "{}".to_owned();
    let facts = Facts { listed: false, status: Status::Playing, due: 0, expires: 0, summary, people: true };
    let id = TableId::from_bits([9; 16]);
    let table = NewTable {
        id: id.clone(),
        spec: "snipe:seats=7,idle_rounds=200".to_owned(),
        entries: log.iter().map(|event| json!({"entry": "event", "event": event}).to_string()).collect(),
        facts,
        keepers: Vec::new(),
        opener: Opener::Unknown,
        now: 1,
    };
    store.create(table).await.unwrap();
    store.close().await;
    id
}

/// A client that wants every event from the start gets a first message of megabytes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_delivers_all_events_of_a_long_table() {
    let place = Place::sqlite();
    let id = stored(&place.address(), 9_000).await;
    let server = Running::start(&place.address()).await;
    let ada = server.client();
    for options in ["", "?since=1", "?lean=true&since=1"] {
        let mut socket = ada.socket(&format!("/api/tables/{id}/socket{options}")).await.unwrap();
        let update = socket.json().await.unwrap_or_else(|error| panic!("{options:?}: {error:?}"));
        let events = update["events"].as_array().unwrap();
        assert_eq!(update["message"], "update");
        assert!(events.len() >= 8_999, "{options:?}: {} events", events.len());
        assert!(update.to_string().len() > 2_000_000, "{} bytes", update.to_string().len());
        assert!(update["state"].is_object());
    }
    server.stop().await;
}

/// A socket's write buffer stays as large as the largest message.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_message_counts_until_its_socket_is_closed() {
    let place = Place::sqlite();
    let id = stored(&place.address(), 1_000).await;
    let few = Config { rate_scale: 0.0, answer_bytes: 600_000, ..config(&place.address()) };
    let server = Running::with(few).await;
    let (ada, path) = (server.client(), format!("/api/tables/{id}/socket?since=1"));
    let mut first = ada.socket(&path).await.unwrap();
    let size = first.json().await.unwrap().to_string().len();
    assert!((150_000..600_000).contains(&size), "{size} bytes");
    let mut second = ada.socket(&path).await.unwrap();
    assert!(second.json().await.is_err(), "the client has more than its part already");
    drop(first);
    let opens = async || ada.socket(&path).await.unwrap().json().await.is_ok();
    soon("the room is not given back", opens).await;
    server.stop().await;
}
