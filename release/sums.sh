#!/usr/bin/env bash
# Writes the checksums of the files in a folder, and with a key their signature:
#   sums.sh FOLDER [KEY]
# The signature must be valid for release/minisign.pub ($PUBLIC), with which users verify it.
set -euo pipefail
public=${PUBLIC:-$(dirname "$(realpath "$0")")/minisign.pub}
cd "$1"
sums=$(sha256sum -- *)
echo "$sums" > SHA256SUMS
if [ -z "${2:-}" ]; then exit; fi
minisign -S -s "$2" -m SHA256SUMS
if ! minisign -V -q -p "$public" -m SHA256SUMS; then
  echo "sums.sh: the key is not that of $public; commit its public key there" >&2
  exit 1
fi
