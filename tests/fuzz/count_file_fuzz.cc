// Fuzzes the reader of n-gram counts: whatever is refused is refused with the file's name, and what
// is read has the digest of its bytes and counts for some token.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "core/algo/ngrams/ngram_count_file.h"

namespace {

void Promise(bool kept, const char* what) {
  if (kept) return;
  std::cerr << "broken promise: " << what << '\n';
  std::abort();
}

// One file for all inputs, in memory where there is such a folder.
const std::string& Path() {
  static const std::string path = [] {
    const std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    return folder + "/mtgauge-count-fuzz-" + std::to_string(getpid());
  }();
  return path;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::ofstream(Path(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  for (const uint32_t order : {1U, 5U}) {
    const auto file = mtgauge::ReadNgramCountFile(Path(), order, mtgauge::DefaultHash().function);
    if (!file.ok()) {
      Promise(std::string(file.status().message()).starts_with(Path()), "an error names the file");
      continue;
    }
    Promise(file->digest.size() == 16, "a digest of 16 digits");
    Promise(file->counts != nullptr, "counts");
  }
  unlink(Path().c_str());
  return 0;
}
