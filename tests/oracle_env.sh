#!/usr/bin/env bash
# Makes the virtual environments of reference tools for differential tests, build/oracle-venv and
# build/oracle-venv-numpy2, and prints the paths of their Pythons. Nothing of them is needed to build
# or run mtgauge.
# Exit 3, with a message: the packages cannot be had here.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# regex 2022.10.31 calls itself 2.5.123 and knows Unicode 15.0, as our tables do.
pins=(sacrebleu==2.6.0 regex==2022.10.31 portalocker==4.4.2 tabulate==0.10.0 colorama==0.4.6
  lxml==6.1.3)

# make_venv NAME PIN...: an environment with the common packages and these.
make_venv() {
  local venv=$root/build/$1 log=$root/build/$1.log packages=("${pins[@]}" "${@:2}")
  if [ "$(cat "$venv/pins" 2> /dev/null)" != "${packages[*]}" ]; then
    rm -rf "$venv"
    mkdir -p "$root/build"
    # The system's Python, whatever others are on the PATH: sum() and lower() differ among versions.
    if ! /usr/bin/python3 -m venv "$venv" > "$log" 2>&1; then
      echo "oracle_env: /usr/bin/python3 cannot make environments; run: bash cmake/setup.sh gate" >&2
      exit 3
    fi
    if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}" \
        >> "$log" 2>&1; then
      echo "oracle_env: the reference tools cannot be installed; see $log" >&2
      exit 3
    fi
    "$venv/bin/python" -m pip freeze > "$venv/versions"
    "$venv/bin/python" -VV >> "$venv/versions"
    # Written last: an unfinished environment is made anew.
    echo "${packages[*]}" > "$venv/pins"
  fi
  echo "$venv/bin/python"
}

# float32 scalars meet Python's floats by other rules from NumPy 2 on (NEP 50). 1.26 is the last of
# 1.x; 2.2 is the last that sums means of more than 8,192 values in the same order.
make_venv oracle-venv numpy==1.26.4 scipy==1.13.1 nltk==3.9.1 click==8.5.1 joblib==1.6.0 cloudpickle==3.1.2 tqdm==4.70.1
make_venv oracle-venv-numpy2 numpy==2.2.6
