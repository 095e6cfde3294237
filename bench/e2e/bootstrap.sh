#!/usr/bin/env bash
# Compares the paired bootstrap with SciPy's: checks that the results agree, then times both in one
# interleaved run on one core.
#   bench/e2e/bootstrap.sh [--rounds N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-bootstrap/. MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and
# MTGAUGE_SHARED override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
if [ ! -x "$MTGAUGE_ORACLE" ] || ! "$MTGAUGE_ORACLE" -c 'import scipy' 2> /dev/null; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/bootstrap.py" "$@"
