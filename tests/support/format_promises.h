// The guarantees of every format that is read into tables, for their fuzzers.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/formats/format.h"
#include "core/input/tables/segment_table.h"

namespace mtgauge::fuzz {

inline void Promise(bool kept, const char* what) {
  if (kept) return;
  std::cerr << "broken promise: " << what << '\n';
  std::abort();
}

inline void CheckTable(const SegmentTable& table) {
  Promise(!table.segments.empty(), "at least one segment");
  std::set<std::pair<std::string_view, std::string_view>> keys;
  for (const Segment& segment : table.segments) {
    Promise(!segment.id.empty() && !segment.document.empty(), "an id and a document");
    Promise(keys.emplace(segment.document, segment.id).second, "no segment twice");
    Promise(segment.line >= 1, "a line");
    Promise(!segment.missing || segment.text.empty(), "what is missing has no text");
    Promise(segment.text.find('\n') == std::string_view::npos, "no line feed");
  }
}

inline void CheckBlocks(SegmentTable table) {
  const size_t segments = table.segments.size();
  const auto source = TableSource(std::move(table));
  uint64_t lines = 0;
  for (Block block; !block.last; ++block.index) {
    source->Read(64, block);
    Promise(block.status.ok() && block.extras != nullptr, "a table can be read");
    Promise(block.extras->ids.size() == block.lines, "an id for each line");
    lines += block.lines;
  }
  Promise(lines == segments, "a line for each segment");
}

// Checks that more bytes never change a decision made from the first ones.
inline void CheckDetection(const FormatRow& format, std::string_view bytes) {
  Detected before = Detected::kNeedsMore;
  for (size_t n = 0; n <= bytes.size() && n < 300; ++n) {
    const Detected now = format.detect(bytes.substr(0, n));
    Promise(before == Detected::kNeedsMore || now == before, "what is decided stays decided");
    before = now;
  }
}

// Checks that data that are read are valid, and that errors name the file. Calls check(table) for
// every table.
template <typename Check>
void CheckFormat(std::string_view name, const std::string& bytes, const Check& check) {
  for (const FormatRow& format : Formats()) {
    if (format.name != name) continue;
    CheckDetection(format, bytes);
    for (const Role role : {Role::kReference, Role::kSystem}) {
      auto columns = format.open(MemorySource("file", bytes, true), role, {});
      if (!columns.ok()) {
        Promise(columns.status().message().starts_with("file:"), "the file is named");
        continue;
      }
      Promise(!columns->empty(), "at least one column");
      for (Column& column : *columns) {
        CheckTable(*column.table);
        check(*column.table);
        CheckBlocks(std::move(*column.table));
      }
    }
    return;
  }
  Promise(false, "the format exists");
}

}  // namespace mtgauge::fuzz
