// What a run reports about its inputs, apart from their texts.
#pragma once

#include <cstdint>
#include <string>
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

}  // namespace mtgauge
