//! Checks that every request passes: the host must be one of ours (otherwise a foreign page could reach a home server
//! under its own name), a page that writes or opens a socket must be ours, and every answer carries security headers.

use super::App;
use super::answers::SMALL;
use super::app::is_file;
use super::compressed::compressed;
use super::error::ApiError;
use super::hold::hold;
use super::packed::{InMemory, takes_gzip};
use crate::live::Failed;
use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// The names under which the server answers.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    url: String,
    /// `host` or `host:port` of the public address, if there is one.
    public: Option<String>,
}

impl Names {
    /// The server at a public address, or else at the address it listens on.
    ///
    /// # Errors
    /// The public address is not one.
    pub(crate) fn new(public_url: Option<&str>, listening: SocketAddr) -> Result<Names, String> {
        let Some(text) = public_url else {
            return Ok(Names { url: format!("http://{listening}"), public: None });
        };
        let text = text.trim_end_matches('/');
        let uri: Uri = text.parse().map_err(|_| format!("{text} is not an address"))?;
        match (uri.scheme_str(), uri.authority()) {
            (Some("http" | "https"), Some(authority)) if uri.path() == "/" && uri.query().is_none() => {
                Ok(Names { url: text.to_owned(), public: Some(authority.as_str().to_ascii_lowercase()) })
            }
            _ => Err(format!("{text} is not an address like https://games.example.org")),
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.url.starts_with("https:")
    }

    /// A host that no stranger can point at this server: the public one, an IP address, or a name that exists only on
    /// this machine or in the local network.
    fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.public.as_deref() == Some(host.as_str()) {
            return true;
        }
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host.as_str(),
        };
        let digits = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        digits
            || !name.contains('.') && !name.is_empty()
            || name.ends_with(".local")
            || name.ends_with(".localhost")
    }

    /// Whether a page may send requests: its origin is the host of the request.
    fn is_own(&self, origin: &str, host: &str) -> bool {
        let (page, plain) = match (origin.strip_prefix("http://"), origin.strip_prefix("https://")) {
            (Some(page), _) => (page, true),
            (_, Some(page)) => (page, false),
            _ => return false,
        };
        let is_public = self.public.as_deref().is_some_and(|public| public.eq_ignore_ascii_case(page));
        // A page without TLS under the public name of a server with TLS may be another's, put in on the way.
        if is_public && self.is_secure() { !plain } else { is_public || page.eq_ignore_ascii_case(host) }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Scripts, styles and pictures of our own only, no frames, no forms elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Nothing here needs the devices of a visitor, so no script that gets in by mistake can ask for them.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=(), serial=(), \
    browsing-topics=()";

/// Marks an answer that is not counted: it tells a player that a sealed choice was changed, which others must not notice.
#[derive(Clone)]
pub(super) struct Uncounted;

pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let address = app.client_address(request.extensions(), request.headers());
    // A probe is no visitor: a ban that meets a load balancer must not take the node out of service.
    let refused = if path != "/healthz" && app.live.orders().bans_address(address, app.live.now()) {
        Err(ApiError::banned())
    } else {
        check(&app.names, request.method(), request.uri(), request.headers())
    };
    let zips = takes_gzip(request.headers());
    let mut response = match refused {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    if zips {
        response = compressed(&app, address, response).await;
    }
    response = within_memory(&app, address, response);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("permissions-policy", HeaderValue::from_static(PERMISSIONS));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if app.names.is_secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if path.starts_with("/api/") && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let status = response.status().as_u16();
    if response.extensions().get::<Uncounted>().is_none() {
        app.live.metrics.answered(status);
    }
    let took = started.elapsed().as_millis() as u64;
    tracing::debug!(%method, path = shortened(&path), status, %address, took_ms = took, "request");
    response
}

/// A large answer takes its part of the memory for such answers until it is read, or is refused.
fn within_memory(app: &App, address: IpAddr, response: Response) -> Response {
    let packed = response.extensions().get::<InMemory>().map(|InMemory(size)| *size);
    let size = packed.or(response.body().size_hint().exact()).unwrap_or(0);
    // The files of the app are in memory anyway.
    if size <= SMALL || is_file(&response) {
        return response;
    }
    match app.answers.take(address, size) {
        Some(room) => hold(response, room, app.times.answer),
        None => ApiError::from(Failed::Busy).into_response(),
    }
}

/// Paths are text of strangers: a log gets only the start of it.
fn shortened(path: &str) -> String {
    path.chars().take(100).collect()
}

fn check(names: &Names, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err(ApiError::invalid("a request has one Host line"));
    }
    let host = text(headers, &header::HOST).or_else(|| uri.host()).unwrap_or_default();
    // Probes and scrapers may use any name.
    if matches!(uri.path(), "/healthz" | "/metrics") {
        return Ok(());
    }
    if !names.knows(host) {
        return Err(ApiError::host("this server does not answer to that name: start it with --public-url"));
    }
    // Said before a byte of it is read.
    let declared = text(headers, &header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if declared.is_some_and(|bytes| bytes > super::LARGEST_RECORD as u64) {
        return Err(ApiError::too_large());
    }
    let writes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if writes || headers.contains_key(header::UPGRADE) {
        let foreign_page = text(headers, &header::ORIGIN).is_some_and(|origin| !names.is_own(origin, host));
        let foreign_site = headers
            .get("sec-fetch-site")
            .is_some_and(|site| !["same-origin", "none"].iter().any(|own| site == own));
        if foreign_page || foreign_site && !headers.contains_key(header::ORIGIN) {
            return Err(ApiError::forbidden("pages of other origins may not do this"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(public: Option<&str>) -> Names {
        Names::new(public, "127.0.0.1:7777".parse().unwrap()).unwrap()
    }

    #[test]
    fn only_names_that_no_stranger_can_give_us_are_known() {
        let here = names(None);
        for host in
            ["localhost:7777", "127.0.0.1:7777", "[::1]:7777", "192.168.1.5", "laptop", "laptop.local"]
        {
            assert!(here.knows(host), "{host}");
        }
        for host in ["evil.example", "evil.example:7777", "", "127.0.0.1.evil.example"] {
            assert!(!here.knows(host), "{host}");
        }
        assert!(names(Some("https://games.example.org/")).knows("Games.Example.org"));
        assert!(!names(Some("https://games.example.org")).knows("other.example.org"));
        for bad in ["games.example.org", "ftp://x", "https://x/y", "https://x?y", "nonsense here"] {
            assert!(Names::new(Some(bad), "127.0.0.1:1".parse().unwrap()).is_err(), "{bad}");
        }
    }

    #[test]
    fn pages_of_others_may_not_write() {
        let names = names(None);
        let try_it = |method: Method, pairs: &[(&'static str, &'static str)]| {
            let mut headers =
                HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost:7777"))]);
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            check(&names, &method, &Uri::from_static("/api/tables"), &headers).is_ok()
        };
        assert!(try_it(Method::POST, &[]), "a program has no origin");
        assert!(try_it(Method::POST, &[("origin", "http://localhost:7777")]));
        assert!(!try_it(Method::POST, &[("origin", "http://localhost:8888")]));
        assert!(!try_it(Method::POST, &[("origin", "null")]));
        assert!(!try_it(Method::POST, &[("sec-fetch-site", "cross-site")]));
        assert!(!try_it(Method::GET, &[("upgrade", "websocket"), ("origin", "http://evil.example")]));
        assert!(try_it(Method::GET, &[("origin", "http://evil.example")]), "it cannot read the answer");
    }

    #[test]
    fn a_page_without_tls_is_not_ours_under_a_public_name_with_tls() {
        let names = names(Some("https://games.example.org"));
        for (origin, host, own) in [
            ("https://games.example.org", "games.example.org", true),
            ("http://games.example.org", "games.example.org", false),
            ("https://Games.Example.org", "games.example.org", true),
            ("https://evil.example", "games.example.org", false),
            ("http://192.168.1.5:7777", "192.168.1.5:7777", true),
        ] {
            assert_eq!(names.is_own(origin, host), own, "{origin}");
        }
    }

    #[test]
    fn two_hosts_and_bodies_that_no_one_reads_are_refused_at_once() {
        let names = names(None);
        let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost:7777"))]);
        let status = |headers: &HeaderMap| {
            let checked = check(&names, &Method::POST, &Uri::from_static("/api/records"), headers);
            checked.map_err(|error| error.into_response().status().as_u16())
        };
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("262144"));
        assert_eq!(status(&headers), Ok(()));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("999999999"));
        assert_eq!(status(&headers), Err(413));
        headers.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert_eq!(status(&headers), Err(400));
    }
}
