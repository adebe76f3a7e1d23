//! Every refusal is JSON with a code for programs and a sentence for people; what a table refuses carries its
//! ruling and translatable text as well.

use crate::live::{Failed, No};
use crate::store::StoreError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use breadboard_play::view::refusal_view;
use breadboard_play::{Kind, Refused};
use serde_json::{Value, json};

/// Why a request was not granted.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    code: &'static str,
    text: String,
    refusal: Option<Value>,
    retry: Option<u64>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError { status, code, text: text.into(), refusal: None, retry: None }
    }

    pub(crate) fn invalid(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "invalid", text)
    }

    pub(crate) fn missing() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", "there is nothing at this address")
    }

    pub(crate) fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address does not take this method")
    }

    pub(crate) fn forbidden(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", text)
    }

    pub(crate) fn too_large() -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "the body is too large")
    }

    pub(crate) fn media() -> ApiError {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", "send application/json")
    }

    pub(crate) fn host(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, "host", text)
    }

    pub(crate) fn limited(seconds: u64) -> ApiError {
        let text = format!("too many requests: wait {seconds} s");
        ApiError { retry: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, "limited", text) }
    }

    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong on the server")
    }

    /// The body.
    pub(crate) fn json(&self) -> Value {
        let mut error = json!({"code": self.code, "text": self.text});
        if let Some(refusal) = &self.refusal {
            error["refusal"] = refusal.clone();
        }
        json!({"error": error})
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        let status = match refused.kind {
            Kind::Invalid => StatusCode::BAD_REQUEST,
            Kind::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::NotNow | Kind::Stale | Kind::KeyReused | Kind::Late => StatusCode::CONFLICT,
            Kind::Damaged => return ApiError::internal(),
        };
        let refusal = serde_json::to_value(refusal_view(&refused)).ok();
        ApiError { refusal, ..ApiError::new(status, refused.kind.word(), refused.to_string()) }
    }
}

impl From<No> for ApiError {
    fn from(no: No) -> ApiError {
        match no {
            No::Refused(refused) => refused.into(),
            No::Foreign(seat) => ApiError::forbidden(format!("seat {seat} is not yours")),
            No::Reserved(seat) => ApiError::forbidden(format!("seat {seat} is kept for somebody else")),
            No::WrongCode => ApiError::forbidden("no seat of this table has this recovery code"),
            No::Outsider => ApiError::forbidden("only people at the table may do this"),
            No::Chat(text) => ApiError::invalid(text),
        }
    }
}

impl From<Failed> for ApiError {
    fn from(failed: Failed) -> ApiError {
        match failed {
            Failed::No(no) => no.into(),
            Failed::Store(error) => error.into(),
            Failed::Damaged(error) => {
                tracing::error!(%error, "a request failed");
                ApiError::internal()
            }
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Missing => ApiError::missing(),
            error => {
                tracing::warn!(%error, "the store failed");
                // What the database says is for the log, not for strangers.
                let text = match error {
                    StoreError::Full(_) => "the server has no room left: nothing was saved",
                    StoreError::Unknown(_) => {
                        "the server lost its store while saving: send the same request again"
                    }
                    _ => "the server cannot reach its store: nothing was saved",
                };
                let unavailable = StatusCode::SERVICE_UNAVAILABLE;
                ApiError { retry: Some(1), ..ApiError::new(unavailable, "unavailable", text) }
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, axum::Json(self.json())).into_response();
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
