#!/usr/bin/env bash
# usage: scripts/check.sh
# Fails on an import that the architecture does not allow, on `unsafe` outside the files that may use it, on Foundation in the
# library or the program, and on anything `swift format` objects to.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
fail() { echo "check: $1" >&2; failed=1; }

# Module: the modules it may import. The bench measures each stage by itself, so it may see all of them. The C library, Synchronization and Dispatch are open to all.
allowed='VectorGeometry:
Bitmaps:
SpanKernels: ProcessorFeatures
VectorRaster: VectorGeometry Bitmaps SpanKernels SpanKernelsAVX2 ProcessorFeatures
TextOutlines: VectorGeometry CFreeType CHarfBuzz CFontconfig CFriBidi
LayerAnimation: VectorGeometry Bitmaps VectorRaster TextOutlines
ImageCodecs: Bitmaps CPNG CPNGContainer CGIF CZlib CDeflate CTurboJPEG
AnimGIF: VectorGeometry Bitmaps VectorRaster TextOutlines LayerAnimation ImageCodecs
EffectGallery: AnimGIF
CanvasChecks: VectorGeometry Bitmaps VectorRaster FoundationEssentials Foundation
animgif: AnimGIF EffectGallery ProcessMemory
animgif-bench: VectorGeometry Bitmaps VectorRaster LayerAnimation ImageCodecs AnimGIF EffectGallery CanvasChecks'
platform='Glibc Musl Darwin Synchronization Dispatch'

while IFS=: read -r module imports; do
  for file in $(git ls-files --cached --others --exclude-standard "Sources/$module/*.swift"); do
    [ -e "$file" ] || continue
    while read -r imported; do
      case " $imports $platform " in
        *" $imported "*) ;;
        *) fail "$file imports $imported; $module may import:${imports:- nothing of ours}" ;;
      esac
    done < <(sed -nE 's/^ *(@[A-Za-z_]+(\([^)]*\))? +)*(public +|package +|internal +)?import +((struct|class|enum|func|protocol) +)?([A-Za-z0-9_]+).*/\6/p' "$file")
  done
done <<<"$allowed"

# Unsafe code lives in the wrappers of C libraries and in the files that say in their head why they need it.
unsafe_files='\+(libpng|giflib|zlib|libdeflate|turbojpeg|freetype|harfbuzz|fontconfig|fribidi|libc|pthread|unchecked)\.swift$|/KernelMemory\.swift$'
while read -r file; do
  [[ $file =~ $unsafe_files ]] || fail "$file uses 'unsafe'; only files named $unsafe_files may"
done < <(git grep -lE '(^|[^`A-Za-z])unsafe [a-zA-Z(&]' -- 'Sources/*.swift' | grep -vE '^$' || true)

swift format lint --strict --recursive Sources Tests Package.swift || fail "swift format objects (swift format -i FILE mends most)"
[ $failed = 0 ] && echo "check: imports, unsafe code and format are in order"
exit $failed
