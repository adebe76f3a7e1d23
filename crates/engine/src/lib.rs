//! The engine protocol, both ends: [`serve`] runs a game's own player as an engine, [`Engine`] drives another
//! program that is one. It is UGI, the generalisation of UCI that board-game programs already speak, with a small
//! extension for chance and sealed rounds; a new protocol would have no other programs. See
//! `docs/engine-protocol.md`.

mod drive;
mod serve;
#[cfg(test)]
mod tests;
mod text;

pub use drive::{Answer, Engine, Fault, Launch, Pace, Question};
pub use serve::serve;
pub use text::play_word;
