#!/usr/bin/env bash
# usage: scripts/bench.sh [SCENE…]                           the stages of drawing and the scenes, in µs
#        scripts/bench.sh --peers [SCENE…]                   the scenes beside Cairo and AGG, in µs and as multiples of Cairo's time
#        scripts/bench.sh --accuracy [SCENE…]                the error on edge pixels, beside Cairo's and AGG's
#        scripts/bench.sh --instructions [--record]          instructions of each stage and scene against scripts/bench/instructions.txt
#        scripts/bench.sh --encoders [SEQUENCES]             bytes and time of the encoders beside ffmpeg, gifsicle and apngasm
# SCENE is a file in the format of Fixtures/scenes; without one all of those are played. --peers and --accuracy install the peers with
# apt-get (libcairo2-dev, libagg-dev; python3-numpy and python3-pil) and build players for them from scripts/peers.
# ROUNDS (3) and SECONDS_EACH (0.3) say how long is measured; the least of all frames counts, in CPU time of one thread. PEERS names further players,
# programs that take `-t seconds -o folder scene…` as those do. Times are printed; only instructions are judged (exit status 1).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/packages.sh
rounds=${ROUNDS:-3} each=${SECONDS_EACH:-0.3}
instructions=scripts/bench/instructions.txt   # NAME COUNT, a line each

mode=all
case ${1:-} in
  --peers | --accuracy | --instructions | --encoders) mode=${1#--}; shift ;;
  -h | --help) sed -n '2,10p' "$0" | sed 's/^# \{0,1\}//'; exit 0 ;;
  -*) echo "error: unknown option $1 (known: --peers, --accuracy, --instructions, --encoders)" >&2; exit 2 ;;
esac
if [ $mode = encoders ]; then
  swift build -c release --product animgif >&2
  exec scripts/bench/encoders.sh "$@"
fi
record=no
[ "${1:-}" = --record ] && [ $mode = instructions ] && { record=yes; shift; }
scenes=("$@")
[ ${#scenes[@]} -gt 0 ] || scenes=(Fixtures/scenes/*.txt)
for scene in "${scenes[@]}"; do [ -r "$scene" ] || { echo "error: cannot read the scene $scene" >&2; exit 1; }; done

swift build -c release --product animgif-bench >&2
bench=$(swift build -c release --show-bin-path)/animgif-bench

# Builds the peers' players into .build/peers.
build_peers() {
  local need=()
  pkg-config --exists cairo 2>/dev/null || need+=(libcairo2-dev)
  pkg-config --exists libagg 2>/dev/null || need+=(libagg-dev)
  command -v g++ >/dev/null || need+=(g++)
  if [ $mode = accuracy ]; then
    /usr/bin/python3 -c 'import numpy' 2>/dev/null || need+=(python3-numpy)
    /usr/bin/python3 -c 'import PIL' 2>/dev/null || need+=(python3-pil)
  fi
  install_packages "${need[@]}"
  mkdir -p .build/peers
  local flags
  flags=$(pkg-config --cflags --libs cairo libpng)
  [ .build/peers/cairo -nt scripts/peers/cairo.cpp ] \
    || g++ -O2 -std=c++17 scripts/peers/cairo.cpp -o .build/peers/cairo $flags
  flags="$(pkg-config --cflags libagg) -lagg $(pkg-config --cflags --libs libpng)"
  [ .build/peers/agg -nt scripts/peers/agg.cpp ] \
    || g++ -O3 -std=c++17 scripts/peers/agg.cpp -o .build/peers/agg $flags
}

case $mode in
  all)
    echo "stage or scene: µs, least of the rounds"
    { "$bench" stages -t "$each"; "$bench" play -t "$each" "${scenes[@]}"; } \
      | awk -F'\t' '{ printf "  %-26s %10.1f\n", $2, $4 / 1000 }'
    ;;
  peers)
    build_peers
    players=(.build/peers/cairo .build/peers/agg ${PEERS:-})
    for scene in "${scenes[@]}"; do
      for ((round = 0; round < rounds; round++)); do
        for player in "${players[@]}"; do "$player" -t "$each" "$scene"; done
        "$bench" play -t "$each" "$scene"
      done
    done | awk -F'\t' '
      { key = $2 SUBSEP $1; if (!(key in least) || $4 < least[key]) least[key] = $4
        if (!($2 in scene)) { scene[$2] = ++scenes; order[scenes] = $2 }
        if (!($1 in player)) { player[$1] = ++players; name[players] = $1 } }
      END {
        printf "%-16s", "scene"; for (p = 1; p <= players; p++) printf "%12s µs%8s", name[p], ""
        printf "\n"
        for (s = 1; s <= scenes; s++) {
          printf "%-16s", order[s]; base = least[order[s], "cairo"]
          for (p = 1; p <= players; p++) { t = least[order[s], name[p]]; printf "%12.1f  x%-7.3f ", t / 1000, t / base }
          printf "\n"
        } }'
    ;;
  accuracy)
    build_peers
    [ $# -gt 0 ] || scenes=(Fixtures/scenes/s0[1-6]*.txt)
    /usr/bin/python3 scripts/peers/accuracy.py .build/peers/cairo .build/peers/agg "$bench play" -- "${scenes[@]}"
    ;;
  instructions)
    command -v valgrind >/dev/null || install_packages valgrind
    export SWIFT_DETERMINISTIC_HASHING=1
    work=$(mktemp -d) counts=$work/counts
    trap 'rm -rf "$work"' EXIT
    # valgrind gives up on the debug information that Swift writes.
    strip -o "$work/animgif-bench" "$bench"
    bench=$work/animgif-bench
    # The instructions of some rounds are those of the whole program less those of one with a single round. Without AVX2, so that
    # they do not depend on the machine.
    count() {
      valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$@" 2>&1 | awk '/Collected/ { print $NF }'
    }
    for name in flatten stroke coverage/curves coverage/star composite/normal composite/mask gradient/linear gradient/radial; do
      echo "$name $((($(count stages --baseline -n 6 "$name") - $(count stages --baseline -n 1 "$name")) / 5))"
    done >"$counts"
    for scene in "${scenes[@]}"; do
      name=$(basename "$scene" .txt)
      echo "$name $((($(count play --baseline -n 4 "$scene") - $(count play --baseline -n 1 "$scene")) / 3))"
    done >>"$counts"
    if [ $record = yes ]; then
      { echo "# Instructions of one round, by scripts/bench.sh --instructions --record; more than 3 % above them is a failure."
        cat "$counts"; } >$instructions
      echo "recorded $instructions"
      exit 0
    fi
    awk 'NR == FNR { if ($1 != "#") limit[$1] = $2; next }
      { ratio = $1 in limit ? $2 / limit[$1] : 0
        state = ratio == 0 ? "not recorded" : ratio > 1.03 ? "MORE" : ratio < .97 ? "less: record it" : ""
        printf "  %-20s %12d  x%.3f  %s\n", $1, $2, ratio, state
        if (ratio == 0 || ratio > 1.03) failed = 1 }
      END { exit failed }' $instructions "$counts" \
      || { echo "error: instructions above their limit; if that is meant: scripts/bench.sh --instructions --record" >&2; exit 1; }
    ;;
esac
