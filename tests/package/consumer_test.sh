#!/usr/bin/env bash
# Installs the build into a fresh prefix, moves it, and builds and runs the consumer with it.
# Usage: consumer_test.sh BUILD_FOLDER CXX [LIBRARY.tar.gz]
# With an archive of the shared library, that is what the consumer gets.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1 compiler=$2 archive=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -n "$archive" ]; then
  mkdir "$work/prefix"
  tar -xf "$archive" -C "$work/prefix" --strip-components 1
  mkdir "$work/prefix/bin"
  cp "$build/cli/mtgauge" "$work/prefix/bin"
else
  cmake --install "$build" --prefix "$work/first" > "$work/install.log"
  # The package must not contain the paths where it was installed or built.
  mv "$work/first" "$work/prefix"
  if grep -rlF -e "$build" -e "$work/first" "$work/prefix/lib" --include='*.cmake'; then
    echo "these files name a folder of the build" >&2
    exit 1
  fi
fi
cmake -S "$here/consumer" -B "$work/build" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/configure.log" || { cat "$work/configure.log"; exit 1; }
# No warning or flag of ours may reach a consumer.
cmake --build "$work/build" --verbose > "$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
if grep -e warning: -e -Werror -e ffp-contract "$work/build.log"; then
  echo "flags or warnings of ours reach the consumer" >&2
  exit 1
fi
"$work/build/consumer" "$work/compared.tsv" "$work" | tee "$work/out"
grep -qE '^good BLEU [0-9.]+ .*nrefs:var\|.*\|version:mtgauge-' "$work/out"
grep -qE '^bad BLEU [0-9.]+ ' "$work/out"
grep -qE '^segment 1 [0-9.]+ [0-9.]+$' "$work/out"
grep -qE '^compared 1 pairs, [0-9]+ lines$' "$work/out"
grep -q '^pair	BLEU	good	bad	' "$work/compared.tsv"
grep -qx 'BLEU: accuracy 1.00' "$work/out"
grep -qx 'program: precision 0.67, recall 1.00, F1 0.80' "$work/out"
grep -qE '^of rows: good BLEU [0-9.]+, as of the texts$' "$work/out"
grep -qE '^of rows: bad BLEU [0-9.]+, as of the texts$' "$work/out"
grep -q '^rows  *2 segments, ' <("$work/prefix/bin/mtgauge" rows --info "$work/all.mtr")
grep -qx "error: unknown metric 'bluu'" "$work/out"
grep -qx "there is no option 'tokenise'; did you mean 'tokenize'?" "$work/out"
grep -qx 'smooth-method: 4 choices' "$work/out"
grep -qx 'chrf:lc=yes' "$work/out"
grep -qE '^prepared [0-9.]+ [0-9.]+$' "$work/out"
# Only the public headers are installed.
if find "$work/prefix/include" -type f ! -path '*/include/mtgauge/*.h' | grep .; then exit 1; fi
"$work/prefix/bin/mtgauge" --version
if [ -z "$archive" ]; then exit; fi

echo "--- the shared library"
# The program starts with the library, those of the compiler and libc, and nothing else.
needed=$(readelf -dW "$work/build/consumer" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort)
[ "$needed" = "$(printf '%s\n' libc.so.6 libgcc_s.so.1 libmtgauge.so.1 libstdc++.so.6)" ] ||
  { echo "the consumer needs" $needed >&2; exit 1; }
# What it shows. A symbol that goes needs a new SONAME.
nm -DC --defined-only "$work"/prefix/lib/libmtgauge.so.1 | cut -c 20- | sort -u | diff "$here/exported.txt" - ||
  { echo "the library shows other symbols than tests/package/exported.txt has" >&2; exit 1; }
# The commands of docs/cpp.md, which unpack the archive and build by pkg-config.
mkdir "$work/page" "$work/again"
cp "$archive" "$work/page"
sed -n '/^```sh$/,/^```$/p;/^```cmake$/q' "$here/../../docs/cpp.md" | grep -v '^```' > "$work/page/commands"
grep -q 'pkg-config --cflags --libs mtgauge' "$work/page/commands"
(cd "$work/page" && sed "s|app.cc|$here/consumer/main.cc|" commands > run && bash -e run)
"$work"/page/mtgauge-*-library/a.out "$work/compared.tsv" "$work/again" | diff "$work/out" -
