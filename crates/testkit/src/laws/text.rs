//! Laws about text: parsing reverses printing, and other text is refused with a reason.

use super::play::{Policy, next_event, play_through};
use crate::full;
use breadboard_core::{Canvas, Event, Game, Rng, SplitMix, Turn};

/// Parsing reverses printing for moves, chance events and positions, in every position of random games.
///
/// # Panics
/// If the law is broken.
pub fn round_trips<G: Game>(game: &G, games: u64) {
    for seed in 0..games {
        let mut moves = Vec::new();
        let (end, _) = play_through(game, Policy::Random, seed ^ 0x7E47, |state, event| {
            position_round_trips(game, state);
            if let Event::Chance(chance) = event {
                let text = game.write_chance(state, chance);
                assert_plain(&text);
                assert_eq!(game.read_chance(state, &text).as_ref(), Ok(chance), "{text}");
            }
            let Turn::Act(seats) = game.turn(state) else { return };
            for seat in seats.iter() {
                moves.clear();
                game.legal_moves(state, seat, &mut moves);
                for &mv in &moves {
                    let text = game.write_move(state, seat, mv);
                    assert_plain(&text);
                    let read = game.read_move(state, seat, &text);
                    assert_eq!(read, Ok(mv), "{text} in {}", game.write_position(state));
                }
            }
        });
        position_round_trips(game, &end);
    }
}

fn assert_plain(text: &str) {
    let clean = !text.is_empty() && text.trim() == text && !text.contains(['#', '|', '\n', '\r', '\t']);
    assert!(clean, "{text:?} does not fit into a record");
}

/// The text of a position may leave out the history that only a repetition rule needs, and nothing else.
fn position_round_trips<G: Game>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    assert!(
        !text.is_empty() && text.trim() == text && !text.contains(['\n', '\r']),
        "{text:?} is not one line"
    );
    let read = game.read_position(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert_eq!(game.write_position(&read), text);
    assert_eq!(game.turn(&read), game.turn(state), "{text}");
    assert_eq!(game.scores(&read), game.scores(state), "{text}");
    if let Turn::Act(seats) = game.turn(state) {
        for seat in seats.iter() {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            game.legal_moves(state, seat, &mut a);
            game.legal_moves(&read, seat, &mut b);
            assert_eq!(a, b, "{text}");
        }
    }
}

/// A damaged move, chance event or position is refused with a reason, or has a valid meaning.
///
/// # Panics
/// If the law is broken.
pub fn damaged_text<G: Game>(game: &G, tries: u64) {
    let mut rng = SplitMix::new(0xBAD);
    let mut seed = 0;
    let mut left = tries;
    while left > 0 {
        seed += 1;
        play_through(game, Policy::Random, seed, |state, event| {
            // One position in eight: damage concerns the text, not the depth of the game.
            if left == 0 || rng.below(8) != 0 {
                return;
            }
            left -= 1;
            let written = match event {
                Event::Chance(chance) => game.write_chance(state, chance),
                Event::Act(choices) => game.write_move(state, choices[0].0, choices[0].1),
            };
            event_text(game, state, &damage(&written, &mut rng));
            position_text(game, &damage(&game.write_position(state), &mut rng));
        });
        left = left.saturating_sub(1);
    }
}

/// Any bytes, as a fuzzer makes them: the first byte selects a position of a random game, the second selects what the
/// rest is parsed as.
pub fn any_text<G: Game>(game: &G, bytes: &[u8]) {
    let [depth, kind, rest @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(rest);
    if kind % 2 == 0 {
        position_text(game, &text);
        return;
    }
    let mut rng = SplitMix::new(u64::from(*depth));
    let mut state = game.start();
    let mut moves = Vec::new();
    for _ in 0..*depth {
        let Some(event) = next_event(game, &state, Policy::Random, &mut rng, &mut moves) else { break };
        if game.play(&mut state, &event).is_err() {
            return;
        }
    }
    event_text(game, &state, &text);
}

fn event_text<G: Game>(game: &G, state: &G::State, text: &str) {
    if let Turn::Act(seats) = game.turn(state) {
        for seat in seats.iter() {
            match game.read_move(state, seat, text) {
                Err(refusal) => assert!(!refusal.to_string().is_empty()),
                Ok(mv) => {
                    let moves = game.moves(state, seat);
                    let accepted = game.check(state, seat, mv);
                    assert_eq!(
                        accepted.is_ok(),
                        moves.contains(&mv),
                        "{text:?} read as {mv:?}: {accepted:?}"
                    );
                }
            }
        }
    }
    if game.turn(state) == Turn::Chance {
        match game.read_chance(state, text) {
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
            Ok(chance) => {
                if game.check_chance(state, &chance).is_ok() {
                    let written = game.write_chance(state, &chance);
                    assert_eq!(game.read_chance(state, &written), Ok(chance));
                    game.play(&mut state.clone(), &Event::Chance(game.read_chance(state, text).unwrap()))
                        .unwrap_or_else(|refusal| panic!("{text:?}: {refusal}"));
                }
            }
        }
    }
}

/// A position that can be parsed can be played and drawn.
fn position_text<G: Game>(game: &G, text: &str) {
    match game.read_position(text) {
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
        Ok(mut state) => {
            position_round_trips(game, &state);
            let mut rng = SplitMix::new(3);
            let mut moves = Vec::new();
            for _ in 0..60 {
                let Some(event) = next_event(game, &state, Policy::Random, &mut rng, &mut moves) else {
                    break;
                };
                if let Err(refusal) = game.play(&mut state, &event) {
                    panic!("{text:?}: {event:?} was listed but refused: {refusal}");
                }
            }
            let drawing = game.draw(&state, Canvas::default()).text;
            assert!(!drawing.is_empty());
        }
    }
}

/// The text with one to three small changes.
fn damage(text: &str, rng: &mut SplitMix) -> String {
    const ODD: &[char] =
        &[' ', '-', '0', '1', '9', 'a', 'x', 'z', 'P', '/', '>', ':', '*', '#', '|', '\u{0}', 'é', '🍞'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(chars.len() as u32 + 1) as usize;
        match rng.below(5) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.insert(at, ODD[rng.below(ODD.len() as u32) as usize]),
            2 if at < chars.len() => chars[at] = ODD[rng.below(ODD.len() as u32) as usize],
            3 if at + 1 < chars.len() => chars.swap(at, at + 1),
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

/// Drawings stay within their canvas and are plain text; narration is complete sentences.
///
/// # Panics
/// If the law is broken.
pub fn drawings_and_narration<G: Game>(game: &G, games: u64) {
    // A drawing takes as long as a hundred moves, and neighbouring positions look alike.
    let each = if full() { 1 } else { 3 };
    for seed in 0..games {
        let mut seen = 0;
        let (end, _) = play_through(game, Policy::Random, seed, |state, event| {
            if seen % each == 0 {
                drawings_fit(game, state);
            }
            seen += 1;
            let sentences = game.narrate(state, event);
            assert!(!sentences.is_empty(), "an event without narration");
            let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
            for sentence in &sentences {
                assert!(!sentence.is_empty() && !sentence.contains(['{', '}']), "{sentence}");
            }
            let told = sentences.join("; ");
            assert!(!(told.contains("goes on") && told.contains("is over")), "{told}");
        });
        drawings_fit(game, &end);
    }
}

/// The drawings of one position stay within their canvas and are plain text.
///
/// # Panics
/// If the law is broken.
pub fn drawings_fit<G: Game>(game: &G, state: &G::State) {
    for width in [40u16, 80, 160] {
        for flip in [false, true] {
            let drawing = game.draw(state, Canvas { width, flip, ..Canvas::default() }).text;
            assert!(!drawing.trim().is_empty());
            let ansi = drawing.chars().any(|c| c.is_control() && c != '\n');
            assert!(!ansi, "control characters without colour");
            let widest = drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= usize::from(width.max(80)), "{widest} columns on {width}:\n{drawing}");
        }
    }
    // On one canvas only, because drawing is slow and colours do not depend on the canvas.
    let [plain, painted] =
        [false, true].map(|color| game.draw(state, Canvas { color, ..Canvas::default() }).text);
    let stripped: Vec<String> =
        painted.lines().map(|line| without_color(line).trim_end().to_owned()).collect();
    let plain: Vec<&str> = plain.lines().map(str::trim_end).collect();
    assert_eq!(stripped, plain, "colour changes the text");
}

/// A line without its colour codes.
fn without_color(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (color, text) = part.split_once('m').expect("an escape sequence ends with m");
        assert!(color.chars().all(|c| c.is_ascii_digit() || c == ';'), "{color:?} is not a colour code");
        out.push_str(text);
    }
    out
}
