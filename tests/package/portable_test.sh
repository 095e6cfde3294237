#!/usr/bin/env bash
# Links the portable programs and the wheel of the system's Python from the objects of build/release, and
# tests them: the command line, one half with each program, and the whole package. Run it after
# python/test.sh.
#   tests/package/portable_test.sh --whole    the whole command line with each program
#                                           and the goldens and contracts
# Exits with 77 and a message if the pinned sources, or the packages of the Python tests, cannot be had.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
parts=$root/build/portable-parts
bash release/parts.sh "$parts" || exit $?
cmake --preset release -DMTGAUGE_PORTABLE="$parts" > build/portable.log || { cat build/portable.log >&2; exit 1; }
cmake --build --preset release --target mtgauge mtgauge-bench cli portable

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export GTEST_TOTAL_SHARDS=4
static=0 portable=2  # their first shards
if [ "${1:-}" = --whole ]; then
  GTEST_TOTAL_SHARDS=2 portable=0
fi

# command_line SHARD: the tests of the command line in this shard and in the next, at the same time.
command_line() {
  GTEST_SHARD_INDEX=$1 build/release/tests/cli --gtest_brief=1 > "$work/shard" 2>&1 &
  local shard=$! status=0
  GTEST_SHARD_INDEX=$(($1 + 1)) build/release/tests/cli --gtest_brief=1 || status=1
  wait "$shard" || status=1
  cat "$work/shard"
  return "$status"
}

echo "--- the command line of the static program"
MTGAUGE_BINARY=$root/build/release/static/mtgauge command_line "$static"
echo "--- the command line of the portable program, as on Linux 3.10"
mkdir "$work/old"
gcc -Wall -Werror tests/package/old_kernel.c -o "$work/old/mtgauge"
MTGAUGE_ON_OLD_KERNEL=$root/build/release/portable/mtgauge MTGAUGE_BINARY=$work/old/mtgauge command_line "$portable"

if [ "${1:-}" = --whole ]; then
  echo "--- goldens and contracts, linked as the static program is, but those that use off-target"
  cmake --build --preset release --target portable_tests
  for tests in golden contract; do
    # A static program cannot load libcld2, which these and two tests of all metrics need.
    (cd build/release && static/$tests --gtest_brief=1 --gtest_filter='-*off_target*:*offtarget*:Matrix.SymmetricMetricsAreSymmetric:Nbest.CandidatesScoreAsTheyDoAlone')
  done
fi

grep -q " (static, with glibc 2\.[0-9]*)$" <(build/release/static/mtgauge --version)
for kind in "cli:program, for this system's libraries" "portable:program, for glibc 2.17 and later" \
    "static:static program, for any Linux"; do
  grep -qx "build: ${kind#*:}" <("build/release/${kind%%:*}/mtgauge" --version --verbose)
done

echo "--- the archives and the Debian package"
bash release/pack.sh build/release "$(uname -m)" "$work/packed"
bash tests/package/deb_test.sh "$work"/packed/*.deb
bash tests/package/consumer_test.sh build/release "$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' build/release/CMakeCache.txt)" \
  "$work"/packed/mtgauge-*-library.tar.gz

echo "--- the wheel"
python=$root/build/python/env/bin/python
if [ ! -x "$python" ]; then
  echo "skipped: the wheel, since the environment of python/test.sh is not there" >&2
  exit 77
fi
"$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' > "$work/version"
PYTHONS=$(cat "$work/version") bash release/wheels.sh build/python/engine "$parts" "$work/wheel" || {
  status=$?
  if [ $status -eq 3 ]; then status=77; fi # the tools cannot be had
  exit $status
}
bash tests/package/action_test.sh build/python/env "$work"/wheel/*.whl
cd "$work"
"$python" -P -m pytest -q -p no:cacheprovider -W ignore --import-mode=importlib --rootdir "$root/python/tests" \
  -c "$root/python/tests/pytest.ini" "$root"/python/tests/test_{command,api,arrow,citizen,endings,sacrebleu}.py
echo "--- the portable programs and the wheel are fine"
