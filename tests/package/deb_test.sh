#!/usr/bin/env bash
# Unpacks the Debian package that release/pack.sh has made, and runs its programs. lintian checks it where
# it is; roots_test.sh, which needs it, has it check what is released.
# Usage: deb_test.sh PACKAGE.deb
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
deb=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

dpkg-deb -f "$deb" > "$work/control"
grep -qx 'Package: mtgauge' "$work/control"
grep -qx 'Depends: libc6 (>= 2.17)' "$work/control"
if command -v lintian > /dev/null; then
  lintian --allow-root --fail-on error,warning "$deb"
else
  echo "skipped: lintian, which is not here; run: bash cmake/setup.sh long" >&2
fi
dpkg-deb -x "$deb" "$work/root"
for file in bin/mtgauge libexec/mtgauge/mtgauge-bench share/man/man1/mtgauge.1.gz share/man/man1/mtgauge-score.1.gz \
    share/bash-completion/completions/mtgauge \
    share/zsh/vendor-completions/_mtgauge share/fish/vendor_completions.d/mtgauge.fish; do
  [ -f "$work/root/usr/$file" ] || { echo "no usr/$file in $deb" >&2; exit 1; }
done
grep -v '^#' "$root/release/sources.txt" | while read -r source _ _ package _; do
  grep -qx "==== $package ====" "$work/root/usr/share/doc/mtgauge/copyright" ||
    { echo "no notice of $source" >&2; exit 1; }
done
grep -qx '==== Unicode Character Database ====' "$work/root/usr/share/doc/mtgauge/copyright"
(cd "$work/root" && dpkg-deb --ctrl-tarfile "$deb" | tar -xO ./md5sums | md5sum --quiet --check)
printf 'one two three four five\n' > "$work/text"
grep -qx '100.0' <("$work/root/usr/bin/mtgauge" score "$work/text" -i "$work/text" -b)
grep -q '^  13a  ' <("$work/root/usr/bin/mtgauge" bench tokenizers "$work/text" -i "$work/text" -tok 13a --rounds 1 --quiet --force)
# Without the other program, a message.
mv "$work/root/usr/libexec" "$work/root/elsewhere"
if "$work/root/usr/bin/mtgauge" bench plan "$work/text" -i "$work/text" 2> "$work/message"; then exit 1; fi
grep -q 'program mtgauge-bench, which is not in .*/usr/bin; take both programs from mtgauge-.*-linux-.*\.tar\.gz' "$work/message"
