#!/usr/bin/env bash
# Makes a wheel of the source distribution of a release as a user does, by `pip wheel` in an environment
# with nothing else: it must compile each source once, and print what the normal build prints.
#   sdist_test.sh ARTEFACTS      a folder that release/build.sh or release/run.sh has made
# Needs the network and the packages of `setup.sh build`, and compiles the whole engine.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
normal=$root/build/release/cli/mtgauge
archive=$(find "$(realpath "$1")" -maxdepth 1 -name 'mtgauge-*.tar.gz' ! -name '*-linux-*')
if [ ! -f "$archive" ]; then
  echo "sdist_test: $1 has not one source distribution; make it in an empty folder: release/build.sh FOLDER" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
tar -xf "$archive" -C "$work/source" --strip-components 1
/usr/bin/python3 -m venv "$work/env"
run() { "$work/env/bin/python" -m pip "$@" > "$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }; }
run wheel --disable-pip-version-check --no-deps --wheel-dir "$work" "$work/source"

# sources BUILD: prints what a build compiles; of several sources that are compiled as one, each.
sources() {
  local file
  ninja -C "$1" -t commands mtgauge_python | sed -n 's/.* -c \([^ ]*\).*/\1/p' | while read -r file; do
    case $file in
      */unity_*) sed -n 's/^#include "\(.*\)"$/\1/p' "$file" ;;
      *) echo "$file" ;;
    esac
  done
}
sources "$(dirname "$(find "$work/source/build/python" -name build.ninja)")" | sort > "$work/compiled"
if [ "$(wc -l < "$work/compiled")" -lt 100 ] || uniq -d "$work/compiled" | grep .; then
  echo "sdist_test: these sources are compiled more than once, or hardly any is compiled" >&2
  exit 1
fi

run install --disable-pip-version-check --no-index --no-deps "$work"/mtgauge-*.whl
cd "$root/cli/demo"
score=(score ref.txt -i fluent.txt hasty.txt -m bleu chrf ter)
cmp <("$normal" "${score[@]}" 2>&1) <("$work/env/bin/mtgauge" "${score[@]}" 2>&1)
echo "the source distribution: $(wc -l < "$work/compiled") sources are compiled once, and the wheel prints the same"
