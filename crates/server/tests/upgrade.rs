//! Databases of released versions open in this one, and their games go on. The files are never rewritten.

#[path = "support/running.rs"]
mod running;

use running::{Running, config};
use serde_json::{Value, json};

/// The browser that sat at the tables of the file.
const COOKIE: &str = "breadboard=jdb7b7r8di9q9ax5mn4ngcvfua.r2hdg5yd9zspecjwie4rzjqycc8qdsdp";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_version_1_opens_and_its_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, include_bytes!("fixtures/version-1.db")).unwrap();
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
    server.stop().await;
}
