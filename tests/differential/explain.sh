#!/usr/bin/env bash
# Compares the verb explain with the real compare-mt, with plain definitions and with other verbs,
# on random corpora:
#   tests/differential/explain.sh [CORPORA] [SEED]        (default: 60 corpora, seed 1)
#   tests/differential/explain.sh --shared                on outputs of real systems
# Needs the environment of tests/comparemt_env.sh; without it, prints a message and exits with 77.
# MTGAUGE and MTGAUGE_COMPARE_MT select another binary and another Python.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
python=${MTGAUGE_COMPARE_MT:-}
if [ -z "$python" ] && ! python=$(bash "$root/tests/comparemt_env.sh"); then
  echo "skipped: compare-mt cannot be had here"
  exit 77
fi
if [ ! -x "$binary" ]; then
  echo "error: no $binary; build it with: cmake --preset release && cmake --build --preset release" >&2
  exit 1
fi
if [ "${1:-}" = --shared ]; then
  what=("$@")
else
  what=(--corpora "${1:-60}" --seed "${2:-1}")
fi
# compare-mt opens files in the locale's encoding.
PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/explain_diff.py" \
  --mtgauge "$binary" "${what[@]}"
