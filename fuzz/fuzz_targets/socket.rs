//! Any lines as what a client sends through a socket, to a table of the game that `BREADBOARD_FUZZ_SPEC` names: each is
//! read or refused, and whatever was granted is a log from which the same table is made again. Views of all seats are made
//! on the way.

#![no_main]

use breadboard_core::SeatSet;
use breadboard_play::view::{Ask, Viewer, own_part, view};
use breadboard_play::{Holder, Opening, Seed, Table};
use breadboard_wire::{NewTable, SocketSend, Submission};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static TABLE: OnceLock<Table> = OnceLock::new();

/// A table whose seats are open.
fn table() -> Table {
    let make = || {
        let text = std::env::var("BREADBOARD_FUZZ_SPEC").unwrap_or_else(|_| "breakthrough".to_owned());
        let open = |seats| Opening {
            spec: text.parse().expect("BREADBOARD_FUZZ_SPEC is a spec"),
            rules: None,
            start: None,
            given: Vec::new(),
            seats: vec![Holder::Open; seats],
            clock: None,
            forced_moves: true,
            seed: Seed::new([7; 32]),
        };
        let made = (1..8).find_map(|seats| Table::open(open(seats), 1).ok());
        made.expect("BREADBOARD_FUZZ_SPEC names a game").table
    };
    TABLE.get_or_init(make).clone()
}

fuzz_target!(|text: &str| {
    let mut table = table();
    let mut now = 2;
    for line in text.lines().take(200) {
        let _ = serde_json::from_str::<NewTable>(line);
        let sent = match serde_json::from_str::<SocketSend>(line) {
            Ok(SocketSend::Submit { submission }) => submission,
            Ok(SocketSend::Chat { text, .. }) => {
                let _ = breadboard_wire::plain_line(&text);
                continue;
            }
            Err(_) => match serde_json::from_str::<Submission>(line) {
                Ok(submission) => submission,
                Err(_) => continue,
            },
        };
        now += 10;
        let before = table.version();
        if let Ok(done) = table.submit(now, &sent) {
            assert!(done.table.version() >= before);
            table = done.table;
        }
        if let Ok(Some(done)) = table.tick(now) {
            table = done.table;
        }
    }
    for seat in table.seats() {
        let seats: SeatSet = [seat].into_iter().collect();
        let _ = view(&table, Viewer::seat(seat), Ask::State);
        let _ = own_part(&table, Viewer::seats(seats));
    }
    let _ = view(&table, Viewer::SPECTATOR, Ask::Events { after: 0 });
    let again = Table::rebuild(table.events().cloned()).expect("a log that was written is read");
    assert!(again == table, "the log makes another table");
});
