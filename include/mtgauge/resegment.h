// Cuts output with another segmentation than the references, as in speech translation, into one
// part for each segment. The parts have the fewest edits to the references (Matusov et al. 2005).
// Works document by document if both sides name documents.
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
// nearest one of each segment counts. Compares the tokens of `tokenize`, ignoring case with
// `lowercase`; computes no metric.
struct ResegmentRequest : TextInputs, MetricChoice, RunOptions, ResegmentOptions {
  // In memory: `columns` has the references and their documents, and this the output, as its only
  // system, with documents of its own.
  std::optional<TextColumns> output = std::nullopt;
};

struct ResegmentAnswer {
  // [segment of the references], the output's own text without white space around it; a line feed
  // within is a space. Together they contain the whole output.
  std::vector<std::string> segments;
  uint64_t edits = 0;   // tokens inserted, deleted and replaced
  uint64_t tokens = 0;  // of the output
  std::vector<Warning> warnings;
};

// Returns a UsageError if the request is invalid. Opens no texts.
absl::Status CheckResegment(const ResegmentRequest& request);

// Holds the texts in memory, plus about 64 MiB for each document in progress. The answer does not
// depend on threads.
absl::StatusOr<ResegmentAnswer> Resegment(const ResegmentRequest& request);

}  // namespace mtgauge
