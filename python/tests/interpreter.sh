#!/usr/bin/env bash
# Prints the path of a Python on the PATH or in pyenv; fails if there is none:
#   bash python/tests/interpreter.sh 3.12
set -euo pipefail
for found in "$(command -v "python$1" || true)" \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"${1%t}".[0-9]*"${1#"${1%t}"}"/bin/python; do
  if [ -x "$found" ] && "$found" -c '' 2> /dev/null; then
    echo "$found"
    exit
  fi
done
exit 1
