//! Large answers are compressed beside the threads that serve: a long game is hundreds of kilobytes, and compressing that
//! where requests are served held up every other request. The framework's layer compresses small answers only.

use super::App;
use super::answers::SMALL;
use super::app::is_file;
use super::error::ApiError;
use crate::live::{Caller, Failed};
use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::net::IpAddr;

/// From this size on an answer is compressed beside the serving threads, in bytes; below it takes a fraction of a
/// millisecond.
const LARGE: u64 = 16 * 1024;

/// Marks an answer that goes out as it is.
#[derive(Clone)]
struct AsItIs;

/// Whether the framework's layer may compress an answer.
pub(super) fn is_small(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<AsItIs>().is_none()
}

/// Whether an answer is large, and a text that is not compressed yet.
fn is_meant(response: &Response) -> bool {
    let headers = response.headers();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    response.body().size_hint().exact().is_some_and(|size| size >= LARGE)
        && (kind.starts_with("application/json") || kind.starts_with("text/"))
        && !headers.contains_key(header::CONTENT_ENCODING)
        && !is_file(response)
}

/// An answer to a client that takes gzip, compressed if it is large. It counts as memory meanwhile. If too much is being
/// compressed it goes out as it is.
pub(super) async fn compressed(app: &App, address: IpAddr, response: Response) -> Response {
    if !is_meant(&response) {
        return response;
    }
    let size = response.body().size_hint().exact().unwrap_or(0);
    let room = if size > SMALL { app.answers.take(address, size) } else { None };
    if size > SMALL && room.is_none() {
        return ApiError::from(Failed::Busy).into_response();
    }
    let (mut parts, body) = response.into_parts();
    // It is in memory as a whole.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return ApiError::internal().into_response() };
    let plain = bytes.clone();
    let caller = Caller { address: Some(address), who: None };
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    parts.headers.remove(header::CONTENT_LENGTH);
    let body = match app.live.lanes.answers.run(&caller, move || zip(&plain)).await {
        Ok(Some(zipped)) => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Body::from(zipped)
        }
        _ => {
            parts.extensions.insert(AsItIs);
            Body::from(bytes)
        }
    };
    Response::from_parts(parts, body)
}

/// Writing to memory does not fail.
fn zip(bytes: &Bytes) -> Option<Vec<u8>> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).ok()?;
    out.finish().ok()
}
