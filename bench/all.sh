#!/usr/bin/env bash
# Runs the benchmark of every table of docs/benchmarks.md beside today's peers, one after another, and
# writes the page, the chart and the figures of README.md from the results. Takes hours; run it on a
# machine that has no other work.
#   bench/all.sh
# Each result goes to a folder of bench/runs. A benchmark that cannot run here, or that finds a wrong
# answer, leaves its table as it was; all others go on, and the script exits with 1. MTGAUGE,
# MTGAUGE_BUILD and MTGAUGE_SHARED override the default paths.
set -uo pipefail
cd "$(dirname "$0")"
benchmarks=("run.sh" "run.sh --memory" "replace.sh" "metrics.sh" "tables.sh" "compressed.sh" "small.sh" "top.sh" "meteor.sh"
  "bootstrap.sh" "significance.sh" "python.sh" "meta.sh")
failed=()
for benchmark in "${benchmarks[@]}"; do
  echo "=== bench/e2e/$benchmark"
  # shellcheck disable=SC2086  # a script and its option
  bash e2e/$benchmark || failed+=("$benchmark")
done
python3 readme.py || failed+=("readme.py")
if [ ${#failed[@]} -gt 0 ]; then
  printf 'error: failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
