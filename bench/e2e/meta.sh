#!/usr/bin/env bash
# Compares the verb meta with NumPy and SciPy: checks that the results agree, then times both in one
# interleaved run on one core.
#   bench/e2e/meta.sh [--rounds N] [--output FOLDER]
# Tables are random; results go to bench/runs/DATE-CPU-meta/. MTGAUGE, MTGAUGE_BUILD and
# MTGAUGE_ORACLE override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE"
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/meta.py" "$@"
