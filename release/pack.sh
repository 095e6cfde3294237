#!/usr/bin/env bash
# Packs what is portable of a build: an archive of each kind of program, one of the C++ library, and a
# Debian package.
#   release/pack.sh BUILD ARCH FOLDER
# The same programs give the same files; their times are $SOURCE_DATE_EPOCH.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "$1") arch=$2 out=$(realpath -m "$3")
cd "$root"
export LC_ALL=C SOURCE_DATE_EPOCH
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
version=$(sed -n 's/^set(MTGAUGE_VERSION \(.*\))$/\1/p' CMakeLists.txt)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# What runs here writes the man pages and the completions.
program=("$build/static/mtgauge")
if [ "$arch" != "$(uname -m)" ]; then program=("qemu-$arch" "${program[@]}"); fi
mkdir -p "$work/share/man/man1"
"${program[@]}" generate man -o "$work/share/man/man1"
for form in bash:bash-completion/completions/mtgauge \
    zsh:zsh/vendor-completions/_mtgauge fish:fish/vendor_completions.d/mtgauge.fish; do
  mkdir -p "$work/share/$(dirname "${form#*:}")"
  "${program[@]}" generate "${form%%:*}" > "$work/share/${form#*:}"
done

# archive NAME README: makes an archive of the folder $work/NAME.
archive() {
  cp LICENSE "$build/third-party-notices.txt" "$2" "$work/$1"
  tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" \
    -cf - "$1" | gzip -9n > "$out/$1.tar.gz"
}
for kind in portable static; do
  name=mtgauge-$version-linux-$arch
  [ $kind = portable ] || name+=-static
  mkdir -p "$work/$name"/{bin,libexec/mtgauge}
  cp "$build/$kind/mtgauge" "$work/$name/bin"
  cp "$build/$kind/mtgauge-bench" "$work/$name/libexec/mtgauge"
  cp -r "$work/share" "$work/$name/share"
  archive "$name" release/README.md
done

name=mtgauge-$version-linux-$arch-library
config=$work/$name/lib/cmake/mtgauge
mkdir -p "$work/$name/lib/pkgconfig" "$work/$name/include" "$config"
cp -P "$build"/portable/libmtgauge.so* "$work/$name/lib"
cp -r include/mtgauge "$work/$name/include"
rm "$work/$name/include/mtgauge/program.h"  # of the program, which is another library
sed "s/@VERSION@/$version/" release/library/mtgauge.pc > "$work/$name/lib/pkgconfig/mtgauge.pc"
sed "s/@MAJOR@/${version%%.*}/" release/library/mtgaugeConfig.cmake > "$config/mtgaugeConfig.cmake"
cp "$build/mtgaugeConfigVersion.cmake" "$config"
archive "$name" release/library/README.md

declare -A debian=([x86_64]=amd64 [aarch64]=arm64)
package=$work/package doc=$work/package/usr/share/doc/mtgauge
mkdir -p "$package/DEBIAN" "$package/usr" "$doc" "$package/usr/share/lintian/overrides"
cp -r "$work/mtgauge-$version-linux-$arch"/{bin,libexec,share} "$package/usr"
gzip -9n "$package/usr/share/man/man1"/*
{
  printf 'mtgauge is under the Apache License 2.0, which is in /usr/share/common-licenses/Apache-2.0.\n'
  printf 'Copyright: The mtgauge authors\n\n'
  cat "$build/third-party-notices.txt"
} > "$doc/copyright"
{
  printf 'mtgauge (%s) unstable; urgency=medium\n\n' "${version/-/\~}"
  printf '  * What changed is in NEWS.gz.\n\n'
  printf ' -- The mtgauge authors <mtgauge@users.noreply.example.org>  %s\n' "$(date -R -u -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n > "$doc/changelog.gz"
gzip -9nc CHANGELOG.md > "$doc/NEWS.gz"
# One file for every Debian: it contains its libraries, as a release does.
for file in usr/bin/mtgauge usr/libexec/mtgauge/mtgauge-bench; do
  printf 'mtgauge: embedded-library * [%s]\n' $file
done > "$package/usr/share/lintian/overrides/mtgauge"
cat > "$package/DEBIAN/control" << END
Package: mtgauge
Version: ${version/-/\~}
Architecture: ${debian[$arch]}
Maintainer: The mtgauge authors <mtgauge@users.noreply.example.org>
Installed-Size: $(find "$package/usr" -type f -printf '%s\n' | awk '{ kib += int(($1 + 1023) / 1024) } END { print kib }')
Depends: libc6 (>= 2.17)
Suggests: libcld2-0, wordnet-base
Section: science
Priority: optional
Description: scores of machine translation, hundreds of times faster
 Computes sacreBLEU's scores to the last digit, and those of many other tools.
 The answers do not depend on threads, machine or batch size. Compares systems
 by bootstrap, evaluates metrics against human scores, and writes reports.
END
(cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
find "$package" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
find "$package" -type d -exec chmod 755 {} +
find "$package" -type f -exec chmod u=rwX,go=rX {} +
# GitHub gives a file with "~" another name.
dpkg-deb --root-owner-group --build "$package" "$out/mtgauge_${version}_${debian[$arch]}.deb" > /dev/null
