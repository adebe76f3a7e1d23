//! Live play: the store, the tables on top of it, and the HTTP server that brings people to them.

pub mod admin;
mod connection;
mod host;
mod http;
mod insight;
mod live;
mod metrics;
mod orders;
mod priority;
mod recent;
mod serve;
pub mod store;
mod task;

pub use connection::Times;
pub use host::{Log, block_on, interrupted};
pub use http::Network;
pub use orders::{Ban, BanTarget};
pub use serve::{Config, ServeError, Server};

/// The OpenAPI document of the server, as JSON.
#[must_use]
pub fn openapi() -> &'static str {
    http::document()
}
