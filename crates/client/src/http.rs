//! Requests: one connection each.

use crate::{Client, Error, TIMEOUT};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::header::{CONNECTION, COOKIE, HOST, HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use hyper::{Method, Request, Uri, client::conn::http1};
use hyper_util::rt::TokioIo;
use serde_json::Value;

/// Longest body that is read, in bytes.
const MAX_BODY: usize = 64 << 20;

/// An answer by HTTP.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The body as text.
    pub body: String,
    headers: HeaderMap,
}

impl Reply {
    /// The body as JSON; `null` if it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// A header by its name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

impl Client {
    /// Sends a request; a body is sent as JSON.
    ///
    /// # Errors
    /// There is no connection, or no answer that can be read.
    pub async fn request(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Reply, Error> {
        let headers = if body.is_some() { "content-type: application/json" } else { "" };
        let body = body.map(ToString::to_string).unwrap_or_default();
        self.raw(method, path, headers, body.as_bytes()).await
    }

    /// Sends a request with any body and further headers, `name: value` a line.
    ///
    /// # Errors
    /// There is no connection, or no answer that can be read.
    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Result<Reply, Error> {
        let request = self.build(method, path, headers, body)?;
        let stream = self.address().connect().await?;
        let exchange = tokio::time::timeout(TIMEOUT, exchange(TokioIo::new(stream), request)).await;
        let reply = exchange.map_err(|_| Error::TimedOut)??;
        if let Some(cookie) = reply.headers.get(SET_COOKIE).and_then(|value| value.to_str().ok()) {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(reply)
    }

    fn build(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Result<Request<Full<Bytes>>, Error> {
        let wrong = |text: &str| Error::Address(format!("\"{text}\" cannot be sent"));
        let value = |text: &str| HeaderValue::from_str(text).map_err(|_| wrong(text));
        let mut request = Request::new(Full::new(Bytes::copy_from_slice(body)));
        *request.method_mut() = Method::from_bytes(method.as_bytes()).map_err(|_| wrong(method))?;
        *request.uri_mut() = path.parse::<Uri>().map_err(|_| wrong(path))?;
        let map = request.headers_mut();
        map.insert(HOST, value(&self.host)?);
        map.insert(CONNECTION, HeaderValue::from_static("close"));
        if let Some(cookie) = &self.cookie {
            map.insert(COOKIE, value(cookie)?);
        }
        for line in headers.lines() {
            let (name, text) = line.split_once(':').ok_or_else(|| wrong(line))?;
            map.insert(
                HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong(line))?,
                value(text.trim())?,
            );
        }
        Ok(request)
    }
}

async fn exchange<S>(stream: S, request: Request<Full<Bytes>>) -> Result<Reply, Error>
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(stream).await.map_err(unreadable)?;
    // It ends with the exchange: the sender is dropped then. Its errors reach the sender too.
    tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(unreadable)?;
    let (head, body) = answer.into_parts();
    let body = Limited::new(body, MAX_BODY).collect().await;
    let body = body.map_err(|error| match error.downcast::<hyper::Error>() {
        Ok(error) => unreadable(*error),
        Err(other) => Error::protocol(other),
    });
    let body = body?.to_bytes();
    let body = String::from_utf8_lossy(&body).into_owned();
    Ok(Reply { status: head.status.as_u16(), body, headers: head.headers })
}

/// An error of hyper's in a sentence for people.
fn unreadable(error: hyper::Error) -> Error {
    let source = std::error::Error::source(&error);
    let cut_off = source
        .and_then(|source| source.downcast_ref::<std::io::Error>())
        .is_some_and(|error| error.kind() == std::io::ErrorKind::UnexpectedEof);
    if error.is_parse() {
        Error::Protocol("the answer is not HTTP".to_owned())
    } else if error.is_incomplete_message() || error.is_closed() || error.is_canceled() || cut_off {
        Error::Protocol("the answer broke off".to_owned())
    } else {
        Error::Protocol(source.map_or_else(|| error.to_string(), ToString::to_string))
    }
}
