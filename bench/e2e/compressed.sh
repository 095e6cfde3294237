#!/usr/bin/env bash
# Compares scoring of compressed text with decompression only: checks that gzip, xz and zstd give
# the plain text's scores with 1, 2 and 5 threads, then times `mtgauge score` and `zcat | wc -l`
# (xzcat, zstdcat) on the same files in one interleaved run.
#   bench/e2e/compressed.sh [--pairs N] [--rounds N] [--output FOLDER]
#   bench/e2e/compressed.sh --stream PAIRS    one zstd stream through a pipe: its score and memory
# Results go to bench/runs/DATE-CPU-compressed/. MTGAUGE and MTGAUGE_BUILD override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
for program in gzip xz zstd; do
  command -v $program > /dev/null || { echo "error: no $program; install it" >&2; exit 1; }
done
export MTGAUGE_ORACLE= MTGAUGE_SHARED=
PYTHONDONTWRITEBYTECODE=1 exec python3 "$root/bench/e2e/compressed.py" "$@"
