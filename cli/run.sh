#!/usr/bin/env bash
# Sets up and builds what is not there yet, then runs the program:
#   bash cli/run.sh demo       a tour, with a million generated segments
#   bash cli/run.sh ARGS...    mtgauge ARGS...
# Set-up and build report on stderr, and only when they have something to do.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/release

bash "$root/cmake/setup.sh" build
targets=(mtgauge_generate mtgauge)
case ${1:-} in
  bench | run) targets+=(mtgauge-bench) ;;
esac
if [ ! -x "$build/cli/${targets[-1]}" ]; then
  echo "building mtgauge; this takes a few minutes, once" >&2
  (cd "$root" && cmake --preset release) >&2
  ninja -C "$build" "${targets[@]}" >&2
else
  ninja -C "$build" --quiet "${targets[@]}" | sed '/no work to do/d' >&2
fi

if [ "${1:-}" = demo ]; then
  shift
  MTGAUGE=$build/cli/mtgauge MTGAUGE_BUILD=$build exec bash "$root/cli/demo.sh" "$@"
fi
exec "$build/cli/mtgauge" "$@"
