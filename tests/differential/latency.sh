#!/usr/bin/env bash
# Compares the verb latency with omnisteval on invented logs:
#   tests/differential/latency.sh [LOGS] [SEED]        (default: 300 logs, seed 1)
#   tests/differential/latency.sh --golden             writes tests/golden/data/latency.json
# Without the tool's package, prints a message and exits with 77. MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! python=$(bash "$root/tests/make_venv.sh" omnisteval-venv OmniSTEval==0.1.10 PyYAML==6.0.4 mosestokenizer==1.2.1 \
    sacrebleu==2.6.0 portalocker==4.4.2 regex==2026.11.19 tabulate==0.10.0 numpy==1.26.4 colorama==0.4.6 lxml==6.1.3); then
  echo "skipped: omnisteval cannot be had here"
  exit 77
fi
if [ "${1:-}" = --golden ]; then
  what=(--golden "$root/tests/golden/data/latency.json")
else
  what=(--mtgauge "$binary" --logs "${1:-300}" --seed "${2:-1}")
fi
PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/latency_diff.py" "${what[@]}"
