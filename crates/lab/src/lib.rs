//! Measurements: how fast the games run. Clocks are read here and above, never below.

mod bench;

pub use bench::{Bench, BenchReport, Kernel, Limit, Rate, Shares};
