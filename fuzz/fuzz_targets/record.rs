//! Any text as a record, and as a spec: read or refused, and what was read is written so that it reads the same.

#![no_main]

use breadboard_core::{Game, Record, Spec, replay};
use breadboard_games::{Visitor, with_game};
use libfuzzer_sys::fuzz_target;

struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        if let Ok(end) = replay(&game, self.0, |_, _, _| {}) {
            game.read_position(&game.write_position(&end)).expect("a position that was reached reads");
        }
    }
}

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
    if let Ok(record) = Record::read(text) {
        let written = record.to_string();
        let again = Record::read(&written).expect("a written record reads");
        assert_eq!(again.to_string(), written);
        let _ = with_game(&record.spec, Replay(&record));
    }
});
