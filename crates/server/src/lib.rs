//! Live play: the store that loses nothing and the server on top of it.

pub mod store;
