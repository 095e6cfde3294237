#!/usr/bin/env bash
# Links the portable programs from the objects of build/release, and tests their command line. Needs the
# network.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
parts=$root/build/portable-parts
bash release/parts.sh "$parts"
cmake --preset release -DMTGAUGE_PORTABLE="$parts" > build/portable.log || { cat build/portable.log >&2; exit 1; }
cmake --build --preset release --target mtgauge mtgauge-bench cli portable

for kind in portable static; do
  echo "--- the command line of the $kind program"
  MTGAUGE_BINARY=$root/build/release/$kind/mtgauge build/release/tests/cli --gtest_brief=1
done

echo "--- the portable programs are fine"
