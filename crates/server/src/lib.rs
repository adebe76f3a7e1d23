//! Live play: the store that loses nothing, the tables on top of it, and the server that lets people come to them.

mod host;
mod http;
mod live;
mod metrics;
mod serve;
pub mod store;

pub use host::{Log, interrupted, runtime};
pub use serve::{Config, ServeError, Server};
