#!/usr/bin/env bash
# Checks the package's types with pyright: those that it exports are known, and examples.py has no
# error in the strict mode. In a separate environment with the wheel of python/test.sh:
#   bash python/tests/types.sh
# Exits with 77 and a message if pyright, which comes from npm, is not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
env=$(bash python/tests/wheel_venv.sh types pyright==1.1.414 numpy==2.2.6 pandas==3.1.1 typing_extensions==4.16.0)
PATH=$env/bin:$PATH # pyright finds packages by the first Python on it
if ! pyright --version > /dev/null; then
  echo "skipped: pyright cannot be had here" >&2
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp python/tests/examples.py "$work"
cd "$work"
echo '{"include": ["examples.py"], "typeCheckingMode": "strict", "pythonVersion": "3.9"}' > pyrightconfig.json
pyright
pyright --verifytypes mtgauge --ignoreexternal --outputjson > types.json || true
python - << 'EOF'
import json

# Their base classes are of packages that are not here.
OF_OTHERS = ("mtgauge.evaluate_metric.", "mtgauge.mbrs_plugin.", "mtgauge.torchmetrics.")
symbols = [each for each in json.load(open("types.json"))["typeCompleteness"]["symbols"] if each["isExported"]]
unknown = [each for each in symbols if not each["isTypeKnown"] or each["isTypeAmbiguous"]]
for each in unknown:
    if not each["name"].startswith(OF_OTHERS):
        raise SystemExit(f"{each['name']}: {[said['message'] for said in each['diagnostics']]}")
print(f"pyright knows the types of {len(symbols) - len(unknown)} of {len(symbols)} names; "
      f"the others have base classes of other packages")
EOF
