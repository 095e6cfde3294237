#!/usr/bin/env bash
# Tests what release/run.sh refuses, what release/version.sh changes, and that users can verify what is
# signed, with the commands of docs/install.md. Exits with 77 if git or minisign is not here.
#   release_test.sh ROOT
set -euo pipefail
root=$1
for tool in git minisign; do
  command -v $tool > /dev/null || { echo "skipped: there is no $tool; run: bash cmake/setup.sh long" >&2; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# refused MESSAGE: commits the project in $work/project, and checks what a release of it says.
refused() {
  git -C "$work/project" add -A
  git -C "$work/project" -c user.name=n -c user.email=e commit -q --allow-empty -m c
  if "$work/project/release/run.sh" 1.2.3 2> "$work/error"; then exit 1; fi
  grep -qF "run.sh: $1" "$work/error" || { cat "$work/error" >&2; exit 1; }
}
mkdir "$work/project"
cp -r "$root/release" "$work/project"
git -C "$work/project" init -q
echo 'set(MTGAUGE_VERSION 1.2.2)' > "$work/project/CMakeLists.txt"
refused 'CMakeLists.txt has another version'
echo 'set(MTGAUGE_VERSION 1.2.3)' > "$work/project/CMakeLists.txt"
printf '## Unreleased\n### Speed\n- faster\n\n## 1.2.3\n### What moves a digit\n' > "$work/project/CHANGELOG.md"
refused "CHANGELOG.md has changes under '## Unreleased'"
printf '## Unreleased\n\n## 1.2.3\n### Speed\n' > "$work/project/CHANGELOG.md"
refused "the section '## 1.2.3' of CHANGELOG.md does not begin with '### What moves a digit'"
printf '## 1.2.3\n### What moves a digit\nNothing.\n' > "$work/project/CHANGELOG.md"
refused 'CITATION.cff has another version'

# A candidate of the next version, and then that version.
cat > "$work/project/README.md" << 'END'
version:mtgauge-1.2.3 mtgauge-1.2.3-oci.tar mtgauge:1.2.3 mtgauge@v1.2.3 mtgauge-1.2.3-cp312-abi3.whl
mtgauge 1.2.3, "version": "1.2.3"
Version 1.2.3 wrote mtgauge-1.2.3-rc1, mtgauge-1.2.30 and mtgauge-1.2.3rc1-cp312-abi3.whl.
END
printf 'set(MTGAUGE_VERSION 1.2.3)\nset(MTGAUGE_VERSION_YEAR 2001)\n' > "$work/project/CMakeLists.txt"
printf 'cff-version: 1.2.0\nversion: 1.2.3\ndate-released: 2001-01-01\n' > "$work/project/CITATION.cff"
git -C "$work/project" add -A
"$work/project/release/version.sh" 1.3.0-rc1
cmp - "$work/project/README.md" << 'END'
version:mtgauge-1.3.0-rc1 mtgauge-1.3.0-rc1-oci.tar mtgauge:1.3.0-rc1 mtgauge@v1.3.0-rc1 mtgauge-1.3.0rc1-cp312-abi3.whl
mtgauge 1.3.0-rc1, "version": "1.3.0-rc1"
Version 1.2.3 wrote mtgauge-1.2.3-rc1, mtgauge-1.2.30 and mtgauge-1.2.3rc1-cp312-abi3.whl.
END
"$work/project/release/version.sh" 1.3.0
sed -n 1p "$work/project/README.md" > "$work/line"
grep -qx 'version:mtgauge-1.3.0 mtgauge-1.3.0-oci.tar mtgauge:1.3.0 mtgauge@v1.3.0 mtgauge-1.3.0-cp312-abi3.whl' "$work/line"
printf 'cff-version: 1.2.0\nversion: 1.3.0\ndate-released: %s\n' "$(date -u +%F)" | cmp - "$work/project/CITATION.cff"
printf 'set(MTGAUGE_VERSION 1.3.0)\nset(MTGAUGE_VERSION_YEAR %s)\n' "$(date -u +%Y)" | cmp - "$work/project/CMakeLists.txt"
if "$work/project/release/version.sh" 1.3 2> "$work/error"; then exit 1; fi
grep -qF "version.sh: '1.3' is no version; write it as 1.0.0 or 1.0.0-rc1" "$work/error"

grep -q '^3.11 /.*python' <(PYTHONS=3.11 bash "$root/release/pythons.sh")
if PYTHONS="3.11 9.9" bash "$root/release/pythons.sh" > "$work/found" 2> "$work/error"; then exit 1; fi
grep -q '^pythons.sh: Python 9.9 is not here; install it' "$work/error"

mkdir "$work/files"
for pair in ours other; do
  minisign -G -W -p "$work/$pair.pub" -s "$work/$pair.key" > /dev/null
done
echo wheel > "$work/files/wheel"
PUBLIC=$work/ours.pub bash "$root/release/sums.sh" "$work/files" "$work/ours.key" > /dev/null
cp "$work/ours.pub" "$work/files/minisign.pub"
sed -n '/^minisign -V/,/^```/p' "$root/docs/install.md" | sed '/^```/d' > "$work/verify"
[ -s "$work/verify" ]
verified() { (cd "$work/files" && bash -e "$work/verify" > /dev/null 2>&1); }
verified
echo more >> "$work/files/wheel"
if verified; then exit 1; fi
(cd "$work/files" && sha256sum wheel > SHA256SUMS)
if verified; then exit 1; fi
if PUBLIC=$work/other.pub bash "$root/release/sums.sh" "$work/files" "$work/ours.key" > "$work/error" 2>&1; then exit 1; fi
grep -q "the key is not that of $work/other.pub" "$work/error"
