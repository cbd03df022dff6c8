#!/usr/bin/env bash
# usage: scripts/lib/check-copies.sh   (after a release build; x86-64 Linux)
# Fails if the kernels compiled for AVX2 hold code that the linker may give to other modules too: functions that every module may emit
# (weak symbols) and that are not the copy's own. A processor without AVX2 would stop at them.
set -euo pipefail
cd "$(dirname "$0")/../.."
objects=(.build/release/SpanKernelsAVX2.build/*.o)
[ -e "${objects[0]}" ] || { echo "check-copies: no AVX2 copy was built"; exit 0; }
shared=$(nm --defined-only "${objects[@]}" | awk '$2 ~ /^[WuT]$/ { print $3 }' | swift demangle --compact |
  grep -v 'SpanKernelsAVX2' || true)
if [ -n "$shared" ]; then
  echo "check-copies: code compiled for AVX2 that other modules may share:" >&2
  echo "$shared" >&2
  exit 1
fi
echo "check-copies: the AVX2 copy shares no code"
