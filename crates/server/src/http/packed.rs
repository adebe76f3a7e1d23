//! A large answer, compressed while it is written and kept so until it is sent: the steps of a long record are fifty times
//! as large as the record, and much the same again and again. Sending it in pages was the alternative; each page would
//! play the record again from its start.

use super::app::takes;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use hyper::body::Frame;
use serde::Serialize;
use std::io::{Cursor, Read as _, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll};

/// What is handed on at a time, in bytes.
const PIECE: usize = 64 * 1024;

/// Whether a client takes answers that are compressed like this.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    takes(headers, "gzip")
}

/// Writes an object with a long list in it, item by item.
pub(super) struct ListWriter {
    out: GzEncoder<Vec<u8>>,
    /// What follows the list.
    rest: String,
    is_first: bool,
}

impl ListWriter {
    /// Begins with an object whose list is empty; `field` is that list as it is written, with its name.
    pub(super) fn new(object: &impl Serialize, field: &str) -> ListWriter {
        // Views are made of structs with text keys: writing them as JSON does not fail.
        let text = serde_json::to_string(object).unwrap_or_default();
        // Inside a text the quotes would be escaped: this is the field itself.
        let inside = text.find(field).map_or(text.len(), |at| at + field.len() - 1);
        let mut out = GzEncoder::new(Vec::new(), Compression::fast());
        // Writing to memory does not fail, here and below.
        let _ = out.write_all(&text.as_bytes()[..inside]);
        ListWriter { out, rest: text[inside..].to_owned(), is_first: true }
    }

    pub(super) fn push(&mut self, item: &impl Serialize) {
        if !std::mem::take(&mut self.is_first) {
            let _ = self.out.write_all(b",");
        }
        // Written whole: the compressor takes long for many small parts.
        let _ = self.out.write_all(&serde_json::to_vec(item).unwrap_or_default());
    }

    pub(super) fn finish(mut self) -> Packed {
        let _ = self.out.write_all(self.rest.as_bytes());
        Packed(self.out.finish().unwrap_or_default())
    }
}

/// JSON that is compressed.
pub(super) struct Packed(Vec<u8>);

impl Packed {
    /// The answer, for a client that takes it as it is or for one that does not.
    pub(super) fn into_response(self, zipped: bool) -> Response {
        let packed = Cursor::new(self.0);
        let body =
            if zipped { Pieces::Packed(packed) } else { Pieces::Plain(Box::new(GzDecoder::new(packed))) };
        let mut response = Response::new(Body::new(body));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if zipped {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// The parts of an answer, each made when the one before is on its way.
enum Pieces {
    Packed(Cursor<Vec<u8>>),
    Plain(Box<GzDecoder<Cursor<Vec<u8>>>>),
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        let mut piece = Vec::new();
        let most = PIECE as u64;
        let read = match &mut *self {
            Pieces::Packed(packed) => packed.take(most).read_to_end(&mut piece),
            Pieces::Plain(plain) => plain.take(most).read_to_end(&mut piece),
        };
        Poll::Ready(match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(Frame::data(piece.into()))),
            Err(error) => Some(Err(error)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Told {
        before: &'static str,
        steps: Vec<u32>,
        after: u8,
    }

    #[tokio::test]
    async fn a_list_is_written_item_by_item_and_sent_in_both_forms() {
        for items in [0, 1, 100_000u32] {
            let told = Told { before: r#""steps":[] and \"steps\":[]"#, steps: Vec::new(), after: 7 };
            for zipped in [false, true] {
                let mut list = ListWriter::new(&told, r#""steps":[]"#);
                (0..items).for_each(|item| list.push(&item));
                let response = list.finish().into_response(zipped);
                assert_eq!(response.headers().contains_key(header::CONTENT_ENCODING), zipped);
                let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
                let mut text = String::new();
                if zipped {
                    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
                } else {
                    text = String::from_utf8(bytes.into()).unwrap();
                }
                let wanted = Told { before: told.before, steps: (0..items).collect(), after: told.after };
                assert_eq!(text, serde_json::to_string(&wanted).unwrap());
            }
        }
    }
}
