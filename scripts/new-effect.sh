#!/usr/bin/env bash
# usage: scripts/new-effect.sh NAME
# Begins a new effect: its file, its line in the catalogue and its test. NAME is what the command line will call it: lower case,
# words joined by hyphens (pulse-ring). Afterwards `scripts/animgif NAME -o NAME.gif` draws it, and the tests that hold for every
# effect know it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

name=${1:-}
if [[ $# -ne 1 || ! $name =~ ^[a-z][a-z0-9]*(-[a-z0-9]+)*$ ]]; then
  sed -n '2,5s/^# \?//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
type=$(sed -E 's/(^|-)(.)/\U\2/g' <<<"$name" 2>/dev/null)
if [[ $type == *[-U\\]* && ! $type =~ ^[A-Z] ]]; then # sed without \U, as on macOS
  type=$(awk -F- '{ for (i = 1; i <= NF; i++) printf "%s%s", toupper(substr($i, 1, 1)), substr($i, 2) }' <<<"$name")
fi
gallery=Sources/EffectGallery
file=$gallery/Effects/$type.swift
test=Tests/EffectGalleryTests/${type}Tests.swift
for path in "$file" "$test"; do
  [ ! -e "$path" ] || { echo "error: $path is there already" >&2; exit 1; }
done

cat >"$file" <<EOF
// A ring that is drawn and taken away again. Replace it by what $name shows.
import AnimGIF

/// What it shows, in one sentence.
struct $type: Effect {
  static let name = "$name"
  static let summary = "A ring that comes and goes."
  static let example = "--duration 2"
  static let layers = [EffectLayer("ring", tint: .blue)]
  static let stages: [String] = []
  static let parameters: [Parameter<Self>] = [
    .number("size", \\.side, 20...1000, unit: "points", "side of the picture; scales everything"),
    .color("color", \\.color, "colour of the ring"),
    .duration("duration", \\.duration, 0.05...60, "length of a turn"),
  ]

  var side = 100.0
  var color = Color.blue
  var duration = 1.0

  init() {}

  func makeScene(_ request: SceneRequest) throws(EffectError) -> EffectScene {
    let center = Point(side / 2, side / 2)
    let ring = ShapeLayer(
      path: .circle(center: center, radius: 0.35 * side), stroke: Stroke(width: 0.1 * side),
      color: color.withAlpha(1))
    ring.name = "ring"
    ring.opacity = color.alpha
    let half = duration / 2
    ring.animate(\\.strokeEnd, from: 0, to: 1, timing: Timing(duration: half))
    ring.animate(
      \\.strokeStart, from: 0, to: 1, timing: Timing(duration: half, beginTime: half, fillMode: .forwards))
    return EffectScene(
      root: ring, size: Size(side, side), background: .white, window: 0...duration, isLoop: true, poster: duration / 4)
  }
}
EOF

cat >"$test" <<EOF
import AnimGIF
import EffectGallery
import TestSupport
import Testing

@Suite struct ${type}Tests {
  @Test func \`a turn of one second has 30 frames\`() throws {
    #expect(try ClipFrames("$name").clip.frameCount == 30)
  }

  @Test func \`half way the whole ring is drawn\`() throws {
    #expect(try ScenePlayer("$name").shape("ring", at: 0.4999999).strokeEnd.isNear(1, 1e-5))
  }
}
EOF

# The catalogue's line goes behind the last one.
line=$(grep -n 'CatalogEntry(.*\.self)' $gallery/Catalog.swift | tail -1 | cut -d: -f1)
awk -v line="$line" -v entry="    CatalogEntry($type.self)," '
  NR == line && !/,[[:space:]]*$/ { print $0 ","; print entry; next }
  { print } NR == line { print entry }' $gallery/Catalog.swift >$gallery/Catalog.swift.new
mv $gallery/Catalog.swift.new $gallery/Catalog.swift
echo "made $file, $test and a line in $gallery/Catalog.swift"
