#!/usr/bin/env bash
# Makes static pages of the documentation in build/pages/site, with search, and tests that search works
# where a browser opens the pages as files. Exits with 77 and a reason if mkdocs cannot be had.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=$(bash "$root/tests/make_venv.sh" site mkdocs-material==9.6.14) || { echo "site: skipped, no mkdocs"; exit 77; }
package=$root/build/python/env/bin/python  # of the test `python`
"$package" -c 'import mtgauge' 2> /dev/null || package=
"$python" "$root/tests/docs/site.py" "$root/build/pages" "$root/build/release/cli/mtgauge" $package
if ! command -v chromium > /dev/null; then
  echo "site: made; search is not tested, since chromium is not installed"
  exit 0
fi
page=$(timeout 60 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=8000 --dump-dom \
  "file://$root/build/pages/site/index.html?q=jackknife" 2> /dev/null)
if ! grep -q '<h1>Statistics</h1>' <<< "$page"; then
  echo "site: a search for 'jackknife' does not find the page on statistics" >&2
  exit 1
fi
echo "site: build/pages/site/index.html"
