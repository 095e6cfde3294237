#!/usr/bin/env bash
# Makes the virtual environment of reference tools for differential tests, under build/oracle-venv,
# and prints the path of its Python. Nothing of it is needed to build or run mtgauge.
# Exit 3, with a message: the packages cannot be had here.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
venv=$root/build/oracle-venv
# regex 2022.10.31 calls itself 2.5.123 and knows Unicode 15.0, as our tables do; numpy 1.26 is the
# last of its 1.x.
pins=(sacrebleu==2.6.0 regex==2022.10.31 numpy==1.26.4 portalocker==4.4.2 tabulate==0.10.0
  colorama==0.4.6 lxml==6.1.3)

if [ "$(cat "$venv/pins" 2> /dev/null)" != "${pins[*]}" ]; then
  rm -rf "$venv"
  mkdir -p "$root/build"
  # The system's Python, whatever others are on the PATH: sum() and lower() differ among versions.
  if ! /usr/bin/python3 -m venv "$venv" > "$root/build/oracle-venv.log" 2>&1; then
    echo "oracle_env: /usr/bin/python3 cannot make environments; run: bash cmake/setup.sh gate" >&2
    exit 3
  fi
  if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "${pins[@]}" \
      >> "$root/build/oracle-venv.log" 2>&1; then
    echo "oracle_env: the reference tools cannot be installed; see build/oracle-venv.log" >&2
    exit 3
  fi
  "$venv/bin/python" -m pip freeze > "$venv/versions"
  "$venv/bin/python" -VV >> "$venv/versions"
  # Written last: an unfinished environment is made anew.
  echo "${pins[*]}" > "$venv/pins"
fi
echo "$venv/bin/python"
