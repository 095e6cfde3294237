// What a run tells of its inputs besides their texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/score.h"

namespace mtgauge {

// Records that are left whole, since their texts have different numbers of paragraphs.
struct WholeRecords {
  uint64_t unsplit = 0, records = 0;
  std::string first;  // where the first of them stands
};

struct SourceFacts {
  std::vector<Warning> warnings;  // of the files
  WholeRecords unsplit;
};

void AddWarnings(const SourceFacts& facts, std::vector<Warning>& warnings);

}  // namespace mtgauge
