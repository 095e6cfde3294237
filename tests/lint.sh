#!/usr/bin/env bash
# Lints the sources that standard input names, with the flags of the preset asan:
#   git ls-files 'core/*.cc' | bash tests/lint.sh
# The sources of a folder are linted as one, so that their headers are read once. Only unity files
# include sources, so the check against that is off.
# Sources for aarch64 are linted by tests/package/aarch64_test.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/lint
rm -rf "$build"  # units of an earlier cut
mkdir -p "$build"
cmake --preset asan -B "$build" -DMTGAUGE_PCH=OFF -DMTGAUGE_TESTS=OFF -DMTGAUGE_UNITY_SOURCES=1000 > "$build/configure.log" ||
  { cat "$build/configure.log" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ grep -v "^core/simd/kernels_neon" || true; } | sed "s|.*|#include \"$PWD/&\"|" > "$work/wanted"
mapfile -t units < <(find "$build" -name 'unity_*.cxx')
{
  grep -lxFf "$work/wanted" "${units[@]}" || true
  grep -h '^#include' "${units[@]}" | grep -vxFf - "$work/wanted" | cut -d'"' -f2 || true
} > "$work/files"
xargs -r -P2 -n1 clang-tidy-14 -p "$build" --quiet --checks=-bugprone-suspicious-include \
  --header-filter='/(core|parallel|cli|laboratory)/[^:]*\.(h|cc)$' < "$work/files" 2> "$work/log" || {
  grep -v 'warnings generated' "$work/log" >&2
  echo "clang-tidy found faults" >&2
  exit 1
}
