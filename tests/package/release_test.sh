#!/usr/bin/env bash
# Tests what release/run.sh refuses, and that users can verify what it signs, with the commands of
# docs/install.md. Exits with 77 if git or minisign is not here.
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
