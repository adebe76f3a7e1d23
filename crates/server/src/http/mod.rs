//! The server's border: who may send requests, how many, and from where. Handlers behind it need not consider hostile
//! pages, foreign hosts or floods.

mod app;
mod body;
mod error;
mod guard;
mod limit;
mod new_table;
mod openapi;
mod pages;
mod session;
mod socket;
mod study;
mod tables;

pub(crate) use guard::Names;
pub(crate) use limit::Limits;
pub(crate) use openapi::document;
pub(crate) use session::Sessions;

use crate::live::{Hashed, LiveTables};
use crate::store::TableId;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use error::ApiError;
use limit::Class;
use session::Session;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::watch;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

const LARGEST_BODY: usize = 64 * 1024;
const LARGEST_RECORD: usize = 256 * 1024;

/// Everything a handler needs.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) live: Arc<LiveTables>,
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
        // The proxy appends the address it has seen; anyone can have written what stands before it.
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

/// An answer as JSON, with the cookie of a new session.
fn reply(status: StatusCode, body: &impl serde::Serialize, cookie: Option<HeaderValue>) -> Response {
    let mut response = (status, axum::Json(body)).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The addresses that the OpenAPI document describes.
fn api() -> OpenApiRouter<Arc<App>> {
    let record = DefaultBodyLimit::max(LARGEST_RECORD);
    let api = OpenApiRouter::new()
        .routes(routes!(study::games))
        .routes(routes!(study::rules))
        .routes(routes!(study::texts))
        .routes(routes!(study::position, study::post_position))
        .routes(routes!(study::read_record).layer(record))
        .routes(routes!(study::verify).layer(record))
        .routes(routes!(tables::list, tables::create).layer(record))
        .routes(routes!(tables::show))
        .routes(routes!(tables::events))
        .routes(routes!(tables::replay))
        .routes(routes!(tables::drawing))
        .routes(routes!(tables::record))
        .routes(routes!(tables::submit))
        .routes(routes!(tables::say))
        .routes(routes!(tables::recover))
        .routes(routes!(socket::open))
        .routes(routes!(pages::openapi));
    OpenApiRouter::with_openapi(openapi::base())
        .nest("/api", api)
        .routes(routes!(pages::health))
        .routes(routes!(pages::metrics))
}

/// All addresses.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::from(api())
        .merge(app::routes())
        .route("/docs/api", get(pages::api_docs))
        .route("/assets/{name}", get(pages::asset))
        .fallback(async || ApiError::missing())
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(|_| ApiError::internal().into_response()))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(tower_http::compression::CompressionLayer::new())
        .with_state(app)
}
