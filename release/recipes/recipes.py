#!/usr/bin/env python3
"""Writes a recipe for conda-forge (meta.yaml) and a package for Spack (package.py), which build mtgauge from
the source distribution at an address:

    recipes.py VERSION ADDRESS SHA256 FOLDER
    recipes.py --check         compares the libraries with those that cmake/Dependencies.cmake looks for

Nobody has built them there yet. A test holds only their libraries and their form.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What cmake/Dependencies.cmake calls it, conda-forge's package, and Spack's.
LIBRARIES = [
    ("absl", "libabseil", "abseil-cpp"),
    ("fmt", "fmt", "fmt"),
    ("simdjson", "simdjson", "simdjson"),
    ("TBB", "tbb-devel", "intel-oneapi-tbb"),
    ("nlohmann_json", "nlohmann_json", "nlohmann-json"),
    ("ZLIB", "zlib", "zlib-api"),
    ("BZip2", "bzip2", "bzip2"),
    ("LibLZMA", "liblzma-devel", "xz"),
    ("zstd", "zstd", "zstd"),
    ("Snappy", "snappy", "snappy"),
    ("LZ4", "lz4-c", "lz4"),
    ("Brotli", "brotli", "brotli"),
    ("LibXml2", "libxml2-devel", "libxml2"),
    ("tomlplusplus", "tomlplusplus", "tomlplusplus"),
    ("mimalloc", "mimalloc", "mimalloc"),
    ("xxhash.h", "xxhash", "xxhash"),
    ("libstemmer.h", "libstemmer", "libstemmer"),
]
SUMMARY = "Scores of machine translation with sacreBLEU's digits, hundreds of times faster"

CONDA = """package:
  name: mtgauge
  version: "@VERSION@"

source:
  url: @ADDRESS@
  sha256: @SHA256@

build:
  number: 0
  skip: true  # [not linux]
  script:
    - cmake -S . -B build -G Ninja ${CMAKE_ARGS} -DMTGAUGE_TESTS=OFF
    - cmake --build build
    - cmake --install build

requirements:
  build:
    - {{ compiler("cxx") }}
    - {{ stdlib("c") }}
    - cmake
    - ninja
  host:
@CONDA@

test:
  commands:
    - mtgauge demo files
    - mtgauge score files/ref.txt -i files/fluent.txt -m bleu -b

about:
  summary: @SUMMARY@
  license: Apache-2.0
  license_file:
    - LICENSE
"""

SPACK = '''from spack.package import *


class Mtgauge(CMakePackage):
    """@SUMMARY@."""

    license("Apache-2.0")
    version("@VERSION@", url="@ADDRESS@", sha256="@SHA256@")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
@SPACK@

    requires("%gcc@12:", "%clang@14:", policy="one_of")
    requires("platform=linux")

    def cmake_args(self):
        return [self.define("MTGAUGE_TESTS", False)]

    @run_after("install")
    def demonstrate(self):
        mtgauge = Executable(self.prefix.bin.mtgauge)
        mtgauge("demo", "files")
        mtgauge("score", "files/ref.txt", "-i", "files/fluent.txt", "-m", "bleu", "-b")
'''


def looked_for():
    """The libraries that the programs need; what stands behind `build_tests` is for tests."""
    text = (ROOT / "cmake/Dependencies.cmake").read_text()
    text = text[: text.index("if(build_tests)")]
    return set(re.findall(r"find_package\((\w+)", text)) | set(re.findall(r"find_path\(\w+ ([\w.]+)", text))


def written(template, version, address, digest):
    values = {
        "VERSION": version,
        "ADDRESS": address,
        "SHA256": digest,
        "SUMMARY": SUMMARY,
        "CONDA": "\n".join(f"    - {conda}" for _, conda, _ in LIBRARIES),
        "SPACK": "\n".join(f'    depends_on("{spack}")' for _, _, spack in LIBRARIES),
    }
    return re.sub("@([A-Z0-9]+)@", lambda match: values[match[1]], template)


def main():
    if sys.argv[1:] == ["--check"]:
        differing = looked_for() ^ {name for name, _, _ in LIBRARIES}
        for name in sorted(differing):
            print(f"recipes.py: {name} is only in one of cmake/Dependencies.cmake and LIBRARIES", file=sys.stderr)
        compile(written(SPACK, "1", "address", "0"), "package.py", "exec")
        sys.exit(1 if differing else 0)
    version, address, digest, folder = sys.argv[1:]
    for name, template in (("meta.yaml", CONDA), ("package.py", SPACK)):
        (pathlib.Path(folder) / name).write_text(written(template, version, address, digest))


if __name__ == "__main__":
    main()
