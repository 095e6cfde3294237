// The settings of a comparison, before any input is read.
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
  CompareRequest request;             // with its defaults filled in
  std::optional<TextSettings> texts;  // absent if there are only outside scores
  // Systems, each with the same number of output files. If there are no texts, the files are not
  // read. Unnamed systems are named after their files. Empty if the tables of outside scores name
  // the systems.
  std::vector<NamedFiles> systems;
  CompareOptions options;  // without the baseline, because its index depends on the systems' names
  std::vector<OutsideFiles> scores;  // those of the request, without folders
  GroupFields groups;                // without texts: those that are compared, or whose mean is
  std::vector<Warning> warnings;     // about the request itself, also those of `texts`
};

// Finds the baseline among systems that have names; `group` is for the message.
Result<uint32_t> PlaceOfBaseline(const std::string& baseline,
                                 const std::vector<std::string>& systems,
                                 const std::string& group = {});

// Returns a UsageError for options that contradict a mean, which is resampled group by group.
Status CheckMean(const CompareRequest& request, const CompareOptions& options);

// Resolves the settings of a request. `shows_texts`: as in TextUse.
Result<CompareSettings> ResolveComparing(const CompareRequest& request, bool shows_texts);

}  // namespace mtgauge
