//! Measurements: how fast the games run, how well the players play, and what a server stands. Clocks are read here
//! and above, never below.

mod arena;
mod bench;
mod engine;
#[cfg(feature = "load")]
pub mod load;
mod nodes;

pub use arena::{Arena, ArenaError, Bound, Contender, Run, Sprt, Standing};
pub use bench::{Bench, BenchReport, Kernel, Limit, Rate, Shares};
pub use engine::{Client, Fault, serve};
pub use nodes::{NodeCount, NodeReport};
