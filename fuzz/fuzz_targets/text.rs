//! `inputs::text` with the game that `BREADBOARD_FUZZ_SPEC` names. `cargo fuzz run text`.

#![no_main]
#![allow(dead_code, reason = "each target uses one of the functions")]

#[path = "../src/inputs.rs"]
mod inputs;

use breadboard_core::Spec;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static SPEC: OnceLock<Spec> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| {
    let spec = SPEC.get_or_init(|| {
        let text = std::env::var("BREADBOARD_FUZZ_SPEC").unwrap_or_else(|_| "breakthrough".to_owned());
        text.parse().expect("BREADBOARD_FUZZ_SPEC is a spec")
    });
    inputs::text(spec, bytes);
});
