//! Pages and probes beside the app: the description of the API, health and numbers.

use super::error::ApiError;
use super::openapi::Always;
use super::{App, app, document};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_wire::Health;
use std::sync::Arc;
use std::time::Duration;

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
pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document()).into_response()
}

/// Whether the server can do its work: the store answers, and soon.
#[utoipa::path(get, path = "/healthz", operation_id = "health",
    responses((status = 200, description = "It can.", body = Health),
        (status = 503, description = "It cannot.", body = Health)))]
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    let counted = tokio::time::timeout(Duration::from_secs(2), app.live.store.listed(1)).await;
    let (status, word) = match counted {
        Ok(Ok(_)) if *app.stopping.borrow() => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Ok(Ok(_)) => (StatusCode::OK, "well"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the store fails");
            (StatusCode::SERVICE_UNAVAILABLE, "failing")
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "slow"),
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
    responses((status = 200, description = "The numbers.", body = String, content_type = "text/plain")))]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.live.metrics.text(app.live.len());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
