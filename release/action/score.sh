#!/usr/bin/env bash
# A step of action.yml: writes the scores of $SYSTEMS, and with $BASELINE their comparison, to the job's
# summary. Fails if a bound of $REQUIRE is missed, or if a system is significantly worse than $BASELINE.
set -uo pipefail
# Lists of names and bounds, as the workflow gives them: separated by spaces or lines.
# shellcheck disable=SC2206
references=($REFERENCES) systems=($SYSTEMS) metrics=($METRICS) require=($REQUIRE)
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
failed=0

# answer VERB OPTION...: writes an answer to the summary, and what failed. Ends the step if there is none.
answer() {
  local code=0
  mtgauge "$1" "${references[@]}" -i "${systems[@]}" -m "${metrics[@]}" -f markdown "${@:2}" >> "$summary" 2> "$errors" || code=$?
  cat "$errors" >&2
  if [ $code -eq 0 ]; then return; fi
  { printf '\n```\n'; cat "$errors"; printf '```\n'; } >> "$summary"
  if [ $code -gt 1 ]; then exit $code; fi
  failed=1
}

bounds=()
if [ ${#require[@]} -gt 0 ]; then bounds=(--require "${require[@]}"); fi
answer score "${bounds[@]}"
if [ -n "$BASELINE" ]; then
  echo >> "$summary"
  answer compare --baseline "$BASELINE" --gate
fi
exit $failed
