// Any bytes as a compressed file: the output (text and error) does not depend on how it is read, an
// error names the file, and uncompressed data pass unchanged.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/input/formats/codec.h"
#include "core/input/formats/decompress.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::test::Promise;

// A few bytes can stand for gigabytes; the rest is ignored.
constexpr size_t kEnough = 1 << 20;

struct Outcome {
  std::string text, error;
};

Outcome ReadAll(const std::string& bytes, uint32_t block_bytes, bool ranged) {
  const auto source = mtgauge::Decompress(mtgauge::MemorySource("file", bytes, ranged));
  Outcome outcome;
  mtgauge::Block block;
  for (block.index = 0; !block.last && block.status.ok(); ++block.index) {
    source->Read(block_bytes, block);
    Promise(block.bytes <= block_bytes, "no more than the room");
    outcome.text.append(block.data.data(), block.bytes);
    outcome.error = block.status.message();
    if (outcome.text.size() > kEnough) {
      outcome.text.resize(kEnough);
      break;
    }
  }
  return outcome;
}

bool IsCompressed(const std::string& bytes) {
  for (const mtgauge::CodecRow& row : mtgauge::Codecs()) {
    if (bytes.size() >= row.low.size() && row.CouldBegin(bytes.substr(0, row.low.size()))) {
      return true;
    }
  }
  return false;
}

}  // namespace

// The first byte is the size of small blocks.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const uint32_t small = 1 + data[0];
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome large = ReadAll(bytes, 1 << 18, true);
  for (const bool ranged : {false, true}) {
    const Outcome other = ReadAll(bytes, small, ranged);
    Promise(other.error.empty() == large.error.empty(), "an error does not depend on the blocks");
    // For a damaged xz chunk, the amount of garbage does depend on them.
    if (bytes.starts_with("\xFD") && !large.error.empty()) continue;
    Promise(other.text == large.text, "the text does not depend on the blocks");
    Promise(other.error == large.error, "the message does not depend on the blocks");
  }
  if (!IsCompressed(bytes)) {
    Promise(large.error.empty() && large.text == bytes, "plain text passes as it is");
  } else if (!large.error.empty()) {
    Promise(large.error.starts_with("file:"), "an error names the file");
  }
  return 0;
}
