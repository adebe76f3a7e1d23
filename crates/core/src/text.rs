//! A sentence for a person is a key with arguments. The English sentence stands beside the key in the code, other
//! languages in files with the same keys ([`Catalog`](crate::Catalog)). A finished sentence could only be translated by
//! parsing it again.

use crate::catalog::fill;
use std::fmt;

/// A sentence with named holes: `{from} to {to}`.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// The name by which other languages find it.
    pub key: &'static str,
    /// The English sentence.
    pub english: &'static str,
}

impl Template {
    /// The sentence with its holes filled.
    #[must_use]
    pub fn with(&'static self, args: &[(&'static str, &dyn fmt::Display)]) -> Text {
        Text { template: self, args: args.iter().map(|(name, value)| (*name, value.to_string())).collect() }
    }

    /// The sentence, which has no holes.
    #[must_use]
    pub fn plain(&'static self) -> Text {
        self.with(&[])
    }
}

/// A template and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    template: &'static Template,
    args: Vec<(&'static str, String)>,
}

impl Text {
    /// The template's key.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.template.key
    }

    /// The arguments, in order.
    #[must_use]
    pub fn args(&self) -> &[(&'static str, String)] {
        &self.args
    }

    /// Fills the holes of a sentence in any language; a hole without an argument stays visible.
    #[must_use]
    pub fn render(&self, sentence: &str) -> String {
        fill(sentence, |hole| {
            self.args.iter().find(|(name, _)| *name == hole).map(|(_, value)| value.as_str())
        })
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(self.template.english))
    }
}

/// Whether a character changes the direction of the text around it.
#[must_use]
pub fn is_direction(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A text without control characters and marks of writing direction: what a stranger wrote must not move the cursor of a
/// terminal or look like another player's text.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !is_direction(*c)).collect()
}

/// Declares the sentences of a module and `ALL`, the list of them.
///
/// ```
/// breadboard_core::texts! {
///     /// A step onto a piece of the same side.
///     OWN_PIECE: "own-piece" = "{square} is occupied by your own piece";
/// }
/// assert_eq!(OWN_PIECE.with(&[("square", &"b4")]).to_string(), "b4 is occupied by your own piece");
/// assert_eq!(ALL.len(), 1);
/// ```
#[macro_export]
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident : $key:literal = $english:literal;)*) => {
        $($(#[$doc])* pub static $name: $crate::Template = $crate::Template { key: $key, english: $english };)*
        /// Every sentence declared here.
        #[allow(dead_code)]
        pub static ALL: &[&$crate::Template] = &[$(&$name),*];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    static T: Template = Template { key: "t", english: "{a} and {b}, not {c" };

    #[test]
    fn holes_are_filled_once_and_unknown_ones_stay() {
        let text = T.with(&[("a", &"{b}"), ("b", &2)]);
        assert_eq!(text.to_string(), "{b} and 2, not {c");
        assert_eq!(text.render("{b}{x}{a}"), "2{x}{b}");
    }
}
