#!/usr/bin/env bash
# A tour in one screen: scores three small systems, then a million segments.
#   bash cli/demo.sh
# MTGAUGE names the program and MTGAUGE_BUILD the build folder, if they are elsewhere.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=${MTGAUGE_BUILD:-$root/build/release}
mtgauge=${MTGAUGE:-$build/cli/mtgauge}
generate=$build/bench/mtgauge_generate
for program in "$mtgauge" "$generate"; do
  if [ ! -x "$program" ]; then
    echo "error: no $program; build it with: cmake --preset release && cmake --build --preset release" >&2
    exit 1
  fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Shows a command as one would type it, then runs it.
show() {
  echo "\$ mtgauge $*"
  "$mtgauge" "$@"
  echo
}

cd "$root/cli/demo"
echo "Three translations of the same 60 sentences: one fluent, one word for word, one hasty."
show score ref.txt -i fluent.txt literal.txt hasty.txt -w 2
echo "The first 20 lines with a second reference, as JSON (an excerpt):"
for text in ref fluent; do head -n 20 $text.txt > "$work/$text.txt"; done
cp ref2.txt "$work"
(cd "$work" && show score ref.txt ref2.txt -i fluent.txt --format json | sed -n '1p;/"systems"/,/"equals"/p')
echo
echo "Segment by segment:"
echo "\$ mtgauge segments ref.txt -i fluent.txt hasty.txt --format tsv"
"$mtgauge" segments ref.txt -i fluent.txt hasty.txt --format tsv --quiet --output "$work/segments.tsv"
head -n 4 "$work/segments.tsv"
echo

echo "Now 1,000,000 different invented pairs:"
"$generate" --pairs 1000000 --ref "$work/million.ref" --hyp "$work/million.hyp"
bytes=$(cat "$work"/million.* | wc -c)
before=$(date +%s%N)
(cd "$work" && show score million.ref -i million.hyp -w 2)
after=$(date +%s%N)
awk -v ns=$((after - before)) -v bytes="$bytes" 'BEGIN {
  printf "%.0f MB scored in %.2f s: %.2f million segments per second, start-up and reading included.\n",
         bytes / 1e6, ns / 1e9, 1e9 / ns }'
