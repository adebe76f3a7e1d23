//! A throw-away PostgreSQL for one run of tests. It is required, not optional: a suite that silently skips one of
//! two databases proves nothing about it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// A running cluster; it is stopped and removed with the last handle.
pub struct Cluster {
    folder: tempfile::TempDir,
    bin: PathBuf,
    port: u16,
}

fn bin() -> PathBuf {
    let mut places: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        let mut versions: Vec<PathBuf> = versions.flatten().map(|entry| entry.path().join("bin")).collect();
        versions.sort();
        places.extend(versions.into_iter().rev());
    }
    // A link on the path leads to the folder in which the other programs are.
    let real = |place: PathBuf| Some(place.join("initdb").canonicalize().ok()?.parent()?.to_owned());
    places
        .into_iter()
        .filter_map(real)
        .find(|place| place.join("pg_ctl").exists() && place.join("createdb").exists())
        .expect("these tests need PostgreSQL's initdb and pg_ctl: install Debian's package postgresql")
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout.trim_ascii() == b"0"
}

impl Cluster {
    /// The cluster of this process, started on first use.
    #[allow(dead_code, reason = "not every test file shares one")]
    pub fn shared() -> Arc<Cluster> {
        static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap();
        if let Some(cluster) = shared.upgrade() {
            return cluster;
        }
        let cluster = Arc::new(Cluster::start());
        *shared = Arc::downgrade(&cluster);
        cluster
    }

    /// A separate cluster that the test may stop and start.
    pub fn start() -> Cluster {
        let folder = tempfile::Builder::new().prefix("breadboard-pg").tempdir().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if is_root() {
            run(Command::new("chown").arg("postgres:").arg(folder.path()));
        }
        let cluster = Cluster { folder, bin: bin(), port };
        let data = cluster.data();
        run(cluster
            .command("initdb")
            .args(["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8"])
            .args(["--locale=C".as_ref(), "-D".as_ref(), data.as_os_str()]));
        cluster.up();
        cluster
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("db")
    }

    /// PostgreSQL refuses to run as root.
    fn command(&self, program: &str) -> Command {
        let program = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(Path::new("/"));
        command
    }

    /// Starts it.
    pub fn up(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c max_connections=200",
            self.port,
            self.folder.path().display()
        );
        let log = self.folder.path().join("log");
        run(self.command("pg_ctl").args(["-w", "-s", "-o", &options]).args([
            "-D".as_ref(),
            self.data().as_os_str(),
            "-l".as_ref(),
            log.as_os_str(),
            "start".as_ref(),
        ]));
    }

    /// Stops it at once, as a crash would.
    #[allow(dead_code, reason = "not every test file crashes it")]
    pub fn down(&self) {
        run(self.command("pg_ctl").args(["-m", "immediate", "-s", "-w", "-D"]).arg(self.data()).arg("stop"));
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        run(self.command("createdb").args([
            "-h",
            "127.0.0.1",
            "-U",
            "postgres",
            "-p",
            &self.port.to_string(),
            &name,
        ]));
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        let mut stop = self.command("pg_ctl");
        stop.args(["-m", "immediate", "-s", "-w", "-D"]).arg(data).arg("stop");
        let _ = stop.stderr(Stdio::null()).status();
    }
}

fn run(command: &mut Command) {
    // Output is thrown away: waiting for its end would wait for the server that pg_ctl leaves behind.
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = quiet.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}
