//! The OpenAPI document, generated from the handlers and the wire types: each handler carries its own description. The
//! copy in `crates/server/openapi.json` is for readers and for the browser's types; a test compares it.

use super::api;
use breadboard_games::TextBoard;
use breadboard_wire::{ErrorBody, PackedMoves, SocketMessage, SocketSend};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr};
use utoipa::{IntoResponses, OpenApi as _};

/// The errors that any operation can answer with: status and description.
const PROBLEMS: [(&str, &str); 11] = [
    ("400", "The request cannot be understood; the text says why."),
    ("403", "This session, page or code may not do this."),
    ("404", "There is nothing at this address."),
    ("408", "The body took too long to arrive."),
    ("409", "Not now: the version is stale, it is another seat's turn, the seat is taken, the key was used."),
    ("413", "The body is too large."),
    ("415", "The body must be application/json."),
    ("421", "The server does not answer to this host name."),
    ("422", "The rules forbid it; `refusal` names the ruling."),
    ("429", "Too many requests; Retry-After says how long to wait."),
    (
        "503",
        "The store cannot be reached, or the server is busy: nothing was saved, or the same request may be sent again.",
    ),
];

fn name(status: &str) -> String {
    format!("E{status}")
}

/// Declares groups of errors that handlers name in their description.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident: $($status:literal)+;)*) => {
        $($(#[$doc])*
        pub(super) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$($status),+].map(|status| (status.to_owned(), Ref::from_response_name(name(status)).into())).into()
            }
        })*
    };
}

problems! {
    /// Every operation.
    Always: "421" "429";
    /// It has parameters or a body.
    Input: "400";
    /// A page of another origin may not call it.
    OwnPages: "403";
    /// A session may not know it, or not now.
    Guarded: "403";
    /// It takes a body of text.
    TextBody: "403" "408" "413";
    /// It takes a body of JSON.
    JsonBody: "403" "408" "413" "415";
    /// Its address may name nothing.
    Named: "404";
    /// A game or a table may refuse it.
    Refusable: "409" "422";
    /// It uses the store.
    Stored: "503";
    /// It takes long, and waits in a queue.
    Queued: "503";
}

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Breadboard",
        description = "Tables for board games. A browser is known by a signed cookie, a program may send the same token \
            as `Authorization: Bearer`; there are no accounts. Every error is JSON with a code and a sentence. An answer \
            of 200 or 201 to a write means that it is committed.",
        license(name = "MIT OR Apache-2.0"),
    ),
    components(schemas(ErrorBody, PackedMoves, SocketMessage, SocketSend, TextBoard))
)]
struct Base;

/// The document without the operations.
pub(super) fn base() -> OpenApi {
    let mut document = Base::openapi();
    let components = document.components.get_or_insert_default();
    for (status, description) in PROBLEMS {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
        let problem =
            ResponseBuilder::new().description(description).content("application/json", body).build();
        components.responses.insert(name(status), problem.into());
    }
    document
}

/// The document as JSON.
pub(crate) fn document() -> &'static str {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let document = api().into_openapi();
        document.to_pretty_json().unwrap_or_default() + "\n"
    })
}
