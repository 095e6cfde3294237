// Fuzzes the dispatcher: any bytes as any number of streams, blocks of any size, events in any
// order, compared with a plain line splitter.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/support/drive_dispatcher.h"
#include "tests/support/fuzz_numbers.h"

namespace {

using mtgauge::test::Drive;
using mtgauge::test::Driven;
using mtgauge::test::Numbers;
using mtgauge::test::Promise;
using mtgauge::test::SplitLines;

void Check(const std::vector<std::vector<std::string>>& expected, const Driven& driven) {
  size_t shortest = SIZE_MAX, longest = 0;
  for (const auto& lines : expected) {
    shortest = std::min(shortest, lines.size());
    longest = std::max(longest, lines.size());
  }
  Promise(driven.status.ok() == (shortest == longest), "an error for unequal counts and only then");
  for (size_t i = 0; i < expected.size(); ++i) {
    const std::vector<std::string> common(expected[i].begin(),
                                          expected[i].begin() + static_cast<ptrdiff_t>(shortest));
    Promise(driven.lines[i] == common, "lines equal a plain splitter's");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Numbers numbers(data, size);
  const uint32_t streams = 1 + numbers.Below(4);
  const uint32_t references = numbers.Below(streams + 1);
  const uint32_t ranged = numbers.Below(16);  // one bit per stream
  mtgauge::ReadLimits limits;
  limits.block_bytes = 1 + numbers.Below(64);
  limits.batch_segments = 1 + numbers.Below(8);
  limits.batches_in_flight = 1 + numbers.Below(4);
  limits.blocks_ahead = 1 + numbers.Below(4);
  const uint64_t order = numbers.Below(256);

  // 0xFF separates the streams; the last one gets the rest.
  std::vector<std::unique_ptr<mtgauge::Source>> sources;
  std::vector<std::vector<std::string>> expected;
  std::string rest = numbers.Rest();
  for (uint32_t i = 0; i < streams; ++i) {
    const size_t end = i + 1 == streams ? rest.size() : std::min(rest.find('\xFF'), rest.size());
    const std::string text = rest.substr(0, end);
    rest.erase(0, end + 1);
    expected.push_back(SplitLines(text));
    sources.push_back(mtgauge::MemorySource("stream", text, (ranged >> i & 1) != 0));
  }
  Check(expected, Drive(sources, references, limits, order));
  return 0;
}
