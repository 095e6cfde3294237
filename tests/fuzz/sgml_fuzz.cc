// Fuzzes the reader of SGML.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/support/format_promises.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using mtgauge::fuzz::Promise;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const uint64_t lines = 1 + static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  mtgauge::fuzz::CheckFormat("sgml", bytes, [&](const mtgauge::SegmentTable& table) {
    for (const mtgauge::Segment& segment : table.segments) {
      Promise(segment.line <= lines, "a line of the file");
      Promise(segment.text.find_first_of("\t\r\v\f") == std::string_view::npos,
              "spaces are joined");
      Promise(segment.text.find("  ") == std::string_view::npos, "one space between words");
    }
  });
  return 0;
}
