//! Measurements: how fast the games run, how well the players play, how much load a server takes. Clocks are read here
//! and above, never below.

mod arena;
mod bench;
mod leaves;
#[cfg(feature = "load")]
mod load;
mod nodes;
mod report;
pub mod statistics;

pub use arena::{
    Adjudication, Arena, ArenaError, Bound, Contender, Even, Hindsight, Program, Resign, Run, Standing,
    TimeControl,
};
pub use bench::{Bench, BenchReport, Kernel, Limit, Rate, Shares};
pub use leaves::{LeafCount, LeafError};
#[cfg(feature = "load")]
pub use load::{Load, LoadError, LoadReport};
pub use nodes::{NodeCount, NodeReport};
pub use report::{Axes, Design, DesignReport, STYLE, escape, lines};
