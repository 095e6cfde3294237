#!/usr/bin/env bash
# The files of every earlier version are read, and give the digits that they gave then. tests/kept has
# a folder of them for each version.
#   kept_test.sh PROGRAM            checks all folders
#   kept_test.sh PROGRAM --keep     adds the folder of the program's own version, as a release does
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "$1")
version=$("$program" --version)
version=${version#mtgauge }
kept=$root/tests/kept
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/cli/demo/*.txt "$work"
cd "$work"

# Makes files of every kind that a later version must read.
make() {
  "$program" rows ref.txt -i fluent.txt hasty.txt -m bleu chrf ter nist wer rouge gtm -o demo.rows --force
  "$program" survey ref.txt -m nist -o demo.survey
  "$program" compare --rows demo.rows --blocks 1/1 --resamples 200 -o demo.sums --force
  "$program" score ref.txt -i fluent.txt hasty.txt -m bleu:smooth=add-k chrf -f tsv --force --print-job > job.toml
}
# Prints the answers from these files, without the version.
answers() {
  {
    "$program" score --rows demo.rows -f tsv --force
    "$program" compare --rows demo.rows --sums demo.sums --resamples 200 -f tsv --force
    "$program" score ref.txt -i hasty.txt -m nist --survey demo.survey -f tsv --force
    "$program" run job.toml
  } | sed "s/${version//./\\.}/VERSION/g"
}

if [ "${2:-}" = --keep ]; then
  if [ -e "$kept/$version" ]; then
    echo "kept_test.sh: $kept/$version is there already; give the checkout its version first (RELEASING.md)" >&2
    exit 1
  fi
  make
  answers > answers
  mkdir -p "$kept/$version"
  cp demo.rows demo.survey demo.sums job.toml answers "$kept/$version"
  exit
fi
versions=0
for folder in "$kept"/*/; do
  cp "$folder"/* .
  answers > now
  # Line by line the same; a later version may add columns at the end.
  awk -F '\n' 'NR == FNR { old[FNR] = $0; lines = FNR; next }
    $0 != old[FNR] && index($0, old[FNR] "\t") != 1 { print "line " FNR ": " $0; bad = 1 }
    END { exit bad || FNR != lines }' answers now || { echo "kept_test.sh: the files of $folder now give other answers" >&2; exit 1; }
  versions=$((versions + 1))
done
[ "$versions" -gt 0 ]
echo "the files of $versions versions are read"
