#!/usr/bin/env bash
# bench/readme.py --check accepts README.md as it is, sees a figure that was typed, and puts it right.
# Usage: readme_test.sh SOURCE_FOLDER
set -euo pipefail
script=$1/bench/readme.py
copy=$(mktemp)
trap 'rm -f "$copy"' EXIT
python3 "$script" --check
sed '/^| AVX-512 /s/[0-9][0-9]* x/9999 x/' "$1/README.md" > "$copy"
if python3 "$script" --check --readme "$copy" > /dev/null 2>&1; then
  echo "a typed figure was not seen" >&2
  exit 1
fi
python3 "$script" --readme "$copy"
cmp "$copy" "$1/README.md"
