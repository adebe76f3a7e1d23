//! Who is at a table right now: the sessions with an open socket. It is not stored and changes no version: a lost connection
//! is nothing that happened in the game. Each node knows its own sockets only, so it is told where one node serves.

use super::entry::Hashed;
use super::snapshot::Snapshot;
use super::table::LiveTable;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The sessions with an open socket, each with the number of them.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    here: Mutex<Vec<(Hashed, u32)>>,
    changed: watch::Sender<()>,
}

/// A session is at a table until this is dropped.
#[derive(Debug)]
pub(crate) struct Here {
    table: Arc<LiveTable>,
    who: Hashed,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, Vec<(Hashed, u32)>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells when someone comes or goes.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// The seats whose people are here, by number.
    pub(crate) fn seats(&self, at: &Snapshot) -> Vec<u8> {
        let here = self.lock();
        let is_here = |session: &Hashed| here.iter().any(|(known, _)| known == session);
        let seats = at
            .table
            .seats()
            .filter(|seat| at.right(*seat).and_then(|right| right.session.as_ref()).is_some_and(is_here));
        seats.map(breadboard_core::Seat::number).collect()
    }
}

impl Here {
    /// A session has opened a socket.
    pub(crate) fn enter(table: &Arc<LiveTable>, who: &Hashed) -> Here {
        let presence = &table.presence;
        let first = {
            let mut here = presence.lock();
            match here.iter_mut().find(|(known, _)| known == who) {
                Some((_, count)) => {
                    *count += 1;
                    false
                }
                None => {
                    here.push((who.clone(), 1));
                    true
                }
            }
        };
        if first {
            presence.changed.send_replace(());
        }
        Here { table: table.clone(), who: who.clone() }
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let presence = &self.table.presence;
        let last = {
            let mut here = presence.lock();
            let Some(index) = here.iter().position(|(known, _)| *known == self.who) else { return };
            here[index].1 -= 1;
            let last = here[index].1 == 0;
            if last {
                here.swap_remove(index);
            }
            last
        };
        if last {
            presence.changed.send_replace(());
        }
    }
}
