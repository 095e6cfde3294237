#!/usr/bin/env bash
# Lints the sources that standard input names, each by itself, with the flags of the preset asan:
#   git ls-files 'core/*.cc' | bash tests/lint.sh
# Sources for aarch64 are linted by tests/package/aarch64_test.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/lint
mkdir -p "$build"
cmake --preset asan -B "$build" -DMTGAUGE_UNITY=OFF -DMTGAUGE_PCH=OFF -DMTGAUGE_TESTS=OFF > "$build/configure.log" ||
  { cat "$build/configure.log" >&2; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ grep -v "^core/simd/kernels_neon" || true; } | xargs -r -P2 -n1 clang-tidy-14 -p "$build" --quiet 2> "$log" || {
  grep -v 'warnings generated' "$log" >&2
  echo "clang-tidy found faults" >&2
  exit 1
}
