//! The browser app, built into the program: one file to run, and no other host is ever asked. Names of assets carry a
//! hash of their content, so browsers keep them for ever; everything else is asked for again with its tag.

use super::App;
use super::error::ApiError;
use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web/dist/"]
struct Dist;

/// The addresses that are the app's; `web/src/lib/router.ts` has the same pages.
pub(super) fn routes() -> Router<Arc<App>> {
    let pages = [
        "/",
        "/t/{id}",
        "/new/{game}",
        "/learn/{game}",
        "/replay",
        "/replay/{id}",
        "/verify",
        "/verify/{id}",
        "/seat/{id}",
        "/rules/{game}",
        "/help",
    ];
    let files = ["/icon.svg", "/icon-192.png", "/icon-512.png", "/manifest.webmanifest"];
    let routes = pages.into_iter().fold(Router::new(), |routes, path| routes.route(path, get(page)));
    files.into_iter().fold(routes, |routes, path| routes.route(path, get(top)))
}

/// The app itself, at every address that is one of its pages.
async fn page(headers: HeaderMap) -> Result<Response, ApiError> {
    file("index.html", &headers).ok_or_else(ApiError::missing)
}

/// A file of the app at the top: its icons and its manifest.
async fn top(uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    file(uri.path().trim_start_matches('/'), &headers).ok_or_else(ApiError::missing)
}

/// A file of the app by its path.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let file = Dist::get(path)?;
    let tag = tag(&file);
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, keep.to_owned()),
        (header::ETAG, tag),
    ];
    Some(if known {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        (head, file.data).into_response()
    })
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    format!("\"{}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}
