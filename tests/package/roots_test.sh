#!/usr/bin/env bash
# Unpacks what a release has in roots of Debian 11, 12 and 13 with nothing but the base system and
# pip: the programs must print what the normal program prints, run the examples of README and pass the tests
# of the command line, and the wheel must install without a network and give the same scores. The static
# program and the image run in empty roots, and every wheel with the Python here that it is for. lintian
# reads the Debian package. On this machine, the program is compared with the real sacreBLEU, and another
# links the C++ library.
#   roots_test.sh ARTEFACTS [ARCH]     a folder that release/build.sh or release/run.sh has made
# Of another architecture than this machine's, only the oldest root is tried: it is slow.
# Needs the network, root and the packages of `setup.sh long`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
artefacts=$(realpath "$1")
cd "$root"
normal=$root/build/release/cli/mtgauge
arch=${2:-$(uname -m)}
suites=(bullseye bookworm trixie)
if [ "$arch" != "$(uname -m)" ]; then
  suites=(bullseye)
  bash "tests/package/start_$arch.sh"
fi
declare -A debian=([x86_64]=amd64 [aarch64]=arm64)
work=$(mktemp -d)
leave() {
  if mountpoint -q "$work/root/proc"; then umount -l "$work/root/proc"; fi
  rm -rf --one-file-system "$work"
}
trap leave EXIT
fail() {
  echo "roots_test: $*" >&2
  exit 1
}

# root_of SUITE: makes an empty root of a Debian in $work/root.
root_of() {
  local tar=$root/build/roots/$1-$arch.tar mirror
  if [ ! -f "$tar" ]; then
    mkdir -p "$root/build/roots"
    mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Label: Debian' | sed -n 1p)}
    debootstrap --arch="${debian[$arch]}" --variant=minbase --include=python3,python3-pip "$1" "$work/fresh" "$mirror" > "$work/log" 2>&1 ||
      { tail "$work/log" >&2; exit 1; }
    tar -cf "$tar.part" -C "$work/fresh" --exclude=./proc/\* --exclude=./sys/\* --exclude=./dev/\* .
    mv "$tar.part" "$tar"
    rm -rf --one-file-system "$work/fresh"
  fi
  mkdir "$work/root"
  tar -xf "$tar" -C "$work/root"
  mount -t proc proc "$work/root/proc"
  mknod -m 666 "$work/root/dev/null" c 1 3
  mkdir "$work/root/demo"
  cp -r cli/demo/. "$work/root/demo"
}

# same COMMAND -- ARGUMENT...: the command in the root prints what the normal program prints, with the
# same exit code.
same() {
  local there=0 here=0 command=$1
  shift 2
  chroot "$work/root" /bin/sh -c 'cd /demo && exec "$@"' sh $command "$@" > "$work/there" 2>&1 || there=$?
  (cd cli/demo && exec "$normal" "$@") > "$work/here" 2>&1 || here=$?
  if [ "$here" -ne "$there" ] || ! cmp -s "$work/here" "$work/there"; then
    diff "$work/here" "$work/there" | head -n 20 >&2
    fail "'$command $*' prints something else, or exits with $there, not $here"
  fi
}
systems=(fluent.txt hasty.txt literal.txt)
tested=0
all_same() {
  same "$1" -- score ref.txt -i "${systems[@]}" -m bleu chrf ter nist wer per cder rouge gleu ribes gtm -w 6
  same "$1" -- segments ref.txt -i "${systems[@]}" -m bleu chrf -f tsv
  same "$1" -- compare ref.txt -i "${systems[@]}" -m bleu ter
  same "$1" -- sacrebleu ref.txt -i "${systems[@]}" -m bleu chrf ter --paired-bs
  same "$1" -- score ref.txt -i absent.txt
  tested=$((tested + 1))
}

# told FILE COMMAND: prints the size of a file, and the start of its command in the root, the fastest of
# 60. qemu tells no time of another architecture.
told() {
  [ "$arch" = "$(uname -m)" ] || { echo "$(stat -c %s "$1") bytes"; return; }
  python3 - "$work/root" "$@" << 'END'
import os, subprocess, sys, time
root, file, command = sys.argv[1:]
def started():
    begin = time.perf_counter()
    subprocess.run([*command.split(), "--version"], check=True, stdout=subprocess.DEVNULL, preexec_fn=lambda: os.chroot(root))
    return time.perf_counter() - begin
print(f"{os.path.getsize(file) / 1e6:.1f} MB, starts in {min(started() for _ in range(60)) * 1000:.0f} ms")
END
}

# wheel_in SUITE: the wheel installs, and is the same program and module.
wheel_in() {
  local suite=$1 version wheel command score
  version=$(chroot "$work/root" python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')
  wheel=$(find "$artefacts" -name "mtgauge-*-cp$version-*_$arch.whl")
  if [ -z "$wheel" ] && [ "$version" -ge 312 ]; then wheel=$(find "$artefacts" -name "mtgauge-*-cp312-abi3-*_$arch.whl"); fi
  if [ -z "$wheel" ]; then
    echo "skipped: the wheel in $suite, since $artefacts has none for its Python" >&2
    return
  fi
  cp "$wheel" "$work/root/opt"
  chroot "$work/root" python3 -m pip --quiet --no-cache-dir install --no-index --no-deps --target /opt/wheel \
    "/opt/$(basename "$wheel")" > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "the wheel cannot be installed in $suite"; }
  for command in "env PYTHONPATH=/opt/wheel /opt/wheel/bin/mtgauge" "env PYTHONPATH=/opt/wheel python3 -m mtgauge"; do
    all_same "$command"
  done
  score=$(chroot "$work/root" env PYTHONPATH=/opt/wheel python3 -c \
    'import mtgauge; print(mtgauge.score(refs="/demo/ref.txt", hyps="/demo/fluent.txt", metrics="bleu").score)')
  [ "$score" = "$(cd cli/demo && "$normal" score ref.txt -i fluent.txt -f tsv | cut -f 3 | tail -n 1)" ] ||
    fail "the wheel's module has another score in $suite: $score"
  echo "$suite ($libc): $(basename "$wheel") prints the same, as a command and as a module; $(told "$wheel" "$command")"
}

# Each wheel on this machine, with the Python that it is for; the roots have three of these.
wheels_here() {
  local wheel version python score=(score ref.txt -i "${systems[@]}" -m bleu chrf ter)
  for wheel in "$artefacts"/mtgauge-*"_$arch.whl"; do
    version=$(basename "$wheel" | sed -E 's/.*-cp3([0-9]+)-(abi3|cp3[0-9]+)(t?)-.*/3.\1\3/')
    python=$(bash python/tests/interpreter.sh "$version") || fail "there is no Python $version, which $(basename "$wheel") is for"
    rm -rf "$work/wheel"
    "$python" -m pip --quiet --disable-pip-version-check install --no-index --no-deps --target "$work/wheel" "$wheel"
    (cd cli/demo && "$normal" "${score[@]}") > "$work/here"
    (cd cli/demo && PYTHONPATH=$work/wheel "$python" -m mtgauge "${score[@]}") > "$work/there"
    cmp "$work/here" "$work/there" || fail "$(basename "$wheel") prints something else with Python $version"
    echo "Python $version: $(basename "$wheel") prints the same"
  done
}

# The steps of the recipe for Apptainer, which needs an image to start from; the root stands for it.
apptainer_works() {
  local step
  cp "$artefacts"/mtgauge-*-linux-"$arch".tar.gz "$work/root/opt/mtgauge.tar.gz"
  for step in post test; do
    chroot "$work/root" /bin/sh -ec "$(awk -v name=%$step '/^%/ { found = ($0 == name); next } found' release/recipes/mtgauge.def)" \
      > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "%$step of the recipe for Apptainer fails"; }
  done
  all_same /usr/local/bin/mtgauge
  echo "bookworm: the recipe for Apptainer works"
}

# The steps of Containerfile, in the same way. What it installs from the network is left out.
containerfile_works() {
  rm "$work/root/usr/local/bin/mtgauge"
  mv "$work/root/opt" "$work/root/opt-before"
  mkdir "$work/root/opt"
  tar -xf "$artefacts"/mtgauge-*-linux-"$arch".tar.gz -C "$work/root/opt"
  chroot "$work/root" /bin/sh -ec "$(sed -n 's/^RUN //p' release/recipes/Containerfile | grep -v '^apt-get')" > "$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "a step of Containerfile fails"; }
  all_same /usr/local/bin/mtgauge
  echo "bookworm: the steps of Containerfile work"
  rm -rf "$work/root/opt"
  mv "$work/root/opt-before" "$work/root/opt"
}

# readme_runs PROGRAM: the examples of README run in the root, and print what it says.
readme_runs() {
  mkdir -p "$work/root/sources/tests/docs"
  cp README.md "$work/root/sources"
  cp tests/docs/run_docs.py "$work/root/sources/tests/docs"
  chroot "$work/root" python3 /sources/tests/docs/run_docs.py "$1" /sources/README.md 2> "$work/log" ||
    { cat "$work/log" >&2; fail "README's examples differ in $suite"; }
}

# The tests of the command line with the libc of the root, whose loader starts the program here.
command_line() {
  local tests=$root/build/release/tests/cli loader program=$work/with_libc
  [ -x "$tests" ] || fail "there are no tests of the command line; run: bash tests/run.sh"
  loader=$work/root$(chroot "$work/root" readlink -f "$(patchelf --print-interpreter "$1/bin/mtgauge")")
  rm -rf "$program"
  cp -r "$1" "$program"
  for each in "$program"/bin/mtgauge "$program"/libexec/mtgauge/mtgauge-bench; do
    patchelf --set-interpreter "$loader" --set-rpath "$(dirname "$loader")" "$each"
  done
  # libcld2 is this machine's, and may ask for this machine's libc.
  local without
  without=$(cd tests/cli && grep -rl 'cannot load libcld2' --include='*.test' -- * | sed 's|/|_|g; s|^|*/|; s|\.test$||' | paste -sd :)
  MTGAUGE_BINARY=$program/bin/mtgauge "$tests" --gtest_brief=1 --gtest_filter="-$without" > "$work/log" ||
    { tail -n 60 "$work/log" >&2; fail "the command line of $1 differs in $suite"; }
  echo "$suite ($libc): the tests of the command line pass"
}

# The program beside the real sacreBLEU, and the library beneath another program.
tests_here() {
  mkdir "$work/here-unpacked"
  tar -xf "$artefacts"/mtgauge-*-linux-"$arch".tar.gz -C "$work/here-unpacked" --strip-components 1
  if bash tests/oracle_env.sh; then
    MTGAUGE=$work/here-unpacked/bin/mtgauge bash tests/differential/run.sh 1000
  elif [ $? -eq 3 ]; then
    echo "skipped: sacreBLEU beside the program, since the reference tools cannot be had here"
  else
    exit 1
  fi
  bash tests/package/consumer_test.sh build/release g++ "$artefacts"/mtgauge-*-linux-"$arch"-library.tar.gz > "$work/log" 2>&1 ||
    { tail -n 40 "$work/log" >&2; fail "the C++ library cannot be used"; }
  echo "the C++ library: a program links it, by CMake and by pkg-config"
}

wheels=yes
if ! ls "$artefacts"/mtgauge-*"_$arch.whl" > /dev/null 2>&1; then
  wheels=no
  echo "skipped: the wheels, since $artefacts has none of $arch" >&2
fi
lintian --allow-root --fail-on error,warning "$artefacts"/mtgauge_*_"${debian[$arch]}.deb"
echo "the Debian package: lintian finds nothing"
if [ "$arch" = "$(uname -m)" ]; then tests_here; fi
for suite in "${suites[@]}"; do
  root_of $suite
  libc=$(chroot "$work/root" ldd --version | sed -n 1p)
  for archive in "$artefacts"/mtgauge-*-linux-"$arch"{,-static}.tar.gz; do
    tar -xf "$archive" -C "$work/root/opt"
    name=$(basename "$archive" .tar.gz)
    all_same "/opt/$name/bin/mtgauge"
    readme_runs "/opt/$name/bin/mtgauge"
    same "/opt/$name/bin/mtgauge" -- bench nothing
    echo "$suite ($libc): $name prints the same; $(told "$archive" "/opt/$name/bin/mtgauge")"
    if [[ $name != *-static && $arch = "$(uname -m)" ]]; then command_line "$work/root/opt/$name"; fi
  done
  if [ $wheels = yes ]; then wheel_in $suite; fi
  deb=$(ls "$artefacts"/mtgauge_*_"${debian[$arch]}.deb")
  cp "$deb" "$work/root/opt"
  chroot "$work/root" /bin/sh -c 'dpkg -i /opt/mtgauge_*.deb' > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "no package for $suite"; }
  all_same mtgauge
  same mtgauge -- bench nothing
  echo "$suite ($libc): the Debian package prints the same; $(told "$deb" mtgauge)"
  if [ $suite = bookworm ]; then
    apptainer_works
    containerfile_works
  fi
  umount "$work/root/proc"
  # Without /proc, where its other program is cannot be known.
  chroot "$work/root" "/opt/$name/bin/mtgauge" bench nothing 2> "$work/there" || [ $? -eq 4 ]
  grep -q '/proc, which tells where mtgauge-bench is, cannot be read; mount it' "$work/there"
  rm -rf --one-file-system "$work/root"
done
[ $tested -ge $((2 * ${#suites[@]})) ]

if [ "$arch" = "$(uname -m)" ] && [ $wheels = yes ]; then wheels_here; fi
mkdir "$work/empty"
tar -xOf "$artefacts"/mtgauge-*-linux-"$arch"-static.tar.gz --wildcards '*/bin/mtgauge' > "$work/empty/mtgauge"
chmod +x "$work/empty/mtgauge"
cp cli/demo/{ref,fluent}.txt "$work/empty"
grep -qx 77.2 <(chroot "$work/empty" /mtgauge score ref.txt -i fluent.txt -m bleu -b --threads 2)
echo "an empty root: the static program scores"
for image in "$artefacts"/*-oci.tar; do
  if [ ! -f "$image" ]; then
    echo "skipped: the image, which release/run.sh makes, since $artefacts has none" >&2
    continue
  fi
  mkdir "$work/layout"
  tar -xf "$image" -C "$work/layout"
  # A runtime chooses the architecture. umoci does not, so the tag is made to point at one.
  python3 - "$work/layout" "${debian[$arch]}" << 'END'
import json, sys
folder, arch = sys.argv[1:]
def read(path):
    with open(f"{folder}/{path}") as file:
        return json.load(file)
tagged = read("index.json")["manifests"][0]
listing = read("blobs/" + tagged["digest"].replace(":", "/"))
(chosen,) = [one for one in listing["manifests"] if one["platform"]["architecture"] == arch]
with open(f"{folder}/index.json", "w") as file:
    json.dump({"schemaVersion": 2, "manifests": [{**chosen, "annotations": {"org.opencontainers.image.ref.name": "chosen"}}]}, file)
END
  umoci unpack --image "$work/layout:chosen" "$work/image" > "$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "the image cannot be unpacked"; }
  ls "$work"/image/rootfs/usr/share/doc/mtgauge/{LICENSE,third-party-notices.txt} > /dev/null
  cp cli/demo/{ref,fluent}.txt "$work/image/rootfs/tmp"
  grep -qx 77.2 <(chroot "$work/image/rootfs" /usr/bin/mtgauge score /tmp/ref.txt -i /tmp/fluent.txt -m bleu -b)
  echo "the unpacked image: the program scores"
done
