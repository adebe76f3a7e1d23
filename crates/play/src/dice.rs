//! Dice that anyone can verify: every draw is a function of a seed that was fixed, by its hash, before any player
//! sat down, and of what each seat added. A random source on the server would have to be trusted.
//!
//! With `H` = HMAC-SHA256 and texts in UTF-8:
//!
//! ```text
//! commit = SHA-256(seed)                                     published when the table opens
//! key    = H(seed, "breadboard dice 1\n" spec "\n" start "\n"
//!                  "seat 1: " entropy "\n" "seat 2: " …)     entropy in hexadecimal, "-" where there is none
//! block b of draw n = H(key, "draw n block b")               n and b in decimal, from 0
//! ```
//!
//! A block is four 64-bit words, the first byte the most significant; a game takes from them by rejection
//! sampling, as from any [`Rng`]. A draw's number is how many draws of the game come before it, taken-back ones not
//! counted, so after a take-back the same draw comes again.

use breadboard_core::Rng;
use breadboard_wire::values::{from_hex, hex};
use breadboard_wire::{Denied, Entropy, Reason, texts};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// The name of this scheme in records.
pub const SCHEME: &str = "breadboard-1";

/// The table's secret: 256 bits, revealed when the game is over.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed([u8; 32]);

/// The hash of a seed, shown from the start.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commit([u8; 32]);

impl Seed {
    /// A seed from 32 bytes, which should come from the operating system.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed's hash.
    #[must_use]
    pub fn commit(&self) -> Commit {
        Commit(Sha256::digest(self.0).into())
    }
}

macro_rules! hexadecimal {
    ($type:ty, $visible:literal, $($read:tt)*) => {
        impl From<$type> for String {
            fn from(value: $type) -> String {
                hex(&value.0)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex(&self.0))
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // A secret must not reach a log by way of a debug print.
                f.write_str(stringify!($type))?;
                if $visible { write!(f, "({self})") } else { f.write_str("(…)") }
            }
        }

        impl TryFrom<String> for $type {
            type Error = Denied;
            fn try_from(text: String) -> Result<Self, Denied> {
                ($($read)*)(&text)
            }
        }
    };
}

fn thirty_two(text: &str) -> Result<[u8; 32], Denied> {
    let bytes = from_hex(text).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Denied::new(Reason::Invalid, texts::BAD_HASH.plain()))
}

hexadecimal!(Seed, false, |text: &str| thirty_two(text).map(Seed));
hexadecimal!(Commit, true, |text: &str| thirty_two(text).map(Commit));

/// The dice of one table, once every seat is taken.
#[derive(Clone)]
pub struct Dice {
    key: [u8; 32],
}

impl Dice {
    /// The dice of a table: its seed, what it plays, and what the seats added, in seat order.
    #[must_use]
    pub fn new(seed: &Seed, spec: &str, start: Option<&str>, entropy: &[Option<Entropy>]) -> Dice {
        let mut text = format!("breadboard dice 1\n{spec}\n{}\n", start.unwrap_or("-"));
        for (index, entropy) in entropy.iter().enumerate() {
            let added = entropy.as_ref().map_or("-".to_owned(), ToString::to_string);
            text.push_str(&format!("seat {}: {added}\n", index + 1));
        }
        Dice { key: hmac(&seed.0, text.as_bytes()) }
    }

    /// The words of draw `number`.
    #[must_use]
    pub fn draw(&self, number: u64) -> Draw {
        Draw { key: self.key, number, block: 0, words: [0; 4], used: 4 }
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(…)")
    }
}

fn hmac(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    // The hash's block is 64 bytes; HMAC fills a shorter key up with zeros.
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// The words of one draw, in order.
#[derive(Clone)]
pub struct Draw {
    key: [u8; 32],
    number: u64,
    block: u64,
    words: [u64; 4],
    used: usize,
}

impl Rng for Draw {
    fn next_u64(&mut self) -> u64 {
        if self.used == self.words.len() {
            let bytes = hmac(&self.key, format!("draw {} block {}", self.number, self.block).as_bytes());
            for (word, eight) in self.words.iter_mut().zip(bytes.chunks_exact(8)) {
                *word = eight.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
            self.block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(seed: u8, entropy: &[u8]) -> Dice {
        let added: Vec<_> = entropy.iter().map(|&byte| Entropy::new(vec![byte]).ok()).collect();
        Dice::new(&Seed([seed; 32]), "toy", None, &added)
    }

    #[test]
    fn hashes_agree_with_published_vectors() {
        // RFC 4231, test case 2 (its key is shorter, which HMAC pads with zeros).
        let mut key = [0; 32];
        key[..4].copy_from_slice(b"Jefe");
        assert_eq!(
            hex(&hmac(&key, b"what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        // FIPS 180: SHA-256 of 32 zero bytes.
        assert_eq!(
            Seed([0; 32]).commit().to_string(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }

    #[test]
    fn draws_agree_with_an_independent_computation() {
        // From Python's hmac module, following docs/fair-dice.md.
        let seed = Seed(std::array::from_fn(|index| index as u8));
        let entropy = [Entropy::new(vec![1, 2]).ok(), None, Entropy::new(vec![255]).ok()];
        let dice = Dice::new(&seed, "toy:seats=3", None, &entropy);
        let mut first = dice.draw(0);
        let words: Vec<u64> = (0..5).map(|_| first.next_u64()).collect();
        assert_eq!(
            words,
            [
                0x5d9a_29d4_4a7a_1fb1,
                0x7c96_f3e2_60a5_38fb,
                0xd747_4cc0_ceca_b968,
                0x7c58_09f5_d92a_70dd,
                0xb07b_dc44_089d_207f
            ]
        );
        assert_eq!(dice.draw(12).next_u64(), 0x5ef1_187a_6d66_c18c);
    }

    #[test]
    fn every_part_changes_the_draws_and_a_draw_can_be_repeated() {
        let words = |dice: &Dice, number| {
            let mut draw = dice.draw(number);
            [(); 9].map(|()| draw.next_u64())
        };
        let base = dice(1, &[1, 2]);
        assert_eq!(words(&base, 3), words(&dice(1, &[1, 2]), 3));
        assert_ne!(words(&base, 3), words(&base, 4));
        assert_ne!(words(&base, 3), words(&dice(2, &[1, 2]), 3));
        assert_ne!(words(&base, 3), words(&dice(1, &[1, 3]), 3));
        assert_ne!(words(&base, 3), words(&dice(1, &[2, 1]), 3));
        let other = Dice::new(&Seed([1; 32]), "toy", Some("x"), &[]);
        assert_ne!(words(&base, 3), words(&other, 3));
    }

    #[test]
    fn dice_are_fair() {
        let dice = dice(9, &[]);
        let mut seen = [0u32; 6];
        for number in 0..12_000 {
            seen[dice.draw(number).below(6) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi < 20.5, "{seen:?}"); // 99.9 % of five degrees of freedom
    }

    #[test]
    fn secrets_are_not_printed_and_bad_digits_are_refused() {
        assert_eq!(format!("{:?}", Seed([7; 32])), "Seed(…)");
        assert!(Seed::try_from("ab".to_owned()).is_err());
        assert!(Entropy::try_from(String::new()).is_err());
        assert!(Entropy::try_from("aé".to_owned()).is_err());
        assert!(Entropy::try_from("0f".repeat(65)).is_err());
        assert_eq!(Entropy::try_from("0F".to_owned()).unwrap().to_string(), "0f");
    }
}
