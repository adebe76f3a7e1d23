//! The transposition table: one fixed array, four entries a cache line; the shallowest or oldest entry is replaced. A hash
//! map would allocate during the search and grow without limit.
//!
//! Threads share it without locks: an entry is two words, and the first is the key mixed with the second, so that an
//! entry torn by two writers belongs to no key. Memory comes zeroed and in large pages where the system has them:
//! with small ones a third of the time was spent on page lookups (perf, 8×8 Breakthrough, 64 MB).

use crate::budget::Bound;
use std::alloc::{Layout, alloc_zeroed};
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    /// The code of the best move; 0 if none is known.
    pub(crate) code: u16,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// Entries a bucket, and words an entry.
const WAYS: usize = 4;
const WORDS: usize = 2;
/// Words of a cache line, which is a bucket, and of a large and a small page.
const LINE: usize = WAYS * WORDS;
const LARGE_PAGE: usize = (2 << 20) / size_of::<u64>();
/// Buckets that are looked at to see how full the table is.
const SAMPLED: usize = 1000;
/// Nodes for each large page: of 2,048 pages some five are then left.
const WARMING: usize = 6;
const SMALL_PAGE: usize = (4 << 10) / size_of::<u64>();

#[derive(Debug)]
pub(crate) struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Where the first bucket begins.
    start: usize,
    buckets: usize,
    /// From 1 to 63; 0 marks an entry that was never written.
    age: AtomicU8,
    /// The words from the first on whose pages the system has given.
    touched: AtomicUsize,
}

/// An entry in a word: code, score, depth, bound and age from the low bits up.
fn pack(entry: TableEntry, age: u8) -> u64 {
    u64::from(entry.code)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.depth as u8) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
}

fn unpack(word: u64) -> TableEntry {
    let bound = match word >> 40 & 3 {
        0 => Bound::Exact,
        1 => Bound::Lower,
        _ => Bound::Upper,
    };
    TableEntry { code: word as u16, score: (word >> 16) as i16, depth: (word >> 32) as i8, bound }
}

fn age_of(word: u64) -> u8 {
    (word >> 42) as u8 & 63
}

impl TranspositionTable {
    /// A table of at most `bytes`, at least one bucket.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / (LINE * size_of::<u64>())).max(1);
        let wanted = buckets * LINE;
        let align = if wanted >= LARGE_PAGE { LARGE_PAGE } else { LINE };
        // As much as the system gives: a program that asks for too much gets a smaller table and does not end.
        let Some(words) = zeros(wanted + align) else { return TranspositionTable::new(bytes / 2) };
        let start = words.as_ptr().align_offset(align * size_of::<u64>()).min(align);
        prefer_large_pages(&words[start..start + wanted]);
        TranspositionTable { words, start, buckets, age: AtomicU8::new(1), touched: AtomicUsize::new(0) }
    }

    /// Writes to every page without changing it, so that the first search need not wait for the system's memory; returns whether
    /// it came to the end. `stop` is asked after every two megabytes, and the next call goes on from there.
    pub(crate) fn touch(&self, stop: &dyn Fn() -> bool) -> bool {
        let mut from = self.touched.load(Relaxed);
        while from < self.words.len() {
            if from > 0 && stop() {
                return false;
            }
            let to = self.words.len().min(from + LARGE_PAGE);
            for word in self.words[from..to].iter().step_by(SMALL_PAGE) {
                // The compiler would remove the write of a zero that it knows.
                word.fetch_or(black_box(0), Relaxed);
            }
            from = to;
            self.touched.store(to, Relaxed);
        }
        true
    }

    /// Whether a search may still meet pages that the system has not given. For 64 MB that took 10 to 160 ms on a virtual
    /// machine, for gigabytes seconds.
    pub(crate) fn is_cold(&self) -> bool {
        self.touched.load(Relaxed) < self.words.len()
    }

    /// Nodes after which a search has met nearly every large page of a cold table: each node meets one at random. Small pages
    /// cost too little to count them.
    pub(crate) fn warming_nodes(&self) -> u64 {
        (WARMING * self.words.len().div_ceil(LARGE_PAGE)) as u64
    }

    /// From now on the table counts as touched.
    pub(crate) fn set_warm(&self) {
        self.touched.store(self.words.len(), Relaxed);
    }

    /// Marks all entries so far as old.
    pub(crate) fn next_search(&self) {
        self.age.store(self.age.load(Relaxed) % 63 + 1, Relaxed);
    }

    /// How many of a thousand entries are from this search, by the first buckets.
    pub(crate) fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.words[self.start..self.start + self.buckets.min(SAMPLED) * LINE];
        let pairs = sample.chunks_exact(WORDS);
        let (all, used) = (pairs.len(), pairs.filter(|pair| age_of(pair[1].load(Relaxed)) == age).count());
        (used * 1000 / all.max(1)) as u32
    }

    /// The high bits choose the bucket by multiplication; the whole key is compared, because a proof must not use the score of
    /// another position.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let at = self.start + ((u128::from(key) * self.buckets as u128) >> 64) as usize * LINE;
        &self.words[at..at + LINE]
    }

    /// Loads the bucket of a key into the cache before it is needed.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(key).as_ptr();
            // SAFETY: a prefetch reads nothing that the program sees and cannot fault, and SSE, which it is part
            // of, belongs to every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline(always)]
    pub(crate) fn find(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).chunks_exact(WORDS).find_map(|pair| {
            let word = pair[1].load(Relaxed);
            (pair[0].load(Relaxed) ^ word == key && age_of(word) != 0).then(|| unpack(word))
        })
    }

    #[inline(always)]
    pub(crate) fn store(&self, key: u64, mut entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut slot, mut worst) = (0, i32::MAX);
        for (index, pair) in bucket.chunks_exact(WORDS).enumerate() {
            let word = pair[1].load(Relaxed);
            if pair[0].load(Relaxed) ^ word == key && age_of(word) != 0 {
                slot = index;
                if entry.code == 0 {
                    // A new entry without a move keeps the old move.
                    entry.code = unpack(word).code;
                }
                break;
            }
            let worth = if age_of(word) == 0 {
                i32::MIN
            } else {
                i32::from(unpack(word).depth) + if age_of(word) == age { 64 } else { 0 }
            };
            if worth < worst {
                (worst, slot) = (worth, index);
            }
        }
        let word = pack(entry, age);
        bucket[slot * WORDS].store(key ^ word, Relaxed);
        bucket[slot * WORDS + 1].store(word, Relaxed);
    }
}

/// Zeroed words; `None` if the system does not have the memory. Zeroed by the allocator they cost nothing until they are
/// touched; a vector of atomics would be written word by word, and a vector of zeros ends the program where memory is short.
#[allow(unsafe_code)]
fn zeros(count: usize) -> Option<Vec<AtomicU64>> {
    let layout = Layout::array::<AtomicU64>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout has a size.
    let start = unsafe { alloc_zeroed(layout) };
    // SAFETY: the memory is of the allocator that vectors use, with the layout of `count` values, and zeros are valid
    // ones.
    (!start.is_null()).then(|| unsafe { Vec::from_raw_parts(start.cast(), count, count) })
}

/// Asks the system for large pages.
#[allow(unsafe_code)]
fn prefer_large_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    if words.len() >= LARGE_PAGE {
        let start = words.as_ptr().cast_mut().cast();
        // SAFETY: the range is ours, and this advice changes how it is mapped, not what it holds. If it is refused, small
        // pages serve.
        unsafe { libc::madvise(start, size_of_val(words), libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn exact(code: u16, depth: i8) -> TableEntry {
        TableEntry { code, score: 10, depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_stored_is_found_and_the_shallowest_makes_room() {
        let table = TranspositionTable::new(1);
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 7)] {
            table.store(key, exact(key as u16, depth));
        }
        assert_eq!(table.find(2), Some(exact(2, 3)));
        table.store(5, exact(5, 1));
        assert!(table.find(2).is_none() && table.find(5).is_some() && table.find(1).is_some());
        table.next_search();
        table.store(6, TableEntry { code: 0, score: 10, depth: 0, bound: Bound::Lower });
        assert!(table.find(5).is_none(), "an old shallow entry goes first");
        table.store(3, TableEntry { code: 0, score: -4, depth: 2, bound: Bound::Upper });
        assert_eq!(table.find(3), Some(TableEntry { code: 3, score: -4, depth: 2, bound: Bound::Upper }));
    }

    #[test]
    fn a_table_says_how_much_of_it_this_search_has_written() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.fill(), 0);
        for (key, full) in [(1, 250), (2, 500), (3, 750), (4, 1000), (5, 1000)] {
            table.store(key, exact(1, 1));
            assert_eq!(table.fill(), full);
        }
        table.next_search();
        assert_eq!(table.fill(), 0);
    }

    #[test]
    fn a_table_larger_than_the_memory_is_smaller_than_asked() {
        let table = TranspositionTable::new(1 << 62);
        assert!(table.buckets < 1 << 56);
        table.store(9, exact(1, 1));
        assert_eq!(table.find(9), Some(exact(1, 1)));
    }

    #[test]
    fn an_empty_table_knows_nothing_and_a_torn_entry_matches_no_key() {
        let table = TranspositionTable::new(1);
        assert!(table.find(0).is_none(), "zeroed memory is no entry of the key 0");
        table.store(7, exact(1, 1));
        let other = pack(exact(2, 2), 1);
        table.words[table.start + 1].store(other, Relaxed);
        assert!(table.find(7).is_none());
    }

    #[test]
    fn every_bound_score_and_age_survives_packing() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for score in [i16::MIN, -1, 0, 29_999] {
                for depth in [i8::MIN, -1, 0, 100] {
                    let entry = TableEntry { code: 0xBEEF, score, depth, bound };
                    let word = pack(entry, 63);
                    assert_eq!((unpack(word), age_of(word)), (entry, 63));
                }
            }
        }
    }

    #[test]
    fn a_large_table_begins_on_a_large_page_and_holds_its_buckets() {
        let table = TranspositionTable::new(8 << 20);
        assert_eq!(table.words[table.start..].as_ptr() as usize % (2 << 20), 0);
        for key in [0, 1, u64::MAX / 2, u64::MAX] {
            table.store(key, exact(9, 3));
            assert!(table.touch(&|| false));
            assert_eq!(table.find(key), Some(exact(9, 3)));
        }
    }

    #[test]
    fn memory_is_taken_in_pieces_between_which_a_stop_is_seen() {
        let table = TranspositionTable::new(16 << 20);
        let asked = Cell::new(0usize);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get().is_multiple_of(3)
        };
        let mut calls = 0;
        while !table.touch(&stop) {
            assert!(table.touched.load(Relaxed) <= asked.get() * LARGE_PAGE, "a question for every piece");
            calls += 1;
        }
        // Eight pieces and the rest before the first large page, with a question before each but the first.
        assert!(asked.get() >= 8 && calls == asked.get() / 3, "{asked:?}, {calls} calls were stopped");
        assert!(table.touch(&|| true), "what is there is not asked for again");
        assert!(TranspositionTable::new(1 << 20).touch(&|| true), "a small table is taken at once");
    }
}
