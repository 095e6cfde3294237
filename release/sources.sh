#!/usr/bin/env bash
# Fetches what a release is linked from, through an apt folder of its own, so that the machine's lists
# stay as they are, and checks the pins of sources.txt.
#   sources.sh FOLDER        each source is unpacked as FOLDER/NAME
# The mirrors are those of the machine's own apt, or $MIRROR and, with security updates, $SECURITY. It warns
# of pins that are older than what a mirror has.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1")
# archive CODENAME: the address that this machine's apt has for it.
archive() { apt-get indextargets --format '$(REPO_URI)' "Codename: $1" 'Origin: Debian' | sed -n 1p; }
mirror=${MIRROR:-$(archive bookworm)}
security=${SECURITY-$(archive bookworm-security)}
if [ -z "$mirror" ]; then
  echo "sources.sh: apt names no mirror of bookworm; run 'apt-get update', or set MIRROR" >&2
  exit 1
fi
stamp=$folder/.sources-$(sha256sum < "$here/sources.txt" | cut -c1-16)
if [ -e "$stamp" ]; then exit 0; fi
rm -rf "$folder"
mkdir -p "$folder"/apt/{lists/partial,cache/archives/partial}
cd "$folder"
for kind in deb deb-src; do
  for archive in "$mirror bookworm" ${security:+"$security bookworm-security"}; do
    echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive main"
  done
done > apt/sources.list
# Caches are on, whatever the machine's apt says: each call takes a second without.
options=(-qq -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache"
  -o Dir::Cache::pkgcache=pkgcache.bin -o Dir::Cache::srcpkgcache=srcpkgcache.bin
  -o Dir::State::status=/dev/null -o APT::Update::Post-Invoke-Success= -o APT::Sandbox::User=root)
apt() { apt-get "${options[@]}" "$@"; }
if ! apt update; then
  echo "skipped: Debian's sources cannot be had here" >&2
  exit 77
fi
# newest: the newest version of $name that the mirrors list.
newest() {
  apt-cache "${options[@]}" madison "$name" |
    awk -v kind="$([[ $name == *-dev ]] && echo Packages || echo Sources)" '$NF == kind { print $3 }' |
    sort -uV | tail -n 1
}
absent() {
  echo "sources.sh: $name $version cannot be fetched; the mirrors list $(newest). Pin that in release/sources.txt, or set MIRROR (and SECURITY) to an older state (RELEASING.md)" >&2
  exit 1
}
grep -v -e '^#' -e ' - ' "$here/sources.txt" | while read -r name version sum _; do
  if [[ $name == *-dev ]]; then
    apt download "$name=$version" || absent
    file=$(ls "$name"_*.deb)
  else
    apt --only-source source --download-only "$name=$version" > /dev/null || absent
    file=${name}_${version#*:}.dsc
  fi
  echo "$sum  $file" | sha256sum --quiet -c - || {
    echo "sources.sh: $file is not the pinned one; see release/sources.txt" >&2
    exit 1
  }
  case $file in
    *.deb) dpkg-deb -x "$file" "$name" ;;
    *) dpkg-source --no-check -x "$file" "$name" > /dev/null ;;
  esac
  newest=$(newest)
  if [ "$newest" != "$version" ]; then
    echo "sources.sh: warning: $name $version is pinned, and Debian has $newest; read RELEASING.md" >&2
  fi
done
touch "$stamp"
