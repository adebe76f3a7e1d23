//! A terminal to type into and a server to play at.

use breadboard_client::Socket;
use breadboard_server::{Config, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_breadboard");
/// Longest to wait for anything; a machine under load may need much of it.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal of its own, with a shell in it.
pub struct Tmux {
    socket: String,
}

impl Tmux {
    pub fn new(width: u16, height: u16) -> Tmux {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let socket = format!("breadboard-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let tmux = Tmux { socket };
        let (width, height) = (width.to_string(), height.to_string());
        tmux.run(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            "-e",
            "TERM=screen-256color",
            "-e",
            "NO_COLOR=",
            "-e",
            "LC_ALL=C.UTF-8",
            "sh",
        ]);
        tmux.wait("a shell", |screen| !screen.trim().is_empty());
        tmux
    }

    pub fn run(&self, args: &[&str]) -> Output {
        let output = Command::new("tmux").arg("-L").arg(&self.socket).args(args).output();
        let output = output.unwrap_or_else(|error| panic!("tmux is needed to test the terminal: {error}"));
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Types a line into the shell.
    pub fn shell(&self, line: &str) {
        self.run(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
    }

    pub fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    pub fn screen(&self) -> String {
        String::from_utf8_lossy(&self.run(&["capture-pane", "-p"]).stdout).into_owned()
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.run(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    pub fn wait(&self, what: &str, found: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if found(&screen) {
                return screen;
            }
            assert!(Instant::now() < until, "never saw {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

/// The state of the next update.
pub async fn next_state(socket: &mut Socket) -> Value {
    loop {
        let message = socket.json().await.unwrap();
        if message["message"] == "update" {
            return message["state"].clone();
        }
    }
}

/// A server on a store, at an address.
pub async fn serve(store: &str, listen: SocketAddr) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let config = Config { listen, store: store.to_owned(), rate_scale: 0.0, ..Config::default() };
    let server = Server::bind(config).await.unwrap();
    let (stop, stopped) = oneshot::channel();
    let address = server.address();
    let serving = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    (address, stop, serving)
}

/// Uses the terminal on a thread that may block.
pub async fn there<T: Send + 'static>(tmux: &Arc<Tmux>, does: impl FnOnce(&Tmux) -> T + Send + 'static) -> T {
    let tmux = tmux.clone();
    tokio::task::spawn_blocking(move || does(&tmux)).await.unwrap()
}

/// Sends the first legal move of the browser's seat, once it is its turn; `false` if the game is over.
pub async fn browser_moves(socket: &mut Socket, key: &str) -> bool {
    loop {
        let state = next_state(socket).await;
        if state["phase"] == "over" {
            return false;
        }
        if let Some(text) = state["you"][0]["moves"][0]["text"].as_str() {
            let submission = json!({
                "seat": 1, "version": state["version"], "key": key, "request": {"do": "act", "text": text},
            });
            socket.send(json!({"send": "submit", "submission": submission}).to_string()).await.unwrap();
            return true;
        }
    }
}
