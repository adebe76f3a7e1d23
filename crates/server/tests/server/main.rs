//! The server and its store, on both databases. One program and one PostgreSQL for all of these tests: each program would
//! be linked with the whole server again. What measures time or memory has a program of its own (`resources`, `scale`).

mod admin;
mod api;
#[path = "../support/asks.rs"]
mod asks;
mod attacks;
mod ceiling;
mod chat;
mod fair_play;
mod hostile;
mod insight;
#[path = "../support/long_record.rs"]
mod long_record;
mod long_table;
#[path = "../support/place.rs"]
mod place;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/running.rs"]
mod running;
mod shares;
mod store;
mod upgrade;
