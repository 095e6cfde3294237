#!/usr/bin/env bash
# Every metric over whole files: sacreBLEU's three beside sacreBLEU, after checking that the scores
# agree to the last digit, the others by themselves; one core and two, in one interleaved run.
#   bench/e2e/metrics.sh [--pairs N] [--part N] [--rounds N] [--metrics SPEC ...] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-metrics/. MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and
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
# METEOR's files and WordNet's.
export METEOR_DATA=${METEOR_DATA:-$MTGAUGE_SHARED/data/meteor-1.5}
export WNSEARCHDIR=${WNSEARCHDIR:-/usr/share/wordnet}
export MTGAUGE_ORACLE=${MTGAUGE_ORACLE:-$root/build/oracle-venv/bin/python}
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/metrics.py" "$@"
