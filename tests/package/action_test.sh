#!/usr/bin/env bash
# Runs the steps of action.yml as a workflow would, with a wheel, in an environment of Python.
# Usage: action_test.sh ENVIRONMENT WHEEL
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PATH=$(realpath "$1")/bin:$PATH WHEEL=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$root"/cli/demo/*.txt .
export SHA256=0000000000000000000000000000000000000000000000000000000000000000
if bash "$root/release/action/install.sh" > log 2>&1; then exit 1; fi
grep -q 'THESE PACKAGES DO NOT MATCH THE HASHES' log
SHA256=$(sha256sum < "$WHEEL" | cut -d ' ' -f 1)
if WHEEL=absent.whl bash "$root/release/action/install.sh" 2> errors; then exit 1; fi
grep -qx "install.sh: there is no wheel 'absent.whl'; name its path or address in 'wheel'" errors
mkdir "a folder"
cp "$WHEEL" "a folder"
grep -q '^mtgauge 1\.' <(WHEEL=$(ls "a folder"/*.whl) bash "$root/release/action/install.sh")

export REFERENCES=ref.txt SYSTEMS=$'fluent.txt\nhasty.txt' METRICS="bleu chrf" REQUIRE="" BASELINE="" GITHUB_STEP_SUMMARY=$work/summary
bash "$root/release/action/score.sh" 2> errors
grep -q '^| fluent .*77\.2' summary
if grep -q 'p-value\|A wins' summary; then exit 1; fi
code=0
REQUIRE="bleu>=80 chrf>=20" bash "$root/release/action/score.sh" 2> errors || code=$?
[ $code -eq 1 ]
grep -q 'BLEU = .* is not >= 80' errors
grep -q 'BLEU = .* is not >= 80' summary
# An error ends the step, and is named once.
code=0
REFERENCES=absent.txt BASELINE=fluent.txt GITHUB_STEP_SUMMARY=$work/other bash "$root/release/action/score.sh" 2> errors || code=$?
[ $code -eq 4 ]
[ "$(grep -c 'cannot open absent.txt' errors)" -eq 1 ]
[ "$(grep -c 'cannot open absent.txt' other)" -eq 1 ]
code=0
BASELINE=fluent.txt bash "$root/release/action/score.sh" 2> errors || code=$?
[ $code -eq 1 ]
grep -q 'hasty' errors
SYSTEMS="hasty.txt fluent.txt" BASELINE=hasty.txt bash "$root/release/action/score.sh" 2> errors
# Every input of the action is a variable of one of its steps.
grep -o 'inputs\.[a-z0-9]*' "$root/action.yml" | sort -u > used
sed -n '/^inputs:/,/^runs:/s/^  \([a-z0-9]*\):$/inputs.\1/p' "$root/action.yml" | sort > declared
cmp used declared
