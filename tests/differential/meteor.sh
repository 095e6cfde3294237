#!/usr/bin/env bash
# Compares METEOR with METEOR 1.5's own jar on generated and adversarial text:
#   tests/differential/meteor.sh [PAIRS] [SEED]        (default: 2000 pairs, seed 1)
# Needs Java and the files that tests/meteor_jar.sh fetches; without them, prints a message and
# exits with 77. MTGAUGE and MTGAUGE_ORACLE select another binary and another Python.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${MTGAUGE_ORACLE:-$root/build/oracle-venv/bin/python}
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! meteor=$(bash "$root/tests/meteor_jar.sh"); then
  echo "skipped: METEOR's jar cannot be had here"
  exit 77
fi
if [ ! -x "$python" ]; then
  echo "skipped: no $python; make it with: bash tests/oracle_env.sh"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/meteor_diff.py" --mtgauge "$binary" \
  --meteor "$meteor" --pairs "${1:-2000}" --seed "${2:-1}"
