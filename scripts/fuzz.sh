#!/usr/bin/env bash
# Fuzzes the text of every game, and records, for so many seconds each. Needs a nightly toolchain.
# Usage: scripts/fuzz.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
command -v cargo-fuzz >/dev/null || cargo install --quiet --locked cargo-fuzz

# A sanitizer would slow the run down to look for memory faults that safe code cannot have.
cargo +nightly fuzz build --sanitizer none
games=$(cargo run --quiet --release -- games --json | sed -n 's/^ *"id": "\(.*\)",*$/\1/p')
for game in $games; do
    echo "text of $game"
    BREADBOARD_FUZZ_SPEC=$game cargo +nightly fuzz run --sanitizer none text "fuzz/corpus/$game" -- \
        -max_total_time="$seconds" -max_len=2000 -timeout=10 -print_final_stats=1 2>&1 | grep -E 'stat::number|panicked|ERROR|SUMMARY' || true
    # libFuzzer leaves the input that broke something.
    if compgen -G 'fuzz/artifacts/text/crash-*' >/dev/null; then echo "fuzzing broke $game" >&2; exit 1; fi
done
mkdir -p fuzz/corpus/record
cp crates/games/src/*/golden/*.txt fuzz/corpus/record/ 2>/dev/null || true
echo "records"
cargo +nightly fuzz run --sanitizer none record fuzz/corpus/record -- -max_total_time="$seconds" -max_len=4000 -timeout=10 -print_final_stats=1 2>&1 |
    grep -E 'stat::number|panicked|ERROR|SUMMARY' || true
if compgen -G 'fuzz/artifacts/record/crash-*' >/dev/null; then echo "fuzzing broke a record" >&2; exit 1; fi
