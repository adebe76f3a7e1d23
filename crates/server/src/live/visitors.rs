//! Where sessions were last seen, so that bots' time can be shared among addresses. Only in memory, and bounded: an entry
//! that is forgotten costs its owner a place in a common account until the next request. Those that were seen longest ago
//! are forgotten: forgetting all of them let one client with many fresh sessions push every player into that account.

use super::Hashed;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Sessions of one age; there are two.
const MOST: usize = 10_000;

/// The addresses of sessions.
#[derive(Debug, Default)]
pub(crate) struct Visitors(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Those that were seen since the others became old.
    new: HashMap<Hashed, IpAddr>,
    old: HashMap<Hashed, IpAddr>,
}

impl Visitors {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A session has sent something from an address; `address` is the network that counts as one client.
    pub(crate) fn note(&self, who: &Hashed, address: IpAddr) {
        let mut known = self.lock();
        if known.new.get(who) == Some(&address) {
            return;
        }
        if known.new.len() >= MOST {
            known.old = std::mem::take(&mut known.new);
        }
        known.new.insert(who.clone(), address);
    }

    pub(super) fn address(&self, who: &Hashed) -> Option<IpAddr> {
        let known = self.lock();
        known.new.get(who).or_else(|| known.old.get(who)).copied()
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
        let known = visitors.lock();
        assert!(known.new.len() <= MOST && known.old.len() <= MOST);
    }
}
