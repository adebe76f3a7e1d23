#!/usr/bin/env bash
# Compares two builds of the server under the same load, one after the other in turns, so that a busy machine disturbs
# both alike. For each run: moves a second, latency, the server's CPU time for a move, and its memory.
# Usage: scripts/load.sh BEFORE AFTER [MATCHES] [RATE] [SECONDS] [ROUNDS] [STORE]
# BEFORE and AFTER are programs. STORE is the address of an empty PostgreSQL database; or `postgres` for a throw-away server with
# a fresh database for each run; or a fresh SQLite file for each run if left out. With REST=SECONDS in the environment the server
# is left alone for that time after the load, and its memory is told again: tables leave memory after 60 to 80 s.
set -euo pipefail
before=$1 after=$2 matches=${3:-1000} rate=${4:-1} seconds=${5:-30} rounds=${6:-3} store=${7:-}
# The same driver for both, unless OWN=1 says that each has its own: an old server may not understand a new driver.
driver=$after
[ -z "${OWN:-}" ] || driver=
folder=$(mktemp -d)
server=
cluster=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$cluster" ] || postgres pg_ctl -m immediate -s -w -D "$cluster" stop || true
    rm -rf "$folder"
}
trap finish EXIT
ticks=$(getconf CLK_TCK)

# A program of PostgreSQL, which does not run as root.
postgres() {
    local program
    program=$(ls -d /usr/lib/postgresql/*/bin/"$1" 2>/dev/null | tail -n 1)
    program=${program:-$1}
    shift
    if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$program" "$@"); else "$program" "$@"; fi
}

if [ "$store" = postgres ]; then
    chmod 755 "$folder"
    mkdir "$folder/pg"
    [ "$(id -u)" != 0 ] || chown postgres: "$folder/pg"
    pg_port=$((40000 + RANDOM % 10000))
    cluster=$folder/pg/data
    postgres initdb -A trust -U postgres -E UTF8 --locale=C -D "$cluster" > /dev/null
    postgres pg_ctl -w -s -D "$cluster" -l "$folder/pg/log" \
        -o "-p $pg_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder/pg" start > /dev/null
fi

# CPU time of the server so far, in ticks.
used() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
memory() { awk -v name="$1" '$1 == name":" { print $2 }' "/proc/$server/status"; }

run() { # name, program
    local name=$1-$RANDOM port=$((20000 + RANDOM % 12000))
    local at=${store:-sqlite:$folder/$name.db}
    if [ -n "$cluster" ]; then
        postgres createdb -h 127.0.0.1 -U postgres -p "$pg_port" "$name"
        at=postgres://postgres@127.0.0.1:$pg_port/$name
    fi
    "$2" serve --listen "127.0.0.1:$port" --store "$at" --rate-scale 0 --sockets 100000 \
        --log error > /dev/null &
    server=$!
    for _ in $(seq 100); do
        curl -sf "http://127.0.0.1:$port/healthz" > /dev/null && break
        sleep 0.1
    done
    local idle start
    idle=$(memory VmRSS)
    start=$(used)
    "${driver:-$2}" load "http://127.0.0.1:$port" --matches "$matches" --rate "$rate" --seconds "$seconds" --json > "$folder/report"
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
    if [ -n "${REST:-}" ]; then
        sleep "$REST"
        printf '%-8s %8.1f MB after %s s of rest\n' "$1" "$(awk -v kb="$(memory VmRSS)" 'BEGIN { print kb / 1000 }')" "$REST"
    fi
    kill "$server"
    wait "$server" || true
    server=
}

for _ in $(seq "$rounds"); do
    run before "$before"
    run after "$after"
done
