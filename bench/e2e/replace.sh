#!/usr/bin/env bash
# The command lines of sacreBLEU, typed to it and to `mtgauge sacrebleu`: checks that both print the
# same JSON byte for byte, then times them from start to finish in one interleaved run.
#   bench/e2e/replace.sh [--rounds N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-replace/. MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and
# MTGAUGE_SHARED name other places.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export MTGAUGE_BUILD=${MTGAUGE_BUILD:-$root/build/release}
export MTGAUGE=${MTGAUGE:-$MTGAUGE_BUILD/cli/mtgauge}
export MTGAUGE_SHARED=${MTGAUGE_SHARED:-$root/../shared}
for program in "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"; do
  if [ ! -x "$program" ]; then
    echo "error: no $program; build it with: cmake --preset release && cmake --build --preset release" >&2
    exit 1
  fi
done
export MTGAUGE_ORACLE=${MTGAUGE_ORACLE:-$root/build/oracle-venv/bin/python}
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/replace.py" "$@"
