#!/usr/bin/env bash
# Compiles every header and source of include, core, parallel and cli by itself and without
# precompiled headers, so that a missing #include is found. Checks only the syntax.
#   includes_test.sh [FILE...]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
started=$SECONDS

cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMTGAUGE_PCH=OFF -DMTGAUGE_UNITY=OFF -DMTGAUGE_TESTS=OFF \
  -DMTGAUGE_WERROR=ON -DCMAKE_CXX_COMPILER_LAUNCHER= > "$build/log" 2>&1 || { cat "$build/log" >&2; exit 1; }

# Each source's own command, "FILE<tab>COMMAND".
sed -n 's|\\"|"|g; s|^ *"command": "\(.*\) -o [^ ]* -c \([^ ]*\)",$|\2\t\1|p' \
  "$build/compile_commands.json" | sed "s|^$PWD/||" > "$build/sources"

# Prints the flags of the folder's sources for a header. Loops of one instruction set are compiled
# only in their sources.
command_of() {
  local file=$1 room=${1%%/*}
  case $file in
    *.cc) awk -F '\t' -v file="$file" '$1 == file { print $2; exit }' "$build/sources" ;;
    core/simd/kernel_*.h) ;;
    *)
      if [ "$room" = include ]; then room=core; fi
      awk -F '\t' -v room="$room/" \
        'index($1, room) == 1 && $1 !~ /kernels_/ { print $2; exit }' "$build/sources"
      ;;
  esac
}

if (($# > 0)); then
  printf '%s\n' "$@" > "$build/files"
else
  git ls-files --cached --others --exclude-standard -- 'include/*.h' 'core/*.h' 'core/*.cc' \
    'parallel/*.h' 'parallel/*.cc' 'cli/*.h' 'cli/*.cc' \
    'bench/laboratory/*.h' 'bench/laboratory/*.cc' > "$build/files"
fi
while read -r file; do
  command=$(command_of "$file")
  if [ -z "$command" ]; then
    case $file in
      core/simd/kernel_*.h | cli/late/*) continue ;;
    esac
    echo "no command compiles $file" >&2
    exit 1
  fi
  if [[ $file == *.h ]]; then
    echo "$command -fsyntax-only -include $file -x c++ /dev/null"
  else
    echo "$command -fsyntax-only $file"
  fi
done < "$build/files" > "$build/commands"

count=$(wc -l < "$build/commands")
if ((count == 0)); then
  echo "nothing to compile" >&2
  exit 1
fi
tr '\n' '\0' < "$build/commands" | xargs -0 -P "$(nproc)" -n 1 bash -c 'eval "$0"' || {
  echo "these do not compile alone; include what they use" >&2
  exit 1
}
echo "$count files compile alone, in $((SECONDS - started)) s"
