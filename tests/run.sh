#!/usr/bin/env bash
# Sets up, builds and runs every test:
#   bash tests/run.sh           the tests of the release build; ctest's summary comes last, or the
#                               messages of what failed
#   bash tests/run.sh --long    also the tests that take hours; MTGAUGE_FUZZ_SECONDS per fuzzer
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

release() {
  bash cmake/setup.sh test
  cmake --preset release > build/configure.log 2>&1 || { cat build/configure.log >&2; exit 1; }
  cmake --build --preset release
  ctest --preset release "$@" && return
  local status=$?
  grep -E -A 4 '^(FAILED|E  )|: Failure$|^not ok' build/release/Testing/Temporary/LastTest.log | tail -60 || true
  exit "$status"
}

# A part that cannot run here prints the reason; a part that fails stops the run.
long() {
  bash cmake/setup.sh long
  bash release/pythons.sh > /dev/null  # the release at the end needs them
  echo "=== threads under ThreadSanitizer"
  if bash cmake/tsan_tbb.sh; then
    cmake --preset tsan
    cmake --build --preset tsan
    ctest --preset tsan
  elif [ $? -eq 3 ]; then
    echo "skipped: the sources of oneTBB cannot be had here"
  else
    exit 1
  fi
  echo "=== every test under AddressSanitizer and UndefinedBehaviorSanitizer"
  cmake --preset asan
  cmake --build --preset asan
  ctest --preset asan
  # A function of a header that two files see differently is one function for both. The loops of
  # instruction sets would take minutes, and are in one file each.
  echo "=== the unit tests without inlining"
  cmake --preset debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -fno-inline"
  cmake --build --preset debug --target unit mtgauge
  build/debug/tests/unit --gtest_brief=1 --gtest_filter='-Kernels/*'
  echo "=== clang-tidy over all sources"
  git ls-files 'core/*.cc' 'parallel/*.cc' 'cli/*.cc' 'bench/laboratory/*.cc' | bash tests/lint.sh
  echo "=== 200,000 differential pairs beside the reference tools"
  if bash tests/oracle_env.sh; then
    bash tests/differential/run.sh 200000
  elif [ $? -eq 3 ]; then
    echo "skipped: the reference tools cannot be had here"
  else
    exit 1
  fi
  echo "=== 4,000 differential pairs beside METEOR's jar"
  bash tests/differential/meteor.sh 4000 || [ $? -eq 77 ]
  echo "=== 1,000,000 lines beside SentencePiece, Debian's and PyPI's"
  bash tests/differential/pieces.sh 1000000 || [ $? -eq 77 ]
  echo "=== 200,000 lines beside MeCab and mecab-ko"
  bash tests/differential/mecab.sh 100000 || [ $? -eq 77 ]
  echo "=== 20,000 pairs each beside rouge_score, NLTK and unicodedata"
  bash tests/differential/words.sh 20000 || [ $? -eq 77 ]
  echo "=== 10,000 pairs each beside NLTK, pycocoevalcap, ROUGE-1.5.5 and rouge-score-rs"
  bash tests/differential/tools.sh 10000 || [ $? -eq 77 ]
  echo "=== 10,000 pairs beside jiwer, kaldialign, charcut and Whisper's normalizers"
  bash tests/differential/rates.sh 10000 || [ $? -eq 77 ]
  echo "=== 4,000 pairs each beside fastchrf, torchmetrics and evaluate"
  bash tests/differential/modules.sh 4000 || [ $? -eq 77 ]
  echo "=== README's table of other tools beside their packages"
  python3 tests/docs/tools_table.py build/release/cli/mtgauge --packages || [ $? -eq 77 ]
  echo "=== the documentation as static pages"
  bash tests/docs/site.sh || [ $? -eq 77 ]
  echo "=== 10,000 texts beside pycld2"
  bash tests/differential/languages.sh 10000 || [ $? -eq 77 ]
  echo "=== 2,000 logs beside omnisteval"
  bash tests/differential/latency.sh 2000 || [ $? -eq 77 ]
  echo "=== 200 corpora beside compare-mt"
  bash tests/differential/explain.sh 200 || [ $? -eq 77 ]
  echo "=== the newest releases of the tools, 2,000 pairs for each metric"
  python3 tests/differential/newest.py
  echo "=== the page of mtgauge report in a browser"
  bash tests/page/run.sh || [ $? -eq 77 ]
  echo "=== the Python package under other Pythons"
  bash python/tests/pythons.sh || [ $? -eq 77 ]
  echo "=== docs/python.md as a notebook"
  bash tests/docs/notebook.sh || [ $? -eq 77 ]
  echo "=== the Python package under pyright"
  bash python/tests/types.sh || [ $? -eq 77 ]
  echo "=== programs written for sacreBLEU on the Python drop-in"
  bash python/tests/peers/run.sh || [ $? -eq 77 ]
  echo "=== the Python package on Ray and Spark"
  bash python/tests/cluster/run.sh || [ $? -eq 77 ]
  echo "=== job arrays on a Slurm of two nodes"
  bash tests/slurm/run.sh build/release/cli/mtgauge || [ $? -eq 77 ]
  echo "=== instructions of everyday jobs beside recorded counts"
  python3 bench/instructions.py || [ $? -eq 77 ]
  echo "=== fuzzing"
  bash tests/fuzz/run.sh "${MTGAUGE_FUZZ_SECONDS:-600}"
  echo "=== 10,000,000 pairs from a zstd stream"
  bash bench/e2e/compressed.sh --stream 10000000
  # The benchmarks beside other packages check their answers first.
  results=$(mktemp -d)
  bash bench/e2e/metrics.sh --pairs 3000 --part 300 --rounds 1 --output "$results"
  bash bench/e2e/tables.sh --rows 20000 --part 1000 --rounds 1 --output "$results"
  rm -r "$results"
  echo "=== every header and source alone, without precompiled headers"
  bash tests/package/includes_test.sh
  echo "=== without each optional part"
  bash tests/package/options_test.sh
  echo "=== portable programs and the wheel"
  bash tests/package/portable_test.sh --whole || [ $? -eq 77 ]
  echo "=== what a release has, in roots of Debian 11, 12 and 13"
  rm -rf build/release-files  # those of another version would be tested beside
  bash release/build.sh build/release-files
  bash tests/package/roots_test.sh build/release-files
  echo "=== the source distribution"
  bash tests/package/sdist_test.sh build/release-files
  echo "=== programs for aarch64"
  bash tests/package/aarch64_test.sh
  echo "=== bare roots of Debian 12 and 13"
  bash tests/package/bare_root.sh
  bash tests/package/bare_root.sh trixie
  echo "the long set is done"
}

mkdir -p build
if [ "${1:-}" = --long ]; then
  release
  long
else
  release "$@"
fi
