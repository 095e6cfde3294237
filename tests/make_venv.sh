#!/usr/bin/env bash
# Makes a virtual environment of Python in build/NAME with these packages, or reuses one that has
# them, and prints the path of its Python. mtgauge needs none of it to be built or run.
#   bash tests/make_venv.sh NAME PACKAGE...
# VENV_PYTHON selects another Python than the system's. With VENV_NEWEST, versions are left out and
# build/NAME-newest has the newest releases; it is made again when the value, as a date, changes.
# Exits with 3 and a message if the packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
packages=("${@:2}")
if [ -n "${VENV_NEWEST:-}" ]; then
  name=$name-newest
  packages=("${packages[@]%%==*}")
fi
venv=$root/build/$name log=$root/build/$name.log
# The system's Python, whatever else is on the PATH: sum() and lower() differ between versions.
python=${VENV_PYTHON:-/usr/bin/python3}
pins="${VENV_PYTHON:+$VENV_PYTHON }${VENV_NEWEST:+$VENV_NEWEST }${packages[*]}"
if [ "$(cat "$venv/pins" 2> /dev/null)" != "$pins" ]; then
  rm -rf "$venv"
  mkdir -p "$(dirname "$venv")"
  if ! "$python" -m venv "$venv" > "$log" 2>&1; then
    echo "make_venv: $python cannot make environments; run: bash cmake/setup.sh gate" >&2
    exit 3
  fi
  if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}" \
      >> "$log" 2>&1; then
    echo "make_venv: the packages of $name cannot be installed; see $log" >&2
    exit 3
  fi
  "$venv/bin/python" -m pip freeze > "$venv/versions"
  "$venv/bin/python" -VV >> "$venv/versions"
  # Written last, so that an unfinished environment is made again.
  echo "$pins" > "$venv/pins"
fi
echo "$venv/bin/python"
