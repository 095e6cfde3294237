#!/usr/bin/env bash
# Compares METEOR with METEOR 1.5's own jar: checks that every segment's score agrees, then times
# both in one interleaved run on one core, in processor time.
#   bench/e2e/meteor.sh [--rounds N] [--output FOLDER]
# Needs Java and the files that tests/meteor_jar.sh fetches. Uses outputs of real systems if the
# reference data are available, otherwise invented lines. Results go to bench/runs/DATE-CPU-meteor/.
# MTGAUGE, MTGAUGE_BUILD and MTGAUGE_SHARED override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
MTGAUGE_METEOR=$(bash "$root/tests/meteor_jar.sh")
export MTGAUGE_METEOR
PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/python3 "$root/bench/e2e/meteor.py" "$@"
