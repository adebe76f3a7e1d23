#!/usr/bin/env bash
# Counts instructions with callgrind: for a move of a random game, and for a leaf of perft. Counts do not depend on how
# busy the machine is, as seconds do. Figures per move are the difference of two runs, so that start-up does not count;
# perft is one whole run.
# Usage: scripts/instructions.sh [BREADBOARD]    (built by: cargo build --profile dist)
set -euo pipefail
program=${1:-target/dist/breadboard}
command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 1; }

collected() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null | awk '/Collected/ {print $4}'; }
moves() { "$program" "$@" --json | sed -E 's/.*"moves":([0-9]+).*/\1/'; }

per_move() { # name, kernel, flags…
    local name=$1 kernel=$2; shift 2
    local few=(bench breakthrough --only "$kernel" --count 500 "$@") many=(bench breakthrough --only "$kernel" --count 1500 "$@")
    awk -v name="$name" -v a="$(collected "${few[@]}")" -v b="$(collected "${many[@]}")" \
        -v m="$(moves "${few[@]}")" -v n="$(moves "${many[@]}")" \
        'BEGIN { printf "%-34s %7.1f instructions a move\n", name, (b - a) / (n - m) }'
}

per_move "playout, v3" playout
per_move "playout, plain x86-64" playout --portable
per_move "list-pick-apply, plain x86-64" list --portable
total=$(collected perft breakthrough --depth 6)
awk -v t="$total" 'BEGIN { printf "%-34s %7.2f instructions a leaf (%d in all ÷ 149264638)\n", "perft to depth 6, v3", t / 149264638, t }'
