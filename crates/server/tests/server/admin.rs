//! What an operator does while people play: every command on both stores, beside a running server, and the drill of
//! copying a store under load and restoring it.

use crate::asks::{create, first_move, state, submit, update};
use crate::on_both;
use crate::place::Place;
use crate::running::{Running, config};
use breadboard_client::Client;
use breadboard_server::admin::{self, Admin, TableFilter};
use breadboard_server::store::Status;
use breadboard_server::{BanTarget, Config};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

on_both! {
    tables_are_listed_shown_closed_and_deleted_beside_a_running_server;
    banned_sessions_and_addresses_are_shut_out_until_they_are_not;
    a_rotated_secret_keeps_those_who_come_in_time;
    sockets_end_with_the_secret_of_their_sessions;
    a_check_names_what_is_damaged;
}

pub(crate) async fn alone(client: &mut Client) -> String {
    create(client, json!({"spec": "breakthrough", "seats": ["me", "me"], "names": ["Ada", "Bob"]})).await.0
}

/// The first listed move of the seat that is to act; returns the status.
pub(crate) async fn play(client: &mut Client, id: &str) -> (u16, Value) {
    let now = state(client, id).await;
    let Some(body) = first_move(&now, &format!("k{}", now["version"])) else { return (0, "no move".into()) };
    submit(client, id, &body).await
}

/// Asks until it is so: a server notices the operator within a second.
pub(crate) async fn soon(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < Duration::from_secs(20), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn tables_are_listed_shown_closed_and_deleted_beside_a_running_server(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let (one, two) = (alone(&mut ada).await, alone(&mut ada).await);
    let admin = Admin::open(&place.address()).await.unwrap();
    let ids = |lines: Vec<admin::TableLine>| lines.into_iter().map(|line| line.id).collect::<Vec<_>>();
    let listed = ids(admin.list(TableFilter::Status(Status::Playing), 10).await.unwrap());
    assert!(listed.contains(&one) && listed.contains(&two), "{listed:?}");
    assert_eq!(ids(admin.list(TableFilter::Status(Status::Over), 10).await.unwrap()), [""; 0]);

    let shown = admin.show(&format!("http://example.org/t/{one}")).await.unwrap();
    let holders: Vec<&str> = shown.seats.iter().map(|seat| seat.holder.as_str()).collect();
    assert_eq!(holders, ["Ada", "Bob"]);
    assert!(shown.host.is_some() && shown.host == shown.seats[0].session, "{shown:?}");
    assert!(admin.show("nonsense").await.unwrap_err().to_string().contains("neither the id"));

    // People at the table see the end at once, and the other table goes on.
    let mut socket = ada.socket(&format!("/api/tables/{one}/socket")).await.unwrap();
    assert_eq!(update(&mut socket).await.unwrap()["state"]["phase"], "playing");
    admin.close(&one).await.unwrap();
    assert_eq!(update(&mut socket).await.unwrap()["state"]["phase"], "over");
    assert!(admin.close(&one).await.unwrap_err().to_string().contains("over"));
    assert_eq!(play(&mut ada, &two).await.0, 200);

    let mut socket = ada.socket(&format!("/api/tables/{two}/socket")).await.unwrap();
    update(&mut socket).await.unwrap();
    admin.delete(&two).await.unwrap();
    assert!(update(&mut socket).await.is_err(), "the socket is closed");
    let path = format!("/api/tables/{two}");
    assert_eq!(ada.request("GET", &path, None).await.unwrap().status, 404);
    assert!(admin.delete(&two).await.unwrap_err().to_string().contains("no such table"));
    admin.finish().await;
    server.stop().await;
}

async fn banned_sessions_and_addresses_are_shut_out_until_they_are_not(place: Place) {
    let server =
        Running::with(Config { rate_scale: 0.0, behind_proxy: true, ..config(&place.address()) }).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let id = alone(&mut ada).await;
    let admin = Admin::open(&place.address()).await.unwrap();
    let hash = admin.show(&id).await.unwrap().host.unwrap();
    let session: BanTarget = format!("session {hash}").parse().unwrap();
    let mut socket = ada.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    update(&mut socket).await.unwrap();
    admin.ban(session.clone(), None, "spam".to_owned()).await.unwrap();
    assert!(update(&mut socket).await.is_err(), "its open socket is closed");
    soon("the ban has no effect", async || {
        let made = ada.request("POST", "/api/tables", Some(&json!({"spec": "breakthrough"}))).await.unwrap();
        made.status == 403 && made.body.contains("\"banned\"")
    })
    .await;
    assert_eq!(create(&mut bob, json!({"spec": "breakthrough"})).await.0.len(), 26, "others are not meant");
    assert_eq!(admin.bans().await.unwrap()[0].reason, "spam");
    admin.unban(&session).await.unwrap();
    assert!(admin.unban(&session).await.is_err());
    soon("the ban does not end", async || play(&mut ada, &id).await.0 == 200).await;

    let from = async |address: &str| {
        let mut stream =
            tokio::net::TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
        let head = format!(
            "GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\nConnection: close\r\n\r\n"
        );
        tokio::io::AsyncWriteExt::write_all(&mut stream, head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await.unwrap();
        answer[9..12].to_owned()
    };
    assert_eq!(from("2001:db8:1::7").await, "200");
    admin.ban("address 2001:db8:1::/48".parse().unwrap(), Some(1), String::new()).await.unwrap();
    soon("the address is not banned", async || from("2001:db8:1:2::7").await == "403").await;
    assert_eq!(from("2001:db8:2::7").await, "200");
    for bad in ["address x", "session abc", "person 1", ""] {
        assert!(bad.parse::<BanTarget>().is_err(), "{bad}");
    }
    for (target, wide) in [
        ("address 0.0.0.0/0", true),
        ("address ::/0", true),
        ("address 127.0.0.1", true),
        ("address 10.0.0.0/12", false),
        ("address 2001:db8::/32", false),
    ] {
        assert_eq!(target.parse::<BanTarget>().unwrap().is_wide(), wide, "{target}");
    }
    admin.finish().await;
    server.stop().await;
}

async fn a_rotated_secret_keeps_those_who_come_in_time(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (first, second) = (alone(&mut ada).await, alone(&mut bob).await);
    let old = ada.cookie.clone();
    let admin = Admin::open(&place.address()).await.unwrap();
    admin.rotate_secret(30).await.unwrap();
    soon("the cookie is not renewed", async || {
        assert_eq!(play(&mut ada, &first).await.0, 200, "the old cookie is still good");
        ada.cookie != old
    })
    .await;
    // Without overlap all sessions end.
    admin.rotate_secret(0).await.unwrap();
    soon("the old secret is still good", async || state(&mut bob, &second).await["you"] == json!([])).await;
    admin.finish().await;
    server.stop().await;
    let server = Running::start(&place.address()).await;
    assert_eq!(
        state(&mut server_client(&server, &ada), &first).await["you"],
        json!([]),
        "also after a restart"
    );
    server.stop().await;
}

/// Reads a socket until it is closed; false if that does not happen soon.
async fn is_closed(socket: &mut breadboard_client::Socket) -> bool {
    let read = async { while update(socket).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(10), read).await.is_ok()
}

async fn sockets_end_with_the_secret_of_their_sessions(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (first, second) = (alone(&mut ada).await, alone(&mut bob).await);
    let path = format!("/api/tables/{second}/socket");
    let mut socket = bob.socket(&path).await.unwrap();
    update(&mut socket).await.unwrap();
    let admin = Admin::open(&place.address()).await.unwrap();
    admin.rotate_secret(30).await.unwrap();
    let old = ada.cookie.clone();
    soon("the cookie is not renewed", async || {
        assert_eq!(play(&mut ada, &first).await.0, 200);
        ada.cookie != old
    })
    .await;
    assert_eq!(play(&mut bob, &second).await.0, 200);
    assert_eq!(update(&mut socket).await.unwrap()["message"], "update", "the old secret is still good");
    admin.rotate_secret(0).await.unwrap();
    assert!(is_closed(&mut socket).await, "a session that has ended acts on through its socket");
    // Everyone who comes now has a new session.
    let mut eve = server.client();
    alone(&mut eve).await;
    let mut socket = eve.socket(&path).await.unwrap();
    update(&mut socket).await.unwrap();
    admin.finish().await;
    server.stop().await;
}

fn server_client(server: &Running, like: &Client) -> Client {
    let mut client = server.client();
    client.cookie = like.cookie.clone();
    client
}

async fn a_check_names_what_is_damaged(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let (well, ill) = (alone(&mut ada).await, alone(&mut ada).await);
    assert_eq!(play(&mut ada, &well).await.0, 200);
    let admin = Admin::open(&place.address()).await.unwrap();
    let check = admin.check().await.unwrap();
    assert_eq!((check.tables, check.faults.len(), check.damaged.len()), (2, 0, 0), "{check:?}");
    damage(&place, &ill).await;
    let check = admin.check().await.unwrap();
    assert_eq!(check.damaged.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), [ill.as_str()]);
    assert!(admin.show(&ill).await.unwrap_err().to_string().contains("damaged"));
    admin.delete(&ill).await.unwrap();
    assert_eq!(admin.check().await.unwrap().damaged.len(), 0);
    for sql in [
        "UPDATE tables SET summary = '{' WHERE id = $1",
        "UPDATE tables SET summary = '{}', spec = 'nosuch:x=1' WHERE id = $1",
    ] {
        change(&place, &well, sql).await;
        assert_eq!(admin.check().await.unwrap().damaged.len(), 1, "what the list shows: {sql}");
    }
    admin.finish().await;
    server.stop().await;
}

/// Spoils a stored entry, as a bad disk or a foreign program would.
pub(crate) async fn damage(place: &Place, id: &str) {
    change(place, id, "UPDATE entries SET body = '{}' WHERE table_id = $1 AND seq = 2").await;
}

async fn change(place: &Place, id: &str, sql: &'static str) {
    use sqlx::Connection as _;
    let address = match place {
        Place::Sqlite(_) => place.address(),
        Place::Postgres(_, address) => address.clone(),
    };
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(&address).await.unwrap();
    assert_eq!(sqlx::query(sql).bind(id).execute(&mut connection).await.unwrap().rows_affected(), 1);
    connection.close().await.unwrap();
}

/// Plays one game after the other until it is stopped; returns how many moves it made.
async fn keep_playing(mut client: Client, stop: Arc<AtomicBool>) -> usize {
    let mut played = 0;
    while !stop.load(Ordering::Relaxed) {
        let id = alone(&mut client).await;
        while play(&mut client, &id).await.0 == 200 && !stop.load(Ordering::Relaxed) {
            played += 1;
        }
    }
    played
}

/// A copy is only for its owner; once restored, the session and the game go on from this version.
async fn restores(
    address: &str,
    folder: &Path,
    (copy, version): &(PathBuf, u64),
    (id, cookie): (&str, &Option<String>),
) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let old = admin::restore(address, copy).await.unwrap().before.unwrap();
    assert!(admin::restore(address, copy).await.unwrap_err().to_string().contains("move it away"));
    std::fs::remove_file(old).unwrap();
    let server = Running::start(address).await;
    let mut ada = server.client();
    ada.cookie = cookie.clone();
    assert_eq!(state(&mut ada, id).await["version"], *version);
    assert_eq!(play(&mut ada, id).await.0, 200, "the session and the game go on");
    let admin = Admin::open(address).await.unwrap();
    let check = admin.check().await.unwrap();
    assert!(check.tables > 1 && check.damaged.is_empty() && check.faults.is_empty(), "{check:?}");
    admin.finish().await;
    server.stop().await;
    // A log may be left over if the server was stopped while a reader was there.
    for name in ["games.db-wal", "games.db.before-restore-wal"] {
        let _ = std::fs::remove_file(folder.join(name));
    }
}

/// Copies the store again and again while people play; every copy holds all that was acknowledged before it was begun.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_is_copied_under_load_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = Running::start(&address).await;
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..4).map(|_| tokio::spawn(keep_playing(server.client(), stop.clone()))).collect();
    let mut ada = server.client();
    let id = alone(&mut ada).await;
    let mut copies = Vec::new();
    for number in 0..4 {
        let (status, body) = play(&mut ada, &id).await;
        assert_eq!(status, 200, "{body}");
        let version = state(&mut ada, &id).await["version"].as_u64().unwrap();
        let copy = folder.path().join(format!("copy-{number}.db"));
        admin::backup(&address, &copy).await.unwrap();
        copies.push((copy, version));
    }
    let again = admin::backup(&address, &copies[0].0).await.unwrap_err();
    assert!(again.to_string().contains("exists"), "{again}");
    stop.store(true, Ordering::Relaxed);
    let mut played = 0;
    for player in players {
        played += player.await.unwrap();
    }
    assert!(played > 0, "there was no load");
    let running = admin::restore(&address, &copies[1].0).await.unwrap_err();
    assert!(running.to_string().contains("another server"), "{running}");
    let cookie = ada.cookie.clone();
    server.stop().await;

    let junk = folder.path().join("junk.db");
    std::fs::write(&junk, "not a database").unwrap();
    assert!(admin::restore(&address, &junk).await.is_err());
    for copy in &copies {
        restores(&address, folder.path(), copy, (&id, &cookie)).await;
    }
}

/// A copy knows nothing of what the operator has decided since: a secret that others know must not be good again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_copy_brings_back_neither_an_old_secret_nor_who_was_banned() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = Running::start(&address).await;
    let mut ada = server.client();
    let id = alone(&mut ada).await;
    let copy = folder.path().join("copy.db");
    let admin = Admin::open(&address).await.unwrap();
    let lifted: BanTarget = "address 192.0.2.1".parse().unwrap();
    admin.ban(lifted.clone(), None, "a mistake".to_owned()).await.unwrap();
    admin::backup(&address, &copy).await.unwrap();
    admin.unban(&lifted).await.unwrap();
    let banned: BanTarget = "address 203.0.113.7".parse().unwrap();
    admin.ban(banned.clone(), None, "spam".to_owned()).await.unwrap();
    admin.rotate_secret(0).await.unwrap();
    admin.finish().await;
    server.stop().await;

    let restored = admin::restore(&address, &copy).await.unwrap();
    assert!(restored.kept_orders && restored.before.is_some(), "{restored:?}");
    let admin = Admin::open(&address).await.unwrap();
    let bans: Vec<BanTarget> = admin.bans().await.unwrap().into_iter().map(|ban| ban.target).collect();
    assert_eq!(bans, [banned], "those of the moment, not those of the copy");
    admin.finish().await;
    let server = Running::start(&address).await;
    let mut again = server.client();
    again.cookie = ada.cookie.clone();
    assert_eq!(state(&mut again, &id).await["you"], json!([]), "the secret was changed at once");
    server.stop().await;

    // A store that cannot be read does not stop a restore, and it is said that the copy's decisions count.
    let (store, before) = (folder.path().join("games.db"), folder.path().join("games.db.before-restore"));
    std::fs::remove_file(&before).unwrap();
    for name in ["games.db-wal", "games.db-shm"] {
        let _ = std::fs::remove_file(folder.path().join(name));
    }
    std::fs::write(&store, "damaged").unwrap();
    let restored = admin::restore(&address, &copy).await.unwrap();
    assert!(!restored.kept_orders && restored.before.is_some(), "{restored:?}");
    Running::start(&address).await.stop().await;
}

#[tokio::test]
async fn stores_that_cannot_be_used_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let missing = format!("sqlite:{}", folder.path().join("none.db").display());
    assert!(Admin::open(&missing).await.unwrap_err().to_string().contains("there is no file"));
    assert!(!folder.path().join("none.db").exists(), "nothing was made");
    let foreign = folder.path().join("foreign.db");
    std::fs::write(&foreign, "").unwrap();
    let error = Admin::open(&format!("sqlite:{}", foreign.display())).await.unwrap_err();
    assert!(error.to_string().contains("no database of Breadboard"), "{error}");
    let copy = folder.path().join("copy.db");
    let error = admin::backup("postgres://x@localhost/y", &copy).await.unwrap_err();
    assert!(error.to_string().contains("pg_dump"), "{error}");
    assert!(admin::backup(&missing, &copy).await.is_err() && !copy.exists());
}
