#!/usr/bin/env bash
# A step of action.yml: installs the wheel $WHEEL if its checksum is $SHA256.
set -euo pipefail
case $WHEEL in
  *://*) place=$WHEEL ;;
  *) place=file://$(realpath "$WHEEL") ;;
esac
list=$(mktemp)
trap 'rm -f "$list"' EXIT
echo "mtgauge @ $place --hash=sha256:$SHA256" > "$list"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$list"
mtgauge --version
