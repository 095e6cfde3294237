#!/usr/bin/env bash
# Checks that a program or Python module runs with glibc 2.17: which libraries and which versions of
# symbols it asks for. A module must also show nothing but its own start, and load at any time.
#   check.sh FILE
set -euo pipefail
export LC_ALL=C
fail() {
  echo "check.sh: $file $*" >&2
  exit 1
}
file=$1
needed=$(readelf -dW "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for library in $needed; do
  case $library in
    libc.so.6 | libm.so.6 | libpthread.so.0 | libdl.so.2 | librt.so.1 | ld-linux-x86-64.so.2 | ld-linux-aarch64.so.1) ;;
    *) fail "needs $library" ;;
  esac
done
newest=$(readelf -VW "$file" | { grep -o 'GLIBC_[0-9A-Z._]*' || true; } | sort -uV | tail -n 1)
[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] || fail "asks for $newest"
if grep -qE 'RPATH|RUNPATH|TEXTREL|STATIC_TLS' <(readelf -dW "$file"); then
  fail "has a path, relocations in its code, or variables of threads that only a program can have"
fi
case $file in
  *.so)
    exports=$(nm -D --defined-only "$file" | awk '{ print $3 }')
    [ "$exports" = PyInit__engine ] || fail "shows these symbols: $exports"
    ;;
esac
echo "$file: $(stat -c %s "$file") bytes, needs" ${newest:-nothing} $needed
