#!/usr/bin/env bash
# Compiles what portable programs are linked from, as archives: each by its own build, with the
# options that Debian's headers expect.
#   archives.sh SOURCES FOLDER ARCH
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sources=$(realpath "$1") folder=$(realpath -m "$2") arch=$3
stamp=$folder/.archives-$(cat "$here"/{sources.txt,archives.sh,toolchain.cmake} | sha256sum | cut -c1-16)
if [ -e "$stamp" ]; then exit 0; fi
rm -rf "$folder"
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  tail -n 40 "$work/log" >&2
  echo "archives.sh: $1 cannot be built" >&2
  exit 1
}

# archives TARGETS SOURCE OPTION...: builds targets of a source's CMake files, and takes their archives.
archives() {
  local targets=$1 source=$2 build=$work/build/${2%%/*}
  shift 2
  cmake -S "$sources/$source" -B "$build" -G "Unix Makefiles" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" -DMTGAUGE_ARCH="$arch" \
    -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF "$@" > "$work/log" 2>&1 || fail "$source"
  # shellcheck disable=SC2086
  cmake --build "$build" -j "$(nproc)" --target $targets >> "$work/log" 2>&1 || fail "$source"
  find "$build" -name '*.a' -exec cp {} "$folder" \;
}

CXXFLAGS="-D__TBB_DYNAMIC_LOAD_ENABLED=0 -D__TBB_SOURCE_DIRECTLY_INCLUDED=1" \
  archives tbb onetbb -DTBB_TEST=OFF -DTBB_STRICT=OFF
archives "strings hash raw_hash_set" abseil -DCMAKE_CXX_STANDARD=17
archives fmt fmtlib
archives simdjson simdjson
archives mimalloc-static mimalloc -DMI_OVERRIDE=OFF
archives liblzma xz-utils
archives libzstd_static libzstd/build/cmake -DZSTD_LEGACY_SUPPORT=OFF
archives snappy snappy -DSNAPPY_BUILD_TESTS=OFF -DSNAPPY_BUILD_BENCHMARKS=OFF
archives lz4_static lz4/build/cmake
archives "brotlidec-static brotlicommon-static" brotli -DBROTLI_DISABLE_TESTS=ON
off=()
for part in C14N CATALOG DOCB FTP HTML HTTP ICONV ICU LZMA MODULES PROGRAMS PYTHON REGEXPS SCHEMAS \
  SCHEMATRON TESTS VALID XINCLUDE XPATH XPTR ZLIB LEGACY OUTPUT PATTERN READER WRITER TREE DEBUG; do
  off+=("-DLIBXML2_WITH_$part=OFF")
done
archives LibXml2 libxml2 "${off[@]}" -DLIBXML2_WITH_PUSH=ON -DLIBXML2_WITH_SAX1=ON

# Those without usable CMake files.
tools=""
if [ "$arch" != "$(uname -m)" ]; then tools=$arch-linux-gnu-; fi
flags=(-O2 -fPIC -ffp-contract=off -DNDEBUG "-ffile-prefix-map=$sources=.")
mkdir "$work"/{zlib,bzip2,stemmer}
(cd "$work/zlib" && "${tools}gcc-12" "${flags[@]}" -DHAVE_UNISTD_H -c "$sources"/zlib/*.c)
"${tools}ar" rcsD "$folder/libz.a" "$work"/zlib/*.o
(cd "$work/bzip2" && "${tools}gcc-12" "${flags[@]}" -D_FILE_OFFSET_BITS=64 -c \
  "$sources"/bzip2/{blocksort,huffman,crctable,randtable,compress,decompress,bzlib}.c)
"${tools}ar" rcsD "$folder/libbz2.a" "$work"/bzip2/*.o

# Snowball's compiler runs here; the stemmers that it writes are compiled for the release.
cp -r "$sources/snowball" "$work"
make -C "$work/snowball" -s > "$work/log" 2>&1 || fail snowball
(cd "$work/stemmer" && "${tools}gcc-12" "${flags[@]}" -I"$work/snowball/include" -c \
  "$work"/snowball/{src_c/*.c,runtime/*.c,libstemmer/libstemmer.c})
"${tools}ar" rcsD "$folder/libstemmer.a" "$work"/stemmer/*.o

toml=$sources/libtomlplusplus-dev/usr/include
"${tools}g++-12" "${flags[@]}" -std=c++17 -DTOML_HEADER_ONLY=0 -DTOML_IMPLEMENTATION -I"$toml" \
  -x c++ -c "$toml/toml++/toml.h" -o "$work/toml.o"
"${tools}ar" rcsD "$folder/libtomlplusplus.a" "$work/toml.o"
touch "$stamp"
