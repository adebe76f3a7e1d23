//! Randomness is passed in. Playouts use [`SplitMix`]; the table draws through the same trait from a seed that
//! anyone can verify, so a game samples its dice in one place only.

/// A source of uniform 64-bit words.
pub trait Rng {
    /// The next word.
    fn next_u64(&mut self) -> u64;

    /// A uniform number below `n`, without bias; 0 if `n` is 0.
    ///
    /// Lemire's method: one multiplication, and a division only for the few words that might be biased.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Puts a slice in uniformly random order.
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// The position of a weight, chosen in proportion; `None` if all are zero.
    fn weighted(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize>
    where
        Self: Sized,
    {
        let total: u64 = weights.clone().sum();
        if total == 0 {
            return None;
        }
        // Words past the last full multiple of the total would favour the first weights.
        let mut word = self.next_u64();
        while word >= u64::MAX - u64::MAX % total {
            word = self.next_u64();
        }
        let mut left = word % total;
        weights.into_iter().position(|weight| {
            let here = left < weight;
            left = left.wrapping_sub(weight);
            here
        })
    }
}

/// Steele, Lea and Flood's SplitMix64: eight bytes of state, no weak seeds, the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The stream that belongs to a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// A stream of its own for item `index` of a run, so that a run can be split and resumed.
    #[must_use]
    pub fn stream(seed: u64, index: u64) -> Self {
        let mut source = SplitMix(seed ^ index.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        SplitMix(source.next_u64())
    }
}

impl Rng for SplitMix {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_the_published_words() {
        // First words for seed 1234567, as printed by the authors' C program.
        let mut rng = SplitMix::new(1_234_567);
        let words: Vec<u64> = (0..5).map(|_| rng.next_u64()).collect();
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = SplitMix::new(1);
        for n in [1u32, 2, 3, 6, 7, 36] {
            let mut seen = vec![0u32; n as usize];
            for _ in 0..6000 * n {
                seen[rng.below(n) as usize] += 1;
            }
            let chi: f64 = seen.iter().map(|&c| (f64::from(c) - 6000.0).powi(2) / 6000.0).sum();
            assert!(chi < f64::from(n) + 5.0 * f64::from(2 * n).sqrt(), "{n}: {seen:?}");
        }
    }

    #[test]
    fn weighted_follows_the_weights() {
        let mut rng = SplitMix::new(2);
        let weights = [0u64, 1, 0, 3];
        let mut seen = [0u32; 4];
        for _ in 0..40_000 {
            seen[rng.weighted(weights.iter().copied()).unwrap()] += 1;
        }
        assert_eq!((seen[0], seen[2]), (0, 0));
        assert!(seen[1].abs_diff(10_000) < 500, "{seen:?}");
        assert_eq!(rng.weighted([0u64, 0].into_iter()), None);
    }
}
