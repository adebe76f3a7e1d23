//! What the engines know, for the clients of a server: the threads on which analyses and reviews run, the streams in which
//! they answer, and who may not ask.

mod fair_play;
mod pool;
mod reviews;
mod stream;

pub(crate) use fair_play::{RunningGames, path_of, path_of_record};
pub(crate) use pool::{Kind, Pool, Requester, WorkTurn};
pub(crate) use reviews::{Reviews, Working};
pub(crate) use stream::{Held, NDJSON, line, stream};
