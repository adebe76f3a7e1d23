#!/usr/bin/env bash
# Compares two builds of the server under the same load, one after the other in turns, so that a busy machine disturbs
# both alike. For each run: moves a second, latency, the server's CPU time for a move, and its memory.
# Usage: scripts/load.sh BEFORE AFTER [MATCHES] [RATE] [SECONDS] [ROUNDS] [STORE]
# BEFORE and AFTER are programs; STORE is an empty PostgreSQL database, or a fresh SQLite file for each run if left out.
set -euo pipefail
before=$1 after=$2 matches=${3:-1000} rate=${4:-1} seconds=${5:-30} rounds=${6:-3} store=${7:-}
folder=$(mktemp -d)
server=
trap 'kill "${server:-0}" 2>/dev/null || true; rm -rf "$folder"' EXIT
ticks=$(getconf CLK_TCK)

# CPU time of the server so far, in ticks.
used() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
memory() { awk -v name="$1" '$1 == name":" { print $2 }' "/proc/$server/status"; }

run() { # name, program
    local file=$folder/$1-$RANDOM.db port=$((20000 + RANDOM % 20000))
    "$2" serve --listen "127.0.0.1:$port" --store "${store:-sqlite:$file}" --rate-scale 0 --sockets 100000 \
        --log error > /dev/null &
    server=$!
    for _ in $(seq 100); do
        curl -sf "http://127.0.0.1:$port/healthz" > /dev/null && break
        sleep 0.1
    done
    local idle start
    idle=$(memory VmRSS)
    start=$(used)
    "$after" load "http://127.0.0.1:$port" --matches "$matches" --rate "$rate" --seconds "$seconds" --json > "$folder/report"
    local ended
    ended=$(used)
    python3 - "$folder/report" "$1" "$((ended - start))" "$ticks" "$idle" "$(memory VmHWM)" <<'PY'
import json, sys
path, name, used, ticks, idle, peak = sys.argv[1:]
report = json.load(open(path))
cpu = int(used) / int(ticks)
late = report["latency_ms"]
print(f"{name:8} {report['moves_per_second']:8.0f} moves/s  p50 {late['p50']:7.1f} ms  p99 {late['p99']:7.1f} ms  "
      f"{1e6 * cpu / max(1, report['moves']):6.0f} µs CPU a move  peak {int(peak) / 1000:6.1f} MB (idle {int(idle) / 1000:.1f})")
PY
    kill "$server"
    wait "$server" || true
    server=
}

for _ in $(seq "$rounds"); do
    run before "$before"
    run after "$after"
done
