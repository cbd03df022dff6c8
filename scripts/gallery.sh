#!/usr/bin/env bash
# usage: scripts/gallery.sh
# Draws every figure and lays one picture of each on the sheet that the README shows: Fixtures/readme/figures.png.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib/packages.sh
figures=$(mktemp -d)
trap 'rm -rf "$figures"' EXIT
scripts/animgif figure all -o "$figures/" 2>/dev/null
"$(test_python)" scripts/lib/contact_sheet.py "$figures" Fixtures/readme/figures.png
