#!/usr/bin/env bash
# Compares mtgauge with the real sacreBLEU, bit for bit, on generated and adversarial text, and the
# verb meta with SciPy on random tables:
#   tests/differential/run.sh [PAIRS] [SEED] [METRIC]   (default: 20000 pairs, seed 1, all)
# Also scores a twentieth of the pairs with chrF and TER, resamples one corpus for every 500 pairs
# under NumPy 1 and 2, and runs one command line of the verb sacrebleu for every 100. Needs the
# virtual environments of tests/oracle_env.sh; without them, prints a message and exits with 77.
# MTGAUGE, MTGAUGE_ORACLE and MTGAUGE_ORACLE_NUMPY2 select another binary and other Pythons.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
newest=${VENV_NEWEST:+-newest}
python=${MTGAUGE_ORACLE:-$root/build/oracle-venv$newest/bin/python}
numpy2=${MTGAUGE_ORACLE_NUMPY2:-$root/build/oracle-venv-numpy2$newest/bin/python}
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
pairs=${1:-20000}
seed=${2:-1}

for oracle in "$python" "$numpy2"; do
  if [ ! -x "$oracle" ]; then
    echo "skipped: no $oracle; make it with: bash tests/oracle_env.sh"
    exit 77
  fi
done
if [ ! -x "$binary" ]; then
  echo "error: no $binary; build it with: cmake --preset release && cmake --build --preset release" >&2
  exit 1
fi
export PYTHONDONTWRITEBYTECODE=1
if [ -n "${3:-}" ]; then
  case $3 in bleu*) script=bleu_diff.py ;; *) script=chrf_ter_diff.py ;; esac
  exec "$python" "$root/tests/differential/$script" --mtgauge "$binary" --pairs "$pairs" --seed "$seed" \
    --only "$3"
fi
# Two at a time.
"$python" "$root/tests/differential/bleu_diff.py" --mtgauge "$binary" --pairs "$pairs" \
  --seed "$seed" &
bleu=$!
trap 'kill "$bleu" 2> /dev/null || true' EXIT
"$python" "$root/tests/differential/chrf_ter_diff.py" --mtgauge "$binary" \
  --pairs $(((pairs + 19) / 20)) --seed "$seed"
"$python" "$root/tests/differential/dropin_diff.py" --mtgauge "$binary" \
  --cases $(((pairs + 99) / 100)) --seed "$seed"
"$python" "$root/tests/differential/meta_diff.py" --mtgauge "$binary" \
  --tables $(((pairs + 999) / 1000)) --seed "$seed"
"$python" "$root/tests/differential/wmt_diff.py" --mtgauge "$binary" \
  --tables $(((pairs + 999) / 1000)) --seed "$seed"
for oracle in "$python" "$numpy2"; do
  "$oracle" "$root/tests/differential/significance_diff.py" --mtgauge "$binary" \
    --corpora $(((pairs + 499) / 500)) --seed "$seed"
done
wait "$bleu"
