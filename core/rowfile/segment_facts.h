// Facts about segments that a row file stores in addition to their rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/score/checks/text_check.h"

namespace mtgauge {

// Facts about the segments of a block. A vector is empty if there are none of its kind.
struct SegmentFacts {
  uint32_t segments = 0;
  std::vector<uint8_t> excluded;       // 1 if left out of all scores
  std::vector<uint32_t> lacking;       // number of references that the segment lacks
  std::vector<std::string> ids;        // empty: the index is the id
  std::vector<std::string> documents;  // empty if not given
  std::vector<std::string> groups;     // empty if not given
  std::vector<TextMarks> marks;        // [system * segments + segment]
};

// Appends the facts as runs of equal values, so that constant values take almost no space.
void AppendFacts(const SegmentFacts& facts, std::string& bytes);

// Returns false, with invalid `facts`, unless the bytes are facts of this size.
bool ParseFacts(std::string_view bytes, uint32_t segments, size_t systems, SegmentFacts& facts);

}  // namespace mtgauge
