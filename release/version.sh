#!/usr/bin/env bash
# Gives this checkout a version: in CMakeLists.txt and CITATION.cff, with the date of today, and in what
# pages and tests say that the program prints.
#   release/version.sh VERSION
# What tells of an earlier version stays: only "mtgauge 1.0.0", "mtgauge-1.0.0" and the like change.
set -euo pipefail
cd "$(dirname "$0")/.."
new=${1:?"version.sh: name the version, as in: release/version.sh 1.0.0"}
if [[ ! $new =~ ^[0-9]+\.[0-9]+\.[0-9]+(-rc[0-9]+)?$ ]]; then
  echo "version.sh: '$new' is no version; write it as 1.0.0 or 1.0.0-rc1" >&2
  exit 2
fi
old=$(sed -n 's/^set(MTGAUGE_VERSION \(.*\))$/\1/p' CMakeLists.txt)
sed -i "s/^set(MTGAUGE_VERSION .*/set(MTGAUGE_VERSION $new)/; s/^set(MTGAUGE_VERSION_YEAR .*/set(MTGAUGE_VERSION_YEAR $(date -u +%Y))/" CMakeLists.txt
sed -i "s/^version: .*/version: $new/; s/^date-released: .*/date-released: $(date -u +%F)/" CITATION.cff
# Wheels write a candidate as 1.0.0rc1. The version 1.0.0 is not the beginning of 1.0.0-rc1 or 1.0.01.
git grep -lzF -e "$old" -e "${old/-/}" -- README.md docs tests/cli | OLD=$old NEW=$new xargs -0r perl -pi -e '
  BEGIN { ($old, $new) = @ENV{"OLD", "NEW"}; ($old_wheel, $new_wheel) = map { s/-//r } $old, $new; }
  s/mtgauge-\K\Q$old_wheel\E(?=-cp\d)/$new_wheel/g;
  s/(?:mtgauge[- :]|mtgauge\@v|"version": ")\K\Q$old\E(?!-rc|rc|\.?\d)/$new/g;'
