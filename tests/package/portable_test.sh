#!/usr/bin/env bash
# Links the portable programs from the objects of build/release, tests their command line, and runs
# them in a root of Debian 11 (glibc 2.31) that has nothing but its base system: they must print what
# the normal program prints. Needs the network, root and the packages of `setup.sh long`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
parts=$root/build/portable-parts
work=$(mktemp -d)
leave() {
  if mountpoint -q "$work/root/proc"; then umount -l "$work/root/proc"; fi
  rm -rf --one-file-system "$work"
}
trap leave EXIT

bash release/parts.sh "$parts"
cmake --preset release -DMTGAUGE_PORTABLE="$parts" > build/portable.log || { cat build/portable.log >&2; exit 1; }
cmake --build --preset release --target mtgauge mtgauge-bench cli portable

for kind in portable static; do
  echo "--- the command line of the $kind program"
  MTGAUGE_BINARY=$root/build/release/$kind/mtgauge build/release/tests/cli --gtest_brief=1
done

echo "--- in a root with nothing but the program and two texts"
mkdir "$work/empty"
cp build/release/static/mtgauge cli/demo/{ref,fluent}.txt "$work/empty"
chroot "$work/empty" /mtgauge score ref.txt -i fluent.txt -m bleu -b --threads 2 | grep -qx 77.2

echo "--- in a root of Debian 11"
old=$root/build/bullseye.tar
if [ ! -f "$old" ]; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Label: Debian' | head -n 1)
  debootstrap --variant=minbase bullseye "$work/fresh" "$mirror" > build/bullseye.log 2>&1 ||
    { tail build/bullseye.log >&2; exit 1; }
  tar -cf "$old.part" -C "$work/fresh" --exclude=./proc/\* --exclude=./sys/\* --exclude=./dev/\* .
  mv "$old.part" "$old"
  rm -rf --one-file-system "$work/fresh"
fi
mkdir "$work/root"
tar -xf "$old" -C "$work/root"
mount -t proc proc "$work/root/proc"
mkdir "$work/root/demo" "$work/root/opt/mtgauge"
cp cli/demo/* "$work/root/demo"
cp build/release/portable/* "$work/root/opt/mtgauge"

# same ARGUMENT...: both programs print the same, with the same exit code.
same() {
  local there=0 here=0
  chroot "$work/root" /bin/sh -c 'cd /demo && exec /opt/mtgauge/mtgauge "$@"' sh "$@" > "$work/there" 2>&1 || there=$?
  (cd cli/demo && exec "$root/build/release/cli/mtgauge" "$@") > "$work/here" 2>&1 || here=$?
  if [ "$here" -ne "$there" ] || ! cmp -s "$work/here" "$work/there"; then
    diff "$work/here" "$work/there" | head -n 20 >&2
    echo "portable_test: in Debian 11 'mtgauge $*' prints something else, or exits with $there, not $here" >&2
    exit 1
  fi
}
systems=(fluent.txt hasty.txt literal.txt)
same --version
same score ref.txt -i "${systems[@]}" -m bleu chrf ter nist wer per cder rouge gleu ribes gtm -w 6
same segments ref.txt -i "${systems[@]}" -m bleu chrf -f tsv
same compare ref.txt -i "${systems[@]}" -m bleu ter
same score ref.txt -i absent.txt
same bench nothing
umount "$work/root/proc"
chroot "$work/root" /opt/mtgauge/mtgauge bench nothing 2> "$work/there" || [ $? -eq 4 ]
grep -q '/proc, which tells where mtgauge-bench is, cannot be read; mount it' "$work/there"
echo "--- the portable programs are fine"
