//! A list that shares its past with its copies. A table is copied with every request, so a plain list of thousands of
//! entries would be copied thousands of times; here full blocks are shared and a push copies one block at most.

use std::ops::Index;
use std::sync::Arc;

/// Entries of a block. A copy of the list costs one pointer a block, a push at most one block.
const BLOCK: usize = 32;

/// A list that grows at its end.
#[derive(Clone, Debug)]
pub(crate) struct SharedList<T> {
    /// All of them full, except the last.
    blocks: Vec<Arc<Vec<T>>>,
    len: usize,
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        SharedList { blocks: Vec::new(), len: 0 }
    }
}

impl<T: Clone> SharedList<T> {
    pub(crate) fn push(&mut self, item: T) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => Arc::make_mut(last).push(item),
            _ => self.blocks.push(Arc::new(vec![item])),
        }
        self.len += 1;
    }

    /// Keeps the first `len` entries.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.blocks.truncate(len.div_ceil(BLOCK));
        if let (Some(last), 1..) = (self.blocks.last_mut(), len % BLOCK) {
            Arc::make_mut(last).truncate(len % BLOCK);
        }
        self.len = len;
    }

    /// The entry itself, to change it.
    #[cfg(test)]
    pub(crate) fn entry_mut(&mut self, index: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.blocks[index / BLOCK])[index % BLOCK]
    }
}

impl<T> SharedList<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.blocks.get(index / BLOCK)?.get(index % BLOCK)
    }

    pub(crate) fn first(&self) -> Option<&T> {
        self.get(0)
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.blocks.last()?.last()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.from(0)
    }

    /// The entries from a place on. `iter().skip(…)` would visit those before it.
    pub(crate) fn from(&self, start: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (start.min(self.len)..self.len).map(|index| &self[index])
    }
}

impl<T> Index<usize> for SharedList<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.blocks[index / BLOCK][index % BLOCK]
    }
}

impl<T: PartialEq> PartialEq for SharedList<T> {
    fn eq(&self, other: &SharedList<T>) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::{Rng as _, SplitMix};

    #[test]
    fn a_shared_list_is_a_list_and_its_copies_never_change() {
        let mut rng = SplitMix::new(1);
        let (mut shared, mut list) = (SharedList::default(), Vec::new());
        let mut copies = Vec::new();
        for number in 0..3_000u32 {
            if rng.below(10) == 0 {
                let kept = rng.below(list.len() as u32 + 2) as usize;
                // Mostly a little, so that it grows past some blocks.
                let kept = if rng.below(20) == 0 { kept } else { kept.max(list.len().saturating_sub(3)) };
                shared.truncate(kept);
                list.truncate(kept);
            }
            shared.push(number);
            list.push(number);
            assert_eq!(
                (shared.len(), shared.first(), shared.last()),
                (list.len(), list.first(), list.last())
            );
            if rng.below(30) == 0 {
                copies.push((shared.clone(), list.clone()));
            }
        }
        copies.push((shared, list));
        for (shared, list) in &copies {
            assert!(shared.iter().eq(list.iter()) && shared.iter().rev().eq(list.iter().rev()));
            let from = list.len() / 2;
            assert!(shared.from(from).eq(list[from..].iter()));
            assert_eq!((shared.get(from), shared.get(list.len())), (list.get(from), None));
            assert_eq!(shared.from(list.len() + 5).len(), 0);
        }
        assert!(copies.iter().any(|(shared, _)| shared.len() > 4 * BLOCK));
    }
}
