//! Large messages are compressed. A large answer is compressed while it is written, and stays compressed until it is sent:
//! the steps of a long record repeat themselves and take fifty times its size. Sending it in pages was the alternative;
//! each page would play the record again from its start.

use super::app::takes;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::stream;
use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};
use std::cell::Cell;
use std::io::{BufWriter, Cursor, Read, Write as _};
use std::marker::PhantomData;

/// What is handed on at a time, in bytes.
const PIECE: usize = 64 * 1024;

/// Whether a client takes answers that are compressed like this.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    takes(headers, "gzip")
}

/// A list that is made while it is written: `make` calls its argument with each item.
pub(super) struct StreamedList<T, F> {
    make: Cell<Option<F>>,
    items: PhantomData<fn(&T)>,
}

impl<T, F: FnOnce(&mut dyn FnMut(&T))> StreamedList<T, F> {
    pub(super) fn by(make: F) -> StreamedList<T, F> {
        StreamedList { make: Cell::new(Some(make)), items: PhantomData }
    }
}

impl<T: Serialize, F: FnOnce(&mut dyn FnMut(&T))> Serialize for StreamedList<T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut failed = None;
        if let Some(make) = self.make.take() {
            make(&mut |item| {
                if failed.is_none() {
                    failed = list.serialize_element(item).err();
                }
            });
        }
        failed.map_or_else(|| list.end(), Err)
    }
}

/// Marks an answer with the size of what it keeps in memory until it is sent, in bytes.
#[derive(Clone)]
pub(super) struct InMemory(pub(super) u64);

/// JSON that is compressed.
pub(super) struct Packed(Vec<u8>);

impl Packed {
    /// Compresses an object while it is written.
    pub(super) fn of(object: &impl Serialize) -> Packed {
        // In large pieces: the compressor takes long for many small parts.
        let mut out = BufWriter::with_capacity(PIECE, GzEncoder::new(Vec::new(), Compression::fast()));
        // Views are made of structs with text keys, and writing to memory does not fail.
        let _ = serde_json::to_writer(&mut out, object);
        Packed(out.into_inner().ok().and_then(|out| out.finish().ok()).unwrap_or_default())
    }

    /// Compresses a text.
    pub(super) fn text(text: &str) -> Packed {
        let mut out = GzEncoder::new(Vec::new(), Compression::fast());
        // Writing to memory does not fail.
        let _ = out.write_all(text.as_bytes());
        Packed(out.finish().unwrap_or_default())
    }

    /// The compressed bytes.
    pub(super) fn into_bytes(self) -> Bytes {
        self.0.into()
    }

    /// The answer, for a client that takes it as it is or for one that does not.
    pub(super) fn into_response(self, zipped: bool) -> Response {
        let size = self.0.len() as u64;
        let packed = Cursor::new(self.0);
        let body = if zipped {
            Body::from_stream(stream::iter(pieces(packed)))
        } else {
            Body::from_stream(stream::iter(pieces(GzDecoder::new(packed))))
        };
        let mut response = Response::new(body);
        response.extensions_mut().insert(InMemory(size));
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
fn pieces(mut from: impl Read) -> impl Iterator<Item = std::io::Result<Bytes>> {
    std::iter::from_fn(move || {
        let mut piece = Vec::new();
        match from.by_ref().take(PIECE as u64).read_to_end(&mut piece) {
            Ok(0) => None,
            Ok(_) => Some(Ok(piece.into())),
            Err(error) => Some(Err(error)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Object<S> {
        before: &'static str,
        steps: S,
        after: u8,
    }

    #[tokio::test]
    async fn a_list_is_written_item_by_item_and_sent_in_both_forms() {
        let object = |steps| Object { before: r#""steps":[]"#, steps, after: 7 };
        for items in [0, 1, 100_000u32] {
            for zipped in [false, true] {
                let steps =
                    StreamedList::by(|push: &mut dyn FnMut(&u32)| (0..items).for_each(|item| push(&item)));
                let made = Object { before: object(Vec::new()).before, steps, after: 7 };
                let response = Packed::of(&made).into_response(zipped);
                assert_eq!(response.headers().contains_key(header::CONTENT_ENCODING), zipped);
                let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
                let mut text = String::new();
                if zipped {
                    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
                } else {
                    text = String::from_utf8(bytes.into()).unwrap();
                }
                let wanted: Vec<u32> = (0..items).collect();
                assert_eq!(text, serde_json::to_string(&object(wanted)).unwrap());
            }
        }
    }
}
