//! Bodies and parameters, read with our own errors: the framework's are plain text and differ from version to version.

use super::error::ApiError;
use super::{App, Place};
use crate::live::Failed;
use axum::body::{Bytes, HttpBody as _};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Bodies above this size, or without a size, need a place.
const LARGE: u64 = 64 * 1024;

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
        let (bytes, _place) = bytes(request, app).await?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| ApiError::invalid(format!("the body: {error}")))
    }
}

/// A body of plain text, with its place in memory if it is large.
pub(crate) struct Plain(pub(crate) String, pub(crate) Option<Place>);

impl FromRequest<Arc<App>> for Plain {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let (bytes, place) = bytes(request, app).await?;
        let text =
            String::from_utf8(bytes.into()).map_err(|_| ApiError::invalid("the body is not UTF-8 text"))?;
        Ok(Plain(text, place))
    }
}

async fn bytes(request: Request, app: &Arc<App>) -> Result<(Bytes, Option<Place>), ApiError> {
    // Before it is read: clients with many addresses could fill the memory with bodies that they never finish.
    let place = if request.body().size_hint().upper().is_none_or(|size| size > LARGE) {
        let address = app.client_address(request.extensions(), request.headers());
        Some(app.bodies.take(Some(address)).ok_or(Failed::Busy)?)
    } else {
        None
    };
    // For all of it: a client that sends a byte now and then is too slow as well.
    let read = tokio::time::timeout(app.times.body, Bytes::from_request(request, app)).await;
    let bytes =
        read.map_err(|_| ApiError::slow())?.map_err(|rejection| match rejection.status().as_u16() {
            413 => ApiError::too_large(),
            _ => ApiError::invalid("the body broke off"),
        })?;
    Ok((bytes, place))
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
