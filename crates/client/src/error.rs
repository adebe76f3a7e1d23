//! Why a server was not reached or not understood. The kinds are those that a user can act on differently.

use std::{fmt, io};
use tokio_rustls::rustls;

/// Why there is no answer.
#[derive(Debug)]
pub enum Error {
    /// The address cannot be used.
    Address(String),
    /// A file of certificates cannot be used, or there is no certificate to trust.
    Trust(String),
    /// No connection: the name is unknown, nothing listens, the network fails.
    Connect(io::Error),
    /// The server's certificate is not accepted.
    Certificate(String),
    /// The other side does not speak TLS.
    NotTls,
    /// No answer within half a minute.
    TimedOut,
    /// The answer cannot be read.
    Protocol(String),
    /// The table does not exist, or no longer.
    Gone(String),
    /// The socket is closed; why, if the server said so.
    Closed(String),
}

impl Error {
    /// An error of a TLS handshake.
    pub(crate) fn from_tls(error: io::Error) -> Error {
        use rustls::{Error as Tls, InvalidMessage};
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Tls>()) {
            Some(Tls::InvalidCertificate(reason)) => Error::Certificate(reason.to_string()),
            Some(Tls::InvalidMessage(InvalidMessage::InvalidContentType)) => Error::NotTls,
            Some(other) => Error::Protocol(other.to_string()),
            None => Error::Connect(error),
        }
    }

    /// An answer that cannot be read.
    pub(crate) fn protocol(error: impl fmt::Display) -> Error {
        Error::Protocol(error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Address(reason) | Error::Trust(reason) | Error::Protocol(reason) => f.write_str(reason),
            Error::Gone(reason) | Error::Closed(reason) => f.write_str(reason),
            Error::Connect(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                f.write_str("nothing listens there (connection refused)")
            }
            Error::Connect(error) => write!(f, "no connection: {error}"),
            Error::Certificate(reason) => write!(f, "its certificate is not accepted: {reason}"),
            Error::NotTls => f.write_str("it does not speak TLS; it may be reached by http:// only"),
            Error::TimedOut => f.write_str("no answer in time"),
        }
    }
}

impl std::error::Error for Error {}
