#!/usr/bin/env bash
# Checks that every instruction set, thread count, n-gram engine, hash and CPU model gives the same
# bytes.
# Usage: machine_invariance.sh MTGAUGE MTGAUGE_GENERATE [SANITIZER]
# Skips what the CPU lacks, and the emulator if the program was built with a sanitizer, since the
# emulator cannot provide its shadow memory.
set -euo pipefail
mtgauge=$1 generate=$2 sanitizer=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=$(cd "$(dirname "$0")/.." && pwd)
# The tests' own tiny files of METEOR and WordNet.
export METEOR_DATA=$tests/meteor_data WNSEARCHDIR=$tests/wordnet_data

"$generate" --pairs 4000 --seed 7 --hyp "$work/hyp" --ref "$work/ref"
# Unusual lines, so that the slow paths are taken as well.
for i in $(seq 200); do
  printf 'a\xc2\xa0b &quot;%d&quot; 1.%d-3 ... \xe3\x80\x82\xe6\xbc\xa2 \x00 \xce\xa3\xce\x9f\xce\xa3 w%d\n' "$i" "$i" "$i"
  printf 'word%.0s ' $(seq $((i * 3))); printf '\n\n'
done > "$work/odd"
cat "$work/hyp" "$work/odd" > "$work/h"
cat "$work/ref" > "$work/r"; sed 's/3/4/' "$work/odd" >> "$work/r"

# Every metric, on fewer lines.
metrics=$("$mtgauge" metrics -f tsv | tail -n +2 | cut -f 1 |
  grep -vx -e meant -e sr -e sari -e copied -e off-target -e terminology -e term-consistency)
sed -n '3500,4150p' "$work/h" > "$work/h.few"; sed -n '3500,4150p' "$work/r" > "$work/r.few"

# A glossary of some of its words.
head -n 20 "$work/r.few" | tr -cs '[:alpha:]' '\n' | grep ... | sort -fu | sed 's/.*/&\t&/' > "$work/terms"
export MTGAUGE_GLOSSARY=$work/terms

# Semantic roles: each third word is a predicate, its neighbours are the arguments.
for side in h r; do
  tr -d '\000|' < "$work/$side.few" | awk 'NF == 0 { $0 = "none" } { split("A1 A0 V", role)
    for (i = 1; i <= NF; ++i) printf("%s|%s|X|||=|%d:%s ", $i, $i, (i + 2) / 3, role[i % 3 + 1])
    print "" }' > "$work/$side.roles"
done

# All pairs, on even fewer lines.
sed -n '450,520p' "$work/h.few" > "$work/h.pairs"; sed -n '470,510p' "$work/r.few" > "$work/r.pairs"

sed 's/w1/w2/; s/a b/b a/' "$work/h" > "$work/h2"
# Judgements of every third segment, some missing.
for system in h h2 h3; do
  seq 1 3 "$(wc -l < "$work/h")" |
    awk -v s=$system '{ print s "\t" $1 "\t" ($1 * 7 + length(s) * 3 + int($1 / 11)) % 6 "\t" ($1 % 5 ? $1 % 4 : "None") }'
done | (printf 'system\tsegment\tadequacy\tfluency\n'; cat) > "$work/people"
sed -n 'n;p' "$work/h" > "$work/half"; cat "$work/half" "$work/half" | head -n "$(wc -l < "$work/h")" > "$work/h3"

# Prints everything in one environment and with some extra flags.
run() {
  for tok in 13a intl zh char none; do
    for case in "" -lc; do
      "$@" score "$work/r" -i "$work/h" -tok $tok $case --format json --quiet \
        -m bleu bleu:smooth=floor bleu:order=2 bleu:stem=de ${extra:-}
      "$@" segments "$work/r" -i "$work/h" -tok $tok $case --format json --quiet ${extra:-}
    done
  done
  # shellcheck disable=SC2086
  "$@" score "$work/r.few" -i "$work/h.few" -m $metrics chrf:nw=2 ter:dialect=tercom nist:stem=en \
    --format json --quiet ${extra:-}
  # shellcheck disable=SC2086
  "$@" score "$work/r.few" -i "$work/h.few" --source "$work/r.few" -m sari sari:dialect=easse copied \
    terminology terminology:stat=exact terminology:stat=window term-consistency --format json --quiet ${extra:-}
  # shellcheck disable=SC2086
  "$@" score "$work/r.roles" -i "$work/h.roles" -m meant sr --format json --quiet ${extra:-}
  # shellcheck disable=SC2086
  "$@" matrix "$work/r.pairs" -i "$work/h.pairs" -m bleu chrf:nw=2 gleu ter ribes wer meteor \
    --format tsv --quiet ${extra:-}
  "$@" mbr -i "$work/h.few" -m chrf --aggregate --best 9 --format jsonl --quiet ${extra:-}
  for convention in "--test bs --interval bca" "--test ar" "--rng numpy" "--sampling half" \
    "--sampling half-replaced"; do
    "$@" compare "$work/r" -i "$work/h" "$work/h2" "$work/h3" -m bleu bleu:order=2 --resamples 150 \
      $convention --format json --force ${extra:-}
  done
  "$@" meta "$work/r" -i "$work/h" "$work/h2" "$work/h3" -m bleu chrf --human "$work/people" \
    --measures pearson spearman accuracy spa seg-pearson acc-eq --tests seg-pearson acc-eq \
    -B 100 --format json --force ${extra:-}
}

extra="--threads 1" run env MTGAUGE_ISA=scalar "$mtgauge" > "$work/want"
test -s "$work/want"
compared=0
same() {  # NAME: compares what was just printed with the scalar set on one thread
  if ! cmp "$work/want" "$work/got" >&2; then
    echo "output differs: $1" >&2
    exit 1
  fi
  compared=$((compared + 1))
}

# The sets that this CPU runs, which the program names when it is asked for another.
sets=$({ MTGAUGE_ISA=? "$mtgauge" --version 2>&1 || true; } | sed -n 's/.*; use one of: //p')
test -n "$sets"
for isa in $sets; do
  extra="--threads 1" run env MTGAUGE_ISA=$isa "$mtgauge" > "$work/got"
  same "$isa"
done
for threads in 2 3 8; do
  extra="--threads $threads" run "$mtgauge" > "$work/got"
  same "$threads threads"
done
for engine in table bitmask; do
  extra="--ngram-engine $engine" run "$mtgauge" > "$work/got"
  same "engine $engine"
done
for hash in mum crc32c std; do
  extra="--hash $hash" run "$mtgauge" > "$work/got"
  same "hash $hash"
done
# glibc as on a CPU without AVX2 and FMA, where its exp and log give different bits.
extra="--threads 1" run env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-AVX512F \
  "$mtgauge" > "$work/got"
same "glibc tunables"
if [ -z "$sanitizer" ] && command -v qemu-x86_64 > /dev/null; then
  for cpu in Nehalem Haswell; do
    sed -n '3900,4150p' "$work/h" > "$work/h.small"; sed -n '3900,4150p' "$work/r" > "$work/r.small"
    small() { "$@" segments "$work/r.small" -i "$work/h.small" --format json --quiet --threads 1; }
    small "$mtgauge" > "$work/small"
    small qemu-x86_64 -cpu $cpu "$mtgauge" 2> /dev/null | cmp - "$work/small"
    compared=$((compared + 1))
  done
fi
echo "$compared environments give the same bytes"
test "$compared" -ge 8
