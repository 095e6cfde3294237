#!/usr/bin/env bash
# Lets the kernel start programs for aarch64 by qemu, in roots too, until the next boot. Needs root.
set -euo pipefail
formats=/proc/sys/fs/binfmt_misc
if [ ! -e $formats/register ]; then mount -t binfmt_misc binfmt_misc $formats; fi
if [ ! -e $formats/mtgauge-aarch64 ]; then
  head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":mtgauge-aarch64:M::$head:$mask:/usr/bin/qemu-aarch64-static:OF" > $formats/register
fi
