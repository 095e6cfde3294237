#!/usr/bin/env bash
# Makes a virtual environment of Python in build/NAME with these packages, or leaves one that has
# them, and prints the path of its Python. Nothing of it is needed to build or run mtgauge.
#   bash tests/make_venv.sh NAME PACKAGE...
# Exit 3, with a message: the packages cannot be had here.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
packages=("${@:2}")
venv=$root/build/$name log=$root/build/$name.log
if [ "$(cat "$venv/pins" 2> /dev/null)" != "${packages[*]}" ]; then
  rm -rf "$venv"
  mkdir -p "$(dirname "$venv")"
  # The system's Python, whatever others are on the PATH: sum() and lower() differ among versions.
  if ! /usr/bin/python3 -m venv "$venv" > "$log" 2>&1; then
    echo "make_venv: /usr/bin/python3 cannot make environments; run: bash cmake/setup.sh gate" >&2
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
  echo "${packages[*]}" > "$venv/pins"
fi
echo "$venv/bin/python"
