// Output without the references' segmentation, as of speech translation, cut into one part for each
// segment: so that all parts together are the fewest edits away from the references (Matusov et al.
// 2005). Document by document, where both sides tell documents.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct ResegmentOptions {
  std::string hyp_documents;  // a file with the document of each line of the output
};

// References, and the output of one system in lines of any length. Of several references the
// nearest one of each segment counts. What is compared are the tokens of `tokenize`, without regard
// to case under `lowercase`; no metric is computed.
struct ResegmentRequest : TextInputs, MetricChoice, RunOptions, ResegmentOptions {
  // In memory: `columns` has the references and their documents, and this the output, as its only
  // system, with documents of its own.
  std::optional<TextColumns> output = std::nullopt;
};

struct ResegmentAnswer {
  // [segment of the references], the output's own text without white space around it; a line feed
  // within is a space. Together they hold all that the output has.
  std::vector<std::string> segments;
  uint64_t edits = 0;   // tokens inserted, deleted and replaced
  uint64_t tokens = 0;  // of the output
  std::vector<Warning> warnings;
};

// A UsageError where the request cannot be met. Opens no text.
absl::Status CheckResegment(const ResegmentRequest& request);

// Holds the texts in memory, and for each document at work about 64 MiB. The answer does not depend
// on threads.
absl::StatusOr<ResegmentAnswer> Resegment(const ResegmentRequest& request);

}  // namespace mtgauge
