//! What text looks like to people, for names and chat. Two names that look the same on a screen are one name. Text that
//! changes the direction of other text or overlaps other lines is rejected. The full table of confusable characters has
//! thousands of rows for scripts that are rarely mixed; here are the letters that look like Latin ones.

use breadboard_core::is_direction;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Marks on top of each other that a letter may carry: Vietnamese needs two, ancient Greek three.
const MOST_MARKS: usize = 3;

/// Whether a character cannot be seen, or changes the direction of what is around it.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || is_direction(c)
        || matches!(c, '\u{AD}' | '\u{34F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200D}' | '\u{2028}'..='\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}'
            | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFD}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether more marks are stacked on a letter than any script needs.
pub(crate) fn is_stacked(text: &str) -> bool {
    let mut marks = 0;
    text.nfd().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

/// A line as it is shown to others: composed, without controls of direction, and with at most three marks on a letter. A
/// joiner stays, since emoji are made with it; a line of nothing that can be seen is empty.
#[must_use]
pub fn plain_line(text: &str) -> String {
    let mut marks = 0;
    // Taken apart first: a composed letter carries its marks inside.
    let visible = text.nfd().filter(|c| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= MOST_MARKS && !is_direction(*c)
    });
    let line = visible.nfc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().all(|c| is_hidden(c) || c == ' ') { String::new() } else { line }
}

/// What a text looks like: equal for texts that are easily taken for each other.
pub(crate) fn looks(text: &str) -> String {
    let mut seen = String::new();
    for c in text.nfkd().flat_map(char::to_lowercase).nfkd() {
        if is_combining_mark(c) || c.is_whitespace() || matches!(c, '.' | ',' | '_' | '-' | '\'' | '`' | '´')
        {
            continue;
        }
        seen.push(latin(c));
    }
    let seen = seen.replace("rn", "m").replace("vv", "w");
    if seen.is_empty() { text.to_owned() } else { seen }
}

/// The small Latin letter that a character looks like in either case; itself if none.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' | 'ɑ' => 'a',
        'в' | 'β' | 'ь' | 'ß' | '8' => 'b',
        'с' | 'ϲ' | 'ᴄ' => 'c',
        'ԁ' | 'ɗ' => 'd',
        'е' | 'ε' | 'є' | '3' | 'э' => 'e',
        'ғ' => 'f',
        'ɡ' | 'ց' | '9' => 'g',
        'н' | 'η' | 'һ' => 'h',
        'і' | 'ι' | 'ı' | 'i' | 'l' | 'ӏ' | '1' | '|' | '!' | 'ɩ' | 'ј' | 'j' => 'l',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ո' | 'п' => 'n',
        'о' | 'ο' | 'օ' | 'ס' | '0' | 'ø' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' | 'ᴦ' => 'r',
        'ѕ' | '5' | '$' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' | 'ц' => 'u',
        'ν' | 'ѵ' => 'v',
        'ѡ' | 'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' | 'ү' => 'y',
        'ζ' | 'ᴢ' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_one() {
        for (one, other) in [
            ("bot1", "Bоt1"),
            ("bot1", "b o t l"),
            ("Ada", "АDА"),
            ("Ada", "Àda"),
            ("Ada", "Ａｄａ"),
            ("Bob", "B0b"),
            ("bot1", "8ot1"),
            ("bot1", "ßot1"),
            ("arnold", "amold"),
            ("ΡΑΥΙ", "Paul"),
        ] {
            assert_eq!(looks(one), looks(other), "{one} {other}");
        }
        for (one, other) in
            [("Ada", "Adam"), ("Player 1", "Player 2"), ("Мария", "Марина"), ("…", "!"), ("李", "王")]
        {
            assert_ne!(looks(one), looks(other), "{one} {other}");
        }
    }

    #[test]
    fn a_line_keeps_its_letters_and_loses_what_disturbs_others() {
        assert_eq!(plain_line("  good\u{202E} luck \u{2066}"), "good luck");
        assert_eq!(
            plain_line("Z\u{301}\u{302}\u{303}\u{304}\u{305}algo"),
            "Z\u{301}\u{302}\u{303}algo".nfc().collect::<String>()
        );
        for unseen in ["\u{200B}\u{200B}", "\u{FEFF}", "\u{3164} \u{3164}", "\u{2800}", "\u{E0041}"] {
            assert_eq!(plain_line(unseen), "", "{unseen:?}");
        }
        assert_eq!(plain_line("👩\u{200D}🚀 ếớ שלום ä"), "👩\u{200D}🚀 ếớ שלום ä");
        assert!(is_stacked("Z\u{301}\u{302}\u{303}\u{304}algo") && !is_stacked("ếớ ᾧ"));
    }
}
