//! Where sessions were last seen, so that bots' time can be shared among addresses. Only in memory, and bounded: an entry
//! that is forgotten costs its owner a place in a common account until the next request.

use super::Hashed;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

const MOST: usize = 20_000;

/// The addresses of sessions.
#[derive(Debug, Default)]
pub(crate) struct Visitors(Mutex<HashMap<Hashed, IpAddr>>);

impl Visitors {
    /// A session has sent a request from an address; `address` is the network that counts as one client.
    pub(crate) fn note(&self, who: &Hashed, address: IpAddr) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.get(who) == Some(&address) {
            return;
        }
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(who.clone(), address);
    }

    pub(super) fn address(&self, who: &Hashed) -> Option<IpAddr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(who).copied()
    }
}
