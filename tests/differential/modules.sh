#!/usr/bin/env bash
# Compares the verbs matrix and mbr with fastchrf, eed and edit-distance with torchmetrics, and hf-bleu
# and sari with evaluate, on generated and adversarial text:
#   tests/differential/modules.sh [PAIRS] [SEED] [METRIC]   (default: 2000 pairs, seed 1, all)
# Needs the environment of tests/modules_env.sh; without it, prints a message and exits with 77. The
# metrics of evaluate are not in its package: MTGAUGE_EVALUATE names the folder `metrics` of a checkout
# of it; otherwise they come from the hub. MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! python=$(bash "$root/tests/modules_env.sh"); then
  echo "skipped: fastchrf, torchmetrics and evaluate cannot be had here"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/modules_diff.py" \
  --mtgauge "$binary" --pairs "${1:-2000}" --seed "${2:-1}" ${3:+--only "$3"}
