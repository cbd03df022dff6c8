# What the build and the tests need from the system, by platform. Sourced by the scripts beside this folder.

# Libraries the product links, with the pkg-config name that tells whether each is there.
library_table='libpng libpng-dev libpng
zlib zlib1g-dev zlib
libdeflate libdeflate-dev libdeflate
libturbojpeg libturbojpeg0-dev jpeg-turbo
freetype2 libfreetype-dev freetype
harfbuzz libharfbuzz-dev harfbuzz
fontconfig libfontconfig-dev fontconfig
fribidi libfribidi-dev fribidi'

# Programs and fonts of others that judge our files in the tests: a command or file, and the package that brings it.
test_table='ffprobe ffmpeg ffmpeg
gifsicle gifsicle gifsicle
pngcheck pngcheck pngcheck
sixel2png libsixel-bin libsixel
tmux tmux tmux
mandoc mandoc mandoc
zsh zsh zsh
fish fish fish
python3 python3 python
/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts-dejavu-core font-dejavu'

# missing_packages build|test: prints the names of the packages that are missing, one a line.
missing_packages() {
  local system column name apt brew
  system=$(uname -s)
  [ "$system" = Darwin ] && column=brew || column=apt
  command -v pkg-config >/dev/null 2>&1 || { [ $column = brew ] && echo pkgconf || echo pkg-config; }
  while read -r name apt brew; do
    pkg-config --exists "$name" 2>/dev/null || echo "${!column}"
  done <<<"$library_table"
  has_giflib || { [ $column = brew ] && echo giflib || echo libgif-dev; }
  [ "${1:-build}" = test ] || return 0
  while read -r name apt brew; do
    case $name in
      /*) [ $column = brew ] || [ -e "$name" ] || echo "${!column}" ;;
      *) command -v "$name" >/dev/null 2>&1 || echo "${!column}" ;;
    esac
  done <<<"$test_table"
  has_pillow || { [ $column = brew ] && echo pillow || echo python3-pil; }
  # No package of Homebrew's: a Chrome that is installed serves as well.
  [ $column = brew ] || has_chromium || echo chromium
}

# giflib has a pkg-config file on Debian and on newer Homebrew only, so the header is looked for as well.
has_giflib() {
  pkg-config --exists libgif 2>/dev/null || pkg-config --exists libgif7 2>/dev/null \
    || [ -e /usr/include/gif_lib.h ] || [ -e "$(brew --prefix 2>/dev/null)/include/gif_lib.h" ]
}

# The Python that has Pillow: the system's own, since that is the one its package manager installs for.
test_python() {
  local python
  for python in /usr/bin/python3 "$(command -v python3 || true)"; do
    [ -x "$python" ] && "$python" -c 'import PIL' 2>/dev/null && { echo "$python"; return 0; }
  done
  return 1
}
has_pillow() { test_python >/dev/null; }

# The browser that reads our animations back; CHROMIUM names another.
has_chromium() {
  local name
  for name in "${CHROMIUM:-chromium}" chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null 2>&1 && return 0
  done
  return 1
}

# install_packages NAME…: installs packages of Debian's that a script needs beside the build; says which.
install_packages() {
  [ $# -gt 0 ] || return 0
  command -v apt-get >/dev/null || { echo "error: no apt-get here; install with your own package manager: $*" >&2; return 1; }
  echo "installing: $*" >&2
  local sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
