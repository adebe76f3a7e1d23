//! The Breadwinner player: it plans whole turns and judges positions by weights learned from its own games.
//! Searching move by move would look four moves into a turn of ten, and random playouts recall half their bots.

mod evaluate;
mod features;
mod greedy;
mod habits;
#[cfg(feature = "train")]
mod learner;
mod levels;
mod network;
#[cfg(test)]
mod tests;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod train_value;
mod value;
mod weights;
