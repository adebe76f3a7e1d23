//! The engine protocol, both ends of it: [`serve`] makes a game's own player an engine, [`Client`] lets a foreign
//! engine sit at an arena's table. It is UGI, the generalisation of UCI that board-game programs already speak,
//! with a small extension; a protocol of our own would have had no second speaker. See `docs/engine-protocol.md`.

mod client;
mod serve;
mod text;

pub use client::{Client, Fault};
pub use serve::serve;
