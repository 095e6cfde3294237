#!/usr/bin/env bash
# Tests that bench/readme.py --check accepts README.md, docs/benchmarks.md and the charts as they are,
# finds a figure that was edited by hand, and corrects it; and that bench/all.sh is complete.
# Usage: readme_test.sh SOURCE_FOLDER
set -euo pipefail
script=$1/bench/readme.py
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/docs/pictures"
python3 "$script" --check
for page in README.md docs/benchmarks.md docs/pictures/speed-light.svg; do
  cp "$1/README.md" "$copy"
  cp "$1/docs/benchmarks.md" "$copy/docs"
  cp "$1"/docs/pictures/speed-*.svg "$copy/docs/pictures"
  sed -i '/^| AVX-512 /s/[0-9][0-9]* x/9999 x/; /<img\|<text/s/[0-9][0-9]* ms/9999 ms/' "$copy/$page"
  if python3 "$script" --check --root "$copy" > /dev/null 2>&1; then
    echo "$page: an edited figure was not found" >&2
    exit 1
  fi
  python3 "$script" --root "$copy"
  cmp "$copy/$page" "$1/$page"
done
# all.sh runs every benchmark, except that of clusters, which has no table.
for benchmark in "$1"/bench/e2e/*.sh; do
  name=$(basename "$benchmark")
  if [ "$name" != places.sh ] && [ "$name" != cluster.sh ] && ! grep -q "\"$name[ \"]" "$1/bench/all.sh"; then
    echo "bench/all.sh does not run $name" >&2
    exit 1
  fi
done
