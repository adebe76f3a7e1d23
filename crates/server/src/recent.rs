//! A bounded map that forgets what was used longest ago. Its entries have two ages: when there are enough new ones they become
//! old, and what was old is forgotten. Forgetting all of them at once is no alternative: a client that makes many entries then
//! undoes what is known of everyone.

use std::collections::HashMap;
use std::hash::Hash;

/// The map.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    /// Entries of one age.
    most: usize,
    new: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K: Eq + Hash + Clone, V> Recent<K, V> {
    pub(crate) fn new(most: usize) -> Recent<K, V> {
        Recent { most, new: HashMap::new(), old: HashMap::new() }
    }

    /// New entries become old.
    pub(crate) fn grow_older(&mut self) {
        self.old = std::mem::take(&mut self.new);
    }

    /// An entry, which is used by that; made if there is none.
    pub(crate) fn entry(&mut self, key: &K, make: impl FnOnce() -> V) -> &mut V {
        if self.new.len() >= self.most {
            self.grow_older();
        }
        let old = &mut self.old;
        self.new.entry(key.clone()).or_insert_with(|| old.remove(key).unwrap_or_else(make))
    }

    /// An entry, which is not used by that.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.new.get(key).or_else(|| self.old.get(key))
    }

    /// How many entries there are, new and old.
    #[cfg(test)]
    pub(crate) fn sizes(&self) -> [usize; 2] {
        [self.new.len(), self.old.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_again_stays_and_the_rest_is_forgotten() {
        let mut recent = Recent::new(10);
        for number in 1..100 {
            recent.entry(&number, || number);
            if number % 5 == 0 {
                assert_eq!(*recent.entry(&1, || 0), 1, "after {number}");
            }
            assert!(recent.sizes().iter().all(|size| *size <= 10));
            assert_eq!(recent.get(&number), Some(&number));
        }
        assert_eq!(recent.get(&2), None);
        recent.grow_older();
        recent.grow_older();
        assert_eq!(recent.sizes(), [0, 0]);
    }
}
