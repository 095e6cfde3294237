// Resegmentation: cuts output whose segmentation differs from that of the references, as in speech
// translation, into one part per segment. The parts minimize the number of edits to the references
// (Matusov et al., 2005). Works document by document if both sides name documents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"

namespace mtgauge {

struct ResegmentOptions {
  std::string hyp_documents;  // a file with the document of each line of the output
};

// The references, and the output of one system in lines of any length. If there are several
// references, the nearest one counts for each segment. Edits are counted on the tokens of
// `tokenize`, ignoring case if `lowercase` is set. No metric is computed.
struct ResegmentRequest : TextInputs, MetricChoice, RunOptions, ResegmentOptions {
  // For texts in memory: `columns` contains the references and their documents, and `output`
  // contains the output as its only system, with its own documents.
  std::optional<TextColumns> output = std::nullopt;
};

struct ResegmentAnswer {
  // [segment of the references]: the original text of the output, without surrounding white space;
  // a line feed within becomes a space. Together they contain the whole output.
  std::vector<std::string> segments;
  uint64_t edits = 0;   // inserted, deleted and replaced tokens
  uint64_t tokens = 0;  // tokens of the output
  std::vector<Warning> warnings;
};

// Returns a UsageError if the request is invalid. Does not open the texts.
Status CheckResegment(const ResegmentRequest& request);

// Resegments the output. Keeps the texts in memory, plus about 64 MiB for each document in
// progress. The result does not depend on the number of threads.
Result<ResegmentAnswer> Resegment(const ResegmentRequest& request);

}  // namespace mtgauge
