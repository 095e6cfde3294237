#!/usr/bin/env bash
# Checks that docs/row-files.md describes the format well enough for another program:
# tests/rows_reader.py reads row files of every kind, sums their rows and gets the header's sums and
# the program's BLEU.
#   rows_reader_test.sh MTGAUGE ROOT
set -euo pipefail
mtgauge=$1
root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

read_rows() { python3 "$root/tests/rows_reader.py" "$@"; }

# More than two blocks, an excluded segment, equal columns.
for name in ref fluent hasty; do
  for _ in $(seq 150); do cat "$root/cli/demo/$name.txt"; done > "$name"
done
sed 's/ the / a /' ref > ref2
sed -i '4200s/^/\xff/' fluent
"$mtgauge" rows ref ref2 -i fluent hasty -m bleu chrf ter nist sentence-bleu exact --on-invalid skip -q -o all.mtr
read_rows all.mtr bleu > read
sed -n 's/.* = \([0-9.]*\)$/\1/p' read > found
"$mtgauge" score --rows all.mtr -m bleu -q --force --score-only > wanted
diff found wanted
grep -qx '9000 segments, [0-9]* sums' <(head -n 1 read)

# Ids, documents, groups and missing references; an empty shard; a merged file.
for i in $(seq 5000); do
  echo "{\"id\": \"i$i\", \"doc\": \"d$((i / 9))\", \"domain\": \"m$((i % 3))\", \"refs\": [\"a b c d $i\", null], \"hyp\": \"a b c d\"}"
done > texts.jsonl
"$mtgauge" rows texts.jsonl -i texts.jsonl -m bleu --by domain -q --force -o named.mtr
read_rows named.mtr
: > none
"$mtgauge" rows none -i none --shard 2/2 --whole-files -q --force -o none.mtr
read_rows none.mtr
for part in 1 2; do
  "$mtgauge" rows ref -i fluent -m ter --on-invalid replace --shard $part/2 -q --force -o part-$part.mtr
done
"$mtgauge" merge part-1.mtr part-2.mtr -o both.mtr
read_rows both.mtr

# Errors in files are detected.
head -c 1000 all.mtr > cut.mtr
! read_rows cut.mtr 2> error
grep -q 'the last mark' error
