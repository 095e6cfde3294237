#!/usr/bin/env bash
# Compares our encoder of SentencePiece models with Debian's library and with PyPI's package: with
# today's by its rules, and with the last version that has Debian's rules. On generated and adversarial
# lines:
#   tests/differential/pieces.sh [LINES] [SEED]        (default: 100000 lines, seed 1)
# Needs virtual environments with the package; if it is not available, prints a message and exits
# with 77. MTGAUGE_PIECES selects another pieces_diff.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
program=${MTGAUGE_PIECES:-$root/build/release/tests/pieces_diff}
if ! newest=$(bash "$root/tests/make_venv.sh" pieces-venv sentencepiece==0.2.3) ||
  ! older=$(VENV_NEWEST='' bash "$root/tests/make_venv.sh" pieces-venv-older sentencepiece==0.2.1); then
  echo "skipped: the package sentencepiece cannot be had here"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PYTHONDONTWRITEBYTECODE=1 "$newest" "$root/tests/differential/pieces_diff.py" --program "$program" \
  --older "$older" --folder "$folder" --lines "${1:-100000}" --seed "${2:-1}"
