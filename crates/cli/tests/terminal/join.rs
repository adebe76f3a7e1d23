//! A server's table from the terminal: against a browser's player and against another terminal, over TLS, with several
//! people at one keyboard, in the full screen and line by line.

use super::support::{self, PROGRAM, Tmux, WINDOWS, browser_moves, serve, there};
use breadboard_client::Client;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

const ANY: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

fn store(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("games.db").display())
}

/// Opens a table without sitting down there; its link.
async fn open_table(server: SocketAddr, body: serde_json::Value) -> String {
    let mut host = Client::new(&format!("http://{server}")).unwrap();
    let reply = host.request("POST", "/api/tables", Some(&body)).await.unwrap();
    reply.json()["table"]["link"].as_str().unwrap_or_else(|| panic!("{}", reply.body)).to_owned()
}

/// Runs the program with these input lines and its own data folder; returns its output.
async fn lines(folder: &Path, args: &[&str], input: &str) -> (bool, String) {
    let mut child = tokio::process::Command::new(PROGRAM)
        .args(args)
        .env("XDG_STATE_HOME", folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may have refused already, and read nothing.
    let _ = stdin.write_all(input.as_bytes()).await;
    drop(stdin);
    let output = tokio::time::timeout(support::PATIENCE, child.wait_with_output()).await;
    let output = output.unwrap_or_else(|_| panic!("{args:?} does not end")).unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_servers_table_is_joined_against_a_browser_side_player_and_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let (address, stop, serving) = serve(&store, ANY).await;
    let mut browser = Client::new(&format!("http://{address}")).unwrap();
    let body = json!({"spec": "breakthrough:columns=2,rows=5", "seats": ["me", "open"], "name": "Bea", "forced_moves": false});
    let reply = browser.request("POST", "/api/tables", Some(&body)).await.unwrap();
    let table = reply.json()["table"].clone();
    let (id, link) = (table["id"].as_str().unwrap().to_owned(), table["link"].as_str().unwrap().to_owned());
    let path = format!("/api/tables/{id}/socket");
    let mut socket = browser.socket(&path).await.unwrap();

    let tmux = Arc::new(Tmux::new(80, 24));
    let state = folder.path().display().to_string();
    there(&tmux, move |tmux| {
        tmux.shell(&format!("XDG_STATE_HOME={state} {PROGRAM} join {link} --name Ada"));
        tmux.wait("the table", |screen| screen.contains("2 Ada") && screen.contains("1 Bea"));
    })
    .await;
    assert!(browser_moves(&mut socket, "b1").await);
    // After the browser's last move: keys that come before it is shown belong to the position before.
    let mine = |turn: usize| {
        move |tmux: &Tmux| {
            let answered = |screen: &str| screen.matches("– White ").count() >= turn;
            let ours = |screen: &str| screen.contains("(Ada) to move") && answered(screen);
            tmux.wait("its turn", |screen| ours(screen) || screen.contains("M rematch"));
        }
    };
    there(&tmux, mine(1)).await;

    // The server goes away and comes back; the terminal says so, waits, and plays on.
    stop.send(()).unwrap();
    serving.await.unwrap();
    there(&tmux, |tmux| drop(tmux.wait("the lost line", |screen| screen.contains("connecting again")))).await;
    let (_, _stop, _serving) = serve(&store, address).await;
    there(&tmux, |tmux| drop(tmux.wait("the line again", |screen| screen.contains("connected")))).await;
    let mut socket = browser.socket(&path).await.unwrap();
    for turn in 2.. {
        there(&tmux, move |tmux| {
            // The answer to the move before may come now; it leaves alone what is picked.
            tmux.keys(&["Enter"]);
            tmux.wait("the man that is picked", |screen| screen.contains("takes the next place"));
            tmux.keys(&["Enter"]);
            let made =
                |screen: &str| screen.matches("│ 2: ").count() >= turn - 1 || screen.contains("M rematch");
            tmux.wait("its move", |screen| !screen.contains("takes the next place") && made(screen));
        })
        .await;
        if !browser_moves(&mut socket, &format!("b{turn}")).await {
            break;
        }
        there(&tmux, mine(turn)).await;
    }
    there(&tmux, |tmux| {
        tmux.wait("the end", |screen| screen.contains("M rematch"));
        tmux.keys(&["q"]);
        tmux.wait("the result", |screen| screen.contains("result: win"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_terminals_talk_take_back_resign_and_play_again() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let clock = json!({"kind": "increment", "main_ms": 600_000, "increment_ms": 0});
    let body = json!({"spec": "breakthrough", "seats": ["open", "open"], "clock": clock});
    let link = open_table(address, body).await;
    let state = folder.path().to_owned();
    let play = move || {
        let join = |name: &str, width: u16, height: u16| {
            let tmux = Tmux::new(width, height);
            let memory = state.join(name);
            tmux.shell(&format!("XDG_STATE_HOME={} {PROGRAM} join {link} --name {name}", memory.display()));
            tmux.wait(&format!("{name} at the table"), |screen| screen.contains(&format!(" {name}  ")));
            tmux
        };
        let ada = join("Ada", 80, 24);
        let bob = join("Bob", 60, 20);
        ada.wait("Bob", |screen| screen.contains("2 Bob"));
        assert!(bob.screen().contains("h   g   f   e"), "the second seat looks from its side");
        ada.keys(&["-l", "e2-e3"]);
        ada.keys(&["Enter"]);
        // Clocks run down on both screens, by the server's time.
        bob.wait("a clock that runs", |screen| screen.contains("2 Bob  9:5"));
        ada.wait("the same clock", |screen| screen.contains("2 Bob  9:5") && screen.contains("1 Ada  "));
        bob.keys(&["C"]);
        bob.keys(&["-l", "good luck, Ada"]);
        bob.wait("what is written", |screen| screen.contains("say: good luck, Ada"));
        bob.keys(&["Enter"]);
        ada.wait("what Bob says", |screen| screen.matches("Bob says: good luck, Ada").count() == 2);
        ada.keys(&["T"]);
        bob.wait("the question", |screen| screen.contains("asks to take back. Y agrees"));
        bob.keys(&["D"]);
        bob.wait("a refusal that does not hide it", |screen| {
            screen.contains("no draws") && screen.contains("N declines")
        });
        assert!(
            !bob.screen().contains("D draw") && !ada.screen().contains("D draw"),
            "no draws, no key for them"
        );
        bob.keys(&["Y"]);
        ada.wait("the move back", |screen| screen.contains("(Ada) to move") && screen.contains("1: e2-e3"));
        ada.keys(&["R", "R"]);
        bob.wait("the end", |screen| screen.contains("★ 2 Bob") && screen.contains("M rematch"));
        bob.keys(&["M"]);
        ada.wait("the wish", |screen| screen.contains("wants a rematch: Y agrees"));
        ada.keys(&["Y"]);
        // All players move on by one seat.
        bob.wait("the rematch", |screen| screen.contains("▶ 1 Bob") && screen.contains("a   b   c   d"));
        ada.wait("the rematch", |screen| screen.contains("2 Ada") && screen.contains("h   g   f   e"));
        bob.keys(&["-l", "d2-d3"]);
        bob.keys(&["Enter"]);
        ada.wait("a move of the next game", |screen| screen.contains("1: d2-d3"));
        ada.keys(&["q"]);
        ada.wait("the seat that is kept", |screen| screen.contains("your seat is kept: breadboard join"));
    };
    tokio::task::spawn_blocking(play).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_one_keyboard_choose_unseen_at_a_servers_table() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let body = json!({"spec": "traxx:seats=3", "seats": ["open", "open", "bot1"]});
    let link = open_table(address, body.clone()).await;
    let state = folder.path().display().to_string();
    let play = move || {
        let tmux = Tmux::new(80, 24);
        let seats = "--seat 1 --seat 2 --name Ada --name Bob";
        tmux.shell(&format!("XDG_STATE_HOME={state} {PROGRAM} join {link} {seats}"));
        tmux.wait("Ada's turn to sit down", |screen| {
            screen.contains("hand the keyboard to seat 1 (Ada)") && !screen.contains("moves ")
        });
        tmux.keys(&["Enter"]);
        let mine = tmux.wait("Ada's moves", |screen| screen.contains("› ") && screen.contains("moves "));
        let chosen =
            mine.lines().find_map(|line| Some(line.split_once("│ › ")?.1.trim().to_owned())).unwrap();
        // From the list, a move is played at once.
        tmux.keys(&["Tab", "Enter"]);
        let next = tmux.wait("Bob's turn to sit down", |screen| screen.contains("keyboard to seat 2 (Bob)"));
        assert!(!next.contains(&chosen), "{chosen} is a secret:\n{next}");
        tmux.keys(&["Enter"]);
        tmux.wait("Bob's moves", |screen| screen.contains("seat 2 (Bob) to move"));
        tmux.keys(&["Enter"]);
        tmux.wait("the next round", |screen| screen.contains("left: cards 13"));
    };
    tokio::task::spawn_blocking(play).await.unwrap();

    // The same line by line: each is asked to come, and nothing is shown before all have chosen.
    let link = open_table(address, body).await;
    let memory = folder.path().join("lines");
    let args = ["join", &link, "--plain", "--seat", "1,2", "--name", "Ada", "--name", "Bob"];
    let (_, said) = lines(&memory, &args, "\n#1\n\n#1\nquit\n").await;
    let (before, after) = said.split_once("1+2+3: ").unwrap_or_else(|| panic!("{said}"));
    assert!(
        before.contains("hand over to seat 1 (Ada)") && before.contains("hand over to seat 2 (Bob)"),
        "{said}"
    );
    assert!(before.contains("chosen; hidden"), "{said}");
    assert!(after.contains("result: unfinished"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn line_by_line_there_are_hints_chat_clocks_and_offers() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let clock = json!({"kind": "increment", "main_ms": 300_000, "increment_ms": 0});
    let body = json!({"spec": "breakthrough:columns=3,rows=5", "seats": ["open", "bot1"], "clock": clock});
    let link = open_table(address, body).await;
    let script = "hint\nclock\nsay hello\ndraw\nmoves\n".to_owned() + &"#1\n".repeat(30);
    let (done, said) = lines(folder.path(), &["join", &link, "--plain", "--name", "Ada"], &script).await;
    assert!(done, "{said}");
    for wanted in ["hint: ", "seat 1 (Ada) 4:5", "Ada says: hello", "refused: ", "to act: seat 1 (Ada), 4:5"]
    {
        assert!(said.contains(wanted), "{wanted} is not in\n{said}");
    }
    assert!(said.lines().last().unwrap().starts_with("result: win"), "{said}");

    // Against a person there are no hints, a player can answer while the other thinks, and watchers see the chat.
    let body = json!({"spec": "breakthrough", "seats": ["me", "open"], "name": "Bea"});
    let mut browser = Client::new(&format!("http://{address}")).unwrap();
    let table = browser.request("POST", "/api/tables", Some(&body)).await.unwrap().json()["table"].clone();
    let (id, link) = (table["id"].as_str().unwrap(), table["link"].as_str().unwrap().to_owned());
    let memory = folder.path().join("other");
    let args = ["join", &link, "--plain", "--name", "Bob"];
    let joined = lines(&memory, &args, "say hello\nhint\n#1\n");
    let ends = async {
        let path = format!("/api/tables/{id}/socket");
        let mut socket = browser.socket(&path).await.unwrap();
        assert!(browser_moves(&mut socket, "b1").await);
        loop {
            let state = support::next_state(&mut socket).await;
            let answered = state["position"]["step"] == 2;
            if answered {
                let request = json!({"do": "resign"});
                let submission =
                    json!({"seat": 1, "version": state["version"], "key": "b2", "request": request});
                let message = json!({"send": "submit", "submission": submission});
                socket.send(message.to_string()).await.unwrap();
                return;
            }
        }
    };
    let ((_, said), ()) = tokio::join!(joined, ends);
    assert!(said.contains("Bob says: hello") && said.contains("no hints against people"), "{said}");
    assert!(said.lines().last().unwrap().starts_with("result: win 2"), "{said}");
    let (_, heard) = lines(folder.path(), &["watch", &link, "--plain"], "").await;
    assert!(heard.contains("Bob says: hello") && heard.contains("result: win 2"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_moves_to_another_device_by_its_code() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let link = open_table(address, json!({"spec": "breakthrough", "seats": ["open", "bot1"]})).await;
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    let (_, said) = lines(&here, &["join", &link, "--plain", "--name", "Ada"], "quit\n").await;
    let code = said.lines().find_map(|line| line.strip_prefix("to move seat 1 to another device: ")).unwrap();
    let (_, said) = lines(&there, &["join", &link, "--plain", "--code", code], "quit\n").await;
    assert!(said.contains("to act: seat 1 (Ada)"), "{said}");
    let (done, said) = lines(&here, &["join", &link, "--plain", "--code", code], "").await;
    assert!(!done && said.contains("code"), "a code works once: {said}");
    let (_, said) = lines(&here, &["join", &link, "--plain"], "quit\n").await;
    assert!(said.contains("no seat is free") && !said.contains("to act: seat 1 (Ada)"), "{said}");
}

/// Puts a TLS proxy with this certificate before a server; returns its address.
async fn encrypt(server: SocketAddr, certificate: CertificateDer<'static>, key: &KeyPair) -> u16 {
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key.into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind(ANY).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that does not trust this certificate closes the connection.
                let Ok(mut inside) = acceptor.accept(stream).await else { return };
                let mut outside = TcpStream::connect(server).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut inside, &mut outside).await;
            });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_table_is_played_at_if_its_certificate_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let body = json!({"spec": "breakthrough:columns=3,rows=5", "seats": ["open", "bot1"]});

    let mut own = CertificateParams::new(Vec::new()).unwrap();
    own.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let (own_key, key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let authority = own.self_signed(&own_key).unwrap();
    let issuer = Issuer::new(own, own_key);
    let signed = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap()
    };
    let trusted = folder.path().join("authority.pem");
    std::fs::write(&trusted, authority.pem()).unwrap();
    let trusted = trusted.display().to_string();

    let port = encrypt(address, signed(&["localhost"]).der().clone(), &key).await;
    let secure = |link: &str, port: u16| {
        let table = link.rsplit_once('/').unwrap().1.to_owned();
        format!("https://localhost:{port}/t/{table}")
    };
    let link = secure(&open_table(address, body.clone()).await, port);
    let moves = "#1\n".repeat(30);
    let (done, said) = lines(folder.path(), &["join", &link, "--plain"], &moves).await;
    assert!(!done && said.contains("certificate") && said.contains("--trust FILE"), "{said}");
    let (done, said) = lines(folder.path(), &["join", &link, "--plain", "--trust", &trusted], &moves).await;
    assert!(done && said.lines().last().unwrap().starts_with("result: win"), "{said}");
    let (done, said) = lines(folder.path(), &["watch", &link, "--plain", "--trust", &trusted], "").await;
    assert!(done && said.contains("result: win"), "{said}");

    let (done, said) = lines(folder.path(), &["join", &secure(&link, address.port()), "--plain"], "").await;
    assert!(!done && said.contains("http:// only"), "{said}");

    // Signed by the authority, but for another host.
    let other = encrypt(address, signed(&["example.org"]).der().clone(), &key).await;
    let (done, said) =
        lines(folder.path(), &["join", &secure(&link, other), "--plain", "--trust", &trusted], "").await;
    assert!(!done && said.contains("certificate"), "{said}");

    // A certificate that signed itself, as most servers at home have, named by hand.
    let key = KeyPair::generate().unwrap();
    let mut itself = CertificateParams::new(vec!["nas".to_owned()]).unwrap();
    itself.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let itself = itself.self_signed(&key).unwrap();
    let port = encrypt(address, itself.der().clone(), &key).await;
    let pem = folder.path().join("nas.pem");
    std::fs::write(&pem, itself.pem()).unwrap();
    let link = secure(&open_table(address, body).await, port);
    let pem = pem.display().to_string();
    let (done, said) = lines(folder.path(), &["join", &link, "--plain", "--trust", &pem], &moves).await;
    assert!(done && said.lines().last().unwrap().starts_with("result: win"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_join_at_the_same_time_both_get_a_seat() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    for round in 0..4 {
        let link = open_table(address, json!({"spec": "breakthrough", "seats": ["open", "open"]})).await;
        let join = |name: &'static str| {
            let (link, memory) = (link.clone(), folder.path().join(format!("{name}{round}")));
            async move { lines(&memory, &["join", &link, "--plain", "--name", name], "quit\n").await }
        };
        let ((ada, first), (bob, second)) = tokio::join!(join("Ada"), join("Bob"));
        assert!(ada && bob, "{first}\n{second}");
        let mut client = Client::new(&format!("http://{address}")).unwrap();
        let path = format!("/api/tables/{}", link.rsplit('/').next().unwrap());
        let table = client.request("GET", &path, None).await.unwrap().json();
        let seats = table["state"]["seats"].as_array().unwrap();
        let mut names: Vec<&str> = seats.iter().filter_map(|seat| seat["name"].as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Ada", "Bob"], "{first}\n{second}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_and_listed_from_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let server = format!("http://{address}");
    let (fine, none) = lines(folder.path(), &["tables", &server], "").await;
    assert!(fine && none.contains("no open or running table"), "{none}");
    let open = ["open", &server, "traxx", "--seats", "me,open", "--name", "Ada", "--listed", "--link-only"];
    let (fine, opened) = lines(folder.path(), &open, "").await;
    assert!(fine && opened.contains(&format!("table opened: {server}/t/")), "{opened}");
    let (fine, listed) = lines(folder.path(), &["tables", &server], "").await;
    assert!(
        fine && listed.contains("/t/") && listed.contains("  open  traxx") && listed.contains("Ada, (free)"),
        "{listed}"
    );
    let (fine, json) = lines(folder.path(), &["tables", &server, "--json"], "").await;
    assert!(fine && json.contains("\"tables\""), "{json}");

    // What the help shows, at this server.
    let (_, help) = lines(folder.path(), &["open", "--help"], "").await;
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  breadboard open http")).collect();
    assert!(examples.len() >= 3, "{help}");
    for example in examples {
        let rest = example.split_whitespace().skip(1);
        let args: Vec<&str> = ["open", &server].into_iter().chain(rest).chain(["--link-only"]).collect();
        let (fine, said) = lines(folder.path(), &args, "").await;
        assert!(fine && said.contains("table opened: "), "{example}: {said}");
    }
    let wrong = ["open", &server, "snipe:seats=4", "--seats", "me,open,open", "--link-only"];
    let (fine, said) = lines(folder.path(), &wrong, "").await;
    assert!(!fine && said.contains("this game has 4 seats, not 3"), "{said}");

    // Opened, joined with own entropy, and played.
    let entropy = ["open", &server, "breadwinner", "--seats", "me,bot1", "--plain", "--entropy", "bread"];
    let (fine, played) = lines(folder.path(), &entropy, "dice\nquit\n").await;
    assert!(fine && played.contains("added to the dice: 6272656164"), "{played}");
    assert!(played.contains("fingerprint of the dice: "), "{played}");
    let (fine, refused) = lines(folder.path(), &["open", "nowhere", "traxx"], "").await;
    assert!(!fine && refused.contains("is not a server's address"), "{refused}");
    let (fine, refused) = lines(folder.path(), &["open", &server, "traxx", "--clock", "soon"], "").await;
    assert!(!fine && refused.contains("is not a clock"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_every_window_a_table_is_opened_listed_joined_and_resigned() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _stop, _serving) = serve(&store(folder.path()), ANY).await;
    let state = folder.path().to_owned();
    let play = move || {
        for (width, height) in WINDOWS {
            let run = |name: &str, command: &str| {
                let tmux = Tmux::new(width, height);
                let memory = state.join(format!("{name}{width}"));
                tmux.shell(&format!("XDG_STATE_HOME={} {PROGRAM} {command}", memory.display()));
                tmux
            };
            let server = format!("http://{address}");
            let ada = run("Ada", &format!("open {server} breakthrough --seats me,open --name Ada --listed"));
            // A screen may be seen half painted, so all of it is waited for.
            let waits = ada.wait("a table that waits, with the link for the others", |screen| {
                let lines: String = screen.lines().map(str::trim).collect();
                screen.contains("1 Ada")
                    && screen.contains("B bot")
                    && lines.contains(&format!("{server}/t/"))
            });
            assert!(!waits.contains("R resign"), "{width}×{height}:\n{waits}");
            // The list is wider than a narrow window: its lines are read as the program wrote them.
            let list = run("list", &format!("tables {server}"));
            // Not only what looks like a link: the command line has the path of this program.
            let links = format!("{server}/t/");
            list.wait("the list", |screen| {
                let text: String = screen.lines().map(str::trim_end).collect();
                text.contains(&links) && text.contains("(free)")
            });
            let listed = list.run(&["capture-pane", "-p", "-J"]).stdout;
            let listed = String::from_utf8(listed).unwrap();
            let row = listed.lines().find(|line| line.contains("Ada, (free)"));
            let row =
                row.unwrap_or_else(|| panic!("Ada's table is not listed at {width}×{height}:\n{listed}"));
            let link = row.split_whitespace().find(|word| word.contains("/t/")).unwrap();

            let bob = run("Bob", &format!("join {link} --name Bob"));
            bob.wait("Bob at the table", |screen| screen.contains("2 Bob") && screen.contains("1 Ada"));
            ada.wait("Bob", |screen| screen.contains("▶ 1 Ada") && screen.contains("2 Bob"));
            ada.keys(&["R", "R"]);
            for tmux in [&ada, &bob] {
                tmux.wait("the end, with no seat to move", |screen| {
                    screen.contains("★ 2 Bob") && !screen.contains("to move") && !screen.contains("▶")
                });
            }
        }
    };
    tokio::task::spawn_blocking(play).await.unwrap();
}
