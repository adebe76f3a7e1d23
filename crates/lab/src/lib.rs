//! Measurements: how fast the games run, how well the players play, how much load a server takes. Clocks are read here
//! and above, never below.
//!
//! A match between two players:
//!
//! ```
//! use breadboard_lab::{Arena, Contender, Run};
//! use std::sync::atomic::AtomicBool;
//!
//! let arena = Arena {
//!     players: Contender::list("greedy,random")?,
//!     games: 4, // Every deal is played with the seats swapped.
//!     ..Arena::default()
//! };
//! let run = Run { arena: &arena, progress: &mut |_, _, _| {}, stop: &AtomicBool::new(false) };
//! let standing = run.on(&"breakthrough:columns=5,rows=5".parse()?)??;
//! assert!(standing.to_string().contains("greedy"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
