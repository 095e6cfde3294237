// What a row file keeps of segments besides their rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/score/checks/text_check.h"

namespace mtgauge {

// Of the segments of a block. A vector is empty where there is nothing to tell.
struct SegmentFacts {
  uint32_t segments = 0;
  std::vector<uint8_t> excluded;       // 1: left out of all scores
  std::vector<uint32_t> lacking;       // how many of the references the segment has not
  std::vector<std::string> ids;        // empty: the index is the id
  std::vector<std::string> documents;  // empty: not given
  std::vector<std::string> groups;     // likewise
  std::vector<TextMarks> marks;        // [system * segments + segment]
};

// Runs of equal values, so that what is the same for all segments takes next to no room.
void AppendFacts(const SegmentFacts& facts, std::string& bytes);

// False where the bytes are no facts of so many segments and systems; `facts` is void then.
bool ParseFacts(std::string_view bytes, uint32_t segments, size_t systems, SegmentFacts& facts);

}  // namespace mtgauge
