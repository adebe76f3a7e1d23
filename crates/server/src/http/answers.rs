//! Memory for large answers. An answer stays in memory until its client has read it, and the events of a long game are
//! megabytes: one client with 256 connections that reads them slowly took gigabytes. Large answers and messages therefore share
//! a budget, of which one client gets a quarter and one customer half; what does not fit is refused, and can be asked for
//! again.

use super::address::{household, site};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Answers up to this size are not counted, in bytes: others bound their number.
pub(crate) const SMALL: u64 = 64 * 1024;

/// The budget.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    used: Arc<Mutex<Used>>,
    all: u64,
}

#[derive(Debug, Default)]
struct Used {
    all: u64,
    /// By network and its number of bits.
    by: HashMap<(IpAddr, u8), u64>,
}

/// Memory that an answer takes; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct AnswerRoom {
    used: Arc<Mutex<Used>>,
    address: IpAddr,
    bytes: u64,
}

/// The networks that an answer counts for, and the parts of the budget that they get.
fn networks(address: IpAddr) -> impl Iterator<Item = ((IpAddr, u8), u64)> {
    let wide = site(address).map(|site| ((site, 48), 2));
    [((household(address), 64), 4)].into_iter().chain(wide)
}

fn lock(used: &Mutex<Used>) -> MutexGuard<'_, Used> {
    used.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Answers {
    pub(crate) fn new(all: u64) -> Answers {
        Answers { used: Arc::default(), all }
    }

    /// Room for an answer. Who holds nothing gets one that is larger than its part, if there is room in all.
    pub(crate) fn take(&self, address: IpAddr, bytes: u64) -> Option<AnswerRoom> {
        let mut used = lock(&self.used);
        let is_over = |held: u64, most: u64| held > 0 && held.saturating_add(bytes) > most;
        let held = |network| used.by.get(&network).copied().unwrap_or(0);
        if networks(address).any(|(network, parts)| is_over(held(network), self.all / parts))
            || is_over(used.all, self.all)
        {
            return None;
        }
        used.all += bytes;
        for (network, _) in networks(address) {
            *used.by.entry(network).or_default() += bytes;
        }
        Some(AnswerRoom { used: self.used.clone(), address, bytes })
    }
}

impl AnswerRoom {
    /// How much memory it stands for.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for AnswerRoom {
    fn drop(&mut self) {
        let mut used = lock(&self.used);
        used.all -= self.bytes;
        for (network, _) in networks(self.address) {
            if let Some(own) = used.by.get_mut(&network) {
                *own -= self.bytes;
                if *own == 0 {
                    used.by.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_gets_a_quarter_and_all_together_get_the_whole() {
        let answers = Answers::new(400);
        let from = |number: u8| IpAddr::from([10, 0, 0, number]);
        let first = answers.take(from(1), 70);
        assert!(first.is_some() && answers.take(from(1), 70).is_none(), "above its quarter");
        let small = answers.take(from(1), 30);
        assert!(small.is_some() && answers.take(from(1), 1).is_none());
        // Larger than a quarter, but the client's only one.
        let large = answers.take(from(2), 250);
        assert!(large.is_some());
        assert!(answers.take(from(3), 60).is_none(), "all of it is used");
        drop(large);
        assert!(answers.take(from(3), 60).is_some());
        drop((first, small));
        let used = lock(&answers.used);
        assert_eq!((used.all, used.by.len()), (0, 0));
    }

    #[test]
    fn the_networks_of_one_ipv6_customer_get_half() {
        let answers = Answers::new(400);
        let wide = |subnet: u16| IpAddr::from([0x2001, 0xdb8, 1, subnet, 0, 0, 0, 1]);
        let held: Vec<_> = (0..8).map(|subnet| answers.take(wide(subnet), 90)).collect();
        assert_eq!(held.iter().flatten().count(), 2);
        assert!(answers.take(IpAddr::from([10, 0, 0, 1]), 90).is_some(), "others have their part");
        drop(held);
        assert!(lock(&answers.used).by.is_empty());
    }
}
