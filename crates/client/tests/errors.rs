//! What a user reads if a server cannot be reached or is something else.

use breadboard_client::{Client, Error};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// A server that answers every request with these bytes and closes; its address.
async fn answering(bytes: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(bytes).await;
        }
    });
    url
}

#[tokio::test]
async fn a_closed_port_is_named_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = Client::new(&url).unwrap().request("GET", "/", None).await.unwrap_err();
    assert!(matches!(error, Error::Connect(_)) && error.to_string().contains("nothing listens"), "{error}");
}

#[tokio::test]
async fn an_answer_that_is_not_http_or_breaks_off_is_named_as_such() {
    let cases: [(&[u8], &str); 3] = [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "not HTTP"),
        (b"", "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "broke off"),
    ];
    for (bytes, words) in cases {
        let mut client = Client::new(&answering(bytes).await).unwrap();
        let error = client.request("GET", "/", None).await.unwrap_err();
        assert!(matches!(error, Error::Protocol(_)) && error.to_string().contains(words), "{error}");
    }
}

#[tokio::test]
async fn a_reply_has_status_headers_body_and_cookie() {
    let url = answering(
        b"HTTP/1.1 201 Created\r\nSet-Cookie: session=abc; HttpOnly\r\nX-Word: yes\r\nContent-Length: 8\r\n\r\n{\"a\": 1}",
    )
    .await;
    let mut client = Client::new(&url).unwrap();
    let reply = client.request("POST", "/", Some(&serde_json::json!({}))).await.unwrap();
    assert_eq!(
        (reply.status, reply.header("x-word"), reply.json()["a"].as_u64()),
        (201, Some("yes"), Some(1))
    );
    assert_eq!(client.cookie.as_deref(), Some("session=abc"));
}

#[tokio::test]
async fn a_page_where_the_socket_should_be_is_refused() {
    let url = answering(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").await;
    let error = Client::new(&url).unwrap().socket("/api/tables/x/socket").await.unwrap_err();
    assert!(matches!(error, Error::Gone(_)), "{error}");
}

#[test]
fn other_addresses_are_refused() {
    for url in ["", "localhost:7777", "ftp://localhost", "ws://localhost"] {
        assert!(matches!(Client::new(url), Err(Error::Address(_))), "{url}");
    }
}
