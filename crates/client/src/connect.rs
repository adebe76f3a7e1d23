//! Connections, plain or encrypted, for requests and sockets alike.

use crate::error::Error;
use crate::{TIMEOUT, trust::Trust};
use std::fmt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

/// A connection, plain or encrypted.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Stream for T {}

/// Where a server is.
pub(crate) struct Host<'a> {
    /// The name or address; IPv6 addresses stand in brackets.
    name: &'a str,
    port: &'a str,
    trust: Option<&'a Trust>,
}

impl<'a> Host<'a> {
    /// Splits `host:port`; without a port it is the scheme's usual one.
    pub(crate) fn new(host: &'a str, trust: Option<&'a Trust>) -> Host<'a> {
        let usual = if trust.is_some() { "443" } else { "80" };
        match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => Host { name, port, trust },
            _ => Host { name: host, port: usual, trust },
        }
    }

    /// The scheme of a socket's address.
    pub(crate) fn socket_scheme(&self) -> &'static str {
        if self.trust.is_some() { "wss" } else { "ws" }
    }

    /// Opens a connection, within the time that an answer may take.
    pub(crate) async fn connect(&self) -> Result<Box<dyn Stream>, Error> {
        tokio::time::timeout(TIMEOUT, self.open()).await.map_err(|_| Error::TimedOut)?
    }

    async fn open(&self) -> Result<Box<dyn Stream>, Error> {
        let stream =
            TcpStream::connect(format!("{}:{}", self.name, self.port)).await.map_err(Error::Connect)?;
        // Messages are small and wanted at once.
        stream.set_nodelay(true).map_err(Error::Connect)?;
        let Some(trust) = self.trust else { return Ok(Box::new(stream)) };
        let name = self.name.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(name).map_err(|error| Error::Address(error.to_string()))?;
        let stream =
            TlsConnector::from(trust.config()).connect(name, stream).await.map_err(Error::from_tls)?;
        Ok(Box::new(stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_split_from_its_port() {
        for (text, name, port) in [
            ("example.org", "example.org", "80"),
            ("example.org:7777", "example.org", "7777"),
            ("[::1]", "[::1]", "80"),
            ("[::1]:7777", "[::1]", "7777"),
        ] {
            let host = Host::new(text, None);
            assert_eq!((host.name, host.port), (name, port), "{text}");
        }
    }
}
