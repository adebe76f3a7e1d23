#!/usr/bin/env bash
# Checks the third-party crates against deny.toml: licences, bans, duplicates, sources, and known vulnerabilities.
# Installs cargo-deny into target/tools once, which takes minutes.
# Usage: scripts/deny.sh
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.20
tools=$PWD/target/tools
deny=$tools/bin/cargo-deny

if ! "$deny" --version 2>/dev/null | grep -q " $version\."; then
    cargo install --quiet --locked --root "$tools" "cargo-deny@~$version"
fi
# `--locked`: the check is about the versions that are committed.
"$deny" --locked check licenses bans sources
# The package has fewer dependencies than the program, so some exceptions of the policy are not met there.
"$deny" --locked --manifest-path crates/py/Cargo.toml --config deny.toml check \
    --allow unmatched-skip --allow unused-wrapper licenses bans sources

# The database of advisories is a git repository on GitHub. Without it there is nothing to check, which is not a failure.
if "$deny" --locked fetch db >/dev/null 2>&1; then
    "$deny" --locked check --disable-fetch advisories
else
    echo "skipped: advisories: the RustSec database cannot be fetched here"
fi
# Counted by ./test: the policy of the workspace, that of the Python package, and the advisories; a skipped one is taken off.
echo "3 passed, 0 failed"
