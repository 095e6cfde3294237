#!/usr/bin/env bash
# Makes an environment in build/python/NAME with these packages and the wheel of python/test.sh, and
# prints its path:
#   bash python/tests/wheel_venv.sh NAME PACKAGE...
# Exits with 1 if there is no wheel, and with 77 and a message if the packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
name=$1 log=$root/build/python/$1-packages.log
wheel=$(ls "$root"/build/python/wheel/mtgauge-*.whl 2> /dev/null || true)
if [ -z "$wheel" ]; then
  echo "$name: there is no wheel; run: bash python/test.sh" >&2
  exit 1
fi
if ! bash "$root/tests/make_venv.sh" "python/$name" "${@:2}" > "$log" 2>&1; then
  cat "$log" >&2
  echo "skipped: the packages of $name cannot be had here" >&2
  exit 77
fi
env=$root/build/python/$name
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
echo "$env"
