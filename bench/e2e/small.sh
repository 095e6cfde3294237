#!/usr/bin/env bash
# Times small jobs and pages from start to finish: 3,000 segments with the normal and the static program,
# and reports of 3,000 and 100,000 segments. Checks first that both programs print the same, and that pages
# do not depend on threads.
#   bench/e2e/small.sh [--rounds N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-small/. MTGAUGE, MTGAUGE_BUILD and MTGAUGE_SHARED override the
# default paths. The static program is timed if it is built (tests/package/portable_test.sh builds it).
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$root/bench/e2e/small.py" "$@"
