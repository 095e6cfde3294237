#!/usr/bin/env bash
# Compares mtgauge.ray and mtgauge.spark on Parquet files, on two processors of this machine, with
# the program and with sacreBLEU in the same functions: checks that the scores agree, then times all
# of them from start to finish.
#   bench/e2e/cluster.sh [--pairs N] [--part N]
# Needs the environment of python/tests/cluster/run.sh. MTGAUGE, MTGAUGE_BUILD and MTGAUGE_SHARED
# override the default paths.
set -euo pipefail
source "$(dirname "$0")/places.sh"
need_built "$MTGAUGE" "$MTGAUGE_BUILD/bench/mtgauge_generate"
python=${MTGAUGE_CLUSTER:-$root/build/python/cluster/bin/python}
if [ ! -x "$python" ]; then
  echo "error: no $python; make it with: bash python/tests/cluster/run.sh" >&2
  exit 1
fi
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost RAY_USAGE_STATS_ENABLED=0
PYSPARK_PYTHON=$python PYTHONDONTWRITEBYTECODE=1 exec "$python" -W ignore "$root/bench/e2e/cluster.py" "$@"
