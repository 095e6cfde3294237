#!/usr/bin/env bash
# Runs programs that were written for sacreBLEU, unchanged, on mtgauge.sacrebleu, in an environment of
# their own with the wheel of python/test.sh:
#   bash python/tests/peers/run.sh [--checkouts FOLDER] [PEER...]
# torchmetrics and mbrs are run where PYTHONPATH has them and torch: these are large, and left to whoever
# wants them. Exit 77, with a message: the packages cannot be had here.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
wheel=$(ls build/python/wheel/mtgauge-*.whl 2> /dev/null || true)
if [ -z "$wheel" ]; then
  echo "peers: there is no wheel; run: bash python/test.sh" >&2
  exit 1
fi
if ! bash tests/make_venv.sh python/peers numpy==2.2.6 pytest==9.2.0 'sacrebleu[ja]==2.6.0' \
    evaluate==0.4.6 lm_eval==0.4.13 fastchrf==0.2.1 > build/python/peers-packages.log 2>&1; then
  cat build/python/peers-packages.log >&2
  echo "skipped: the packages of these programs cannot be had here" >&2
  exit 77
fi
env=build/python/peers
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
exec "$env/bin/python" python/tests/peers/run.py "$@"
