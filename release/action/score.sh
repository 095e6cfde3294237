#!/usr/bin/env bash
# A step of action.yml: writes the scores of $SYSTEMS, and with $BASELINE their comparison, to the job's
# summary. Fails if a bound of $REQUIRE is missed, or if a system is significantly worse than $BASELINE.
set -uo pipefail
# Lists of names and bounds, as the workflow gives them: separated by spaces or lines.
# shellcheck disable=SC2206
references=($REFERENCES) systems=($SYSTEMS) metrics=($METRICS) require=($REQUIRE)
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
failed=0
bounds=()
if [ ${#require[@]} -gt 0 ]; then bounds=(--require "${require[@]}"); fi
mtgauge score "${references[@]}" -i "${systems[@]}" -m "${metrics[@]}" -f markdown "${bounds[@]}" >> "$summary" || failed=$?
if [ -n "$BASELINE" ]; then
  echo >> "$summary"
  mtgauge compare "${references[@]}" -i "${systems[@]}" -m "${metrics[@]}" --baseline "$BASELINE" --gate -f markdown >> "$summary" ||
    failed=$?
fi
exit $failed
