#!/usr/bin/env bash
# Runs command lines of sacreBLEU with it and with `mtgauge sacrebleu`: checks that both print the
# same JSON byte for byte, then times them from start to finish in one interleaved run.
#   bench/e2e/replace.sh [--rounds N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-replace/. MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and
# MTGAUGE_SHARED override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
if [ ! -x "$MTGAUGE_ORACLE" ]; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/replace.py" "$@"
