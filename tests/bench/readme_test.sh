#!/usr/bin/env bash
# Tests that bench/readme.py --check accepts README.md and docs/benchmarks.md as they are, finds a
# figure that was edited by hand, and corrects it.
# Usage: readme_test.sh SOURCE_FOLDER
set -euo pipefail
script=$1/bench/readme.py
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/docs"
python3 "$script" --check
for page in README.md docs/benchmarks.md; do
  cp "$1/README.md" "$copy"
  cp "$1/docs/benchmarks.md" "$copy/docs"
  sed -i '/^| AVX-512 /s/[0-9][0-9]* x/9999 x/; /^- BLEU of one segment/s/[0-9][0-9]* ns/9999 ns/' "$copy/$page"
  if python3 "$script" --check --root "$copy" > /dev/null 2>&1; then
    echo "$page: an edited figure was not found" >&2
    exit 1
  fi
  python3 "$script" --root "$copy"
  cmp "$copy/$page" "$1/$page"
done
