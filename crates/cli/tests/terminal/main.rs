//! The real program in a real terminal (tmux), alone and at a server's table.

mod join;
mod play;
mod support;
