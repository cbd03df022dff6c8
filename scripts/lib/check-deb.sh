#!/usr/bin/env bash
# usage: scripts/lib/check-deb.sh DEB PROGRAM
# Installs DEB on a fresh Debian 12, runs it there, and compares the bytes that it makes with those that PROGRAM makes here.
set -euo pipefail
[ $# = 2 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0" >&2; exit 2; }
deb=$1 program=$2
command -v debootstrap >/dev/null || { echo "error: debootstrap is missing; apt-get install debootstrap" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "error: debootstrap needs root" >&2; exit 1; }
clean=$(mktemp -d)
leave() { umount "$clean/proc" 2>/dev/null || true; rm -rf --one-file-system "$clean"; }
trap leave EXIT
chmod 755 "$clean"
fail() { echo "check-deb: $1" >&2; exit 1; }

debootstrap --variant=minbase bookworm "$clean" "${MIRROR:-http://deb.debian.org/debian}" >"$clean.log" 2>&1 \
  || { tail -5 "$clean.log" >&2; fail "debootstrap failed"; }
rm -f "$clean.log"
mount -t proc proc "$clean/proc" 2>/dev/null || true
cp "$deb" "$clean/tmp/animgif.deb"
inside() { chroot "$clean" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
[ -e "$clean/usr/bin/swift" ] && fail "the fresh Debian has Swift already"
inside apt-get install -y -qq --no-install-recommends /tmp/animgif.deb >/dev/null || fail "the package does not install"

inside animgif --version
# Most of what would make the program larger is the text search of _StringProcessing (`text.contains("word")`), over two megabytes.
[ "$(stat -c %s "$clean/usr/bin/animgif")" -lt 12000000 ] || fail "the program has 12 MB or more"
for file in bin/animgif share/man/man1/animgif.1.gz share/bash-completion/completions/animgif \
  share/zsh/vendor-completions/_animgif share/fish/vendor_completions.d/animgif.fish share/doc/animgif/copyright; do
  # A minimal Debian leaves manual pages and documents out when it says so; nothing else may be missing.
  inside test -s "/usr/$file" || inside grep -qs "path-exclude" -r /etc/dpkg/dpkg.cfg.d || fail "/usr/$file is missing"
done
here=$(mktemp -d)
for job in 'wave -o wave.gif' 'download -o download.gif' 'play --tint -o play.apng' 'figure 002-7 -o figure.png'; do
  file=${job##* }
  inside sh -c "cd /tmp && animgif $job -q" || fail "animgif $job fails"
  (cd "$here" && "$program" $job -q)
  cmp "$clean/tmp/$file" "$here/$file" || fail "$file has other bytes than here"
done
rm -rf "$here"
inside animgif wave -o /tmp/x.mp4 2>/dev/null && fail "a mistake ends with status 0"
inside dpkg --purge animgif >/dev/null && ! inside test -e /usr/bin/animgif || fail "the package does not go away"
echo "check-deb: installs, draws the same bytes and goes away on $(inside cat /etc/debian_version)"
