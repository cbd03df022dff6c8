#!/usr/bin/env bash
# The golden pictures in Fixtures/golden.
# usage: scripts/golden.sh                      compares them all
#        scripts/golden.sh --record [FILTER]    draws them anew (of the tests that FILTER names, as `swift test --filter` does)
# What a failing comparison drew lies in .build/golden. Look at every recorded picture before you commit it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  --record)
    export ANIMGIF_RECORD_GOLDENS=1
    filter=${2:-.}
    ;;
  "") filter=Golden ;;
  *)
    sed -n '2,5s/^# \?//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
swift build -c release --build-tests
swift test -c release --skip-build --filter "$filter"
git status --short Fixtures/golden
