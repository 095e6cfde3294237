#!/usr/bin/env bash
# Compares the languages that off-target finds with those of pycld2, on sentences that are cut short
# and mixed:
#   tests/differential/languages.sh [TEXTS] [SEED]        (default: 3000 texts, seed 1)
# Needs the package pycld2 and the library libcld2-0; without them, prints a message and exits with
# 77. MTGAUGE selects another binary.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${MTGAUGE:-$root/build/release/cli/mtgauge}
if ! python=$(bash "$root/tests/make_venv.sh" languages-venv pycld2==0.42) ||
  ! ldconfig -p | grep libcld2.so.0 > /dev/null; then  # all of it, because of pipefail
  echo "skipped: pycld2 or libcld2-0 cannot be had here"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$root/tests/differential/languages_diff.py" \
  --mtgauge "$binary" --texts "${1:-3000}" --seed "${2:-1}"
