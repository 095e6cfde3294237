#!/usr/bin/env bash
# Builds what a release has for one architecture, from this checkout alone: programs, their archives,
# and wheels.
#   release/build.sh FOLDER [ARCH]
# The parts are taken from $PARTS, or made in build/portable-parts. The same commit gives the same files.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
out=$(realpath -m "$1") arch=${2:-$(uname -m)}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C CCACHE_DISABLE=1
parts=$(realpath -m "${PARTS:-build/portable-parts}")
build=$root/build/artefacts-$arch
mkdir -p "$out" "$build"
bash release/parts.sh "$parts" "$arch"
run() { "$@" > "$build/log" 2>&1 || { tail -n 40 "$build/log" >&2; echo "build.sh: failed: $*" >&2; exit 1; }; }

run cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMTGAUGE_TESTS=OFF \
  -DCMAKE_TOOLCHAIN_FILE="$root/release/toolchain.cmake" -DMTGAUGE_ARCH="$arch" -DMTGAUGE_PORTABLE="$parts"
run cmake --build "$build" --target portable
version=$(sed -n 's/^set(MTGAUGE_VERSION \(.*\))$/\1/p' CMakeLists.txt)

# What runs here writes the man page and the completions.
program=$build/static/mtgauge
if [ "$arch" != "$(uname -m)" ]; then program="qemu-$arch $program"; fi
share=$build/share
for form in man:man/man1/mtgauge.1 bash:bash-completion/completions/mtgauge zsh:zsh/site-functions/_mtgauge \
    fish:fish/vendor_completions.d/mtgauge.fish; do
  mkdir -p "$share/$(dirname "${form#*:}")"
  $program generate "${form%%:*}" > "$share/${form#*:}"
done
for kind in portable static; do
  name=mtgauge-$version-linux-$arch
  [ $kind = portable ] || name+=-static
  rm -rf "$build/$name"
  mkdir -p "$build/$name"/{bin,libexec/mtgauge}
  cp "$build/$kind/mtgauge" "$build/$name/bin"
  cp "$build/$kind/mtgauge-bench" "$build/$name/libexec/mtgauge"
  cp -r "$share" "$build/$name/share"
  cp LICENSE "$build/third-party-notices.txt" release/README.md "$build/$name"
  tar -C "$build" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" \
    -cf - "$name" | gzip -9n > "$out/$name.tar.gz"
done

if [ "$arch" = "$(uname -m)" ]; then
  run cmake --build "$build"
  run cmake --install "$build" --prefix "$build/installed"
  bash release/wheels.sh "$build/installed" "$parts" "$out"
fi
