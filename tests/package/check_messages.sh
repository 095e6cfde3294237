#!/usr/bin/env bash
# Fails if a string in core/ or parallel/ spells a flag. The library names options in backticks,
# without dashes; the program that prints the message spells them.
#   check_messages.sh ROOT
set -euo pipefail
cd "$1"

# Flags of other programs, and of commands that are printed whole: the file, a tab, and the text
# that it may contain.
allowed() {
  cat << 'END'
core/input/formats/jsonl.cc	jq -c
core/input/formats/wmt_xml_absent.cc	and build with -D
core/input/formats/xml_encoding.cc	iconv -f {} -t UTF-8
core/input/annotator.cc	"-c"
core/input/formats/foreign.cc	python3 -c
core/input/formats/nbest.cc	'sort -s -n -k1,1'
core/input/tables/score_table.cc	comet-score --to_json
core/input/source.cc	ulimit -n
core/input/sacrebleu/test_sets.cc	python3 -m sacrebleu --download {} -l {}
core/metrics/ribes.cc	RIBES.py -z
core/request/options.cc	intervals; -py312
core/request/options.cc	Python 3.12 or later, -numpy2
core/report/compare/comparison_writer.cc	sacreBLEU's --paired-bs
core/report/compare/comparison_writer.cc	{"tok", "-tok"}, {"smooth", "-s"}, {"value", "-sv"}
core/report/compare/comparison_writer.cc	" -m {}"
core/report/compare/comparison_writer.cc	" -nr {}"
core/report/compare/comparison_writer.cc	" -lc"
core/report/compare/comparison_writer.cc	" --test {}"
core/report/compare/comparison_writer.cc	" -B {}"
core/report/compare/comparison_writer.cc	" --correction {}"
core/report/compare/comparison_writer.cc	" --null {}"
core/report/forms/python_text.cc	"-Infinity"
core/report/sacrebleu/sacrebleu_single.cc	using --origlang argument
core/score/checks/encoding.cc	iconv -f {} -t UTF-8
core/text/tokenizers/tok_mecab.cc	"-r", "/dev/null", "-d"
core/text/tokenizers/tok_meteor.cc	"-nopunct"
core/text/tokenizers/tok_meteor.cc	METEOR 1.5's -norm
core/text/tokenizers/tok_meteor.cc	METEOR 1.5's -noPunct
core/text/tokenizers/tok_spm.cc	sacrebleu a.txt -i a.txt -tok {}
core/text/utf8.cc	iconv -f UTF-16 -t UTF-8
END
}

mapfile -d '' files < <(find core parallel \( -name '*.h' -o -name '*.cc' \) -print0 | sort -z)
if ((${#files[@]} == 0)); then
  echo "no sources under $1" >&2
  exit 1
fi
awk '
  NR == FNR {
    tab = index($0, "\t")
    texts[substr($0, 1, tab - 1)] = texts[substr($0, 1, tab - 1)] substr($0, tab + 1) "\n"
    next
  }
  /^[ \t]*#[ \t]*(include|pragma)/ || !/"/ || !/-[A-Za-z]/ { next }
  {
    line = $0
    count = split(texts[FILENAME], parts, "\n")
    for (i = 1; i < count; ++i) {
      at = index(line, parts[i])
      if (at > 0) line = substr(line, 1, at - 1) substr(line, at + length(parts[i]))
    }
    # The text between quotes; comments end the line.
    inside = ""
    quoted = 0
    for (i = 1; i <= length(line); ++i) {
      c = substr(line, i, 1)
      if (quoted && c == "\\") { inside = inside "x"; ++i; continue }
      if (!quoted && substr(line, i, 3) == "\x27\"\x27") { i += 2; continue }
      if (!quoted && substr(line, i, 2) == "//") break
      if (c == "\"") { quoted = !quoted; inside = inside "\n"; continue }
      if (quoted) inside = inside c
    }
    if (inside !~ /(^|[ \n(=:,;\/\x27`])--?[A-Za-z]/) next
    print FILENAME ":" FNR ": " $0
    found = 1
  }
  END { exit found }
' <(allowed) "${files[@]}" || {
  echo "a message of the library spells a flag; name the option in backticks, as in \`null\`" >&2
  exit 1
}
echo "${#files[@]} files spell no flag"
