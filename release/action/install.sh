#!/usr/bin/env bash
# A step of action.yml: installs the wheel $WHEEL if its checksum is $SHA256.
set -euo pipefail
case $WHEEL in
  *://*) place=$WHEEL ;;
  *)
    [ -f "$WHEEL" ] || { echo "install.sh: there is no wheel '$WHEEL'; name its path or address in 'wheel'" >&2; exit 1; }
    place=$(python3 -c 'import pathlib, sys; print(pathlib.Path(sys.argv[1]).resolve().as_uri())' "$WHEEL")
    ;;
esac
list=$(mktemp)
trap 'rm -f "$list"' EXIT
echo "mtgauge @ $place --hash=sha256:$SHA256" > "$list"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$list"
mtgauge --version
