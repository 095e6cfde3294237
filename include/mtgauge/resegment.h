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
#include "mtgauge/table.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct ResegmentOptions {
  std::string hyp_documents;  // a file with the document of each line of the output
  bool gaps = false;          // also what is missing and surplus, by document
};

// The references, and the output of one system in lines of any length. If there are several
// references, the nearest one counts for each segment. Edits are counted on the tokens of
// `tokenize`, ignoring case if `lowercase` is set. No metric is computed.
struct ResegmentRequest : TextInputs, MetricChoice, RunOptions, ResegmentOptions {
  // For texts in memory: `columns` contains the references and their documents, and `output`
  // contains the output as its only system, with its own documents.
  std::optional<TextColumns> output = std::nullopt;
};

// What is missing from a document's output, and what is surplus. A word of the reference has no
// counterpart if it is deleted in the alignment with the fewest edits, and a word of the output if
// it is inserted.
struct DocumentGaps {
  std::string document;  // empty if the texts name none
  uint64_t segments = 0;
  uint64_t missing = 0;  // segments without counterparts of more than half of their words
  uint64_t surplus = 0;  // segments whose output is such by more than half of its words
  uint64_t words = 0;    // of the references; of several, the nearest
  uint64_t deleted = 0;  // of them
  uint64_t output_words = 0;
  uint64_t inserted = 0;  // of them

  // The shares of words without a counterpart; 0 if there are no words.
  double under() const { return Share(deleted, words); }
  double over() const { return Share(inserted, output_words); }

 private:
  static double Share(uint64_t part, uint64_t all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  }
};

struct ResegmentAnswer {
  // [segment of the references]: the original text of the output, without surrounding white space;
  // a line feed within becomes a space. Together they contain the whole output.
  std::vector<std::string> segments;
  uint64_t edits = 0;                 // inserted, deleted and replaced tokens
  uint64_t tokens = 0;                // tokens of the output
  std::vector<DocumentGaps> gaps;     // if requested; in the order of the references
  std::optional<DocumentGaps> total;  // of all documents, if requested
  std::vector<Warning> warnings;
};

// A line for each document if gaps were requested, and otherwise for each segment.
Table TableOf(const ResegmentAnswer& answer);

// Returns a UsageError if the request is invalid. Does not open the texts.
Status CheckResegment(const ResegmentRequest& request);

// Resegments the output. Keeps the texts in memory, plus about 64 MiB for each document in
// progress. The result does not depend on the number of threads.
Result<ResegmentAnswer> Resegment(const ResegmentRequest& request);

}  // namespace mtgauge
