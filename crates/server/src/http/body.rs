//! Bodies and parameters, read with our own errors: the framework's are plain text and differ from version to version.

use super::App;
use super::error::ApiError;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(ApiError::media());
        }
        let bytes = bytes(request, app).await?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| ApiError::invalid(format!("the body: {error}")))
    }
}

/// A body of plain text.
pub(crate) struct Plain(pub(crate) String);

impl FromRequest<Arc<App>> for Plain {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let bytes = bytes(request, app).await?;
        let text =
            String::from_utf8(bytes.into()).map_err(|_| ApiError::invalid("the body is not UTF-8 text"))?;
        Ok(Plain(text))
    }
}

async fn bytes(request: Request, app: &Arc<App>) -> Result<Bytes, ApiError> {
    // For all of it: a client that sends a byte now and then is too slow as well.
    let read = tokio::time::timeout(app.times.body, Bytes::from_request(request, app)).await;
    read.map_err(|_| ApiError::slow())?.map_err(|rejection| match rejection.status().as_u16() {
        413 => ApiError::too_large(),
        _ => ApiError::invalid("the body broke off"),
    })
}

/// Parameters after the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Params(value))
            .map_err(|error| ApiError::invalid(format!("the query: {}", error.body_text())))
    }
}
