//! The crop chips. A face-down chip has no value here: it is the set of values it may still have, which is
//! the set of values of its pile that no player has seen. Chips of one pile share one set, so drawing a value when
//! a chip is turned up, and striking it from that set, gives every sequence of values the probability that a
//! pile shuffled in advance would give it (W16); and a state cannot leak a value that is not decided yet.

use std::fmt;

/// The values of crop chips, 1 to 10 (W23).
pub(super) const HIGHEST: u8 = 10;

/// Reads the value of a chip.
pub(super) fn read_value(text: &str) -> Option<u8> {
    let value: u8 = text.parse().ok()?;
    // `parse` takes `+7` and `07`; a value has one spelling.
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    (plain && (1..=HIGHEST).contains(&value)).then_some(value)
}

/// A set of chip values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Values(u16);

impl Values {
    pub(super) const NONE: Values = Values(0);
    pub(super) const ALL: Values = Values((1 << HIGHEST) - 1);

    #[inline]
    pub(super) const fn only(value: u8) -> Values {
        Values(1 << (value - 1))
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) const fn contains(self, value: u8) -> bool {
        matches!(value, 1..=HIGHEST) && self.0 >> (value - 1) & 1 == 1
    }

    #[inline]
    pub(super) const fn with(self, other: Values) -> Values {
        Values(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Values) -> Values {
        Values(self.0 & !other.0)
    }

    pub(super) const fn meets(self, other: Values) -> bool {
        self.0 & other.0 != 0
    }

    /// The value, if there is exactly one.
    #[inline]
    pub(super) const fn single(self) -> Option<u8> {
        if self.0.is_power_of_two() { Some(self.0.trailing_zeros() as u8 + 1) } else { None }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (1..=HIGHEST).filter(move |value| self.contains(*value))
    }

    /// The mean; 0 of none.
    pub(super) fn mean(self) -> f64 {
        let sum: u32 = self.iter().map(u32::from).sum();
        f64::from(sum) / f64::from(self.len().max(1))
    }
}

/// The values with commas between.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, value) in self.iter().enumerate() {
            write!(f, "{}{value}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Every chip that no Harvester carries. The ten values are divided among loads, discard and pools; a pool is
/// the unseen values of one pile, and `pile` is the pool of the pile that still has a chip to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Chips {
    /// For each Land the values its chip may have; none without a chip, one if the value is known (W15).
    pub(super) land: [Values; 4],
    /// The unseen values of the present pile, those of its chips on Land among them; none once it is used up.
    pub(super) pile: Values,
    /// The values in the discard.
    pub(super) discard: Values,
}

impl Chips {
    pub(super) const START: Chips =
        Chips { land: [Values::NONE; 4], pile: Values::ALL, discard: Values::NONE };

    /// How many chips lie in the pile.
    pub(super) fn pile_len(&self) -> u32 {
        if self.pile.is_empty() { 0 } else { self.pile.len() - self.planted(self.pile) }
    }

    /// How many Lands have a chip of this pool.
    pub(super) fn planted(&self, pool: Values) -> u32 {
        self.land.iter().filter(|&&crop| crop == pool).count() as u32
    }

    /// Whether a chip is left to plant (W16).
    #[inline]
    pub(super) fn can_plant(&self) -> bool {
        !self.pile.with(self.discard).is_empty()
    }

    /// Puts the next chip of the pile face-down on a Land without one.
    pub(super) fn plant(&mut self, land: usize) {
        if self.pile.is_empty() {
            // W16: only now do the discards become a pile, a pool apart from all chips planted before.
            self.pile = std::mem::take(&mut self.discard);
        }
        self.land[land] = self.pile;
        if self.pile_len() == 0 {
            // The pool still exists in its planted chips.
            self.pile = Values::NONE;
        }
    }

    /// Takes the chip off a Land as `value`, which is public now.
    pub(super) fn take(&mut self, land: usize, value: u8) {
        let seen = Values::only(value);
        self.land[land] = Values::NONE;
        // Pools are disjoint: only the chip's own pool has the value to lose.
        for crop in &mut self.land {
            *crop = crop.without(seen);
        }
        self.pile = self.pile.without(seen);
    }

    /// A chip that is done with.
    #[inline]
    pub(super) fn throw(&mut self, value: u8) {
        self.discard = self.discard.with(Values::only(value));
    }

    /// Puts a chip whose value is known face-down on a Land without one (W15).
    #[inline]
    pub(super) fn put(&mut self, land: usize, value: u8) {
        self.land[land] = Values::only(value);
    }
}
