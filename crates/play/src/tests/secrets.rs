//! Non-interference: two tables that differ only in what a viewer must not know give that viewer the same bytes, in
//! messages of every kind.

use super::*;
use std::sync::Arc;

/// Everything that this viewer could get out of a table by asking, sending and failing.
fn everything(table: &Table, viewer: Viewer) -> Vec<String> {
    let mut asks = vec![Ask::State, Ask::Drawing { width: 40 }, Ask::Drawing { width: 80 }];
    let steps = table.steps.len() as u32;
    asks.extend([0, steps / 2, steps.saturating_sub(1), steps, steps + 1].map(|step| Ask::Replay { step }));
    asks.extend([(0, steps), (steps / 2, u32::MAX), (steps, 0)].map(|(after, to)| Ask::Frames { after, to }));
    asks.push(Ask::Course);
    asks.extend([0, 1, table.version / 2, table.version].map(|after| Ask::Events { after }));
    let mut sent: Vec<String> =
        asks.into_iter().map(|ask| serde_json::to_string(&view(table, viewer, ask)).unwrap()).collect();
    // Requests of all kinds, with what is answered.
    for seat in table.seats().filter(|seat| viewer.is(*seat)) {
        let requests = [
            act("nonsense"),
            act("pass"),
            Request::Undo,
            Request::AskTakeBack,
            Request::OfferDraw,
            Request::Rematch,
            Request::Resign,
            Request::Answer { offer: 1, yes: true },
            Request::Rename { name: name("New") },
        ];
        for request in requests {
            // An answer that completes the round or ends the game reveals, as it should.
            let answer = match ask(table, seat, request) {
                Err(denied) => serde_json::to_string(&view::RefusalView::from(&denied)).unwrap(),
                Ok(done) => serde_json::to_string(&done.receipt).unwrap(),
            };
            sent.push(answer);
        }
    }
    sent
}

fn viewers(table: &Table) -> Vec<Viewer> {
    std::iter::once(Viewer::SPECTATOR).chain(table.seats().map(Viewer::seat)).collect()
}

/// The same table with another secret behind the same hash.
fn with_other_seed(table: &Table) -> Table {
    let mut other = table.clone();
    let mut opened = (*table.opened).clone();
    opened.seed = seed(0xEE);
    assert_ne!(opened.seed, table.opened.seed);
    let first = Arc::make_mut(other.log.entry_mut(0));
    first.event.what = EventKind::Opened(Box::new(opened.clone()));
    other.opened = Arc::new(opened);
    if other.dice.is_some() {
        other.dice = Some(Dice::new(&other.opened.seed, "other", None, &[]));
    }
    other
}

/// The same table where a seat has sealed another choice, and changed its choice more often.
fn with_other_choice(table: &Table, seat: Seat) -> Option<Table> {
    let moves = table.game.moves(seat, table.still_in());
    let now = table.sealed[seat.index()].choice.clone()?.text;
    let another = moves.iter().map(|mv| &mv.text).find(|text| **text != now)?;
    Some(must(&must(table, seat, act(&now)), seat, act(another)))
}

#[test]
fn the_seed_shows_in_nothing_before_the_end() {
    for (number, spec) in specs().iter().enumerate() {
        let mut rng = SplitMix::new(number as u64);
        let mut table = Table::open(opening(spec, 1), NOON).unwrap().table;
        let mut left = 12;
        loop {
            if let Phase::Over(_) = table.phase() {
                break;
            }
            let other = with_other_seed(&table);
            for viewer in viewers(&table) {
                assert_eq!(everything(&table, viewer), everything(&other, viewer), "{spec}");
            }
            for sent in everything(&table, Viewer::seat(Seat::FIRST)) {
                assert!(!sent.contains(&table.opened.seed.to_string()));
            }
            left -= 1;
            if left == 0 {
                break;
            }
            let free = table.seats().find(|seat| table.holder(*seat).is_some_and(Holder::is_free));
            table = match free {
                Some(seat) => must(&table, seat, claim("Ada", 1)),
                None => random_move(&table, &mut rng).unwrap_or(table),
            };
        }
        let over = table.abandon(NOON).map_or(table, |done| done.table);
        let sent = serde_json::to_string(&view(&over, Viewer::SPECTATOR, Ask::State)).unwrap();
        assert!(sent.contains(&over.opened.seed.to_string()), "a seed is revealed at the end");
    }
}

#[test]
fn a_sealed_choice_shows_in_nothing_that_others_get() {
    let mut compared = 0;
    for (number, spec) in specs().iter().enumerate() {
        for clock in [None, Some(ClockRule::Increment { main_ms: 60_000, increment_ms: 0 })] {
            let mut rng = SplitMix::new(40 + number as u64);
            let mut table = seated(Opening { clock, ..opening(spec, 2) });
            for _ in 0..24 {
                for secretive in table.seats() {
                    let Some(other) = with_other_choice(&table, secretive) else { continue };
                    for viewer in viewers(&table).into_iter().filter(|viewer| !viewer.is(secretive)) {
                        assert_eq!(everything(&table, viewer), everything(&other, viewer), "{spec}");
                        compared += 1;
                    }
                    let own = Viewer::seat(secretive);
                    assert_ne!(
                        everything(&table, own),
                        everything(&other, own),
                        "a seat sees its own choice"
                    );
                }
                let Some(next) = random_move(&table, &mut rng) else { break };
                table = next;
            }
        }
    }
    let sealed_games = specs().iter().any(|spec| spec.game == "traxx");
    assert_eq!(compared > 0, sealed_games);
}
