//! The server's border: who may send requests, how many, and from where. Handlers behind it need not consider hostile
//! pages, foreign hosts or floods.

mod address;
mod analysis;
mod answers;
mod app;
mod body;
mod compressed;
mod error;
mod guard;
mod hold;
mod limit;
mod mine;
mod new_table;
mod openapi;
mod packed;
mod pages;
mod places;
mod puzzles;
mod session;
mod socket;
mod study;
mod tables;

pub use address::Network;
pub(crate) use address::{Proxies, customer, household};
pub(crate) use answers::Answers;
pub(crate) use error::ApiError;
pub(crate) use guard::Names;
pub(crate) use limit::Limits;
pub(crate) use openapi::document;
pub(crate) use pages::HealthProbe;
pub(crate) use places::{Place, Places};
pub(crate) use session::Sessions;

use crate::connection::Times;
use crate::insight::{Pool, Reviews, RunningGames};
use crate::live::{Caller, Hashed, LiveTables};
use crate::store::TableId;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use limit::Class;
use session::Session;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate as _};
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
    pub(crate) sockets: Places,
    /// Requests that wait for a change of a table. Behind a proxy nothing else bounds those of one client.
    pub(crate) polls: Places,
    pub(crate) connections: Places,
    /// The memory of large answers.
    pub(crate) answers: Answers,
    /// Large bodies that are being read or worked at.
    pub(crate) bodies: Places,
    /// Files of records that are being sent.
    pub(crate) exports: Places,
    /// Where analyses run.
    pub(crate) pool: Pool,
    pub(crate) reviews: Reviews,
    pub(crate) running_games: RunningGames,
    pub(crate) names: Names,
    pub(crate) proxies: Proxies,
    /// How long clients may take.
    pub(crate) times: Times,
    /// Whether the numbers have a listener of their own.
    pub(crate) metrics_apart: bool,
    pub(crate) health: HealthProbe,
    /// Changes when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// The link that brings others to a table.
    pub(crate) fn link(&self, id: &TableId) -> String {
        format!("{}/t/{id}", self.names.url())
    }

    /// The address of the client that has sent a request.
    fn client_address(&self, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        self.proxies.client(peer.unwrap_or(IpAddr::from([0, 0, 0, 0])), headers)
    }
}

/// Who sent a request.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    headers: HeaderMap,
    /// What the request has paid for.
    paid: Option<Class>,
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let address = app.client_address(&parts.extensions, &parts.headers);
        let mut client = Client { address, headers: parts.headers.clone(), paid: None };
        // Before the body is read: a body that will be refused costs nothing.
        if let Some(class) = Class::of_body(&parts.method, parts.uri.path()) {
            client.take(app, class)?;
            client.paid = Some(class);
        }
        Ok(client)
    }
}

impl Client {
    /// Forgets what only the request itself needs.
    fn without_headers(self) -> Client {
        Client { headers: HeaderMap::new(), ..self }
    }

    /// Whether the operator has shut this client out, since or before it came.
    fn is_banned(&self, app: &App, who: &Hashed) -> bool {
        let (orders, now) = (app.live.orders(), app.live.now());
        orders.bans_address(self.address, now) || orders.bans_session(who, now)
    }

    /// Takes a token, unless the request has paid before its body was read.
    fn take(&self, app: &App, class: Class) -> Result<(), ApiError> {
        if self.paid == Some(class) {
            return Ok(());
        }
        app.limits.take(self.address, class, Instant::now()).map_err(ApiError::limited)
    }

    /// For whom work is done.
    fn caller(&self, app: &App) -> Caller {
        self.caller_as(self.known(app))
    }

    fn caller_as(&self, who: Option<Hashed>) -> Caller {
        Caller { address: Some(self.address), who }
    }

    fn known(&self, app: &App) -> Option<Hashed> {
        let who = app.sessions.known(&self.headers, app.live.now())?;
        if app.live.orders().bans_session(&who, app.live.now()) {
            return None;
        }
        self.note(app, &who);
        Some(who)
    }

    fn session(&self, app: &App) -> Result<Session, ApiError> {
        let session = app.sessions.of(&self.headers, app.live.now())?;
        if app.live.orders().bans_session(&session.who, app.live.now()) {
            return Err(ApiError::banned());
        }
        self.note(app, &session.who);
        Ok(session)
    }

    /// A session has sent something from here.
    fn note(&self, app: &App, who: &Hashed) {
        app.live.visitors.note(who, household(self.address));
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
        .routes(routes!(mine::list))
        .routes(routes!(mine::statistics))
        .routes(routes!(mine::records))
        .routes(routes!(tables::events))
        .routes(routes!(tables::replay))
        .routes(routes!(tables::frames))
        .routes(routes!(tables::course))
        .routes(routes!(tables::bound))
        .routes(routes!(tables::drawing))
        .routes(routes!(tables::record))
        .routes(routes!(tables::submit))
        .routes(routes!(tables::say))
        .routes(routes!(tables::recover))
        .routes(routes!(socket::open))
        .routes(routes!(analysis::analyse))
        .routes(routes!(analysis::review).layer(record))
        .routes(routes!(analysis::table_review))
        .routes(routes!(analysis::hint))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::daily))
        .routes(routes!(puzzles::show))
        .routes(routes!(puzzles::attempt))
        .routes(routes!(pages::openapi));
    OpenApiRouter::with_openapi(openapi::base())
        .nest("/api", api)
        .routes(routes!(pages::health))
        .routes(routes!(pages::metrics))
}

/// The addresses of the listener for monitoring only.
pub(crate) fn monitoring(app: Arc<App>) -> Router {
    Router::new()
        .route("/metrics", get(pages::numbers))
        .route("/healthz", get(pages::health))
        .fallback(async || ApiError::missing())
        .with_state(app)
}

/// All addresses.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::from(api())
        .merge(app::routes())
        .route("/docs/api", get(pages::api_docs))
        .route("/assets/{name}", get(pages::asset))
        .fallback(app::missing)
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(|_| ApiError::internal().into_response()))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(
            CompressionLayer::new().compress_when(
                DefaultPredicate::new()
                    .and(app::is_not_a_file)
                    .and(analysis::is_no_stream)
                    .and(compressed::is_small),
            ),
        )
        .with_state(app)
}
