#!/usr/bin/env bash
# usage: scripts/bench/encoders.sh [SEQUENCES]
#
# Compares the encoders with ffmpeg, gifsicle and apngasm on three sequences of PNG frames: bytes and processor time, each with its ratio.
# SEQUENCES is a folder with flat/, gradient/ and photo/, each of frames f000.png…; without it they are drawn by scripts/bench/sequences.py.
# Everything runs on one thread and starts from the PNG files; times are the least of RUNS runs (3). Needs ffmpeg, gifsicle and apngasm.
# ANIMGIF names the program (.build/release/animgif), PYTHON one with Pillow (python3), ASM=0 leaves the slow apngasm out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
animgif=${ANIMGIF:-$here/../../.build/release/animgif}
runs=${RUNS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in ffmpeg gifsicle "$animgif"; do
  command -v "$tool" >/dev/null || { echo "encoders: $tool is missing; build it or install it" >&2; exit 1; }
done
sequences=${1:-}
if [ -z "$sequences" ]; then
  sequences=$work/sequences
  "${PYTHON:-python3}" "$here/sequences.py" "$sequences"
fi
TIMEFORMAT='%U %S'

# measure NAME FILE COMMAND…: sets bytes_NAME and cpu_NAME.
measure() {
  local name=$1 file=$2 best='' run spent
  shift 2
  for ((run = 0; run < runs; run++)); do
    spent=$({ time "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; } 2>&1) || { echo "$spent" >&2; exit 1; }
    spent=$(awk '{ print $1 + $2 }' <<<"$spent")
    if [ -z "$best" ] || awk "BEGIN { exit !($spent < $best) }"; then best=$spent; fi
  done
  declare -g "cpu_$name=$best" "bytes_$name=$(stat -c %s "$file")"
}

# row LABEL BASE NAME: prints one line of the table.
row() {
  local bytes=bytes_$3 cpu=cpu_$3 base_bytes=bytes_$2 base_cpu=cpu_$2
  awk -v l="$1" -v b="${!bytes}" -v c="${!cpu}" -v B="${!base_bytes}" -v C="${!base_cpu}" \
    'BEGIN { printf "  %-44s %9d bytes x%.3f   %7.2f s x%.2f\n", l, b, b / B, c, (C > 0 ? c / C : 0) }'
}

for name in flat gradient photo; do
  frames=$sequences/$name out=$work/$name
  [ -d "$frames" ] || { echo "encoders: there is no folder $frames" >&2; exit 1; }
  input=(ffmpeg -nostdin -v error -y -threads 1 -filter_threads 1 -filter_complex_threads 1 -framerate 30 -i "$frames/f%03d.png")
  ours=("$animgif" encode "$frames/" --fps 30 --threads 1 -q)
  measure ffmpeg "$out.f.gif" "${input[@]}" \
    -filter_complex "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none" "$out.f.gif"
  measure ours "$out.o.gif" "${ours[@]}" -o "$out.o.gif"
  measure hard "$out.m.gif" "${ours[@]}" --effort max -o "$out.m.gif"
  # A clip of exact colours: what ffmpeg made, read back; gifsicle gets the very same indices.
  measure gifsicle "$out.g.gif" gifsicle -O3 "$out.f.gif" -o "$out.g.gif"
  measure exact "$out.x.gif" "$animgif" encode "$out.f.gif" --threads 1 -q -o "$out.x.gif"
  measure exactmax "$out.y.gif" "$animgif" encode "$out.f.gif" --threads 1 -q --effort max -o "$out.y.gif"
  echo "$name"
  row "GIF ffmpeg, no dither" ffmpeg ffmpeg
  row "GIF animgif" ffmpeg ours
  row "GIF animgif --effort max" ffmpeg hard
  row "GIF gifsicle -O3 of ffmpeg's" gifsicle gifsicle
  row "GIF animgif of ffmpeg's" gifsicle exact
  row "GIF animgif of ffmpeg's, --effort max" gifsicle exactmax
  measure apng "$out.o.apng" "${ours[@]}" -o "$out.o.apng"
  if [ "${ASM:-1}" = 1 ] && command -v apngasm >/dev/null; then
    all=$runs
    runs=1
    measure apngasm "$out.a.apng" apngasm "$out.a.apng" "$frames/f000.png" 1 30
    measure apngmax "$out.m.apng" "${ours[@]}" --effort max -o "$out.m.apng"
    runs=$all
    row "APNG apngasm" apngasm apngasm
    row "APNG animgif" apngasm apng
    row "APNG animgif --effort max" apngasm apngmax
  else
    row "APNG animgif" apng apng
  fi
done
