#!/usr/bin/env bash
# The verb meta beside NumPy and SciPy: checks that the figures agree, then times both in one
# interleaved run on one core.
#   bench/e2e/meta.sh [--rounds N] [--output FOLDER]
# Tables are random; results go to bench/runs/DATE-CPU-meta/. MTGAUGE, MTGAUGE_BUILD and
# MTGAUGE_ORACLE name other places.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE"
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/meta.py" "$@"
