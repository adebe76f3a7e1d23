//! Events in words, the same in the line mode and in the log of the full screen.

use crate::remote::ChatLine;
use crate::words::{Translator, fill};
pub(crate) use breadboard_core::printable as clean;
use breadboard_play::ClockRule;
use breadboard_play::view::{EventName, EventView, Left, OfferName, OfferView, SeatView, TextView, View};

/// Sentences in a row.
pub(crate) fn sentences(tr: &Translator, texts: &[TextView]) -> String {
    texts.iter().map(|text| clean(&tr.text(text))).collect::<Vec<_>>().join("; ")
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
pub(crate) fn line(tr: &Translator, event: &EventView) -> String {
    let told = sentences(tr, &event.narration);
    match notation(event) {
        Some(text) if told.is_empty() => text,
        Some(text) => format!("{text}    {told}"),
        None => told,
    }
}

/// A seat with the name of its player.
pub(crate) fn seat_name(tr: &Translator, seat: &SeatView) -> String {
    match &seat.name {
        Some(name) => fill(tr.words().seat_named, &[("seat", &seat.seat), ("name", &clean(name))]),
        None => fill(tr.words().seat, &[("seat", &seat.seat)]),
    }
}

/// The same by its number.
pub(crate) fn name_of(tr: &Translator, view: &View, seat: u8) -> String {
    let held = view.seats.iter().find(|held| held.seat == seat);
    held.map_or_else(|| fill(tr.words().seat, &[("seat", &seat)]), |held| seat_name(tr, held))
}

/// A line of chat.
pub(crate) fn said(tr: &Translator, line: &ChatLine) -> String {
    fill(tr.words().says, &[("name", &clean(&line.name)), ("text", &clean(&line.text))])
}

/// What a player offers or asks of the others.
pub(crate) fn offer(tr: &Translator, view: &View, offer: &OfferView) -> String {
    let sentence = match offer.offer {
        OfferName::Draw => tr.words().offers_draw,
        OfferName::TakeBack => tr.words().asks_take_back,
        OfferName::Rematch => tr.words().wants_rematch,
    };
    fill(sentence, &[("name", &name_of(tr, view, offer.by))])
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

/// The line with the result as a record writes it, or with the word for a game without one.
pub(crate) fn result(tr: &Translator, view: &View) -> String {
    let result = match &view.result {
        Some(result) => result.outcome.as_deref().map_or_else(|| tr.words().abandoned.to_owned(), clean),
        None => tr.words().unfinished.to_owned(),
    };
    fill(tr.words().result, &[("result", &result)])
}

/// What everyone may know of the dice: the fingerprint that was fixed when the table was opened, what each seat added,
/// and the seed once the game is over.
pub(crate) fn dice(tr: &Translator, view: &View) -> Vec<String> {
    let words = tr.words();
    if view.dice.commit.is_empty() {
        return vec![words.dice_none.to_owned()];
    }
    let mut lines = vec![fill(words.dice_commit, &[("commit", &clean(&view.dice.commit))])];
    for (seat, added) in (1u8..).zip(&view.dice.entropy) {
        let name = name_of(tr, view, seat);
        lines.push(match added {
            Some(added) => fill(words.dice_added, &[("name", &name), ("bytes", &clean(added))]),
            None => fill(words.dice_nothing, &[("name", &name)]),
        });
    }
    lines.push(match &view.dice.seed {
        Some(seed) => fill(words.dice_seed, &[("seed", &clean(seed))]),
        None => words.dice_hidden.to_owned(),
    });
    lines
}

/// What is left: `left: men 16 (seat 1), 14 (seat 2); cards 3`. Nothing in a game that counts nothing.
pub(crate) fn left(tr: &Translator, view: &View) -> Option<String> {
    let left = left_of(tr, &view.position.left, true);
    (!left.is_empty()).then(|| fill(tr.words().left, &[("left", &left)]))
}

/// The same without its first word, and perhaps without what belongs to a single seat.
pub(crate) fn left_of(tr: &Translator, all: &[Left], with_seats: bool) -> String {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for left in all.iter().filter(|left| with_seats || left.seat.is_none()) {
        let seat = |seat: u8| format!(" ({})", fill(tr.words().seat, &[("seat", &seat)]));
        let mut count = format!("{}{}", left.count, left.seat.map_or(String::new(), seat));
        // A long list of names is easier to read in the drawing.
        if !left.items.is_empty() && left.items.len() <= 9 {
            count.push_str(&format!(" ({})", left.items.join(" ")));
        }
        let what = tr.word(&left.what);
        match kinds.iter_mut().find(|(kind, _)| *kind == what) {
            Some((_, counts)) => counts.push(count),
            None => kinds.push((what, vec![count])),
        }
    }
    let kinds = kinds.into_iter().map(|(what, counts)| format!("{what} {}", counts.join(", ")));
    clean(&kinds.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::{Local, NewGame};
    use crate::words::Lang;
    use breadboard_core::SeatSet;
    use breadboard_play::view::{ClockView, SeatClockView};

    #[test]
    fn what_others_write_stays_in_its_place() {
        let line = ChatLine {
            number: 1,
            at: 0,
            seat: 2,
            name: "B\u{202E}ob".to_owned(),
            text: "\u{1b}[2Jhi\u{7}\nthere".to_owned(),
        };
        let english = Translator::new(Lang::En, "breakthrough");
        assert_eq!(said(&english, &line), "Bob says: [2Jhithere");
    }

    fn begun() -> View {
        let game = NewGame {
            spec: "breakthrough".parse().unwrap(),
            seats: None,
            name: None,
            seed: Some(1),
            entropy: None,
        };
        Local::open(&game, None, Lang::En).unwrap().view(SeatSet::EMPTY)
    }

    #[test]
    fn a_game_that_counts_nothing_has_no_line_of_what_is_left() {
        let (english, mut view) = (Translator::new(Lang::En, "breakthrough"), begun());
        assert_eq!(left(&english, &view).as_deref(), Some("left: men 16 (seat 1), 16 (seat 2)"));
        view.position.left.clear();
        assert_eq!(left(&english, &view), None);
    }

    #[test]
    fn clocks_run_by_the_time_that_is_given() {
        let mut view = begun();
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
