//! What is done with an input from any source: libFuzzer (`fuzz_targets/`), or the mutations of
//! `crates/play/tests/mutations.rs`, which need no nightly toolchain.

use breadboard_core::{Game, Record, SeatSet, Spec, replay};
use breadboard_games::{Visitor, with_game};
use breadboard_play::view::{Ask, Viewer, own_part, view};
use breadboard_play::{Holder, Opening, Seed, Table};
use breadboard_testkit as testkit;
use breadboard_wire::{NewTable, SocketSend, Submission};

struct AnyText<'a>(&'a [u8]);

impl Visitor for AnyText<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        testkit::laws::text::any_text(&game, self.0);
    }
}

/// Any bytes as a move, a chance event or a position of a game: an error or something valid, by the same laws as the suite.
pub fn text(spec: &Spec, bytes: &[u8]) {
    with_game(spec, AnyText(bytes)).expect("a spec of a game");
}

struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        if let Ok(end) = replay(&game, self.0, |_, _, _| {}) {
            game.read_position(&game.write_position(&end)).expect("a position that was reached reads");
        }
    }
}

/// Any text as a record, and as a spec: read or refused, and what was read is written so that it reads the same.
pub fn record(text: &str) {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
    if let Ok(record) = Record::read(text) {
        let written = record.to_string();
        let again = Record::read(&written).expect("a written record reads");
        assert_eq!(again.to_string(), written);
        let _ = with_game(&record.spec, Replay(&record));
    }
}

/// A table of a game whose seats are open.
pub fn table(spec: &Spec) -> Table {
    let open = |seats| Opening {
        spec: spec.clone(),
        rules: None,
        start: None,
        given: Vec::new(),
        seats: vec![Holder::Open; seats],
        clock: None,
        forced_moves: true,
        seed: Seed::new([7; 32]),
    };
    let made = (1..8).find_map(|seats| Table::open(open(seats), 1).ok());
    made.expect("a spec of a game").table
}

/// Any lines as what clients send through their sockets to a table: each is read or refused, and whatever was granted is a log
/// from which the same table is made again. Views of all seats are made on the way.
pub fn socket(mut table: Table, text: &str) -> Table {
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
    table
}
