//! Events in words, the same in the line mode and in the log of the full screen.

use breadboard_play::view::{EventView, Left, SeatView, TextView, View};

/// A text without control characters: a server's words must not move this terminal's cursor.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Sentences in a row.
pub(crate) fn sentences(texts: &[TextView]) -> String {
    texts.iter().map(|text| clean(&text.english)).collect::<Vec<_>>().join("; ")
}

/// Whose event it is and how the game writes it: `2: e7-e6`, `*: roll 3 4`; nothing where nothing was played.
pub(crate) fn notation(event: &EventView) -> Option<String> {
    match event.kind.as_ref() {
        "drawn" => Some(clean(&format!("*: {}", event.texts.join(" ")))),
        "acted" => {
            let seats: Vec<String> = event.seats.iter().map(ToString::to_string).collect();
            Some(clean(&format!("{}: {}", seats.join("+"), event.texts.join(" | "))))
        }
        _ => None,
    }
}

/// An event on one line.
pub(crate) fn line(event: &EventView) -> String {
    let told = sentences(&event.told);
    match notation(event) {
        Some(text) if told.is_empty() => text,
        Some(text) => format!("{text}    {told}"),
        None => told,
    }
}

/// A seat with the name of whoever sits there.
pub(crate) fn seat_name(seat: &SeatView) -> String {
    match &seat.name {
        Some(name) => format!("seat {} ({})", seat.seat, clean(name)),
        None => format!("seat {}", seat.seat),
    }
}

/// The result as a record writes it, or `abandoned`, or `unfinished`.
pub(crate) fn result(view: &View) -> String {
    match &view.result {
        Some(result) => result.outcome.as_deref().map_or_else(|| "abandoned".to_owned(), clean),
        None => "unfinished".to_owned(),
    }
}

/// What is left, in words: `men 16 (seat 1), 14 (seat 2); cards 3`.
pub(crate) fn left(view: &View) -> String {
    left_of(&view.position.left, true)
}

/// The same, perhaps without what belongs to one seat.
pub(crate) fn left_of(all: &[Left], seats_too: bool) -> String {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for left in all.iter().filter(|left| seats_too || left.seat.is_none()) {
        let whose = left.seat.map_or(String::new(), |seat| format!(" (seat {seat})"));
        let mut count = format!("{}{whose}", left.count);
        // A long list of names is better read from the drawing.
        if !left.items.is_empty() && left.items.len() <= 9 {
            count.push_str(&format!(" ({})", left.items.join(" ")));
        }
        match kinds.iter_mut().find(|(what, _)| *what == left.what) {
            Some((_, counts)) => counts.push(count),
            None => kinds.push((left.what.to_string(), vec![count])),
        }
    }
    let kinds = kinds.into_iter().map(|(what, counts)| format!("{what} {}", counts.join(", ")));
    clean(&kinds.collect::<Vec<_>>().join("; "))
}
