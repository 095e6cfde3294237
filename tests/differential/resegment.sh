#!/usr/bin/env bash
# Compares the verb resegment with mweralign, the successor of mwerSegmenter, on random texts:
#   tests/differential/resegment.sh [TEXTS] [SEED]        (default: 300 texts, seed 1)
#   tests/differential/resegment.sh --shared              on outputs of real systems
# Without the tool's package, prints a message and exits with 77. MTGAUGE and MTGAUGE_MWERALIGN
# select another binary and another Python.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
python=${MTGAUGE_MWERALIGN:-}
if [ -z "$python" ] && ! python=$(bash "$root/tests/make_venv.sh" mweralign-venv mweralign==1.4.1 \
    sentencepiece==0.2.3); then
  echo "skipped: mweralign cannot be had here"
  exit 77
fi
if [ ! -x "$binary" ]; then
  echo "error: no $binary; build it with: cmake --preset release && cmake --build --preset release" >&2
  exit 1
fi
if [ "${1:-}" = --shared ]; then
  what=(--shared)
else
  what=(--texts "${1:-300}" --seed "${2:-1}")
fi
PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/resegment_diff.py" \
  --mtgauge "$binary" "${what[@]}"
