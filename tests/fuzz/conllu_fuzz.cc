// Fuzzes the reader of CoNLL-U.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/support/format_promises.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace mtgauge;
  using fuzz::Promise;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto lines = 1 + static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  for (const FormatRow& format : Formats()) {
    if (format.name != "conllu") continue;
    fuzz::CheckDetection(format, bytes);
    auto columns = format.open(MemorySource("file", bytes, true), Role::kSystem, {});
    if (!columns.ok()) {
      Promise(columns.status().message().starts_with("file:"), "the file is named");
      return 0;
    }
    Promise(columns->size() == 1, "one column");
    for (Block block; !block.last; ++block.index) {
      columns->front().source->Read(64, block);
      Promise(block.status.ok(), "what was opened can be read");
      if (block.lines == 0) continue;
      Promise(block.extras != nullptr && block.extras->asides.empty(), "a line for each segment");
      for (const uint64_t line : block.extras->lines) {
        Promise(line >= 1 && line <= lines, "a line of the file");
      }
    }
    return 0;
  }
  Promise(false, "the format exists");
  return 0;
}
