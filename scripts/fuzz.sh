#!/usr/bin/env bash
# Fuzzes the text of every game, records, and what a client sends through a socket, for some seconds each. Needs a nightly toolchain.
# Usage: scripts/fuzz.sh [SECONDS] [BREADBOARD]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
program=${2:-target/release/breadboard}
command -v cargo-fuzz >/dev/null || cargo install --quiet --locked cargo-fuzz

# No sanitizer: it would slow the run down to look for memory faults that safe code cannot have.
cargo +nightly fuzz build --sanitizer none
games=$("$program" games --json | sed -n 's/^ *"id": "\(.*\)",*$/\1/p')

# Fuzzes one target with one corpus; an error of libFuzzer ends the run.
fuzz() { # target, corpus, longest input
    mkdir -p "fuzz/corpus/$2"
    if ! out=$(cargo +nightly fuzz run --sanitizer none "$1" "fuzz/corpus/$2" -- \
        -max_total_time="$seconds" -max_len="$3" -timeout=10 -print_final_stats=1 2>&1); then
        printf '%s\n' "$out" | tail -n 40 >&2
        echo "fuzzing broke $2" >&2
        exit 1
    fi
    printf '%-14s %s inputs, nothing broke\n' "$2" "$(printf '%s\n' "$out" | sed -n 's/^stat::number_of_executed_units: *//p')"
}

for game in $games; do
    BREADBOARD_FUZZ_SPEC=$game fuzz text "$game" 2000
done
mkdir -p fuzz/corpus/record
for file in crates/games/src/*/golden/*.txt; do
    cp "$file" "fuzz/corpus/record/$(basename "$(dirname "$(dirname "$file")")")-$(basename "$file")"
done
fuzz record record 4000

# What a player sends: taking the seats, a move, an offer, a line of chat.
mkdir -p fuzz/corpus/socket
claim() { echo "{\"send\":\"submit\",\"submission\":{\"seat\":$1,\"version\":1,\"key\":\"c$1\",\"request\":{\"do\":\"claim\",\"name\":\"P$1\"}}}"; }
{
    claim 1
    claim 2
    echo '{"send":"submit","submission":{"seat":1,"version":4,"key":"a","request":{"do":"act","text":"a2-a3"}}}'
    echo '{"send":"submit","submission":{"seat":1,"version":5,"key":"u","request":{"do":"undo"}}}'
    echo '{"send":"submit","submission":{"seat":2,"version":5,"key":"d","request":{"do":"offer-draw"}}}'
    echo '{"send":"chat","text":"hello","key":"h"}'
} > fuzz/corpus/socket/game
for game in $games; do
    BREADBOARD_FUZZ_SPEC=$game fuzz socket socket 4000
done
