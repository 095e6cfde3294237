#!/usr/bin/env bash
# Times the search for the nearest reference (matrix --top 1 -m chrf) beside all pairs: checks that
# the answers are equal, then times both in one interleaved run on one core; then the search alone on
# more lines.
#   bench/e2e/top.sh [--rounds N] [--lines N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-top/. MTGAUGE, MTGAUGE_BUILD and MTGAUGE_SHARED override the
# default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$root/bench/e2e/top.py" "$@"
