// Judgements of which of two systems' outputs is better: a table with tabs or commas, or JSON
// Lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

struct PairLine {
  size_t number = 0;  // of the line
  std::string first, second;
  std::string winner;  // a system, or the side that won, as in the file
  std::string lang;    // empty if the file names none
};

// Returns true if the first line has columns, or fields, of two systems and of the winner.
bool HoldsPairLines(std::string_view bytes);
Result<std::vector<PairLine>> ReadPairLines(const std::string& file, const std::string& bytes);

}  // namespace mtgauge
