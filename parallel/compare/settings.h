// The settings of a comparison request, before any input is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/request/group_fields.h"
#include "core/request/texts.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct CompareSettings {
  std::optional<TextSettings> texts;  // absent if there are only outside scores
  // Systems, each with the same number of output files. If there are no texts, the files are not
  // read. Unnamed systems are named after their files. Empty if the tables of outside scores name
  // the systems.
  std::vector<NamedFiles> systems;
  CompareOptions options;  // without the baseline, because its index depends on the systems' names
  std::vector<OutsideFiles> scores;
  bool drop_missing = false;
  std::string documents, strata;  // files; empty if not given
  // Without texts: the groups that are compared, or whose mean is; and the language pair.
  GroupFields groups;
  std::optional<std::string> language_pair;
  bool join_common = false;
  std::optional<std::string> baseline;
  bool gate = false;
  bool length_controlled = false;
  SumsOptions sharing;
};

// Returns the first option of how texts are scored, or an empty string if none is set.
std::string ScoringOption(const CompareRequest& request);

// Finds the baseline among systems that have names; `group` is for the message.
Result<uint32_t> PlaceOfBaseline(const std::string& baseline,
                                 const std::vector<std::string>& systems,
                                 const std::string& group = {});

// Returns a UsageError for options that contradict a mean, which is resampled group by group.
Status CheckMean(const CompareRequest& request, const CompareOptions& options);

// Resolves the settings, and fills in the defaults of the request. `shows_texts`: as in TextUse.
Result<CompareSettings> ResolveComparing(CompareRequest& request, bool shows_texts);

}  // namespace mtgauge
