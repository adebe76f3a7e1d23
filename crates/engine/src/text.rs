//! Events as single words. The protocol separates words by blanks, and some games write blanks inside a move, so a
//! blank becomes `_`. One move per line would not fit the protocol that existing programs use.

use breadboard_core::{Event, Game, Refusal, Seat, Turn, refusals};

/// A text as one word.
pub(crate) fn word(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' => word.push('_'),
            '_' => word.push_str("%5F"),
            '%' => word.push_str("%25"),
            c => word.push(c),
        }
    }
    word
}

/// The text of a word.
pub(crate) fn unword(word: &str) -> String {
    word.replace('_', " ").replace("%5F", "_").replace("%25", "%")
}

/// The word of an event in `state`: `*roll` for chance, `a|b|c` for a round.
pub(crate) fn event_word<G: Game>(game: &G, state: &G::State, event: &Event<G>) -> String {
    match event {
        Event::Chance(chance) => format!("*{}", word(&game.write_chance(state, chance))),
        Event::Act(choices) => {
            let words: Vec<String> =
                choices.iter().map(|&(seat, mv)| word(&game.write_move(state, seat, mv))).collect();
            words.join("|")
        }
    }
}

/// Reads the word of an event and applies it.
///
/// # Errors
/// It is not a legal event there.
pub fn play_word<G: Game>(game: &G, state: &mut G::State, word: &str) -> Result<Event<G>, Refusal> {
    let event = match game.turn(state) {
        Turn::Over(_) => return Err(refusals::game_over()),
        Turn::Chance => {
            let text = unword(word.strip_prefix('*').unwrap_or(word));
            Event::Chance(game.read_chance(state, &text)?)
        }
        Turn::Act(seats) => {
            let mut choices: Vec<(Seat, G::Move)> = Vec::new();
            let parts: Vec<&str> = if seats.len() > 1 { word.split('|').collect() } else { vec![word] };
            for (seat, part) in seats.iter().zip(&parts) {
                choices.push((seat, game.read_move(state, seat, &unword(part))?));
            }
            if parts.len() > seats.len() {
                return Err(refusals::unreadable_move(word, "it has more choices than seats that choose"));
            }
            Event::Act(choices)
        }
    };
    game.play(state, &event)?;
    Ok(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_blanks_and_parsing_reverses_printing() {
        for text in ["a2-a3", "So a>c pulse Sh", "a_b %5F 100% _", "__", ""] {
            assert!(!word(text).contains(' '));
            assert_eq!(unword(&word(text)), text);
        }
    }
}
