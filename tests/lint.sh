#!/usr/bin/env bash
# Lints the sources that standard input names, with the flags of a build by clang (preset asan):
#   git ls-files 'core/*.cc' | bash tests/lint.sh BUILD-FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
xargs -r -P2 -n1 clang-tidy-14 -p "$1" --quiet 2> "$log" || {
  grep -v 'warnings generated' "$log" >&2
  echo "clang-tidy found faults" >&2
  exit 1
}
