#!/usr/bin/env bash
# Opens pages of `mtgauge report`, `compare` and `score` in headless Chromium: they show the results
# of `mtgauge explain`, the controls work, no text is executed as code, and axe-core finds no serious
# problem. ESLint checks the scripts.
# Usage: run.sh [MTGAUGE]
#   --large   also tests 100,000 segments of 4 systems: sizes and times
# Node packages are in build/page/packages, fetched once. Texts are generated here. Exits with 77
# and a reason if the browser or the packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
large=
if [ "${1:-}" = --large ]; then
  large=1
  shift
fi
mtgauge=$(realpath "${1:-$root/build/release/cli/mtgauge}")
work=$root/build/page
packages=$work/packages
# The last version of puppeteer-core that runs on Node 18 and 20.
pins=(puppeteer-core@24.43.1 axe-core@4.14.1 eslint@10.15.0 @eslint/js@10.0.1 globals@17.14.0)

skip() {
  echo "page: skipped, $1"
  exit 77
}
for program in node npm chromium; do
  command -v "$program" > /dev/null || skip "$program is not installed"
done
mkdir -p "$packages"
if [ "$(cat "$packages/pins" 2> /dev/null)" != "${pins[*]}" ]; then
  rm -rf "$packages/node_modules" "$packages/pins"
  echo '{"private": true}' > "$packages/package.json"
  if ! timeout 300 npm install --prefix "$packages" --no-audit --no-fund "${pins[@]}" > "$work/npm.log" 2>&1; then
    skip "the packages cannot be had; see $work/npm.log"
  fi
  # Written last, so that an unfinished folder is made again.
  echo "${pins[*]}" > "$packages/pins"
fi

# Modules are searched for next to the scripts that import them.
cp "$root"/tests/page/*.mjs "$packages"
cp "$root"/core/report/page/*.js "$packages"
(cd "$packages" && node_modules/.bin/eslint --max-warnings 0 page.js segments.js ./*.mjs)

rm -rf "$work/texts"
mkdir -p "$work/texts"
cd "$work/texts"

# make_page FOLDER SEGMENTS: makes texts, findings and the page.
make_page() {
  mkdir "$1"
  node "$packages/texts.mjs" "$1" "$2"
  (
    cd "$1"
    mapfile -t systems < systems
    plain=(ref.txt -i "${systems[@]}" -m bleu chrf --documents documents.txt -q)
    options=("${plain[@]}" --source source.txt --gold gold.jsonl --spans judge=judge.jsonl)
    "$mtgauge" report "${options[@]}" -o page.html
    "$mtgauge" report "${options[@]}" --threads 1 -o again.html
    cmp page.html again.html
    "$mtgauge" explain "${options[@]}" -f json > findings.json
    "$mtgauge" compare "${plain[@]}" -f html -o compare.html
    "$mtgauge" score ref.txt -i "${systems[@]}" -m bleu chrf -q -f html -o score.html
  )
}
make_page small 300
node "$packages/check.mjs" small
if [ -n "$large" ]; then
  node "$packages/texts.mjs" --figures . 3000 100000
  for segments in 3000 100000; do
    (
      cd "figures-$segments"
      start=$(date +%s.%N)
      "$mtgauge" report ref.txt -i A B C D -m bleu -q -o page.html
      end=$(date +%s.%N)
      echo "$segments segments: $(wc -c < page.html) bytes, report took $(bc <<< "$end - $start") s"
    )
    node "$packages/figures.mjs" "figures-$segments/page.html"
  done
fi
echo "page: all as it should be"
