#!/usr/bin/env bash
# Tests a clean export of the project in a bare Debian root (debootstrap's minbase): both commands of
# the README, then the wheel in a second bare root. Needs root and the packages of `setup.sh long`.
#   tests/package/bare_root.sh               the committed state (HEAD) in Debian 12
#   tests/package/bare_root.sh trixie        in Debian 13, with gcc 14 and newer libraries
# The bare root is kept as build/bare-SUITE.tar.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ "$(id -u)" -ne 0 ]; then
  echo "bare_root: only root may make and enter a new root" >&2
  exit 1
fi
work=$(mktemp -d -p "$root/build" bare.XXXXXX)

leave() {
  local mounted
  for mounted in "$work"/*/proc "$work"/*/dev/pts "$work"/*/dev; do
    if mountpoint -q "$mounted"; then umount -l "$mounted"; fi
  done
  # Never through a mount that could not be unmounted.
  rm -rf --one-file-system "$work"
}
trap leave EXIT

suite=${1:-bookworm}
tarball=$root/build/bare-$suite.tar
if [ ! -f "$tarball" ]; then
  echo "--- making a bare root"
  debootstrap --variant=minbase "$suite" "$work/fresh" > "$root/build/bare-root.log" 2>&1 ||
    { tail "$root/build/bare-root.log" >&2; exit 1; }
  tar -cf "$tarball.part" -C "$work/fresh" --exclude=./proc/\* --exclude=./sys/\* --exclude=./dev/\* .
  mv "$tarball.part" "$tarball"
  rm -rf --one-file-system "$work/fresh"
fi

# NAME: makes a new root under $work, with the files that programs expect of a running system, and
# our mirrors.
new_root() {
  local at=$work/$1
  mkdir -p "$at"
  tar -xf "$tarball" -C "$at"
  mount -t proc proc "$at/proc"
  mount --bind /dev "$at/dev"
  # A separate devpts. Mounts on a shared /dev would also appear outside.
  mount --make-private "$at/dev"
  mount -t devpts -o ptmxmode=0666 devpts "$at/dev/pts"
  cp -L /etc/resolv.conf "$at/etc/resolv.conf"
}
inside() {
  local at=$work/$1
  shift
  chroot "$at" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
}

echo "--- the README's commands"
new_root build
mkdir "$work/build/mtgauge"
git -C "$root" archive HEAD | tar -x -C "$work/build/mtgauge"
inside build bash /mtgauge/cli/run.sh demo
without=()
# Debian 13's mimalloc 3.0 crashes if address space is short, its Python has other rules for
# abbreviations, and its fmt is loaded at the start.
if [ "$suite" = trixie ]; then without=(-E 'limits_memory|compare_by_many|^argparse$|package.start'); fi
inside build bash /mtgauge/tests/run.sh "${without[@]}"

echo "--- the wheel in a root with Python alone"
new_root python
cp "$work"/build/mtgauge/build/python/wheel/mtgauge-*.whl "$work/python/"
inside python bash -c 'apt-get update && apt-get install -y --no-install-recommends python3' \
  > "$root/build/bare-python.log" 2>&1 || { tail "$root/build/bare-python.log" >&2; exit 1; }
inside python bash -c 'python3 -m zipfile -e /mtgauge-*.whl /site'
inside python env PYTHONPATH=/site python3 -c '
import mtgauge
from mtgauge import sacrebleu
refs, hyps = ["The gate is open.", "Nobody came."], ["The gate was open.", "Nobody came."]
score = mtgauge.score(refs, hyps).score
assert score == sacrebleu.corpus_bleu(hyps, [refs]).score, score
print("the wheel scores", score)'
echo "--- the bare roots are fine"
