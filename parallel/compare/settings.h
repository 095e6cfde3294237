// The settings of a request to compare, before anything is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/request/texts.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct CompareSettings {
  std::optional<TextSettings> texts;  // absent: outside scores alone
  // Each with as many output files as the others; without texts the files are not read. Those
  // without a name are called after their files. Empty: the tables of outside scores name the
  // systems.
  std::vector<NamedFiles> systems;
  CompareOptions options;  // without the baseline, whose index needs the names
  std::vector<OutsideFiles> scores;
  bool drop_missing = false;
  std::string documents, strata;  // files; empty: not given
  std::optional<std::string> baseline;
  bool gate = false;
  SumsOptions sharing;
};

// Also fills in what the request leaves to its defaults.
absl::StatusOr<CompareSettings> ResolveComparing(CompareRequest& request);

}  // namespace mtgauge
