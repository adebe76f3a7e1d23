//! Names of tables, and random bits as text.

use std::fmt;

/// The name of a table: 128 random bits, so that it cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(String);

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Letters and digits without those that look alike, five bits each.
pub(crate) fn spell(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut buffer, mut bits) = (0u32, 0);
    for &byte in bytes {
        buffer = buffer << 8 | u32::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(LETTERS[(buffer >> bits) as usize & 31]));
        }
    }
    if bits > 0 {
        text.push(char::from(LETTERS[(buffer << (5 - bits)) as usize & 31]));
    }
    text
}

impl TableId {
    /// How many characters an id has.
    pub const LENGTH: usize = 26;

    /// The id that belongs to 128 random bits.
    #[must_use]
    pub fn from_bits(bits: [u8; 16]) -> TableId {
        TableId(spell(&bits))
    }

    /// Reads an id; `None` if it cannot be one, so that the database is not asked.
    #[must_use]
    pub fn read(text: &str) -> Option<TableId> {
        let fits = text.len() == Self::LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte));
        fits.then(|| TableId(text.to_owned()))
    }

    pub(super) fn stored(text: String) -> TableId {
        TableId(text)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_what_they_write_and_refuse_nonsense() {
        let id = TableId::from_bits([0xA5; 16]);
        assert_eq!(id.as_str().len(), TableId::LENGTH);
        assert_eq!(TableId::read(id.as_str()), Some(id));
        for bad in ["", "x", "aaaaaaaaaaaaaaaaaaaaaaaaa!", "AAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            assert_eq!(TableId::read(bad), None, "{bad:?}");
        }
        assert_ne!(TableId::from_bits([0; 16]), TableId::from_bits([1; 16]));
    }
}
