//! Earlier positions for B11, exactly and without hashing. Every turn changes the word of one player, so the
//! list of those words, one a turn, is the whole history: the last `n` of them are the position, and a position
//! is the same as one `k` rounds ago if the last `n` words are. Full blocks of the list are shared between
//! copies and never change; 128-bit keys would be four times the size and could collide.

use super::board::Walker;
use std::fmt;
use std::sync::Arc;

const BLOCK: usize = 16;

/// The words of all turns so far, the players' first words before them.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct History {
    /// The words since the last full block.
    fresh: [u32; BLOCK],
    /// How many words there are in all.
    len: u16,
    full: Option<Arc<Block>>,
}

#[derive(PartialEq, Eq)]
struct Block {
    words: [u32; BLOCK],
    older: Option<Arc<Block>>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} words, the last {:x?}", self.len, &self.fresh[..usize::from(self.len) % BLOCK])
    }
}

impl History {
    /// Adds the word that a turn made.
    #[inline]
    pub(super) fn push(&mut self, walker: Walker) {
        let at = usize::from(self.len) % BLOCK;
        self.fresh[at] = walker.0;
        self.len += 1;
        if at + 1 == BLOCK {
            self.full = Some(Arc::new(Block { words: self.fresh, older: self.full.take() }));
        }
    }

    /// Whether the position of `players` players occurred twice before with the same player to move.
    #[inline]
    pub(super) fn is_third(&self, players: usize) -> bool {
        let len = usize::from(self.len);
        // A walk that brings back pawn and chips visits every tile an even number of times, and no tile twice
        // in a row: it has an even number of steps, four at the least. So a position cannot come back within
        // three rounds, nor twice within seven.
        if len < 9 * players {
            return false;
        }
        let mut found = 0;
        let last = self.word(len - 1);
        let mut look = |words: &[u32; BLOCK], base: usize, count: usize| {
            // A quick test of the whole block first: it compiles to a few vector instructions and rarely finds anything.
            if words.iter().fold(false, |any, &word| any | (word == last)) {
                let hits = words[..count].iter().enumerate().filter(|(_, word)| **word == last);
                found += hits.filter(|(at, _)| self.is_same(base + at, len - 1, players)).count();
            }
        };
        look(&self.fresh, len - len % BLOCK, len % BLOCK);
        let (mut block, mut base) = (&self.full, len - len % BLOCK);
        while let Some(full) = block {
            base -= BLOCK;
            look(&full.words, base, BLOCK);
            block = &full.older;
        }
        found >= 2
    }

    /// Calls `show` with every word, in no particular order.
    pub(super) fn each(&self, mut show: impl FnMut(u32)) {
        self.fresh[..usize::from(self.len) % BLOCK].iter().copied().for_each(&mut show);
        let mut block = &self.full;
        while let Some(full) = block {
            full.words.iter().copied().for_each(&mut show);
            block = &full.older;
        }
    }

    /// Every word, the oldest first.
    pub(super) fn words(&self) -> Vec<u32> {
        let mut words = vec![0; usize::from(self.len)];
        let fresh = usize::from(self.len) % BLOCK;
        let mut at = words.len() - fresh;
        words[at..].copy_from_slice(&self.fresh[..fresh]);
        let mut block = &self.full;
        while let Some(full) = block {
            at -= BLOCK;
            words[at..at + BLOCK].copy_from_slice(&full.words);
            block = &full.older;
        }
        words
    }

    /// Whether the positions after two words, of which the last words are equal, are the same.
    #[cold]
    fn is_same(&self, earlier: usize, later: usize, players: usize) -> bool {
        let rounds = (later - earlier) / players;
        rounds > 0
            && rounds * players == later - earlier
            && earlier + 1 >= players
            && (1..players).all(|back| self.word(earlier - back) == self.word(later - back))
    }

    fn word(&self, index: usize) -> u32 {
        let mut base = usize::from(self.len) / BLOCK * BLOCK;
        if index >= base {
            return self.fresh[index - base];
        }
        let mut block = &self.full;
        while let Some(full) = block {
            base -= BLOCK;
            if index >= base {
                return full.words[index - base];
            }
            block = &full.older;
        }
        0
    }
}
