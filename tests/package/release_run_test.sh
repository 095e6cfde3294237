#!/usr/bin/env bash
# Runs release/run.sh to its end on a project whose builds and tests are stubs: which builds and tests it
# starts, what it writes, and that it stops if two builds differ. Exits with 77 if git is not here.
#   release_run_test.sh ROOT
set -euo pipefail
root=$1
command -v git > /dev/null || { echo "skipped: there is no git; run: bash cmake/setup.sh gate" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project

# stub FILE: makes a script of the standard input.
stub() {
  mkdir -p "$(dirname "$1")"
  cat > "$1"
  chmod +x "$1"
}
mkdir -p "$project"/tests/kept/1.2.3 "$work/bin"
cp -r "$root/release" "$project"
touch "$project/tests/kept/1.2.3/answers"
echo 'set(MTGAUGE_VERSION 1.2.3)' > "$project/CMakeLists.txt"
echo 'version: 1.2.3' > "$project/CITATION.cff"
printf '## 1.2.3\n### What moves a digit\nNothing.\n\n## 1.2.2\nOld.\n' > "$project/CHANGELOG.md"
echo build > "$project/.gitignore"
sed -i '/ - - /d' "$project/release/sources.txt" # their versions are those of this machine's packages
stub "$project/cmake/setup.sh" <<< 'echo "setup $*" >> "$LOG"'
stub "$project/python/tests/interpreter.sh" <<< '[ "$1" != "${ABSENT:-}" ] && echo /usr/bin/python3'
stub "$project/tests/package/sdist_test.sh" <<< 'echo "sdist $(basename "$1")" >> "$LOG"'
stub "$project/tests/package/roots_test.sh" <<< 'echo "roots $(basename "$1") $2" >> "$LOG"'
stub "$project/release/build.sh" << 'END'
set -e
echo "build $2${PARTS:+ with parts}" >> "$LOG"
name=mtgauge-1.2.3-linux-$2-static
cd "$(dirname "$0")/.."
mkdir -p "$1" made/$name/bin
for file in bin/mtgauge LICENSE third-party-notices.txt; do echo "$2 ${LEAK:+built by $0}" > made/$name/$file; done
tar -C made --mtime=@0 --sort=name -cf - $name | gzip -n > "$1/$name.tar.gz"
END
stub "$work/bin/cmake" <<< 'echo "cmake $*" >> "$LOG"'
stub "$work/bin/id" <<< 'echo 0'
git -C "$project" init -q
git -C "$project" add -A
git -C "$project" -c user.name=n -c user.email=e commit -qm c

export LOG=$work/log PATH=$work/bin:$PATH
PYTHONS=3.11 "$project/release/run.sh" 1.2.3 > "$work/said"
cmp - "$LOG" << 'END'
setup long
cmake --preset release
cmake --build --preset release --target mtgauge mtgauge-bench cli
build x86_64 with parts
build aarch64 with parts
build x86_64
build aarch64
sdist release-1.2.3
roots release-1.2.3 x86_64
roots release-1.2.3 aarch64
END
cd "$project/build/release-1.2.3"
printf '%s\n' SHA256SUMS mtgauge-1.2.3-linux-{aarch64,x86_64}-static.tar.gz mtgauge-1.2.3-oci.tar mtgauge-1.2.3.spdx.json notes.md |
  cmp - <(LC_ALL=C ls)
sha256sum --quiet --check SHA256SUMS
printf '### What moves a digit\nNothing.\n\n' | cmp - notes.md
grep -q '^blobs/sha256/' <(tar -tf mtgauge-1.2.3-oci.tar)
grep -q '"name": "mtgauge-1.2.3-oci.tar"' mtgauge-1.2.3.spdx.json
grep -qx 'There are wheels only for Python 3.11, as PYTHONS says.' "$work/said"
grep -qx 'SHA256SUMS has no signature, since there was no --key.' "$work/said"
if grep -q 'without-roots' "$work/said"; then exit 1; fi
grep -qF 'git tag -a v1.2.3' "$work/said"

cd "$work"
# refused MESSAGE ARGUMENT...: what a release of the version says with these arguments.
refused() {
  local message=$1
  shift
  : > "$LOG"
  if "$project/release/run.sh" 1.2.3 "$@" > "$work/said" 2> "$work/error"; then exit 1; fi
  grep -qF "$message" "$work/error" || { cat "$work/error" >&2; exit 1; }
}
# Without roots, and with a path of the build in a file.
LEAK=yes refused 'run.sh: two builds gave different files' --without-roots
if grep -q 'cmake\|roots' "$LOG"; then exit 1; fi
: > "$LOG"
PYTHONS=3.11 ARCHITECTURES=x86_64 "$project/release/run.sh" 1.2.3 --without-roots > "$work/said"
printf 'build x86_64%s\n' ' with parts' '' | cmp - <(grep build "$LOG")
grep -qx 'There are files only for x86_64, as ARCHITECTURES says.' "$work/said"
grep -qx 'No file was tested, as --without-roots says.' "$work/said"
# Before anything is built.
refused 'run.sh: --key needs the file of a key' --key
ABSENT=3.10 refused 'pythons.sh: Python 3.10 is not here'
echo 'echo 1000' > "$work/bin/id"
refused 'run.sh: only root may test in roots; give --without-roots'
[ ! -s "$LOG" ]
