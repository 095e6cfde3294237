#!/usr/bin/env bash
# Checks the binary for hardening against programming errors.
# Usage: hardening_test.sh MTGAUGE COMPILED_IN
#   COMPILED_IN: 1 if it was built with MTGAUGE_HARDEN
set -euo pipefail
program=$1 compiled_in=$2
if ! command -v readelf > /dev/null || ! command -v objdump > /dev/null; then
  echo "hardening_test: skipped, binutils are not installed"
  exit 77
fi
headers=$(LC_ALL=C readelf -hlW "$program") dynamic=$(LC_ALL=C readelf -dW "$program")

must() {  # WHAT PATTERN TEXT
  if grep -qE "$2" <<< "$3"; then return; fi
  echo "hardening_test: $program has no $1" >&2
  exit 1
}
must_not() {  # WHAT PATTERN TEXT
  if ! grep -qE "$2" <<< "$3"; then return; fi
  echo "hardening_test: $program has $1" >&2
  exit 1
}

must 'address of its own choice (PIE)' 'Flags:.* PIE' "$dynamic"
must 'read-only relocations' '^ *GNU_RELRO' "$headers"
must 'binding at the start' 'FLAGS.*BIND_NOW' "$dynamic"
must 'stack that is not executable' '^ *GNU_STACK .* RW +0x' "$headers"
must_not 'segments that are writable and executable' '^ *LOAD .* RWE ' "$headers"
must_not 'relocations in its text' 'TEXTREL' "$dynamic"
must_not 'a path to libraries of its builder' 'R(UN)?PATH' "$dynamic"
if [ "$compiled_in" != 1 ]; then exit 0; fi

imports=$(LC_ALL=C readelf --dyn-syms -W "$program")
must 'guarded stacks' '__stack_chk_fail' "$imports"
must 'checked buffers (_FORTIFY_SOURCE)' '_chk@' "$(grep -v stack_chk <<< "$imports")"
case $(uname -m) in
  x86_64) must 'marked targets of jumps (CET)' 'endbr64' "$(objdump -d --disassemble=main "$program")" ;;
esac
