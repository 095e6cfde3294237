#!/usr/bin/env bash
# Prints a line for each Python of which a release has wheels: its version and its program. The wheel of
# 3.12 serves all later ones but the free-threaded. $PYTHONS names fewer.
#   release/pythons.sh
set -euo pipefail
cd "$(dirname "$0")/.."
for version in ${PYTHONS:-3.9 3.10 3.11 3.12 3.14t}; do
  if ! interpreter=$(bash python/tests/interpreter.sh "$version"); then
    echo "pythons.sh: Python $version is not here; install it (RELEASING.md says how), or name those that you want in PYTHONS" >&2
    exit 1
  fi
  echo "$version $interpreter"
done
