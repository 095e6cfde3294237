#!/usr/bin/env bash
# Compares the Python package with sacreBLEU's module, fastchrf and the program: checks that the
# answers are equal, then times both sides in turns on one core, each with fresh texts.
#   bench/e2e/python.sh [--rounds N] [--pairs N] [--part N] [--output FOLDER]
# Results go to bench/runs/DATE-CPU-python/. Needs the wheel that python/test.sh builds. MTGAUGE,
# MTGAUGE_BUILD and MTGAUGE_SHARED override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
wheel=$(ls "$root"/build/python/wheel/mtgauge-*.whl 2> /dev/null || true)
if [ -z "$wheel" ]; then
  echo "error: there is no wheel; build it with: bash python/test.sh" >&2
  exit 1
fi
python=$(bash "$root/tests/make_venv.sh" python/bench numpy==2.2.6 sacrebleu==2.6.0 pyarrow==26.0.1 \
  polars==2.1.0 fastchrf==0.2.1)
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/bench/e2e/python.py" "$@"
