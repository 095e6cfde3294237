# Sourced by the scripts of this folder: the paths of the build, the texts and the reference tools.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export MTGAUGE_BUILD=${MTGAUGE_BUILD:-$root/build/release}
export MTGAUGE=${MTGAUGE:-$MTGAUGE_BUILD/cli/mtgauge}
export MTGAUGE_SHARED=${MTGAUGE_SHARED:-$root/../shared}
export MTGAUGE_ORACLE=${MTGAUGE_ORACLE:-$root/build/oracle-venv/bin/python}

# need_built PROGRAM...: ends the script if one of them is not built.
need_built() {
  local program
  for program in "$@"; do
    if [ ! -x "$program" ]; then
      echo "error: no $program; build it with: cmake --preset release && cmake --build --preset release" >&2
      exit 1
    fi
  done
}
