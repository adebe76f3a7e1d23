//! The browser app, built into the program: one file to run, and no other host is needed. Names of assets carry a hash of
//! their content, so browsers cache them forever; everything else is revalidated by its tag. Text files have a brotli
//! copy, made once when the app is built, and get a gzip copy when one is first asked for: browsers take brotli over
//! encrypted connections only. Compressing for every request was the alternative; it takes time that anyone can ask for.

use super::App;
use super::error::ApiError;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "../../web/dist/"]
struct Dist;

/// The addresses of the app; `web/src/lib/router.ts` has the same pages.
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
        "/mine",
        "/analysis",
        "/review/{id}",
        "/puzzles",
        "/puzzles/{id}",
    ];
    let files =
        ["/icon.svg", "/icon-192.png", "/icon-512.png", "/manifest.webmanifest", "/service-worker.js"];
    let routes = pages.into_iter().fold(Router::new(), |routes, path| routes.route(path, get(page)));
    files.into_iter().fold(routes, |routes, path| routes.route(path, get(top)))
}

/// The app itself, at every address that is one of its pages.
async fn page(headers: HeaderMap) -> Result<Response, ApiError> {
    file("index.html", &headers).ok_or_else(ApiError::missing)
}

/// What is at no address: for a browser that opens it as a page, the app says so; for everything else it is an error.
pub(super) async fn missing(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let wants = |text: &str| {
        headers
            .get_all(header::ACCEPT)
            .iter()
            .any(|value| value.to_str().is_ok_and(|value| value.contains(text)))
    };
    let page = if method == Method::GET && !uri.path().starts_with("/api/") && wants("text/html") {
        file("index.html", &headers)
    } else {
        None
    };
    match page {
        // The page is as new as the one at other addresses, but there is nothing at this one.
        Some(mut page) if page.status() == StatusCode::OK => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        Some(page) => page,
        None => ApiError::missing().into_response(),
    }
}

/// A file of the app at the top: its icons and its manifest.
async fn top(uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    file(uri.path().trim_start_matches('/'), &headers).ok_or_else(ApiError::missing)
}

/// A file of the app by its path, compressed where the browser takes it so.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = Dist::get(path)?;
    let small = Dist::get(&format!("{path}.br"));
    let varies = small.is_some();
    let (tag, data, coding) = match small {
        Some(small) if takes(headers, "br") => (tag(&small, ""), small.data, Some("br")),
        Some(_) if takes(headers, "gzip") => (tag(&plain, "-gzip"), zipped(path, &plain.data), Some("gzip")),
        _ => (tag(&plain, ""), plain.data, None),
    };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, keep.to_owned()),
        (header::ETAG, tag),
    ];
    let mut response =
        if known { (StatusCode::NOT_MODIFIED, head).into_response() } else { (head, data).into_response() };
    response.extensions_mut().insert(AppFile);
    if varies {
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if let Some(coding) = coding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Some(response)
}

/// Marks answers that are as small as they get.
#[derive(Clone)]
struct AppFile;

/// Whether an answer is a file of the program.
pub(super) fn is_file(response: &Response) -> bool {
    response.extensions().get::<AppFile>().is_some()
}

/// Whether an answer may be compressed on its way.
pub(super) fn is_not_a_file(
    _: StatusCode,
    _: axum::http::Version,
    _: &HeaderMap,
    extensions: &axum::http::Extensions,
) -> bool {
    extensions.get::<AppFile>().is_none()
}

/// A long text that is made once and never changes, under a name of its own.
pub(super) fn text(name: &str, kind: &'static str, text: &'static str, headers: &HeaderMap) -> Response {
    let head = [(header::CONTENT_TYPE, kind), (header::VARY, "accept-encoding")];
    let mut response = if takes(headers, "gzip") {
        ([(header::CONTENT_ENCODING, "gzip")], head, zipped(name, text.as_bytes())).into_response()
    } else {
        (head, text).into_response()
    };
    response.extensions_mut().insert(AppFile);
    response
}

/// The gzip copy of a file, made once.
fn zipped(path: &str, data: &[u8]) -> Cow<'static, [u8]> {
    static COPIES: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
    let mut copies = COPIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(copy) = copies.get(path) {
        return Cow::Borrowed(copy);
    }
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    match writer.write_all(data).and_then(|()| writer.finish()) {
        // Kept as long as the program: there are as many as files in it.
        Ok(copy) => Cow::Borrowed(copies.entry(path.to_owned()).or_insert(copy.leak())),
        // Writing to memory does not fail.
        Err(_) => Cow::Borrowed(&[]),
    }
}

/// Whether the browser accepts a coding: it names it, and not with weight 0.
pub(super) fn takes(headers: &HeaderMap, wanted: &str) -> bool {
    let named = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let weight = |part: &str| part.strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted))
            && !parts.filter_map(weight).any(|weight| weight <= 0.0)
    })
}

/// Two forms of a file are two things to keep.
fn tag(file: &EmbeddedFile, form: &str) -> String {
    let hash = file.metadata.sha256_hash();
    format!("\"{}{form}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(coding: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_str(coding).expect("a header"))])
    }

    #[test]
    fn a_script_is_handed_out_compressed_to_whom_takes_it_so() {
        let name = Dist::iter()
            .find(|name| name.starts_with("assets/index-") && name.ends_with(".js"))
            .expect("the app's script");
        for (coding, wanted) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip, BR;q=0.5", Some("br")),
            ("gzip", Some("gzip")),
            ("br;q=0, gzip", Some("gzip")),
            ("br;q=0, gzip;q=0", None),
            ("", None),
        ] {
            let response = file(&name, &asking(coding)).expect("the script");
            let given = response.headers().get(header::CONTENT_ENCODING).map(HeaderValue::as_bytes);
            assert_eq!(given, wanted.map(str::as_bytes), "{coding}");
            assert!(response.extensions().get::<AppFile>().is_some(), "it is not compressed again");
            assert_eq!(response.headers()[header::VARY], "accept-encoding");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        }
        let tag = |coding| file(&name, &asking(coding)).expect("the script").headers()[header::ETAG].clone();
        assert_ne!(tag("br"), tag("gzip"), "two forms are two things to keep");
        assert_ne!(tag("gzip"), tag(""));
        let plain = Dist::get(&name).expect("the script");
        let (first, second) = (zipped(&name, &plain.data), zipped(&name, &plain.data));
        assert!(first.len() < plain.data.len() && std::ptr::eq(first.as_ptr(), second.as_ptr()), "made once");
    }

    #[test]
    fn every_script_and_style_of_some_size_lies_compressed_beside_itself() {
        for name in Dist::iter().filter(|name| name.ends_with(".js") || name.ends_with(".css")) {
            let plain = Dist::get(&name).expect("a file").data.len();
            let small = Dist::get(&format!("{name}.br")).map(|file| file.data.len());
            assert!(plain < 1000 || small.is_some_and(|small| small < plain), "{name}");
        }
    }
}
