#!/usr/bin/env bash
# Compares google-rouge with Google's rouge_score, nltk-meteor with NLTK, and the option normalize
# with Python's unicodedata, on generated and adversarial text:
#   tests/differential/words.sh [PAIRS] [SEED] [METRIC]   (default: 2000 pairs, seed 1, all)
# Needs the environment of tests/nltk_env.sh; without it, prints a message and exits with 77. METEOR
# is compared with synonyms if WordNet is available (Debian package wordnet-base, or WNSEARCHDIR).
# MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! python=$(bash "$root/tests/nltk_env.sh"); then
  echo "skipped: NLTK and rouge_score cannot be had here"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/words_diff.py" \
  --mtgauge "$binary" --pairs "${1:-2000}" --seed "${2:-1}" ${3:+--only "$3"}
