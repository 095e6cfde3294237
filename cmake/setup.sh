#!/usr/bin/env bash
# Installs the missing Debian packages of cmake/apt-packages.txt:
#   bash cmake/setup.sh [build|test|gate|long]      (default: build; each part includes those before)
# Does nothing, and needs neither network nor root, if none is missing.
set -euo pipefail
part=${1:-build}
list=$(cd "$(dirname "$0")" && pwd)/apt-packages.txt

if ! grep -qx "#: $part" "$list"; then
  echo "setup: no part '$part' in $list; use build, test, gate or long" >&2
  exit 2
fi
mapfile -t wanted < <(awk -v part="$part" '
  /^#: / { if (done) exit; done = ($2 == part) }
  !/^#/ && NF { print $1 }' "$list")

if ! command -v dpkg-query > /dev/null; then
  echo "setup: not a Debian system; the packages of $list are taken to be there" >&2
  exit 0
fi
# Packages count as installed if another one provides them, as nodejs of NodeSource provides npm.
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' |
  sed -n 's/([^)]*)//g; s/^installed //p' | tr -s ', ' '\n')
missing=()
for package in "${wanted[@]}"; do
  [[ $'\n'$installed$'\n' == *$'\n'"$package"$'\n'* ]] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "setup: packages are missing; as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${as_root[@]}" apt-get update &&
       "${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
  cat "$log" >&2
  echo "setup: apt-get failed; install by hand: ${missing[*]}" >&2
  exit 1
fi
