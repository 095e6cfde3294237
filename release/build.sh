#!/usr/bin/env bash
# Builds what a release has for one architecture, from this checkout alone: archives and a Debian
# package of the programs, and wheels.
#   release/build.sh FOLDER [ARCH]
# The parts are taken from $PARTS (of another architecture: $PARTS-ARCH), or made in
# build/portable-parts. The same commit gives the same files.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
out=$(realpath -m "$1") arch=${2:-$(uname -m)}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC CCACHE_DISABLE=1
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS
umask 022
parts=$(realpath -m "${PARTS:-build/portable-parts}")
if [ "$arch" != "$(uname -m)" ]; then parts+=-$arch; fi
build=$root/build/artefacts-$arch
mkdir -p "$out" "$build"
bash release/parts.sh "$parts" "$arch"
run() { "$@" > "$build/log" 2>&1 || { tail -n 40 "$build/log" >&2; echo "build.sh: failed: $*" >&2; exit 1; }; }

run cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMTGAUGE_TESTS=OFF \
  -DCMAKE_TOOLCHAIN_FILE="$root/release/toolchain.cmake" -DMTGAUGE_ARCH="$arch" -DMTGAUGE_PORTABLE="$parts"
run cmake --build "$build" --target portable
bash release/pack.sh "$build" "$arch" "$out"
# The libraries, without the programs.
run cmake --install "$build" --prefix "$build/installed" --component Unspecified
bash release/wheels.sh "$build/installed" "$parts" "$out" "$arch"
