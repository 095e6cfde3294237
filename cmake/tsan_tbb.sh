#!/usr/bin/env bash
# Builds oneTBB for ThreadSanitizer from Debian's source package into build/tsan-tbb/install, once.
# Debian's binary is not instrumented, so every hand-over between tasks would look like a race.
# Exits with 3 if the sources are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/build/tsan-tbb
if [ -f "$work/install/done" ]; then exit 0; fi
rm -rf "$work"
mkdir -p "$work"/apt/{lists/partial,archives/partial} "$work/build"

# Uses the system's own mirrors for sources, with separate package lists, so the system is not
# changed.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ -f "$file" ] && sed -n 's/^deb /deb-src /p' "$file"
done > "$work/apt/sources.list"
for file in /etc/apt/sources.list.d/*.sources; do
  [ -f "$file" ] || continue
  sed 's/^Types:.*/Types: deb-src/' "$file"
  echo
done > "$work/apt/all.sources"
mkdir "$work/apt/parts"
mv "$work/apt/all.sources" "$work/apt/parts/"
options=(-o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts="$work/apt/parts"
  -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt" -o APT::Sandbox::User=)
# Exactly the version whose headers the other builds use.
version=$(dpkg-query -W -f '${source:Version}' libtbb-dev)
if ! (cd "$work" && apt-get "${options[@]}" update &&
      apt-get "${options[@]}" --download-only source "onetbb=$version") > "$work/log" 2>&1; then
  echo "tsan_tbb: cannot get the sources of onetbb $version; see $work/log" >&2
  exit 3
fi
mkdir "$work/source"
tar -xf "$work"/onetbb_*.orig.tar.* -C "$work/source" --strip-components=1

echo "building oneTBB for ThreadSanitizer; this takes some minutes, once" >&2
{
  cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DTBB_SANITIZE=thread -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF \
    -DCMAKE_INSTALL_PREFIX="$work/install" -DCMAKE_INSTALL_LIBDIR=lib
  cmake --build "$work/build"
  cmake --install "$work/build"
} > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log" >&2; exit 1; }
touch "$work/install/done"
