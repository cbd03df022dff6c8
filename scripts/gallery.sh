#!/usr/bin/env bash
# usage: scripts/gallery.sh
# Draws the two sheets that the README shows: Fixtures/readme/effects.gif, all effects at once, and Fixtures/readme/figures.png, one picture
# of each figure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib/packages.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# draw EFFECT OPTIONS…: its frames at 20 a second; eight seconds hold each effect a whole number of times.
draw() {
  scripts/animgif "$@" --fps 20 --scale 1 --format frames -o "$work/effects/$1/" --quiet
}
mkdir "$work/effects"
draw download --hold 0.56,1 --canvas 150x150
draw play --size 80 --hold 0.2,0.2 --canvas 150x150
draw loading --size 150 --hold 0,0.75
draw arc --duration 3.45
draw ring --size 150 --hold 0.25,0.7
draw dots --size 306 --diameter 5 --duration 4
draw wave --size 150 --phase 0.5
"$(test_python)" scripts/lib/effects_sheet.py "$work/effects" "$work/sheet/"
scripts/animgif encode "$work/sheet/" --fps 20 -o Fixtures/readme/effects.gif

scripts/animgif figure all -o "$work/figures/" 2>/dev/null
"$(test_python)" scripts/lib/contact_sheet.py "$work/figures" Fixtures/readme/figures.png
