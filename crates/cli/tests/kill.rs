//! The real program under load, killed without warning: what it has acknowledged is there, nothing is there twice,
//! and players go on by themselves. 5 kills a database; `BREADBOARD_FULL=1` makes it 200. The same for a loss of power,
//! after which the disk has only what it was told to keep, and for a system's clock that jumps.

#[path = "../../server/tests/support/postgres.rs"]
mod postgres;

use breadboard_client::Client;
use postgres::Cluster;
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

const TABLES: usize = 12;
/// Longest to wait for anything: a machine may be busy with other things, and no test here measures time.
const PATIENCE: Duration = Duration::from_secs(300);

fn kills() -> u32 {
    if breadboard_testkit::full() { 200 } else { 5 }
}

/// Moves of all players between two kills, at least.
const MOVES_BETWEEN: usize = 3;

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The program, killed when dropped.
struct Program(Child);

impl Program {
    fn start(port: u16, store: &str) -> Program {
        Program::with(port, store, &[])
    }

    /// With faults of the machine, see `support/faults.c`.
    fn with(port: u16, store: &str, faults: &[(&str, &str)]) -> Program {
        let child = Command::new(env!("CARGO_BIN_EXE_breadboard"))
            .envs(faults.iter().copied())
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--store", store])
            .args(["--rate-scale", "0", "--log", "error"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Program(child)
    }

    /// As pulling the plug does it.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn well(client: &mut Client) {
    let since = Instant::now();
    while !matches!(client.request("GET", "/healthz", None).await, Ok(reply) if reply.status == 200) {
        assert!(since.elapsed() < PATIENCE, "the server does not come up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The tables of a player, each with the moves that were acknowledged.
type Played = Vec<(String, Vec<String>)>;

/// What the players of a test share.
#[derive(Default)]
struct Players {
    stop: AtomicBool,
    /// Moves that were acknowledged.
    moves: AtomicUsize,
}

impl Players {
    fn are_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets as many begin to play.
    fn start(self: &Arc<Self>, client: &Client, count: usize) -> Vec<JoinHandle<Played>> {
        (0..count).map(|number| tokio::spawn(play(client.clone(), number, self.clone()))).collect()
    }

    /// Lets them end, and tells what they played.
    async fn stop(&self, players: Vec<JoinHandle<Played>>) -> Played {
        self.stop.store(true, Ordering::Relaxed);
        let mut played = Vec::new();
        for player in players {
            played.extend(player.await.unwrap());
        }
        played
    }

    /// Waits until some more moves were made: a loaded machine may need longer than the pause between two kills.
    async fn go_on(&self) {
        let (before, since) = (self.moves.load(Ordering::Relaxed), Instant::now());
        while self.moves.load(Ordering::Relaxed) < before + MOVES_BETWEEN {
            assert!(since.elapsed() < PATIENCE, "the players do not go on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Sends until there is an answer, as a client does after a lost connection: the same request with the same key.
async fn insist(client: &mut Client, path: &str, body: &Value) -> Value {
    let since = Instant::now();
    loop {
        match client.request("POST", path, Some(body)).await {
            Ok(reply) if reply.status < 300 => return reply.json(),
            Ok(reply) if reply.status < 500 => panic!("{path} {body}: {} {}", reply.status, reply.body),
            _ => tokio::time::sleep(Duration::from_millis(30)).await,
        }
        assert!(since.elapsed() < PATIENCE, "no answer to {path}");
    }
}

/// Asks until there is an answer.
async fn get(client: &mut Client, path: &str) -> breadboard_client::Reply {
    let since = Instant::now();
    loop {
        match client.request("GET", path, None).await {
            Ok(reply) if reply.status < 500 => return reply,
            _ => tokio::time::sleep(Duration::from_millis(30)).await,
        }
        assert!(since.elapsed() < PATIENCE, "no answer to {path}");
    }
}

/// Plays both seats of tables until asked to stop, and remembers every move that was acknowledged.
async fn play(mut client: Client, number: usize, players: Arc<Players>) -> Played {
    let mut tables = Vec::new();
    let mut key = 0;
    while !players.are_stopped() {
        let body =
            json!({"spec": "breakthrough:columns=5,rows=6", "seats": ["me", "me"], "names": ["Ada", "Bob"]});
        let mut table = insist(&mut client, "/api/tables", &body).await["table"].clone();
        let id = table["id"].as_str().unwrap().to_owned();
        let mut moves = Vec::new();
        while table["state"]["phase"] == "playing" && !players.are_stopped() {
            let you = table["state"]["you"].as_array().unwrap();
            let you = you.iter().find(|you| !you["moves"].as_array().unwrap().is_empty()).unwrap();
            let list = you["moves"].as_array().unwrap();
            let text = list[(key + number) % list.len()]["text"].as_str().unwrap().to_owned();
            key += 1;
            let body = json!({
                "seat": you["seat"], "version": table["state"]["version"], "key": format!("k{key}"),
                "request": {"do": "act", "text": text},
            });
            table = insist(&mut client, &format!("/api/tables/{id}/requests"), &body).await["table"].clone();
            moves.push(text);
            players.moves.fetch_add(1, Ordering::Relaxed);
        }
        tables.push((id, moves));
    }
    tables
}

/// How many acknowledged moves are not there.
async fn lost(client: &mut Client, played: &[(String, Vec<String>)]) -> usize {
    let mut lost = 0;
    for (id, moves) in played {
        let reply = get(client, &format!("/api/tables/{id}/events")).await;
        let events = if reply.status == 200 { reply.json()["events"].clone() } else { json!([]) };
        let acted = events.as_array().unwrap().iter().filter(|event| event["kind"] == "acted").count();
        lost += moves.len().saturating_sub(acted);
    }
    lost
}

/// Everything acknowledged is there, in order, and nothing else.
async fn compare(client: &mut Client, played: &[(String, Vec<String>)]) -> usize {
    let mut count = 0;
    for (id, moves) in played {
        let reply = get(client, &format!("/api/tables/{id}/events")).await;
        assert_eq!(reply.status, 200, "table {id} is gone");
        let events = reply.json()["events"].clone();
        let acted = events.as_array().unwrap().iter().filter(|event| event["kind"] == "acted");
        let stored: Vec<&str> = acted.map(|event| event["texts"][0].as_str().unwrap()).collect();
        assert_eq!(&stored, moves, "table {id}");
        count += moves.len();
    }
    count
}

async fn kill_and_compare(store: &str) {
    let port = free_port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let mut program = Program::start(port, store);
    well(&mut client).await;
    let together = Arc::new(Players::default());
    let players = together.start(&client, TABLES);
    for kill in 0..kills() {
        tokio::time::sleep(Duration::from_millis(300 + u64::from(kill * 97 % 400))).await;
        together.go_on().await;
        program.kill();
        program = Program::start(port, store);
        well(&mut client).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let played = together.stop(players).await;
    // Once from memory, once from what a fresh program reads.
    let count = compare(&mut client, &played).await;
    program.kill();
    program = Program::start(port, store);
    well(&mut client).await;
    assert_eq!(compare(&mut client, &played).await, count);
    assert!(count >= MOVES_BETWEEN * kills() as usize, "only {count} moves were made");
    println!("{count} moves at {} tables, {} kills", played.len(), kills());
    program.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    kill_and_compare(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_loses_nothing_that_was_acknowledged() {
    let cluster = Cluster::start();
    kill_and_compare(&cluster.database()).await;
}

/// PostgreSQL itself crashes and comes back while people play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_postgresql_loses_nothing_that_was_acknowledged() {
    let cluster = Cluster::start();
    let store = cluster.database();
    let port = free_port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let program = Program::start(port, &store);
    well(&mut client).await;
    let together = Arc::new(Players::default());
    let players = together.start(&client, 4);
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        together.go_on().await;
        cluster.down();
        tokio::time::sleep(Duration::from_millis(300)).await;
        cluster.up();
    }
    well(&mut client).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let played = together.stop(players).await;
    assert!(compare(&mut client, &played).await >= 2 * MOVES_BETWEEN);
    program.kill();
}

/// An operator's command on a store: what it says.
fn admin(store: &str, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breadboard"));
    let done = command.args(["admin", "--store", store]).args(args).stdin(Stdio::null()).output().unwrap();
    let (text, error) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{args:?}: {text}{error}");
    text.into_owned()
}

fn tables(store: &str) -> usize {
    admin(store, &["tables", "--limit", "900"]).lines().count()
}

/// A crash leaves a log beside the file that holds what was committed last. A restore neither plays an old log into the
/// restored store nor loses the log of what it puts aside or reads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_after_a_crash_mixes_no_stores_and_loses_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let text = |name: &str| file(name).to_str().unwrap().to_owned();
    let rename = |from: &str, to: &str| std::fs::rename(file(from), file(to)).unwrap();
    let store = format!("sqlite:{}", text("games.db"));
    let crash_after = async |more: usize| {
        let port = free_port();
        let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
        let program = Program::start(port, &store);
        well(&mut client).await;
        for _ in 0..more {
            insist(&mut client, "/api/tables", &json!({"spec": "breakthrough"})).await;
        }
        if !file("copy.db").exists() {
            admin(&store, &["backup", &text("copy.db")]);
            insist(&mut client, "/api/tables", &json!({"spec": "breakthrough"})).await;
        }
        program.kill();
        assert!(std::fs::metadata(file("games.db-wal")).unwrap().len() > 0, "there is no log to meet");
    };
    // Only the main file was moved away: its log stays behind.
    crash_after(2).await;
    rename("games.db", "aside.db");
    let said = admin(&store, &["restore", &text("copy.db")]);
    assert!(said.contains("games.db.before-restore-wal"), "{said}");
    assert_eq!(tables(&store), 2, "the copy, and nothing of the old log");

    // The old file with its log is whole. A crash again, and the restore puts all of it aside in one file.
    for (from, to) in [("aside.db", "games.db"), ("games.db.before-restore-wal", "games.db-wal")] {
        rename(from, to);
    }
    let _ = std::fs::remove_file(file("games.db-shm"));
    crash_after(4).await;
    admin(&store, &["restore", &text("copy.db")]);
    assert_eq!(tables(&store), 2);
    rename("games.db.before-restore", "mine.db");
    admin(&store, &["restore", &text("mine.db")]);
    assert_eq!(tables(&store), 7, "2, 1 after the copy and 4 after the crash");

    // A copy by hand with its log.
    std::fs::remove_file(file("games.db.before-restore")).unwrap();
    crash_after(3).await;
    for end in ["", "-wal"] {
        std::fs::copy(file(&format!("games.db{end}")), file(&format!("hot.db{end}"))).unwrap();
    }
    admin(&store, &["restore", &text("hot.db")]);
    assert_eq!(tables(&store), 10);
    assert!(admin(&store, &["check"]).contains("10 tables, all of them well"));
}

/// The next update of a table.
async fn update(socket: &mut breadboard_client::Socket) -> Value {
    loop {
        let message = socket.json().await.unwrap();
        if message["message"] == "update" {
            return message;
        }
    }
}

/// Waits until a socket tells that these seats have their people here.
async fn told(socket: &mut breadboard_client::Socket, seats: &[u8]) {
    let since = Instant::now();
    loop {
        let message = socket.json().await.unwrap();
        if message["message"] == "presence" && message["here"] == json!(seats) {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "not told of {seats:?}");
    }
}

/// Two nodes on one database: people at different nodes play together, and when one node dies its game against a
/// bot goes on at the other, and its people are gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_node_takes_over() {
    let cluster = Cluster::start();
    let store = cluster.database();
    let ports = [free_port(), free_port()];
    let mut clients = ports.map(|port| Client::new(&format!("http://127.0.0.1:{port}")).unwrap());
    let first = Program::start(ports[0], &store);
    let second = Program::start(ports[1], &store);
    for client in &mut clients {
        well(client).await;
    }
    let [mut one, mut two] = clients;

    // One table, two nodes: what one stores, the other's socket sends.
    let made = insist(&mut one, "/api/tables", &json!({"spec": "breakthrough", "name": "Ada"})).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let mut socket = two.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    assert_eq!(update(&mut socket).await["state"]["phase"], "waiting");
    let claim = json!({"seat": 2, "version": 1, "key": "c", "request": {"do": "claim", "name": "Bob"}});
    insist(&mut two, &format!("/api/tables/{id}/requests"), &claim).await;
    assert_eq!(update(&mut socket).await["state"]["phase"], "playing");
    let now = get(&mut one, &format!("/api/tables/{id}")).await.json()["state"].clone();
    let text = now["you"][0]["moves"][0]["text"].clone();
    let act =
        json!({"seat": 1, "version": now["version"], "key": "a", "request": {"do": "act", "text": text}});
    insist(&mut one, &format!("/api/tables/{id}/requests"), &act).await;
    assert_eq!(update(&mut socket).await["events"][0]["texts"][0], text);
    let mut people = socket;
    let other = one.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    // The socket was opened before its browser took a seat, by a session of its own.
    told(&mut people, &[1]).await;

    // Bots play a long game against each other; either node may be at it.
    let bots = json!({"spec": "breakthrough:columns=8,rows=16", "seats": ["bot1", "bot1"]});
    let made = insist(&mut two, "/api/tables", &bots).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let mut socket = two.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    for _ in 0..4 {
        update(&mut socket).await;
    }
    first.kill();
    let mut longest = Duration::ZERO;
    for _ in 0..6 {
        let since = Instant::now();
        let update = tokio::time::timeout(PATIENCE, update(&mut socket)).await;
        let update = update.expect("no node went on with the game");
        longest = longest.max(since.elapsed());
        if update["state"]["phase"] == "over" {
            break;
        }
    }
    println!("the game went on {longest:?} after the node died at most");
    told(&mut people, &[]).await;
    drop(other);
    second.kill();
}

/// The faults of a machine as a library to load before the program.
#[cfg(target_os = "linux")]
fn faults(folder: &Path) -> String {
    let library = folder.join("faults.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/faults.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).status();
    assert!(built.expect("these tests need a C compiler").success());
    library.to_str().unwrap().to_owned()
}

/// The disk after a loss of power: what was synced, and of all that was written later some sectors at random.
#[cfg(target_os = "linux")]
fn lose_power(folder: &Path, shadow: &Path, seed: u64) {
    const SECTOR: usize = 512;
    let mut random = seed | 1;
    for name in ["games.db", "games.db-wal"] {
        let (path, kept) = (folder.join(name), shadow.join(name));
        let written = std::fs::read(&path).unwrap_or_default();
        // A file that was never synced may be there or not: it is not.
        let Ok(mut kept) = std::fs::read(kept) else {
            let _ = std::fs::remove_file(path);
            continue;
        };
        for (kept, written) in kept.chunks_mut(SECTOR).zip(written.chunks(SECTOR)) {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if random >> 63 == 1 && kept.len() == written.len() {
                kept.copy_from_slice(written);
            }
        }
        std::fs::write(path, kept).unwrap();
    }
    // It is memory, and never survives.
    let _ = std::fs::remove_file(folder.join("games.db-shm"));
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loss_of_power_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let shadow = folder.path().join("shadow");
    std::fs::create_dir(&shadow).unwrap();
    let library = faults(folder.path());
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let disk = [("LD_PRELOAD", library.as_str()), ("FAULT_SHADOW", shadow.to_str().unwrap())];
    let port = free_port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let mut program = Program::with(port, &store, &disk);
    well(&mut client).await;
    let together = Arc::new(Players::default());
    let players = together.start(&client, 4);
    for loss in 0..kills() {
        tokio::time::sleep(Duration::from_millis(250 + u64::from(loss * 97 % 400))).await;
        together.go_on().await;
        program.kill();
        lose_power(folder.path(), &shadow, u64::from(loss) * 7 + 1);
        program = Program::with(port, &store, &disk);
        well(&mut client).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let played = together.stop(players).await;
    let count = compare(&mut client, &played).await;
    assert!(count >= MOVES_BETWEEN * kills() as usize, "only {count} moves were made");
    println!("{count} moves at {} tables, {} losses of power", played.len(), kills());

    // A disk that lies loses moves, so the test would see it.
    program.kill();
    let lying = [disk[0], disk[1], ("FAULT_LIE", "1")];
    let program = Program::with(port, &store, &lying);
    well(&mut client).await;
    let together = Arc::new(Players::default());
    let players = together.start(&client, 1);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let played = together.stop(players).await;
    program.kill();
    for name in ["games.db", "games.db-wal"] {
        std::fs::copy(shadow.join(name), folder.path().join(name)).unwrap();
    }
    let _ = std::fs::remove_file(folder.path().join("games.db-shm"));
    let program = Program::start(port, &store);
    well(&mut client).await;
    assert!(lost(&mut client, &played).await > 0, "nothing of {played:?} was lost");
    program.kill();
}

/// Time left on the clock of seat 1, in milliseconds, and how far the table is.
#[cfg(target_os = "linux")]
async fn time_left(client: &mut Client, id: &str) -> (i64, String) {
    let table = get(client, &format!("/api/tables/{id}")).await.json();
    let clock = &table["state"]["clock"]["seats"][0];
    let runs = clock["since"].as_i64().map_or(0, |since| table["now"].as_i64().unwrap() - since);
    (clock["left_ms"].as_i64().unwrap() - runs, table["state"]["phase"].as_str().unwrap().to_owned())
}

/// The clock of the system jumps by hours, there and back, and the server is away for a while: the clocks of games take
/// no notice.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jumps_of_the_systems_clock_and_a_restart_take_no_time_from_players() {
    let folder = tempfile::tempdir().unwrap();
    clock_jumps(folder.path(), &format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

/// The same for a node at PostgreSQL, whose own clock does not count.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jumps_of_a_nodes_clock_and_a_restart_take_no_time_from_players() {
    let (folder, cluster) = (tempfile::tempdir().unwrap(), Cluster::start());
    clock_jumps(folder.path(), &cluster.database()).await;
}

#[cfg(target_os = "linux")]
async fn clock_jumps(folder: &Path, store: &str) {
    let library = faults(folder);
    let clock = folder.join("clock");
    let set = |seconds: i64| std::fs::write(&clock, seconds.to_string()).unwrap();
    set(0);
    let machine = [("LD_PRELOAD", library.as_str()), ("FAULT_CLOCK", clock.to_str().unwrap())];
    let port = free_port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let mut program = Program::with(port, store, &machine);
    well(&mut client).await;
    // Long enough for a loaded machine; an hour's jump would use it up many times.
    let rule = json!({"kind": "increment", "main_ms": 120_000, "increment_ms": 0});
    let body = json!({"spec": "breakthrough", "seats": ["me", "me"], "names": ["Ada", "Bob"], "clock": rule});
    let id = insist(&mut client, "/api/tables", &body).await["table"]["id"].as_str().unwrap().to_owned();
    let started = Instant::now();
    for jump in [3_600, -3_600, 86_400, -86_400 * 365] {
        set(jump);
        tokio::time::sleep(Duration::from_millis(700)).await;
        let (left, phase) = time_left(&mut client, &id).await;
        let passed = started.elapsed().as_millis() as i64;
        assert_eq!(phase, "playing", "after a jump by {jump} s");
        assert!(
            (120_000 - passed - 2_000..=120_000).contains(&left),
            "{left} ms left after a jump by {jump} s"
        );
        assert!(left < 120_000, "time passes");
    }
    // The server dies and comes back an hour later.
    set(0);
    let (before, _) = time_left(&mut client, &id).await;
    program.kill();
    set(3_600);
    program = Program::with(port, store, &machine);
    well(&mut client).await;
    let (left, phase) = time_left(&mut client, &id).await;
    assert_eq!(phase, "playing");
    assert!((before - 60_000..=before + 6_000).contains(&left), "{before} ms before, {left} ms after");
    let events = get(&mut client, &format!("/api/tables/{id}/events")).await.json();
    let last = events["events"].as_array().unwrap().last().unwrap().clone();
    // By the clock of PostgreSQL it was away for a moment only.
    assert!(!store.starts_with("sqlite:") || last["kind"] == "resumed", "{last}");
    program.kill();
}
