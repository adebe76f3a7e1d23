//! Places for connections, sockets, analyses and files: a limit for all clients together, and one for each network. No
//! network gets more than half of all places, however few there are.

use super::address::{household, site};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// A wide IPv6 network gets this many times the places of one client.
const WIDE: usize = 8;

/// Places by client.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    taken: Arc<Mutex<Taken>>,
    each: usize,
    all: usize,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// By network and its number of bits.
    by: HashMap<(IpAddr, u8), usize>,
}

/// The right to one place; dropping it gives the place back.
#[derive(Debug)]
pub(crate) struct Place(Arc<Mutex<Taken>>, Option<IpAddr>);

/// The networks that an address counts for, with their factors.
fn networks(address: IpAddr) -> impl Iterator<Item = ((IpAddr, u8), usize)> {
    let wide = site(address).map(|site| ((site, 48), WIDE));
    [((household(address), 64), 1)].into_iter().chain(wide)
}

impl Places {
    pub(crate) fn new(each: usize, all: usize) -> Places {
        Places { taken: Arc::default(), each, all }
    }

    /// A place for a client; without an address only the number of all counts.
    pub(crate) fn take(&self, address: Option<IpAddr>) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = || address.into_iter().flat_map(networks);
        let half = (self.all / 2).max(1);
        let full = |(network, factor): (_, usize)| {
            taken.by.get(&network).is_some_and(|n| *n >= self.each.saturating_mul(factor).min(half))
        };
        if taken.all >= self.all || self.each == 0 || own().any(full) {
            return None;
        }
        taken.all += 1;
        for (network, _) in own() {
            *taken.by.entry(network).or_insert(0) += 1;
        }
        Some(Place(self.taken.clone(), address))
    }

    /// How many are taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).all
    }

    /// Whether all places are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.taken() >= self.all
    }

    /// Whether most of all places are taken.
    pub(crate) fn is_crowded(&self) -> bool {
        self.taken() > self.all - self.all / 4
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        for (network, _) in self.1.into_iter().flat_map(networks) {
            if let Some(count) = taken.by.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    taken.by.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_gets_its_places_and_leaves_the_others_theirs() {
        let address = |text: &str| Some(text.parse().unwrap());
        let places = Places::new(2, 40);
        let first = places.take(address("10.0.0.1"));
        let held: Vec<_> = (0..3).map(|_| places.take(address("10.0.0.1"))).collect();
        assert_eq!(held.iter().flatten().count(), 1);
        assert!(places.take(address("10.0.0.2")).is_some());
        drop(first);
        assert!(places.take(address("10.0.0.1")).is_some(), "a place was given back");
        // A /64 is one client, and the /64s of one /48 together get eight times as much.
        let networks: Vec<_> = (0..20u16)
            .flat_map(|subnet| (1..4).map(move |host| format!("2001:db8:1:{subnet:x}::{host}")))
            .map(|text| places.take(address(&text)))
            .collect();
        assert_eq!(networks.iter().flatten().count(), 16);
        assert!(places.take(address("2001:db8:2::1")).is_some(), "another /48");
        let all: Vec<_> = (0..99).map(|_| places.take(None)).collect();
        assert_eq!(all.iter().flatten().count(), 40 - 17, "the limit of all");
        assert!(places.is_crowded());
        drop((held, networks, all));
        assert_eq!((places.taken(), places.taken.lock().unwrap().by.len()), (0, 0));
    }

    #[test]
    fn no_network_takes_more_than_half_of_all_places() {
        let address = |text: &str| Some(text.parse().unwrap());
        for (each, all, most) in [(1, 3, 1), (1, 1, 1), (256, 100, 50), (4, 20, 10)] {
            let places = Places::new(each, all);
            let wide: Vec<_> =
                (0..99).map(|subnet| places.take(address(&format!("2001:db8:1:{subnet}::1")))).collect();
            assert_eq!(wide.iter().flatten().count(), most, "one /48, {each} each of {all}");
            assert_eq!(places.take(address("10.0.0.1")).is_some(), all > 1, "{each} each of {all}");
        }
        let places = Places::new(256, 100);
        let one: Vec<_> = (0..99).map(|_| places.take(address("10.0.0.1"))).collect();
        assert_eq!(one.iter().flatten().count(), 50, "one IPv4 address");
    }
}
