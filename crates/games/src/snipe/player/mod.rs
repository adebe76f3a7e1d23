//! The Snipe Hunt player: it plans whole turns, every route of the roll with its offers, and judges where they end by
//! the Snipe's chance to win. Judging single steps would walk into the reach of dice.

mod evaluate;
mod features;
mod greedy;
mod levels;
#[cfg(test)]
mod tests;
