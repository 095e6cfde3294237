#!/usr/bin/env bash
# Compares mtgauge with the real sacreBLEU, bit for bit, on generated and adversarial text:
#   tests/differential/run.sh [PAIRS] [SEED]        (default: 20000 pairs, seed 1)
# Needs the virtual environment that tests/oracle_env.sh makes; without it, says so and exits with 77.
# MTGAUGE and MTGAUGE_ORACLE name another binary and another Python.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${MTGAUGE_ORACLE:-$root/build/oracle-venv/bin/python}
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}

if [ ! -x "$python" ]; then
  echo "skipped: no $python; make it with: bash tests/oracle_env.sh"
  exit 77
fi
if [ ! -x "$binary" ]; then
  echo "error: no $binary; build it with: cmake --preset release && cmake --build --preset release" >&2
  exit 1
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/bleu_diff.py" \
  --mtgauge "$binary" --pairs "${1:-20000}" --seed "${2:-1}"
