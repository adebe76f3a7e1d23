//! The Snipe Hunt player: it plans whole turns, every route of the roll with its offers, and judges where they end: the
//! strong levels by the chance to win, the weak ones by what is near. Judging single steps would walk into the reach of
//! dice.

mod evaluate;
mod foresight;
mod formula;
mod greedy;
mod levels;
mod naive;
mod paths;
#[cfg(test)]
mod tests;
