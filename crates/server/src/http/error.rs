//! Every error is JSON with a code for programs and a sentence for people; what a table denies carries its ruling and a
//! translatable text as well.

use crate::live::Failed;
use crate::store::StoreError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use breadboard_play::{Denied, Reason};
use breadboard_wire::{ApiProblem, ErrorBody, RefusalView};

/// Why a request was not granted.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    problem: Box<ApiProblem>,
    /// Seconds to wait before the next try.
    retry: Option<u64>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> ApiError {
        let problem = ApiProblem { code: code.to_owned(), text: text.into(), refusal: None };
        ApiError { status, problem: Box::new(problem), retry: None }
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

    pub(crate) fn banned() -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "banned", "the operator of this server has shut you out")
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

    /// A search ended before it had found anything.
    pub(crate) fn replaced() -> ApiError {
        Denied::new(Reason::NotNow, breadboard_wire::texts::REPLACED.plain()).into()
    }

    pub(crate) fn slow() -> ApiError {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body took too long to arrive")
    }

    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong on the server")
    }

    /// What is sent of it.
    pub(crate) fn into_problem(self) -> ApiProblem {
        *self.problem
    }
}

impl From<Denied> for ApiError {
    fn from(denied: Denied) -> ApiError {
        let status = match denied.reason {
            Reason::Invalid => StatusCode::BAD_REQUEST,
            Reason::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            Reason::NotNow | Reason::Stale | Reason::KeyReused | Reason::Late => StatusCode::CONFLICT,
            Reason::Forbidden => StatusCode::FORBIDDEN,
            Reason::Damaged => return ApiError::internal(),
        };
        let mut error = ApiError::new(status, denied.reason.word(), denied.to_string());
        error.problem.refusal = Some(RefusalView::from(&denied));
        error
    }
}

impl From<Failed> for ApiError {
    fn from(failed: Failed) -> ApiError {
        match failed {
            Failed::Denied(denied) => denied.into(),
            Failed::Store(error) => error.into(),
            Failed::Busy => {
                let text = "the server has too much to do just now: try again in a second";
                let busy = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text);
                ApiError { retry: Some(1), ..busy }
            }
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
                // The database's own message is for the log only.
                let text = match error {
                    StoreError::Full(_) => "the server has no room left: nothing was saved",
                    StoreError::Ceiling(_) => "the server has no room for this now: nothing was saved",
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
        let mut response = (self.status, axum::Json(ErrorBody { error: *self.problem })).into_response();
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
