//! Sockets: one a table.

use crate::connect::Stream;
use crate::{Client, Error, TIMEOUT};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as Broken, Message};

/// The code of a socket that is closed because its table is gone.
const GONE: u16 = 4004;

/// A socket to a table.
#[derive(Debug)]
pub struct Socket(WebSocketStream<Box<dyn Stream>>);

impl Client {
    /// Opens a socket.
    ///
    /// # Errors
    /// There is no connection, or the server refuses the socket; [`Error::Gone`] if there is no such table.
    pub async fn socket(&self, path: &str) -> Result<Socket, Error> {
        let host = self.address();
        // The connection is made below; the scheme only completes the address.
        let address = format!("{}://{}{path}", host.socket_scheme(), self.host);
        let mut request = address.into_client_request().map_err(Error::protocol)?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().map_err(Error::protocol)?);
        }
        let stream = host.connect().await?;
        // `load` opens thousands: the usual 128 kB each would be a quarter of a gigabyte.
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024);
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        match tokio::time::timeout(TIMEOUT, opening).await.map_err(|_| Error::TimedOut)? {
            Ok((stream, _)) => Ok(Socket(stream)),
            Err(Broken::Http(reply)) if reply.status() == 404 => {
                Err(Error::Gone("there is no such table".to_owned()))
            }
            Err(other) => Err(Error::protocol(other)),
        }
    }
}

impl Socket {
    /// Sends text.
    ///
    /// # Errors
    /// The socket is broken.
    pub async fn send(&mut self, text: impl Into<String>) -> Result<(), Error> {
        self.0.send(Message::text(text.into())).await.map_err(Error::protocol)
    }

    /// The next text.
    ///
    /// # Errors
    /// The socket is closed or broken, or nothing comes for half a minute; [`Error::Gone`] if the table is gone.
    pub async fn text(&mut self) -> Result<String, Error> {
        loop {
            if let Message::Text(text) = self.message().await? {
                return Ok(text.as_str().to_owned());
            }
        }
    }

    /// The next binary message: a server sends one only to a client that asked for compressed messages.
    ///
    /// # Errors
    /// As [`Socket::text`].
    pub async fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        loop {
            if let Message::Binary(bytes) = self.message().await? {
                return Ok(bytes.to_vec());
            }
        }
    }

    async fn message(&mut self) -> Result<Message, Error> {
        loop {
            let next = tokio::time::timeout(TIMEOUT, self.0.next()).await.map_err(|_| Error::TimedOut)?;
            match next {
                Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => return Ok(message),
                Some(Ok(Message::Close(frame))) => return Err(closed(frame)),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(Error::protocol(error)),
                None => return Err(closed(None)),
            }
        }
    }

    /// The next message as JSON.
    ///
    /// # Errors
    /// As [`Socket::text`], or the message is not JSON.
    pub async fn json(&mut self) -> Result<Value, Error> {
        serde_json::from_str(&self.text().await?).map_err(Error::protocol)
    }
}

fn closed(frame: Option<CloseFrame>) -> Error {
    match frame {
        Some(frame) if u16::from(frame.code) == GONE => Error::Gone(frame.reason.to_string()),
        Some(frame) if !frame.reason.is_empty() => Error::Closed(frame.reason.to_string()),
        _ => Error::Closed("the socket is closed".to_owned()),
    }
}
