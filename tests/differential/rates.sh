#!/usr/bin/env bash
# Compares error rates with jiwer, rapidfuzz and kaldialign, charcut with CharCut, and the options
# normalize and ignore with whisper-normalizer and Python, on generated and adversarial text:
#   tests/differential/rates.sh [PAIRS] [SEED] [METRIC]   (default: 2000 pairs, seed 1, all)
# Needs the environment of tests/rates_env.sh; without it, prints a message and exits with 77.
# MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! python=$(bash "$root/tests/rates_env.sh"); then
  echo "skipped: jiwer and the other tools cannot be had here"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/rates_diff.py" \
  --mtgauge "$binary" --pairs "${1:-2000}" --seed "${2:-1}" ${3:+--only "$3"}
