//! A person at a server, as small as it can be: one request a connection, one socket a table. A full HTTP client
//! would measure its own pool as much as the server.

use super::Trust;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use std::fmt;
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as Refusal, Message};

/// The longest to wait for an answer.
const ANSWER: Duration = Duration::from_secs(30);

/// A browser, as far as a server can tell: an address and a cookie.
#[derive(Clone, Debug)]
pub struct Client {
    /// `host:port`, or `host` where the port is the usual one: what the server is called by.
    pub host: String,
    /// The session, once the server has given one.
    pub cookie: Option<String>,
    /// Whom to trust, where the line is encrypted.
    trust: Option<Trust>,
}

/// A connection, in the open or encrypted.
trait Wire: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Wire for T {}

/// An answer by HTTP.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The head, as it came.
    pub head: String,
    /// The body as text.
    pub body: String,
}

impl Reply {
    /// The body as JSON; nothing if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// A line of the head by its name.
    #[must_use]
    pub fn header(&self, wanted: &str) -> Option<String> {
        header(&self.head, wanted)
    }
}

fn header(head: &str, wanted: &str) -> Option<String> {
    head.lines()
        .filter_map(|line| line.split_once(':'))
        .find_map(|(name, value)| name.eq_ignore_ascii_case(wanted).then(|| value.trim().to_owned()))
}

fn bad(reason: impl ToString) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason.to_string())
}

impl Client {
    /// Somebody new at `http://host:port` or `https://host:port`.
    ///
    /// # Errors
    /// Another address, or nobody is trusted.
    pub fn new(url: &str) -> io::Result<Client> {
        match url.strip_prefix("https://") {
            Some(host) => Ok(Client::trusting(host, Trust::new(None)?)),
            None => {
                let host =
                    url.strip_prefix("http://").ok_or_else(|| bad("write the server as http://HOST:PORT"))?;
                Ok(Client { host: host.trim_end_matches('/').to_owned(), cookie: None, trust: None })
            }
        }
    }

    /// Somebody new at `host` or `host:port`, by encrypted connections.
    #[must_use]
    pub fn trusting(host: &str, trust: Trust) -> Client {
        Client { host: host.trim_end_matches('/').to_owned(), cookie: None, trust: Some(trust) }
    }

    /// The host without its port, and the port.
    fn parts(&self) -> (&str, &str) {
        let usual = if self.trust.is_some() { "443" } else { "80" };
        match self.host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (&self.host, usual),
        }
    }

    async fn connect(&self) -> io::Result<Box<dyn Wire>> {
        let (name, port) = self.parts();
        let stream = TcpStream::connect(format!("{name}:{port}")).await?;
        stream.set_nodelay(true)?;
        let Some(trust) = &self.trust else { return Ok(Box::new(stream)) };
        let name = name.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(name).map_err(bad)?;
        let stream = TlsConnector::from(trust.0.clone()).connect(name, stream).await?;
        Ok(Box::new(stream))
    }

    /// Sends a request; a body is sent as JSON.
    ///
    /// # Errors
    /// The connection fails, or the answer is not HTTP.
    pub async fn request(&mut self, method: &str, path: &str, body: Option<&Value>) -> io::Result<Reply> {
        let body = body.map(ToString::to_string).unwrap_or_default();
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        self.raw(method, path, kind, body.as_bytes()).await
    }

    /// Sends a request with further header lines, each ended by CR LF, and any body.
    ///
    /// # Errors
    /// The connection fails, or the answer is not HTTP.
    pub async fn raw(&mut self, method: &str, path: &str, lines: &str, body: &[u8]) -> io::Result<Reply> {
        let exchange = async {
            let mut stream = self.connect().await?;
            let host = if lines.to_ascii_lowercase().contains("host:") {
                String::new()
            } else {
                format!("Host: {}\r\n", self.host)
            };
            let cookie =
                self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
            let head = format!(
                "{method} {path} HTTP/1.1\r\n{host}{cookie}{lines}Content-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(head.as_bytes()).await?;
            // A server that refuses early may close before it has read everything.
            let _ = stream.write_all(body).await;
            let mut answer = Vec::new();
            match stream.read_to_end(&mut answer).await {
                Err(error) if answer.is_empty() => Err(error),
                _ => Ok(answer),
            }
        };
        let answer = tokio::time::timeout(ANSWER, exchange).await.map_err(|_| bad("no answer in time"))??;
        let text = String::from_utf8_lossy(&answer);
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| bad("the answer broke off"))?;
        let status =
            head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(|| bad("no status"))?;
        if let Some(pair) =
            header(head, "set-cookie").and_then(|value| Some(value.split(';').next()?.to_owned()))
        {
            self.cookie = Some(pair);
        }
        let chunked = header(head, "transfer-encoding").is_some_and(|value| value.contains("chunked"));
        let body = if chunked { dechunked(body) } else { body.to_owned() };
        Ok(Reply { status, head: head.to_owned(), body })
    }

    /// Opens a socket.
    ///
    /// # Errors
    /// The connection fails or the server refuses it.
    pub async fn socket(&self, path: &str) -> io::Result<Socket> {
        // The connection is made here, so that the scheme only names it.
        let scheme = if self.trust.is_some() { "wss" } else { "ws" };
        let mut request = format!("{scheme}://{}{path}", self.host).into_client_request().map_err(bad)?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().map_err(bad)?);
        }
        let stream =
            tokio::time::timeout(ANSWER, self.connect()).await.map_err(|_| bad("no answer in time"))??;
        // Thousands of these: the usual 128 kB each would be a quarter of a gigabyte.
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        let (stream, _) = opened.map_err(|error| match error {
            Refusal::Http(reply) if reply.status() == 404 => {
                io::Error::new(ErrorKind::NotFound, "there is no such table")
            }
            other => bad(other),
        })?;
        Ok(Socket(stream))
    }
}

fn dechunked(body: &str) -> String {
    let mut out = String::new();
    let mut rest = body;
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = after.get(..size).filter(|_| size > 0) else { break };
        out.push_str(chunk);
        rest = after.get(size + 2..).unwrap_or_default();
    }
    out
}

/// The code of a socket that is closed because its table is gone.
const GONE: u16 = 4004;

fn closed(frame: Option<CloseFrame>) -> io::Error {
    match frame {
        Some(frame) if u16::from(frame.code) == GONE => {
            io::Error::new(ErrorKind::NotFound, frame.reason.to_string())
        }
        Some(frame) if !frame.reason.is_empty() => bad(frame.reason),
        _ => io::Error::new(ErrorKind::UnexpectedEof, "the socket is closed"),
    }
}

/// A socket to a table.
#[derive(Debug)]
pub struct Socket(WebSocketStream<Box<dyn Wire>>);

impl Socket {
    /// Sends text.
    ///
    /// # Errors
    /// The socket is broken.
    pub async fn send(&mut self, text: impl Into<String>) -> io::Result<()> {
        self.0.send(Message::text(text.into())).await.map_err(bad)
    }

    /// The next text.
    ///
    /// # Errors
    /// The socket is closed or broken, or nothing comes for half a minute; `NotFound` if the table is gone.
    pub async fn text(&mut self) -> io::Result<String> {
        loop {
            let next = tokio::time::timeout(ANSWER, self.0.next()).await.map_err(|_| bad("nothing came"))?;
            match next {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => return Err(closed(frame)),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(bad(error)),
                None => return Err(io::Error::new(ErrorKind::UnexpectedEof, "the socket is closed")),
            }
        }
    }

    /// The next message as JSON.
    ///
    /// # Errors
    /// As for [`Socket::text`], or it is not JSON.
    pub async fn json(&mut self) -> io::Result<Value> {
        serde_json::from_str(&self.text().await?).map_err(bad)
    }
}
