#!/usr/bin/env bash
# Builds what a release has for aarch64 and runs it under qemu: the kernels, the command line, and a root
# of Debian 11.
# Needs the network, root and the packages of `setup.sh long`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
rm -rf build/release-files-aarch64  # those of another version would be tested beside
bash release/build.sh build/release-files-aarch64 aarch64

echo "--- headers of Python"
# Wheels are compiled with this machine's: what differs there must not matter to an extension.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Label: Debian' | sed -n 1p)
macros() {
  local arch=$1 apt=$work/$1
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,headers}
  echo "deb [arch=$arch signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm main" > "$apt/sources.list"
  local options=(-qq -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o Dir::Etc::sourcelist="$apt/sources.list"
    -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache"
    -o Dir::State::status=/dev/null -o APT::Update::Post-Invoke-Success= -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$apt" && apt-get "${options[@]}" download libpython3.11-dev && dpkg-deb -x libpython3.11-dev_*.deb headers)
  grep -h '^#define' "$apt"/headers/usr/include/*-linux-gnu/python3.11/pyconfig.h | cut -d ' ' -f 2- | sort > "$work/macros-$arch"
}
macros amd64
macros arm64
{ diff "$work"/macros-{amd64,arm64} || true; } | sed -n 's/^[<>] \([A-Z0-9_]*\).*/\1/p' | sort -u > "$work/differ"
# Assembler of the interpreter's own files, and a tier of support.
printf '%s\n' HAVE_GCC_ASM_FOR_X64 HAVE_GCC_ASM_FOR_X87 HAVE_USABLE_WCHAR_T PY_SUPPORT_TIER | cmp - "$work/differ"

bash tests/package/start_aarch64.sh
echo "--- the kernels, each set beside its scalar twin"
clang-tidy-14 --quiet core/simd/kernels_neon*.cc -- --target=aarch64-linux-gnu -march=armv8.2-a+dotprod \
  -std=c++20 -I. 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
source=/usr/src/googletest
cross=(aarch64-linux-gnu-g++-12 -std=c++20 -O2 -ffp-contract=off -I. -Iinclude -idirafter /usr/include
  -I$source/googletest -I$source/googletest/include)
"${cross[@]}" -static -o "$work/kernels" tests/unit/core/simd/*.cc tests/unit/core/algo/ngrams/char_ngrams_test.cc \
  $source/googletest/src/gtest{-all,_main}.cc build/artefacts-aarch64/core/libmtgauge_core.a \
  -Wl,--start-group build/portable-parts-aarch64/archives/*.a -Wl,--end-group 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
"$work/kernels" --gtest_brief=1
# A CPU without UDOT. A program that one of these starts would run on the other CPU.
qemu-aarch64-static -cpu cortex-a72 "$work/kernels" --gtest_brief=1 --gtest_filter='-KernelsDeathTest.*'
[ "$(MTGAUGE_ISA=? build/artefacts-aarch64/static/mtgauge --version 2>&1 |
  sed -n 's/.*; use one of: //p')" = "scalar neon neon-dot" ]

echo "--- the command line"
# Three limit the memory so far that qemu itself does not start; one closes what qemu then opens.
MTGAUGE_BINARY=$root/build/artefacts-aarch64/portable/mtgauge QEMU_LD_PREFIX=/usr/aarch64-linux-gnu \
  build/release/tests/cli --gtest_brief=1 \
  --gtest_filter='-*/limits_memory_at_start:*/limits_threads:*/tokenize_streams:*/input_closed'
bash tests/package/roots_test.sh build/release-files-aarch64 aarch64
