#!/usr/bin/env bash
# Tests that the program starts without the libraries that few runs need, and loads them when it
# needs them.
# Usage: start_test.sh MTGAUGE
set -euo pipefail
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "start_test: $*" >&2
  exit 1
}

if ! command -v readelf > /dev/null; then
  echo "start_test: skipped, binutils are not installed"
  exit 77
fi
needed=$(LC_ALL=C readelf -dW "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for library in libxml2 libz libbz2 liblzma libzstd libsnappy liblz4 libbrotli libabsl libfmt; do
  if grep -q "^$library" <<< "$needed"; then 
    fail "$program needs $library at the start; cli/late may lack a function of it"
  fi
done

printf 'a tree stands\n' > "$work/text"
cat > "$work/t.xml" << 'END'
<?xml version='1.0' encoding='iso-8859-1'?>
<dataset id="t"><doc id="d"><src><seg id="1">s</seg></src><ref translator="A"><seg id="1">a b</seg></ref>
<hyp system="one"><seg id="1">a c</seg></hyp></doc></dataset>
END
xml=(score "$work/t.xml" -i "$work/t.xml" -m wer -b)
[ "$("$program" "${xml[@]}")" = 50.0 ] || fail 'another score of XML'

# Without the library, prints one line and exits with the code for missing system resources; the
# rest works.
mkdir "$work/broken"
touch "$work/broken/libxml2.so.2"
refuses() {  # PACKAGE ARGUMENT...
  local package=$1 code=0
  shift
  LD_LIBRARY_PATH=$work/broken "$program" "$@" < "$work/text" > "$work/out" 2> "$work/error" || code=$?
  [ "$code $(wc -c < "$work/out") $(wc -l < "$work/error")" = '4 0 1' ] ||
    fail "without $package '$*' exits with $code: $(cat "$work/out" "$work/error")"
  grep -q "; install $package\$" "$work/error" || fail "no remedy: $(< "$work/error")"
}
refuses libxml2 "${xml[@]}"
grep -qx 0.0 <(LD_LIBRARY_PATH=$work/broken "$program" score "$work/text" -i "$work/text" -m wer -b)
