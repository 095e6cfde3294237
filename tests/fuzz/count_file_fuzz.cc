// Fuzzes the reader of n-gram counts: errors name the file, and a file that is read has the digest
// of its bytes and counts for some token.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "core/algo/ngrams/ngram_count_file.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::test::FuzzPath;
using mtgauge::test::Promise;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::ofstream(FuzzPath(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  for (const uint32_t order : {1U, 5U}) {
    const auto file =
        mtgauge::ReadNgramCountFile(FuzzPath(), order, mtgauge::DefaultHash().function);
    if (!file.ok()) {
      Promise(file.status().message().starts_with(FuzzPath()), "an error names the file");
      continue;
    }
    Promise(file->digest.size() == 16, "a digest of 16 digits");
    Promise(file->counts != nullptr, "counts");
  }
  unlink(FuzzPath().c_str());
  return 0;
}
