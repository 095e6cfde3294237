#!/usr/bin/env bash
# Fetches what a release is linked from, through an apt folder of its own, so that the machine's lists
# stay as they are, and checks the pins of sources.txt.
#   sources.sh FOLDER        each source is unpacked as FOLDER/NAME
# The mirror is that of the machine's own apt, or $MIRROR.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1")
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Label: Debian' | sed -n 1p)}
stamp=$folder/.sources-$(sha256sum < "$here/sources.txt" | cut -c1-16)
if [ -e "$stamp" ]; then exit 0; fi
rm -rf "$folder"
mkdir -p "$folder"/apt/{lists/partial,cache/archives/partial}
cd "$folder"
for kind in deb deb-src; do
  echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm main"
done > apt/sources.list
apt() {
  apt-get -qq -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
    -o Dir::State::status=/dev/null -o APT::Update::Post-Invoke-Success= -o APT::Sandbox::User=root "$@"
}
if ! apt update; then
  echo "skipped: Debian's sources cannot be had here" >&2
  exit 77
fi
absent() {
  echo "sources.sh: $mirror has no $name $version any more; pin the newer one in release/sources.txt, or set MIRROR to an older state (RELEASING.md)" >&2
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
done
touch "$stamp"
