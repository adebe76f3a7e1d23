//! Measurements: how fast the games run, and what a server stands. Clocks are read here and above, never below.

mod bench;
#[cfg(feature = "load")]
pub mod load;

pub use bench::{Bench, BenchReport, Kernel, Limit, Rate, Shares};
