#!/usr/bin/env bash
# mtgauge beside NLTK (BLEU of corpora and sentences, GLEU) and SciPy's bootstrap: checks that the
# figures agree, then times both sides in one interleaved run on one core. NLTK's RIBES and METEOR
# compute something else than the tools that they are named after: only their speed is told.
#   bench/e2e/peers.sh [--rounds N] [--pairs N] [--part N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-peers/. MTGAUGE, MTGAUGE_BUILD, MTGAUGE_ORACLE and
# MTGAUGE_SHARED name other places; NLTK's METEOR needs WordNet's files in WNSEARCHDIR.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
export WNSEARCHDIR=${WNSEARCHDIR:-/usr/share/wordnet}
if [ ! -x "$MTGAUGE_ORACLE" ] || ! "$MTGAUGE_ORACLE" -c 'import nltk, scipy' 2> /dev/null; then
  bash "$root/tests/oracle_env.sh" > /dev/null
fi
PYTHONDONTWRITEBYTECODE=1 exec "$MTGAUGE_ORACLE" "$root/bench/e2e/peers.py" "$@"
