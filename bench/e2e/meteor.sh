#!/usr/bin/env bash
# METEOR beside METEOR 1.5's own jar: checks that every segment's score agrees, then times both in one
# interleaved run on one core, by the processor's time.
#   bench/e2e/meteor.sh [--rounds N] [--output FOLDER]
# Needs Java and what tests/meteor_jar.sh fetches. Texts are real systems' where the reference data
# are at hand, else invented lines. Results go to bench/runs/DATE-CPU-meteor/. MTGAUGE,
# MTGAUGE_BUILD and MTGAUGE_SHARED name other places.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
MTGAUGE_METEOR=$(bash "$root/tests/meteor_jar.sh")
export MTGAUGE_METEOR
PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/python3 "$root/bench/e2e/meteor.py" "$@"
