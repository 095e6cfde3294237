#!/usr/bin/env bash
# Times one batch of records as Parquet (shards packed with Snappy, and one file that is not
# compressed), Arrow, CSV, TSV and JSON Lines, beside the same texts as plain files: scores of two
# systems, scores by language, a comparison, and a table of segment scores written as Parquet. Beside
# that, pyarrow and sacreBLEU on a part, scaled. Checks first that all give the same scores.
#   bench/e2e/tables.sh [--rows N] [--part N] [--rounds N] [--output FOLDER]
# 2,000,000 rows need 6 GB of disk in $TMPDIR. Results go to bench/runs/DATE-CPU-tables/.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
python=$(bash "$root/tests/make_venv.sh" tables-venv sacrebleu==2.6.0 regex==2026.11.19 numpy==2.2.6 pyarrow==26.0.1)
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/bench/e2e/tables.py" "$@"
