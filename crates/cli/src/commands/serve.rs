//! `breadboard serve`.

use crate::Failure;
use crate::args::{LogFormat, LogLevel, ServeArgs};
use crate::output::Out;
use breadboard_server::{Config, Log, ServeError, Server};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn run(args: &ServeArgs, out: &mut Out) -> Result<(), Failure> {
    let log = Log {
        json: args.log_format == LogFormat::Json,
        level: match args.log {
            LogLevel::Error => "error",
            LogLevel::Warn => "warn",
            LogLevel::Info => "info",
            LogLevel::Debug => "debug",
        },
        color: out.error_color(),
    };
    log.start();
    if args.store.is_none() {
        make_default_folder()?;
    }
    breadboard_server::block_on(serve(config(args), out)).map_err(Failure::Io)?
}

async fn serve(config: Config, out: &mut Out) -> Result<(), Failure> {
    let store = config.store.clone();
    let server = Server::bind(config).await.map_err(|error| match error {
        ServeError::Setting(reason) => Failure::Usage(reason),
        other => Failure::Refused(other.to_string()),
    })?;
    out.line(format_args!("Breadboard is served at {}", server.url()))?;
    if let Some(address) = server.metrics_address() {
        out.line(format_args!("Metrics are at http://{address}/metrics"))?;
    }
    out.line(format_args!("Games are kept in {}", without_password(&store)))?;
    out.flush()?;
    server.run(breadboard_server::interrupted()).await;
    Ok(())
}

fn config(args: &ServeArgs) -> Config {
    let standard = Config::default();
    let mut listen = args.listen;
    let mut public_url = args.public_url.clone();
    if args.lan {
        listen.set_ip(IpAddr::from([0, 0, 0, 0]));
        public_url = public_url
            .or_else(|| Some(format!("http://{}", SocketAddr::new(home_address()?, listen.port()))));
    }
    Config {
        listen,
        store: args.store.clone().unwrap_or_else(default_store),
        public_url,
        behind_proxy: args.behind_proxy,
        trusted_proxies: args.trusted_proxies.clone(),
        metrics: args.metrics_listen,
        rate_scale: args.rate_scale,
        sockets_each: args.sockets,
        connections: args.connections,
        connections_each: args.connections_each,
        times: standard.times,
        bots: args.bots.unwrap_or(standard.bots),
        thinking: Duration::from_secs_f64(args.bot_seconds),
        analyses: args.analyses.unwrap_or(standard.analyses),
        keep_days: args.keep_days,
        table_bytes: u64::from(args.table_mb) * 1_000_000,
        store_bytes: u64::from(args.store_mb) * 1_000_000,
        answer_bytes: standard.answer_bytes,
    }
}

/// This machine's address in the local network. Nothing is sent: the system only chooses a route.
fn home_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// Only the default folder is made: one that a person names must be there.
fn make_default_folder() -> Result<(), Failure> {
    let store = default_store();
    let path = store.strip_prefix("sqlite:").map(std::path::Path::new);
    let Some(folder) = path.and_then(|path| path.parent()).filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Refused(format!("{} cannot be made: {error}", folder.display())))
}

/// The database in the user's data folder, or in the current folder if there is none.
pub(super) fn default_store() -> String {
    let home = |rest: &str| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(rest));
    let folder = if cfg!(windows) {
        std::env::var_os("APPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else {
        std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).or_else(|| home(".local/share"))
    };
    let path = folder.map_or_else(PathBuf::new, |folder| folder.join("breadboard")).join("breadboard.db");
    format!("sqlite:{}", path.display())
}

/// A store's address without its password.
pub(super) fn without_password(store: &str) -> String {
    match store.split_once("://").and_then(|(kind, rest)| Some((kind, rest.rsplit_once('@')?))) {
        Some((kind, (user, place))) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{kind}://{user}@{place}")
        }
        None => store.to_owned(),
    }
}
