#!/usr/bin/env bash
# The verb meta beside NumPy and SciPy: checks that the figures agree, then times both in one
# interleaved run on one core.
#   bench/e2e/meta.sh [--rounds N] [--output FOLDER]
# Tables are random; results go to bench/runs/DATE-CPU-meta/. MTGAUGE, MTGAUGE_BUILD and
# MTGAUGE_ORACLE name other places.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export MTGAUGE_BUILD=${MTGAUGE_BUILD:-$root/build/release}
export MTGAUGE=${MTGAUGE:-$MTGAUGE_BUILD/cli/mtgauge}
export MTGAUGE_SHARED=${MTGAUGE_SHARED:-$root/../shared}
if [ ! -x "$MTGAUGE" ]; then
  echo "error: no $MTGAUGE; build it with: cmake --preset release && cmake --build --preset release" >&2
  exit 1
fi
export MTGAUGE_ORACLE=${MTGAUGE_ORACLE:-$root/build/oracle-venv/bin/python}
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/meta.py" "$@"
