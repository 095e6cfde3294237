#!/usr/bin/env bash
# Makes a release of this commit in build/release-VERSION: builds it twice, in two folders, compares the
# files, tests each in roots of both architectures, and writes checksums, contents and notes.
#   release/run.sh VERSION [--key MINISIGN-KEY] [--without-roots]
# Nothing leaves this machine. The last lines say what to type to publish it. RELEASING.md has the rest.
set -euo pipefail
export LC_ALL=C.UTF-8  # names are sorted alike everywhere
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
version=${1:?"run.sh: name the version, as in: release/run.sh 1.0.0"}
shift
key="" roots=yes
while [ $# -gt 0 ]; do
  case $1 in
    --key)
      [ -f "${2:-}" ] || { echo "run.sh: --key needs the file of a key of minisign" >&2; exit 2; }
      key=$(realpath "$2")
      shift
      ;;
    --without-roots) roots=no ;;
    *) echo "run.sh: there is no option $1" >&2; exit 2 ;;
  esac
  shift
done
fail() {
  echo "run.sh: $*" >&2
  exit 1
}
# section NAME: prints a section of the changelog.
section() { awk -v heading="## $1" '/^## / { found = ($0 == heading || index($0, heading " ") == 1); next } found' CHANGELOG.md; }

changes=$(git status --porcelain)
[ -z "$changes" ] || fail "the tree has changes; commit them"
grep -qx "set(MTGAUGE_VERSION $version)" CMakeLists.txt || fail "CMakeLists.txt has another version"
[ -z "$(section Unreleased | sed '/^$/d')" ] ||
  fail "CHANGELOG.md has changes under '## Unreleased', which are of no version; give them the version of this release as heading (RELEASING.md, 'Before')"
[ "$(section "$version" | sed '/^$/d' | sed -n 1p)" = "### What moves a digit" ] ||
  fail "the section '## $version' of CHANGELOG.md does not begin with '### What moves a digit'"
grep -q "^version: $version$" CITATION.cff || fail "CITATION.cff has another version"
[ -z "$key" ] || command -v minisign > /dev/null || fail "minisign is not here; run: bash cmake/setup.sh long"
[ -z "$key" ] || [ -f release/minisign.pub ] ||
  fail "there is no release/minisign.pub, with which users verify the signature; commit the public key of $key there"
[ -d "tests/kept/$version" ] || fail "there are no files of this version; run: bash tests/package/kept_test.sh PROGRAM --keep"

# What later steps need is looked for now, since they come after hours.
[ $roots = no ] || [ "$(id -u)" -eq 0 ] || fail "only root may test in roots; give --without-roots to leave that out"
bash release/pythons.sh > /dev/null
bash cmake/setup.sh long
if [ -n "$key" ]; then
  mkdir -p build/signed
  date > build/signed/date
  bash release/sums.sh build/signed "$key"
  rm -r build/signed
fi

commit=$(git rev-parse HEAD)
read -ra architectures <<< "${ARCHITECTURES:-x86_64 aarch64}"
out=$root/build/release-$version
rm -rf "$out" "$root/build/again"
mkdir -p "$root/build"
epoch=$(git log -1 --format=%ct "$commit")
# build FOLDER OUT: builds everything in a clone of this commit.
build() {
  local arch name programs=()
  git clone -q --no-local . "$1"
  git -C "$1" checkout -q "$commit"
  mkdir -p "$1/build"
  for arch in "${architectures[@]}"; do
    bash "$1/release/build.sh" "$2" "$arch"
    name=mtgauge-$version-linux-$arch-static
    tar -xf "$2/$name.tar.gz" -C "$1/build"
    programs+=("$arch=$1/build/$name")
  done
  /usr/bin/python3 "$1/release/oci.py" "$2/mtgauge-$version-oci.tar" "$version" "$epoch" "${programs[@]}"
  /usr/bin/python3 "$1/release/sbom.py" "$1/build/contents" "$version" "$epoch" "$2"/*
  mv "$1/build/contents" "$2/mtgauge-$version.spdx.json"
}
if [ $roots = yes ]; then
  echo "=== the normal build, with which the files are compared in roots"
  { cmake --preset release && cmake --build --preset release --target mtgauge mtgauge-bench cli; } > build/normal.log 2>&1 ||
    { tail -n 40 build/normal.log >&2; fail "the normal build failed; see build/normal.log"; }
fi
echo "=== first build"
PARTS=$root/build/portable-parts build build/again/first "$out"
echo "=== second build, in another folder, with parts of its own"
build build/again/the-second-one "$root/build/again/out"
diff -r "$out" build/again/out || fail "two builds gave different files"

if [ $roots = yes ]; then
  echo "=== the source distribution"
  bash tests/package/sdist_test.sh "$out"
  for arch in "${architectures[@]}"; do
    echo "=== tests in roots of $arch"
    bash tests/package/roots_test.sh "$out" "$arch"
  done
fi
section "$version" > "$out/notes.md"
bash release/sums.sh "$out" "$key"
(cd "$out" && wc -c -- *)
if [ -n "${PYTHONS:-}" ]; then echo "There are wheels only for Python $PYTHONS, as PYTHONS says."; fi
if [ -n "${ARCHITECTURES:-}" ]; then echo "There are files only for $ARCHITECTURES, as ARCHITECTURES says."; fi
if [ $roots = no ]; then echo "No file was tested, as --without-roots says."; fi
if [ -z "$key" ]; then echo "SHA256SUMS has no signature, since there was no --key."; fi
cat << END
The release is in $out. To publish it:
  git tag -a v$version -m "mtgauge $version" $commit && git push origin v$version
  gh release create v$version --verify-tag$([[ $version != *-* ]] || echo " --prerelease") --notes-file $out/notes.md $out/*
  twine upload $out/*.whl $out/mtgauge-${version/-/}.tar.gz
  skopeo copy --all oci-archive:$out/mtgauge-$version-oci.tar docker://REGISTRY/mtgauge:$version
END
