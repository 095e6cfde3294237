#!/usr/bin/env bash
# Tests mtgauge.ray and mtgauge.spark with the real engines on this machine only, in a separate
# environment with the wheel of python/test.sh:
#   bash python/tests/cluster/run.sh [PYTEST-ARGUMENT...]
# Spark needs Java 17 or later. Exits with 77 and a message if the packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
env=$(bash python/tests/wheel_venv.sh cluster 'ray[data]==2.60.0' pyspark==4.3.0 numpy==2.2.6 pyarrow==26.0.1 \
  pandas==2.3.3 pytest==9.2.0 sacrebleu==2.6.0)
# Everything on the loopback interface, without usage reports.
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost RAY_USAGE_STATS_ENABLED=0
export PYSPARK_PYTHON=$env/bin/python
# Examples of the documentation write files.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
timeout 1500 "$env/bin/python" -P -m pytest -q -p no:cacheprovider --rootdir "$root/python/tests/cluster" \
  -c "$root/python/tests/cluster/pytest.ini" "$root/python/tests/cluster" "$root/docs/ray-spark.md" "$@"
