#!/usr/bin/env bash
# Makes what a link against an old glibc needs: stubs of its libraries, its start files, and the
# functions that gcc 12's own static libraries want beyond it.
#   glibc.sh x86_64|aarch64 FOLDER
# The stubs come out of a pinned wheel of zig, which compiles nothing of ours.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
arch=$1
folder=$(realpath -m "$2")
version=2.17
stamp=$folder/.glibc-$(cat "$0" "$here/old_glibc.c" | sha256sum | cut -c1-16)
if [ -e "$stamp" ]; then exit 0; fi
rm -rf "$folder"
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/requirements" << 'END'
ziglang==0.17.1 --hash=sha256:ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54
END
python3 -m venv "$work/venv"
if ! "$work/venv/bin/pip" install --quiet --no-deps --only-binary :all: --require-hashes -r "$work/requirements" 2> "$work/error"; then
  cat "$work/error" >&2
  if grep -q 'DO NOT MATCH THE HASHES' "$work/error"; then exit 1; fi
  echo "skipped: the stubs of glibc cannot be had here" >&2
  exit 77
fi
export ZIG_GLOBAL_CACHE_DIR=$work/cache
echo 'int main(void) { return 0; }' > "$work/main.c"
for pie in "" "-fPIE -pie"; do
  # shellcheck disable=SC2086
  "$work/venv/bin/python" -m ziglang cc -target "$arch-linux-gnu.$version" $pie "$work/main.c" \
    -o "$work/main" -lm -lpthread -ldl -lrt
done
find "$work/cache/o" \( -name crt1.o -o -name Scrt1.o -o -name libc_nonshared.a \) -exec cp {} "$folder" \;
cp "$(dirname "$(find "$work/cache/o" -name libc.so.6)")"/lib*.so.* "$folder"

tools=""
if [ "$arch" != "$(uname -m)" ]; then tools=$arch-linux-gnu-; fi
"${tools}gcc-12" -O2 -fPIC -ffreestanding -Wall -Werror -c "$here/old_glibc.c" -o "$work/old_glibc.o"
"${tools}ar" rcD "$folder/libold_glibc.a" "$work/old_glibc.o"
cat > "$folder/libc.so" << END
GROUP ( libc.so.6 libc_nonshared.a libold_glibc.a AS_NEEDED ( libpthread.so.0 libdl.so.2 librt.so.1 libld.so.2 ) )
END
for name in m pthread dl rt; do
  file=$(cd "$folder" && ls lib$name.so.*)
  echo "INPUT ( AS_NEEDED ( $file ) )" > "$folder/lib$name.so"
done
touch "$stamp"
