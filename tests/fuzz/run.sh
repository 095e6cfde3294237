#!/usr/bin/env bash
# Builds the fuzzers with libFuzzer and runs each for some seconds:  tests/fuzz/run.sh [SECONDS [SEED]]
# New inputs are kept in build/asan/fuzz/corpus; a failing one is named on stderr. Without a seed
# every run tries different inputs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${1:-20}
seed=${2:-0}
cd "$root"

cmake --preset asan > /dev/null
cmake --build --preset asan --target fuzzers
# Two at a time; xargs fails if one does.
find build/asan/tests -name '*_fuzz' -type f -executable -print0 | sort -z | xargs -0 -P2 -I{} bash -c '
  name=$(basename "$1" _fuzz)
  found=build/asan/fuzz/corpus/$name
  seeds=tests/fuzz/corpus/$name
  mkdir -p "$found"
  [ -d "$seeds" ] || seeds=
  log=build/asan/fuzz/$name.log
  if "$1" -max_total_time="$2" -seed="$3" -max_len=4096 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
      -artifact_prefix="build/asan/fuzz/$name-" "$found" $seeds > "$log" 2>&1; then
    echo "$name: $(sed -n "s/^stat::number_of_executed_units: *//p" "$log") inputs, no failure"
  else
    tail -n 60 "$log" >&2
    echo "$name: failed; the input is beside $log" >&2
    exit 1
  fi' _ {} "$seconds" "$seed"
