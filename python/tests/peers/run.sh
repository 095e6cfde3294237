#!/usr/bin/env bash
# Runs programs that were written for sacreBLEU, unchanged, on mtgauge.sacrebleu, and programs that
# take answers of the package, in a separate environment with the wheel of python/test.sh:
#   bash python/tests/peers/run.sh [--torch] [--checkouts FOLDER] [PEER...]
# torchmetrics and mbrs need torch: --torch installs it, which takes 8 GB. Exits with 77 and a message
# if the packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
name=peers packages=(numpy==2.2.6 pytest==9.2.0 'sacrebleu[ja]==2.6.0' evaluate==0.4.6 lm_eval==0.4.13 fastchrf==0.2.1 \
  mlflow-skinny==3.17.2 wandb==0.31.0)
if [ "${1:-}" = --torch ]; then
  shift
  name=peers-torch packages+=(torch==2.15.0 torchmetrics==1.9.0 simple_parsing==0.1.9)
fi
env=$(bash python/tests/wheel_venv.sh $name "${packages[@]}")
exec "$env/bin/python" python/tests/peers/run.py "$@"
