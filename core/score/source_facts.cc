// Turns facts into warnings.
#include "core/score/source_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/printing.h"

namespace mtgauge {

void AddWarnings(const SourceFacts& facts, std::vector<Warning>& warnings) {
  warnings.insert(warnings.end(), facts.warnings.begin(), facts.warnings.end());
  const WholeRecords& records = facts.unsplit;
  if (records.unsplit == 0) return;
  warnings.push_back(
      {"paragraphs", "",
       fmt::format("did not split {} of {}, since their texts have different numbers of paragraphs "
                   "(the first is {}); use the same blank lines in all texts of a record",
                   records.unsplit, Counted(records.records, "record"), records.first)});
}

bool IsMarkRemoved(const std::vector<Warning>& warnings) {
  return std::ranges::count(warnings, kMarkRemoved, &Warning::code) > 0;
}

void LeaveOutEquals(std::vector<SystemReport>& systems) {
  for (SystemReport& system : systems) {
    for (auto& score : system.scores) score.equals.clear();
  }
}

}  // namespace mtgauge
