#!/usr/bin/env bash
# Runs programs that were written for sacreBLEU, unchanged, on mtgauge.sacrebleu, in a separate
# environment with the wheel of python/test.sh:
#   bash python/tests/peers/run.sh [--checkouts FOLDER] [PEER...]
# torchmetrics and mbrs are run only if PYTHONPATH contains them and torch, which are large. Exits
# with 77 and a message if the packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
env=$(bash python/tests/wheel_venv.sh peers numpy==2.2.6 pytest==9.2.0 'sacrebleu[ja]==2.6.0' \
  evaluate==0.4.6 lm_eval==0.4.13 fastchrf==0.2.1)
exec "$env/bin/python" python/tests/peers/run.py "$@"
