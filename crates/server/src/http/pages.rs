//! Pages and probes beside the app: the description of the API, health and numbers.

use super::error::ApiError;
use super::{App, app};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const API: &str = include_str!("../../pages/api.html");
const STYLE: &str = include_str!("../../pages/style.css");
const SCRIPT: &str = include_str!("../../pages/api.js");
const OPENAPI: &str = include_str!("../../openapi.json");

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

pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// Well means that the store answers, and soon.
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    let counted = tokio::time::timeout(Duration::from_secs(2), app.hall.store.listed(1)).await;
    let (status, store) = match counted {
        Ok(Ok(_)) if *app.stopping.borrow() => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Ok(Ok(_)) => (StatusCode::OK, "well"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the store is not well");
            (StatusCode::SERVICE_UNAVAILABLE, "failing")
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "slow"),
    };
    let version = env!("CARGO_PKG_VERSION");
    (status, axum::Json(json!({"status": store, "store": app.hall.store.kind(), "version": version})))
        .into_response()
}

pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.hall.metrics.text(app.hall.len());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
