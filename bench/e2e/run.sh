#!/usr/bin/env bash
# Compares whole jobs with the tools that users run today: checks that the answers agree to the last
# digit, then times them in one interleaved run.
#   bench/e2e/run.sh [--pairs N] [--rounds N] [--memory] [--output FOLDER]
# --memory measures peak memory on 100,000 and 5,000,000 pairs instead. Results go to
# bench/runs/DATE-CPU/. sacreBLEU is that of tests/oracle_env.sh; without it, only wc is compared.
# MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and MTGAUGE_SHARED override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$root/bench/e2e/e2e.py" "$@"
