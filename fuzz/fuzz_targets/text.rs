//! Any bytes as a move, a chance event or a position of the game that `BREADBOARD_FUZZ_SPEC` names: an error or
//! something valid, by the same laws as the suite. `cargo fuzz run text`.

#![no_main]

use breadboard_core::{Game, Spec};
use breadboard_testkit as testkit;
use breadboard_games::{Visitor, with_game};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static SPEC: OnceLock<Spec> = OnceLock::new();

struct AnyText<'a>(&'a [u8]);

impl Visitor for AnyText<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        testkit::laws::text::any_text(&game, self.0);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let spec = SPEC.get_or_init(|| {
        let text = std::env::var("BREADBOARD_FUZZ_SPEC").unwrap_or_else(|_| "breakthrough".to_owned());
        text.parse().expect("BREADBOARD_FUZZ_SPEC is a spec")
    });
    with_game(spec, AnyText(bytes)).expect("BREADBOARD_FUZZ_SPEC names a game");
});
