//! A client of a Breadboard server: requests, sockets and TLS, as `join`, `watch`, `load` and the tests need them.
//!
//! HTTP is hyper's connection (`hyper::client::conn`), because the server already brings hyper into every build. A pooled
//! client adds crates (hyper-util's with hyper-rustls 5, reqwest 43) and opens its connections itself; here requests and
//! sockets share `connect.rs`, so that there is one place for names, TLS and error sentences. Each request opens its own
//! connection: a player makes about three of them, then the socket carries the rest.

mod connect;
mod error;
mod http;
mod socket;
mod trust;

pub use error::Error;
pub use http::Reply;
pub use socket::Socket;

use connect::Host;
use std::path::Path;
use std::time::Duration;
use trust::Trust;

/// Longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// One visitor of a server: its address and a session cookie.
#[derive(Clone, Debug)]
pub struct Client {
    /// `host:port`, or `host` for the scheme's usual port.
    pub host: String,
    /// The session, once the server has given one.
    pub cookie: Option<String>,
    /// The certificates to trust, for `https://`.
    trust: Option<Trust>,
}

impl Client {
    /// A new visitor of `http://HOST[:PORT]` or `https://HOST[:PORT]`, by the certificates that the system trusts.
    ///
    /// # Errors
    /// It is another kind of address, or the system trusts no certificate.
    pub fn new(url: &str) -> Result<Client, Error> {
        Client::trusting(url, None)
    }

    /// The same, which also trusts the certificates of a PEM file: authorities, or the server's own.
    ///
    /// # Errors
    /// It is another kind of address, the file cannot be used, or there is no certificate to trust.
    pub fn trusting(url: &str, own: Option<&Path>) -> Result<Client, Error> {
        let (scheme, host) = url.split_once("://").unwrap_or(("", url));
        let trust = match scheme {
            "http" => None,
            "https" => Some(Trust::load(own)?),
            _ => return Err(Error::Address("write the server as http://HOST:PORT".to_owned())),
        };
        Ok(Client { host: host.trim_end_matches('/').to_owned(), cookie: None, trust })
    }

    fn address(&self) -> Host<'_> {
        Host::new(&self.host, self.trust.as_ref())
    }
}
