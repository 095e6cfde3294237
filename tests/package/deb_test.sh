#!/usr/bin/env bash
# Makes the Debian package, reads its control file and runs the program from its unpacked tree.
# Usage: deb_test.sh BUILD_FOLDER
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$build" && cpack -G DEB -B "$work/out") > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
deb=$(ls "$work"/out/mtgauge_*.deb)
dpkg-deb -f "$deb" | tee "$work/control"
grep -q '^Package: mtgauge$' "$work/control"
for library in libtbb12 libmimalloc2.0 libstdc++6 libxml2; do
  grep -q "^Depends:.*$library" "$work/control" || { echo "does not depend on $library" >&2; exit 1; }
done
dpkg-deb -x "$deb" "$work/root"
for file in bin/mtgauge libexec/mtgauge/mtgauge-bench include/mtgauge/mtgauge.h include/mtgauge/score.h \
    share/man/man1/mtgauge.1 share/bash-completion/completions/mtgauge \
    share/zsh/vendor-completions/_mtgauge share/fish/vendor_completions.d/mtgauge.fish; do
  [ -f "$work/root/usr/$file" ] || { echo "no usr/$file in $deb" >&2; exit 1; }
done
for work_of in Abseil zlib XZ zstd Snowball fmt; do
  grep -qi "$work_of" "$work/root/usr/share/doc/mtgauge/third-party-notices.txt" ||
    { echo "no notice of $work_of" >&2; exit 1; }
done
printf 'one two three four five\n' > "$work/text"
"$work/root/usr/bin/mtgauge" score "$work/text" -i "$work/text" -b | grep -qx '100.0'
"$work/root/usr/bin/mtgauge" bench tokenizers "$work/text" -i "$work/text" -tok 13a --rounds 1 --quiet --force |
  grep -q '^  13a  '
# Without the other program, a message.
mv "$work/root/usr/libexec" "$work/root/elsewhere"
if "$work/root/usr/bin/mtgauge" bench plan "$work/text" -i "$work/text" 2> "$work/message"; then exit 1; fi
grep -q 'program mtgauge-bench, which is not in .*/usr/bin; install it' "$work/message"
