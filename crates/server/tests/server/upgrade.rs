//! Databases of released versions open in this one, and their games go on. The files are never rewritten.

use crate::asks::{able, granted, request, state};
use crate::running::{Running, config};
use breadboard_client::Client;
use serde_json::{Value, json};

/// The browser that sat at the tables of the file.
const COOKIE: &str = "breadboard=jdb7b7r8di9q9ax5mn4ngcvfua.r2hdg5yd9zspecjwie4rzjqycc8qdsdp";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_version_1_opens_and_its_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, include_bytes!("../fixtures/version-1.db")).unwrap();
    let server = Running::with(config(&format!("sqlite:{}", path.display()))).await;
    let mut ada = server.client();
    ada.cookie = Some(COOKIE.to_owned());
    let mut table = async |id: &str| -> Value {
        let reply = ada.request("GET", &format!("/api/tables/{id}"), None).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    };

    let over = table("vg2asiywm2ge5yt872zgmymgf2").await;
    assert_eq!(over["state"]["position"]["text"], "1Ppp/p2p/pPP1/PPPP b");
    assert_eq!((&over["state"]["phase"], &over["state"]["version"]), (&json!("over"), &json!(8)));

    let waiting = table("57a3f7rcrhc68xzqzu2zcxv3qw").await;
    assert_eq!((&waiting["listed"], &waiting["chat"][0]["text"]), (&json!(true), &json!("hello")));

    // Seat 1 has chosen unseen; with seat 2's choice the round goes on.
    let id = "yrakiayzdnqhkix4k44sjgtkww";
    let sealed = table(id).await;
    assert_eq!(sealed["state"]["round"], json!({"chosen": [1], "waiting": [2]}));
    let text = sealed["state"]["you"][1]["moves"][0]["text"].clone();
    let body = json!({"seat": 2, "version": 6, "key": "m2", "request": {"do": "act", "text": text}});
    let reply = ada.request("POST", &format!("/api/tables/{id}/requests"), Some(&body)).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json()["table"]["state"]["round"]["chosen"], json!([]), "a new round");

    // The index of a session's tables is made for those that were there before it.
    let mut mine = Vec::new();
    for _ in 0..200 {
        let reply = ada.request("GET", "/api/mine/tables", None).await.unwrap();
        mine = reply.json()["tables"].as_array().unwrap().clone();
        if mine.len() == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let seats: Vec<_> = mine.iter().map(|table| (&table["table"]["id"], &table["mine"])).collect();
    let (open, played) = (json!("57a3f7rcrhc68xzqzu2zcxv3qw"), json!(id));
    assert_eq!(seats, [(&open, &json!([1])), (&played, &json!([1, 2]))]);
    server.stop().await;
}

/// The browser that sat on all seats of the tables that were begun under version 1 of the rules.
const SEATED: &str = "breadboard=hqc6a4n5pzhbrrjcie36swpamn.xe2anfht4bv4fi9qrnh4kh2mdwe2xzg5";

/// Plays the table's moves, picked by a small generator, until the game is over.
async fn play_out(ada: &mut Client, id: &str) -> Value {
    let mut now = state(ada, id).await;
    let mut number = 1u64;
    while now["phase"] == "playing" {
        let you = able(&now).unwrap();
        let moves = you["moves"].as_array().unwrap();
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let act = json!({"do": "act", "text": moves[(number >> 33) as usize % moves.len()]["text"]});
        let body = request(you["seat"].clone(), now["version"].clone(), &format!("n{number}"), act);
        now = granted(ada, id, &body).await["state"].clone();
    }
    now
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_rules_version_1_are_played_to_their_end_under_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, include_bytes!("../fixtures/rules-1.db")).unwrap();
    let server = Running::start(&format!("sqlite:{}", path.display())).await;
    let mut ada = server.client();
    ada.cookie = Some(SEATED.to_owned());
    for (id, own, today) in [
        (
            "at4ixiw37zz4fbzxqtt6gs2efe",
            "snipe:seats=2,forest=3x3,idle_rounds=10",
            "snipe:seats=2,forest=3x3,idle_rounds=10,station=wall,shut_in=stay,idle_result=draw",
        ),
        (
            "tefbxa7se7jf42ru6sqqse6aue",
            "snipe:seats=3,forest=3x3",
            "snipe:seats=3,forest=3x3,station=wall,shut_in=stay,idle_result=draw",
        ),
        ("xquraymizi7ubeczde73i2fbqi", "breadcrumbs", "breadcrumbs:repetition=draw,turn_cap=100"),
        (
            "73rshnquxyng6n4z89x63vdbz2",
            "breadcrumbs:repetition=off,turn_cap=12",
            "breadcrumbs:repetition=off,turn_cap=12",
        ),
        ("2fksf6iefarnyz5yv7aj5db37s", "traxx:open=on", "traxx:open=seats"),
    ] {
        assert_eq!(state(&mut ada, id).await["phase"], "playing", "{own}");
        let end = play_out(&mut ada, id).await;
        // Programs get the spec in today's words.
        assert_eq!(end["spec"], today);
        let reply = ada.request("GET", &format!("/api/tables/{id}/record"), None).await.unwrap();
        // The record keeps its version and its spec, and the dice verify under them.
        assert!(reply.body.starts_with(&format!("game: {own}\nrules: 1\n")), "{}", reply.body);
        let record = breadboard_core::Record::read(&reply.body).unwrap();
        breadboard_play::verify(&record).unwrap_or_else(|error| panic!("{own}: {error}"));
        let rematch = breadboard_play::view::record_view(&record, u32::MAX).unwrap();
        assert_eq!(rematch.result, end["result"]["outcome"].as_str().map(str::to_owned), "{own}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_record_in_old_words_is_continued_and_another_spec_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let server = Running::with(config(&format!("sqlite:{}", path.display()))).await;
    let mut ada = server.client();
    let record = include_str!("../../../games/src/traxx/golden/open.txt");
    let body = json!({"record": record, "to": 2});
    let reply = ada.request("POST", "/api/tables", Some(&body)).await.unwrap();
    assert_eq!(reply.status, 201, "{}", reply.body);
    assert_eq!(reply.json()["table"]["state"]["spec"], "traxx:seats=3,open=seats");
    for spec in ["traxx:seats=3", "traxx:seats=3,open=rotate"] {
        let body = json!({"spec": spec, "record": record, "to": 2});
        let reply = ada.request("POST", "/api/tables", Some(&body)).await.unwrap();
        assert_eq!(reply.status, 400, "{}", reply.body);
        assert!(reply.body.contains("another than the record's"), "{}", reply.body);
    }
    server.stop().await;
}
