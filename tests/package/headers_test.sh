#!/usr/bin/env bash
# Checks that every public header compiles by itself, without the project's other folders.
# Usage: headers_test.sh ROOT CXX
set -euo pipefail
root=$1 compiler=$2
count=0
for header in "$root"/include/mtgauge/*.h; do
  name=mtgauge/${header##*/}
  if grep -nE '#include "(core|parallel|cli)/' "$header"; then
    echo "$name includes what is not installed" >&2
    exit 1
  fi
  printf '#include <%s>\n' "$name" |
    "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I"$root/include" -x c++ - ||
    { echo "$name does not compile alone" >&2; exit 1; }
  if grep -n '^namespace mtgauge ' "$header"; then
    echo "$name declares what a shared library hides; write: namespace MTGAUGE_PUBLIC mtgauge" >&2
    exit 1
  fi
  count=$((count + 1))
done
echo "$count headers compile alone"
[ "$count" -ge 10 ]
