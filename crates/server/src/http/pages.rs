//! Pages and probes beside the app: the description of the API, health and numbers.

use super::error::ApiError;
use super::limit::Class;
use super::openapi::{Always, Named};
use super::{App, Client, app, document};
use crate::live::CLASS_NAMES;
use crate::metrics::Gauges;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_wire::Health;
use std::sync::Arc;
use std::time::{Duration, Instant};

const API: &str = include_str!("../../pages/api.html");
const STYLE: &str = include_str!("../../pages/style.css");
const SCRIPT: &str = include_str!("../../pages/api.js");

fn html(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

pub(super) async fn api_docs() -> Response {
    html(API)
}

pub(super) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let (kind, text) = match name.as_str() {
        "style.css" => ("text/css; charset=utf-8", STYLE),
        "api.js" => ("text/javascript; charset=utf-8", SCRIPT),
        _ => return app::file(&format!("assets/{name}"), &headers).ok_or_else(ApiError::missing),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response())
}

/// This document.
#[utoipa::path(get, path = "/openapi.json", operation_id = "openapi",
    responses((status = 200, description = "The document.", body = Object), Always))]
pub(super) async fn openapi(
    State(app): State<Arc<App>>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    // Compressed once: a few hundred kilobytes for every request would be time that anyone can ask for.
    Ok(app::text("openapi.json", "application/json", document(), &headers))
}

/// Whether the server can do its work: the store takes a write, and soon.
#[utoipa::path(get, path = "/healthz", operation_id = "health",
    responses((status = 200, description = "It can.", body = Health),
        (status = 503, description = "It cannot.", body = Health)))]
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    let (status, word) = match app.health.ask(&app).await {
        Word::Well if *app.stopping.borrow() => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Word::Well => (StatusCode::OK, "well"),
        Word::Failing => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
        Word::Slow => (StatusCode::SERVICE_UNAVAILABLE, "slow"),
    };
    let health = Health {
        status: word.to_owned(),
        store: app.live.store.kind().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    (status, axum::Json(health)).into_response()
}

/// Numbers for Prometheus.
#[utoipa::path(get, path = "/metrics", operation_id = "metrics",
    responses((status = 200, description = "The numbers.", body = String, content_type = "text/plain"), Named))]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    if app.metrics_apart {
        return Err(ApiError::missing());
    }
    Ok(numbers(State(app)).await)
}

/// The metrics page, for both listeners.
pub(super) async fn numbers(State(app): State<Arc<App>>) -> Response {
    let now = Gauges {
        tables: app.live.len(),
        table_bytes: app.live.public_memory(),
        // In steps, so that a sealed choice that is changed does not show in it.
        store_bytes: app.live.store.ceiling().used().next_multiple_of(STORE_STEP),
        quarantined: app.live.quarantined(),
        connections: app.connections.taken(),
        analyses: app.pool.sizes(),
        bots: CLASS_NAMES.into_iter().zip(app.live.waiting_bots()).collect(),
    };
    let text = app.live.metrics.text(&now);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// The store's size is rounded up to a multiple of this many bytes.
const STORE_STEP: u64 = 1_000_000;
/// How long one look at the store is good for: many probes cost one write a second.
const FRESH: Duration = Duration::from_secs(1);
/// How long the store may take.
const SOON: Duration = Duration::from_secs(2);

/// How the store does.
#[derive(Clone, Copy, Debug)]
enum Word {
    Well,
    Failing,
    Slow,
}

/// The newest answer of the store.
#[derive(Debug, Default)]
pub(crate) struct HealthProbe(tokio::sync::Mutex<Option<(Instant, Word)>>);

impl HealthProbe {
    async fn ask(&self, app: &App) -> Word {
        let mut last = self.0.lock().await;
        if let Some((at, word)) = *last
            && at.elapsed() < FRESH
        {
            return word;
        }
        let live = &app.live;
        // A write: a full disk or a lost lock still answers reads.
        let word = match tokio::time::timeout(SOON, live.store.probe(&live.node, live.now())).await {
            Ok(Ok(())) => Word::Well,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the store fails");
                Word::Failing
            }
            Err(_) => Word::Slow,
        };
        *last = Some((Instant::now(), word));
        word
    }
}
