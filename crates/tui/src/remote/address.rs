//! Where a table is, how to join it, and the session with each server.

use breadboard_client::{Client, Error};
use breadboard_play::{Entropy, Name};
use std::path::PathBuf;

/// A server, without a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// `http://host:port` or `https://host`.
    pub(super) server: String,
}

impl Site {
    /// Reads the address of a server: `http://host:port`, with or without a path.
    ///
    /// # Errors
    /// It is not an address of a server.
    pub fn read(url: &str) -> Result<Site, String> {
        let wrong =
            || format!("\"{url}\" is not a server's address: write http://HOST:PORT, or https://HOST");
        let (server, _) = split(url).ok_or_else(wrong)?;
        Ok(Site { server })
    }

    /// The address of one of its tables.
    pub(super) fn table(&self, table: &str) -> Address {
        Address { server: self.server.clone(), table: table.to_owned() }
    }
}

/// The server of a link, in one spelling, and the path behind it.
fn split(url: &str) -> Option<(String, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    // The scheme of a socket means the same server.
    let (scheme, usual) = match scheme.to_ascii_lowercase().as_str() {
        "http" | "ws" => ("http", ":80"),
        "https" | "wss" => ("https", ":443"),
        _ => return None,
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.strip_suffix(usual).unwrap_or(host).to_ascii_lowercase();
    let odd = |c: char| c.is_whitespace() || c.is_control() || c == '@';
    let plain = !host.is_empty() && !host.contains(odd);
    plain.then(|| (format!("{scheme}://{host}"), path))
}

/// A table on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// `http://host:port` or `https://host`.
    pub(super) server: String,
    pub(super) table: String,
}

impl Address {
    /// Reads a table's link.
    ///
    /// # Errors
    /// It is not a link that can be followed.
    pub fn read(url: &str) -> Result<Address, String> {
        let wrong =
            || format!("\"{url}\" is not a table's link: write http://HOST:PORT/t/TABLE, or https://…");
        let (server, path) = split(url).ok_or_else(wrong)?;
        let table = path.strip_prefix("t/").or_else(|| path.strip_prefix("api/tables/")).ok_or_else(wrong)?;
        let table = table.trim_end_matches('/');
        let plain = !table.is_empty() && table.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        if plain { Ok(Address { server, table: table.to_owned() }) } else { Err(wrong()) }
    }

    pub(super) fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.table)
    }

    /// The link as people share it.
    pub(crate) fn link(&self) -> String {
        format!("{}/t/{}", self.server, self.table)
    }

    /// A client without a session.
    pub(super) fn client(&self, guest: &Guest) -> Result<Client, Error> {
        Client::trusting(&self.server, guest.trust.as_deref())
    }
}

/// How to join a table.
#[derive(Clone, Debug, Default)]
pub struct Guest {
    /// Only watch.
    pub watch: bool,
    /// The seats to take; the first free one if empty.
    pub seats: Vec<u8>,
    /// The names, in the order of the seats.
    pub names: Vec<Name>,
    /// The code that moves a seat from another device to this one.
    pub code: Option<String>,
    /// Certificates to trust in addition to the system's.
    pub trust: Option<PathBuf>,
    /// What the seats add to the dice; random bytes if left out.
    pub entropy: Option<Entropy>,
}

/// The session cookie of each server, so that the next run of the program finds its seat again.
pub(super) mod sessions {
    use std::fs;
    use std::io::Write as _;
    use std::path::PathBuf;

    fn path() -> Option<PathBuf> {
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
        let folder = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?;
        Some(folder.join("breadboard").join("sessions"))
    }

    pub(in crate::remote) fn load(server: &str) -> Option<String> {
        let text = fs::read_to_string(path()?).ok()?;
        let mut pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs.find(|(known, _)| *known == server).map(|(_, cookie)| cookie.to_owned())
    }

    /// Saves a cookie. A failure is ignored: the game can be played without it.
    pub(in crate::remote) fn save(server: &str, cookie: &str) {
        let Some(path) = path() else { return };
        let before = fs::read_to_string(&path).unwrap_or_default();
        let others = before.lines().filter(|line| line.split(' ').next() != Some(server));
        let mut lines: Vec<String> = others.map(str::to_owned).collect();
        lines.push(format!("{server} {cookie}"));
        let text = lines.join("\n") + "\n";
        let write = || -> std::io::Result<()> {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut options = fs::OpenOptions::new();
            options.write(true).create(true).truncate(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(&path)?.write_all(text.as_bytes())
        };
        let _ = write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_and_others_are_refused() {
        let address = Address::read("http://127.0.0.1:7777/t/abc123?x#y").unwrap();
        assert_eq!((address.server.as_str(), address.table.as_str()), ("http://127.0.0.1:7777", "abc123"));
        assert_eq!(address.path("/socket"), "/api/tables/abc123/socket");
        for (link, server) in [
            ("http://example.org/t/a", "http://example.org"),
            ("http://example.org:80/t/a", "http://example.org"),
            ("https://Example.org:443/t/a/", "https://example.org"),
            ("wss://example.org:8443/api/tables/a", "https://example.org:8443"),
            ("https://[::1]:7777/t/a", "https://[::1]:7777"),
        ] {
            assert_eq!(Address::read(link).unwrap().server, server, "{link}");
        }
        assert_eq!(Site::read("http://Host:7777").unwrap().server, "http://host:7777");
        assert_eq!(Site::read("https://host:443/t/a").unwrap().table("b").link(), "https://host/t/b");
        assert!(Site::read("host:7777").is_err() && Site::read("http://").is_err());
        for bad in [
            "",
            "http://",
            "http://host",
            "http://host/",
            "http://host/t/",
            "http://host/t/a b",
            "http://me@host/t/a",
            "ftp://host/t/a",
            "game.txt",
        ] {
            assert!(Address::read(bad).is_err(), "{bad}");
        }
    }
}
