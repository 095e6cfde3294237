#!/usr/bin/env bash
# Makes the parts that portable programs are linked from: stubs of glibc 2.17, and all other libraries
# as archives, compiled by Debian 12's gcc from pinned sources.
#   release/parts.sh FOLDER [ARCH]        (default: this machine's)
# What is there already is kept until a pin or a script changes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1") arch=${2:-$(uname -m)}
mkdir -p "$folder"
"$here/sources.sh" "$folder/sources"
"$here/glibc.sh" "$arch" "$folder/glibc"
"$here/archives.sh" "$folder/sources" "$folder/archives" "$arch"
