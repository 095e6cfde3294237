#!/usr/bin/env bash
# Makes a virtual environment of Python in build/NAME with these packages, or leaves one that has
# them, and prints the path of its Python. Nothing of it is needed to build or run mtgauge.
#   bash tests/make_venv.sh NAME PACKAGE...
# VENV_PYTHON names another Python than the system's.
# Exit 3, with a message: the packages cannot be had here.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
packages=("${@:2}")
venv=$root/build/$name log=$root/build/$name.log
# The system's Python, whatever others are on the PATH: sum() and lower() differ among versions.
python=${VENV_PYTHON:-/usr/bin/python3}
pins="${VENV_PYTHON:+$VENV_PYTHON }${packages[*]}"
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
  # Written last: an unfinished environment is made anew.
  echo "$pins" > "$venv/pins"
fi
echo "$venv/bin/python"
