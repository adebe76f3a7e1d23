//! The transposition table: one fixed array, four entries a bucket, the shallowest or oldest makes room. A hash
//! map would allocate while searching and grow without end.

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<M> {
    check: u32,
    more: u16,
    pub(crate) mv: Option<M>,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    age: u8,
}

const WAYS: usize = 4;

impl<M> Entry<M> {
    #[inline]
    fn is(&self, key: u64) -> bool {
        self.check == key as u32 && self.more == (key >> 32) as u16 && self.age != 0
    }
}

#[derive(Debug)]
pub(crate) struct Table<M> {
    entries: Vec<Entry<M>>,
    buckets: usize,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table of at most `bytes`, at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table<M> {
        let buckets = (bytes / (WAYS * size_of::<Entry<M>>())).max(1);
        let empty =
            Entry { check: 0, more: 0, mv: None, score: 0, depth: i8::MIN, bound: Bound::Upper, age: 0 };
        Table { entries: vec![empty; buckets * WAYS], buckets, age: 1 }
    }

    /// Marks everything stored so far as old.
    pub(crate) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1).max(1);
    }

    /// The high bits choose the bucket by multiplication, the low 48 are the check: 32 would let a search of ten
    /// million nodes believe a stranger's score once in a hundred runs, and a proof must not rest on that.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * WAYS
    }

    /// Asks for the bucket of a key before it is needed: on 8×8 waiting for it took 40 % of all time (perf, 6 million
    /// nodes, 96 MB).
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn expect(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = &raw const self.entries[self.bucket(key)];
            // SAFETY: a prefetch reads nothing that the program sees and cannot fault, and SSE, which it is part
            // of, belongs to every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry<M>> {
        let at = self.bucket(key);
        self.entries[at..at + WAYS].iter().find(|entry| entry.is(key)).copied()
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, mv: Option<M>, score: i16, depth: i8, bound: Bound) {
        let at = self.bucket(key);
        let (check, more) = (key as u32, (key >> 32) as u16);
        let age = self.age;
        let bucket = &mut self.entries[at..at + WAYS];
        let mut slot = 0;
        let mut worst = i32::MAX;
        for (i, entry) in bucket.iter().enumerate() {
            if entry.is(key) {
                slot = i;
                // A new look without a move keeps the one that was known.
                let mv = mv.or(entry.mv);
                bucket[slot] = Entry { check, more, mv, score, depth, bound, age };
                return;
            }
            let worth = i32::from(entry.depth) + if entry.age == age { 64 } else { 0 };
            if worth < worst {
                (worst, slot) = (worth, i);
            }
        }
        bucket[slot] = Entry { check, more, mv, score, depth, bound, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_the_shallowest_makes_room() {
        let mut table: Table<u16> = Table::new(1);
        for (check, depth) in [(1, 5), (2, 3), (3, 9), (4, 7)] {
            table.store(check, Some(check as u16), 10, depth, Bound::Exact);
        }
        assert_eq!(table.find(2).and_then(|entry| entry.mv), Some(2));
        table.store(5, Some(5), 10, 1, Bound::Exact);
        assert!(table.find(2).is_none() && table.find(5).is_some() && table.find(1).is_some());
        table.next_search();
        table.store(6, None, 10, 0, Bound::Lower);
        assert!(table.find(5).is_none(), "an old shallow entry goes first");
        table.store(3, None, -4, 2, Bound::Upper);
        assert_eq!(table.find(3).map(|entry| (entry.mv, entry.score)), Some((Some(3), -4)));
    }
}
