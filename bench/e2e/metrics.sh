#!/usr/bin/env bash
# Every metric over whole files: sacreBLEU's three beside sacreBLEU, after checking that the scores
# agree to the last digit, the others by themselves; one core and two, in one interleaved run.
#   bench/e2e/metrics.sh [--pairs N] [--part N] [--rounds N] [--metrics SPEC ...] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-metrics/. MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and
# MTGAUGE_SHARED name other places.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
# METEOR's files and WordNet's.
export METEOR_DATA=${METEOR_DATA:-$MTGAUGE_SHARED/data/meteor-1.5}
export WNSEARCHDIR=${WNSEARCHDIR:-/usr/share/wordnet}
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/metrics.py" "$@"
