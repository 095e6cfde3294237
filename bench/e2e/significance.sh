#!/usr/bin/env bash
# Compares significance tests with those of sacreBLEU: checks that every figure agrees to the last
# digit, then times resampling only and whole commands in one interleaved run on one core.
#   bench/e2e/significance.sh [--rounds N] [--skip-engine] [--output FOLDER]
# Measures the engine by itself first (mtgauge_significance_bench). Texts are those of
# $MTGAUGE_SHARED/data/wmt17; results go to bench/runs/DATE-CPU-significance/. MTGAUGE,
# MTGAUGE_BUILD, MTGAUGE_ORACLE and MTGAUGE_SHARED override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_significance_bench"
if [ ! -d "$MTGAUGE_SHARED/data/wmt17" ]; then
  echo "error: no $MTGAUGE_SHARED/data/wmt17; let MTGAUGE_SHARED name the folder of reference data" >&2
  exit 1
fi
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/significance.py" "$@"
