#!/usr/bin/env bash
# Builds the programs for aarch64 and runs them under qemu: the command line, and a root of Debian 11.
# Needs the network, root and the packages of `setup.sh long`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
PARTS=$root/build/portable-parts-aarch64 bash release/build.sh build/release-files-aarch64 aarch64

# The kernel then starts programs for aarch64 by qemu, in roots too.
formats=/proc/sys/fs/binfmt_misc
if [ ! -e $formats/register ]; then mount -t binfmt_misc binfmt_misc $formats; fi
if [ ! -e $formats/mtgauge-aarch64 ]; then
  head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":mtgauge-aarch64:M::$head:$mask:/usr/bin/qemu-aarch64-static:OF" > $formats/register
fi
echo "--- the command line"
# These limit the memory so far that qemu itself does not start.
MTGAUGE_BINARY=$root/build/artefacts-aarch64/portable/mtgauge QEMU_LD_PREFIX=/usr/aarch64-linux-gnu \
  build/release/tests/cli --gtest_brief=1 --gtest_filter='-*/limits_memory_at_start:*/limits_threads:*/tokenize_streams'
bash tests/package/roots_test.sh build/release-files-aarch64 aarch64
