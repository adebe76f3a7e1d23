//! `inputs::record`. `cargo fuzz run record`.

#![no_main]
#![allow(dead_code, reason = "each target uses one of the functions")]

#[path = "../src/inputs.rs"]
mod inputs;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| inputs::record(text));
