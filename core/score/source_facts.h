// What a run reports about its inputs, apart from their texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/score.h"

namespace mtgauge {

// Records that were not split, since their texts have different numbers of paragraphs.
struct WholeRecords {
  uint64_t unsplit = 0, records = 0;
  std::string first;  // location of the first of them
};

struct SourceFacts {
  std::vector<Warning> warnings;  // about the files
  WholeRecords unsplit;
};

void AddWarnings(const SourceFacts& facts, std::vector<Warning>& warnings);

// The code of the warning that a byte order mark was removed.
inline constexpr std::string_view kMarkRemoved = "byte-order-mark";
// Returns whether some warning is of that code. Other tools count the mark as text, so no score
// equals theirs.
bool IsMarkRemoved(const std::vector<Warning>& warnings);
// Leaves out which tools the scores equal.
void LeaveOutEquals(std::vector<SystemReport>& systems);

}  // namespace mtgauge
