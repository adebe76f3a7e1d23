//! `inputs::socket` at a table of the game that `BREADBOARD_FUZZ_SPEC` names. `cargo fuzz run socket`.

#![no_main]
#![allow(dead_code, reason = "each target uses one of the functions")]

#[path = "../src/inputs.rs"]
mod inputs;

use breadboard_play::Table;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static TABLE: OnceLock<Table> = OnceLock::new();

fuzz_target!(|text: &str| {
    let table = TABLE.get_or_init(|| {
        let text = std::env::var("BREADBOARD_FUZZ_SPEC").unwrap_or_else(|_| "breakthrough".to_owned());
        inputs::table(&text.parse().expect("BREADBOARD_FUZZ_SPEC is a spec"))
    });
    inputs::socket(table.clone(), text);
});
