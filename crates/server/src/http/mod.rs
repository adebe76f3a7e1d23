//! The server's border: who may ask, how much, and from where. Handlers behind it need not think of hostile pages,
//! foreign hosts or floods.

mod app;
mod body;
mod error;
mod guard;
mod limit;
mod pack;
mod pages;
mod patch;
mod session;
mod socket;
mod study;
mod tables;

pub(crate) use guard::Names;
pub(crate) use limit::Limits;
pub(crate) use session::Sessions;

use crate::live::{Hall, Hashed};
use crate::store::TableId;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use error::ApiError;
use limit::Class;
use session::Session;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

const LARGEST_BODY: usize = 64 * 1024;
const LARGEST_RECORD: usize = 256 * 1024;

/// Everything a handler needs.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) sessions: Sessions,
    pub(crate) limits: Limits,
    pub(crate) sockets: SocketCount,
    pub(crate) names: Names,
    /// Whether the address of a client is the last one that a proxy has written down.
    pub(crate) behind_proxy: bool,
    /// Changes when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// The link that brings others to a table.
    pub(crate) fn link(&self, id: &TableId) -> String {
        format!("{}/t/{id}", self.names.url())
    }
}

/// Sockets by address, so that one cannot take them all.
#[derive(Debug)]
pub(crate) struct SocketCount {
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
    each: usize,
    all: usize,
}

/// The right to one socket.
pub(crate) struct SocketSeat(Arc<Mutex<HashMap<IpAddr, usize>>>, IpAddr);

impl SocketCount {
    pub(crate) fn new(each: usize, all: usize) -> SocketCount {
        SocketCount { counts: Arc::default(), each, all }
    }

    fn admit(&self, address: IpAddr) -> Option<SocketSeat> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.values().sum::<usize>() >= self.all {
            return None;
        }
        let count = counts.entry(address).or_insert(0);
        if *count >= self.each {
            return None;
        }
        *count += 1;
        Some(SocketSeat(self.counts.clone(), address))
    }
}

impl Drop for SocketSeat {
    fn drop(&mut self) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

/// Who sent a request.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // The proxy appends the address it has seen; what stands before it anybody can have written.
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        let forwarded = forwarded
            .and_then(|value| value.to_str().ok())
            .and_then(|text| text.rsplit(',').next()?.trim().parse().ok())
            .filter(|_| app.behind_proxy);
        let address = forwarded.or(peer).unwrap_or(IpAddr::from([0, 0, 0, 0]));
        Ok(Client { address, headers: parts.headers.clone() })
    }
}

impl Client {
    fn take(&self, app: &App, class: Class) -> Result<(), ApiError> {
        app.limits.take(self.address, class, Instant::now()).map_err(ApiError::limited)
    }

    fn known(&self, app: &App) -> Option<Hashed> {
        app.sessions.known(&self.headers)
    }

    fn session(&self, app: &App) -> Result<Session, ApiError> {
        app.sessions.of(&self.headers).map_err(ApiError::from)
    }
}

/// An answer that is JSON already.
fn reply(status: StatusCode, json: String, cookie: Option<HeaderValue>) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// All addresses. `openapi.json` describes those under `/api`; a test compares the two.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/games", get(study::games))
        .route("/games/{game}/rules", get(study::rules))
        .route("/games/{game}/texts", get(study::texts))
        .route("/position", get(study::position).post(study::post_position))
        .route("/records", post(study::read_record).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .route("/verify", post(study::verify).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .route("/tables", get(tables::list).post(tables::create).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .route("/tables/{id}", get(tables::show))
        .route("/tables/{id}/events", get(tables::events))
        .route("/tables/{id}/replay/{step}", get(tables::replay))
        .route("/tables/{id}/drawing", get(tables::drawing))
        .route("/tables/{id}/record", get(tables::record))
        .route("/tables/{id}/requests", post(tables::submit))
        .route("/tables/{id}/chat", post(tables::say))
        .route("/tables/{id}/recover", post(tables::recover))
        .route("/tables/{id}/socket", get(socket::open))
        .route("/openapi.json", get(pages::openapi));
    Router::new()
        .nest("/api", api)
        .merge(app::routes())
        .route("/docs/api", get(pages::api_docs))
        .route("/assets/{name}", get(pages::asset))
        .route("/healthz", get(pages::health))
        .route("/metrics", get(pages::metrics))
        .fallback(async || ApiError::missing())
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(ApiError::internal())
        }))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(tower_http::compression::CompressionLayer::new())
        .with_state(app)
}
