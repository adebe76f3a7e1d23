//! Where sessions were last seen, so that bots' time can be shared among addresses. Only in memory, and bounded: an entry
//! that is forgotten costs its owner a place in a common account until the next request.

use super::Hashed;
use crate::recent::Recent;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Sessions of one age.
const MOST: usize = 10_000;

/// The addresses of sessions.
#[derive(Debug)]
pub(crate) struct Visitors(Mutex<Recent<Hashed, IpAddr>>);

impl Default for Visitors {
    fn default() -> Visitors {
        Visitors(Mutex::new(Recent::new(MOST)))
    }
}

impl Visitors {
    fn lock(&self) -> MutexGuard<'_, Recent<Hashed, IpAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A session has sent something from an address; `address` is the network that counts as one client.
    pub(crate) fn note(&self, who: &Hashed, address: IpAddr) {
        *self.lock().entry(who, || address) = address;
    }

    pub(super) fn address(&self, who: &Hashed) -> Option<IpAddr> {
        self.lock().get(who).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_fresh_sessions_do_not_displace_one_that_plays() {
        let visitors = Visitors::default();
        let session = |number: usize| Hashed::of("session", &number.to_string());
        let (ada, eve) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for number in 1..=3 * MOST {
            if number % (MOST / 2) == 0 {
                visitors.note(&session(0), ada);
            }
            visitors.note(&session(number), eve);
            if number >= MOST / 2 {
                assert_eq!(visitors.address(&session(0)), Some(ada), "after {number}");
            }
        }
        assert_eq!(visitors.address(&session(1)), None);
        assert!(visitors.lock().sizes().iter().all(|size| *size <= MOST));
    }
}
