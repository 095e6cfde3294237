#!/usr/bin/env bash
# Runs docs/python.md as a notebook, with the wheel of python/test.sh; the notebook is build/pages/notebook/python.html.
# Exits with 77 and a reason if Jupyter's packages cannot be had.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
env=$(bash "$root/python/tests/wheel_venv.sh" notebook nbconvert==7.17.2 ipykernel==7.4.0 pandas==3.1.1 numpy==2.2.6)
rm -rf "$root/build/pages/notebook"
exec "$env/bin/python" -P "$root/tests/docs/notebook.py" "$root/build/pages/notebook"
