//! What the engines know, for people: the value of a position and its best lines, the review of a game, hints and puzzles.
//!
//! It stands between `play` and the programs that show it (server, terminal, command line, Python), and needs no network, as
//! `lab` does: a server that reviews games should not link a client.

pub mod analysis;
mod analyst;
pub mod calibrate;
pub mod fitted;
pub mod hint;
pub mod line;
pub mod puzzles;
pub mod review;
mod show;
#[cfg(test)]
mod tests;
mod why;
