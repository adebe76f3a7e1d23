//! Events in words, the same in the line mode and in the log of the full screen.

use crate::remote::ChatLine;
use breadboard_play::ClockRule;
use breadboard_play::view::{EventName, EventView, Left, OfferName, OfferView, SeatView, TextView, View};

/// A text without control characters, and without those that turn a line around: a server's words must not move this
/// terminal's cursor, nor read as somebody else's.
pub(crate) fn clean(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| !c.is_control() && !turns(*c)).collect()
}

/// Sentences in a row.
pub(crate) fn sentences(texts: &[TextView]) -> String {
    texts.iter().map(|text| clean(&text.english)).collect::<Vec<_>>().join("; ")
}

/// Whose event it is and how the game writes it: `2: e7-e6`, `*: roll 3 4`; nothing where nothing was played.
pub(crate) fn notation(event: &EventView) -> Option<String> {
    match event.kind {
        EventName::Drawn => Some(clean(&format!("*: {}", event.texts.join(" ")))),
        EventName::Acted => {
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

/// The same by its number.
pub(crate) fn name_of(view: &View, seat: u8) -> String {
    let held = view.seats.iter().find(|held| held.seat == seat);
    held.map_or_else(|| format!("seat {seat}"), seat_name)
}

/// A line of chat.
pub(crate) fn said(line: &ChatLine) -> String {
    format!("{} says: {}", clean(&line.name), clean(&line.text))
}

/// What somebody wants of the others.
pub(crate) fn offer(view: &View, offer: &OfferView) -> String {
    let who = name_of(view, offer.by);
    match offer.offer {
        OfferName::Draw => format!("{who} offers a draw"),
        OfferName::TakeBack => format!("{who} asks to take back"),
        OfferName::Rematch => format!("{who} wants a rematch"),
    }
}

/// A seat's clock at a time: `4:09`, `1:04:09`, `3 d 04 h`; nothing where there is none.
pub(crate) fn clock(view: &View, seat: u8, now: u64) -> Option<String> {
    let clock = view.clock.as_ref()?;
    let own = clock.seats.get(usize::from(seat.checked_sub(1)?))?;
    let passed = own.since.map_or(0, |since| now.saturating_sub(since));
    let seconds = own.left_ms.saturating_sub(passed) / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    Some(match clock.rule {
        ClockRule::Correspondence { .. } if hours > 0 => format!("{} d {:02} h", hours / 24, hours % 24),
        _ if hours > 0 => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => format!("{minutes}:{:02}", seconds % 60),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::{Local, NewGame};
    use breadboard_core::SeatSet;
    use breadboard_play::view::{ClockView, SeatClockView};

    #[test]
    fn what_others_write_stays_in_its_place() {
        let line = ChatLine {
            at: 0,
            seat: 2,
            name: "B\u{202E}ob".to_owned(),
            text: "\u{1b}[2Jhi\u{7}\nthere".to_owned(),
        };
        assert_eq!(said(&line), "Bob says: [2Jhithere");
    }

    #[test]
    fn clocks_run_by_the_time_that_is_given() {
        let game = NewGame { spec: "breakthrough".parse().unwrap(), seats: None, name: None, seed: Some(1) };
        let mut view = Local::open(&game, None).unwrap().view(SeatSet::EMPTY);
        assert_eq!(clock(&view, 1, 0), None);
        let seats = vec![
            SeatClockView { left_ms: 300_000, since: Some(1_000_000) },
            SeatClockView { left_ms: 3_849_000, since: None },
        ];
        let rule = ClockRule::Increment { main_ms: 300_000, increment_ms: 0 };
        view.clock = Some(ClockView { rule, seats });
        assert_eq!(clock(&view, 1, 1_051_000).as_deref(), Some("4:09"));
        assert_eq!(clock(&view, 1, 9_000_000).as_deref(), Some("0:00"));
        assert_eq!(clock(&view, 2, 1_051_000).as_deref(), Some("1:04:09"));
        assert_eq!(clock(&view, 3, 0), None);
        let days = ClockRule::Correspondence { days: 4 };
        let seats = vec![SeatClockView { left_ms: 273_600_000, since: None }];
        view.clock = Some(ClockView { rule: days, seats });
        assert_eq!(clock(&view, 1, 0).as_deref(), Some("3 d 04 h"));
    }
}
