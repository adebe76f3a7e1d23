#!/usr/bin/env bash
# Makes the two typefaces of the browser app, web/src/fonts/*.woff2, from their npm packages: cut down to the letters of
# English and German, because everything until the first choice must fit into 130 kB. Run it only to change them: the
# results are committed. Needs npm, Python 3 and the network.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/web/src/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund @fontsource-variable/figtree@5.3.0 @fontsource/fraunces@5.3.0
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check fonttools==4.68.0 brotli==1.2.1

quotes=U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+2212
subset() { # source, target, characters, features
    python/bin/pyftsubset "$1" --unicodes="$3" --layout-features="$4" --name-IDs=0,1,2,4,13,14 --no-hinting \
        --flavor=woff2 --output-file="$out/$2"
}
# Headings: letters, digits, and the accents that names of players are likely to have.
subset node_modules/@fontsource/fraunces/files/fraunces-latin-700-normal.woff2 fraunces.woff2 \
    "U+0020-007E,U+00A0,U+00AB,U+00B7,U+00BB,U+00C4,U+00D6,U+00D7,U+00DC,U+00DF,U+00E0-00E2,U+00E4,U+00E7-00EB,U+00F1,U+00F6,U+00FC,$quotes" \
    kern,lnum
# Text: all of Latin-1, in the weights that the app uses.
python/bin/fonttools varLib.instancer --quiet -o figtree.ttf \
    node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2 wght=400:800
subset figtree.ttf figtree.woff2 "U+0020-007E,U+00A0-00FF,U+2022,U+2039,U+203A,U+20AC,$quotes" kern,tnum,locl
cp node_modules/@fontsource-variable/figtree/LICENSE "$out/OFL-Figtree.txt"
cp node_modules/@fontsource/fraunces/LICENSE "$out/OFL-Fraunces.txt"
ls -l "$out"
