// N-best lists: picks the best candidate of each segment according to a metric.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/report.h"
#include "mtgauge/run.h"
#include "mtgauge/segments.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// TextInputs::inputs is the list. The first metric picks the candidates.
struct NbestRequest : TextInputs, MetricChoice, RunOptions {};

// How and where the candidates are written.
struct NbestForm {
  std::string format = "text";
  std::string file;             // standard output if empty
  bool all_candidates = false;  // all candidates, not only the best of each segment
  bool outlive_reader = false;  // as in SegmentsForm
  WriteOptions write;
};

// Corpus scores of the best candidates and of the first candidates.
struct NbestSummary {
  struct MetricScore {
    std::string metric;
    double scale = 100;
    double best = 0, first = 0;
    std::string candidate_signature;
  };
  uint64_t segments = 0, candidates = 0;
  std::vector<MetricScore> scores;  // the first is the metric that picked
  std::vector<Warning> warnings;
};

// A checked request. Not thread-safe.
class NbestRun : public RunOf<NbestRun, NbestRequest> {
 public:
  using RunOf::RunOf;

  // Returns a UsageError if this form of output is not possible.
  Status Check(const NbestForm& form) const;
  // Scores the list and writes the candidates. Call it once. The output appears only when it is
  // complete.
  Result<NbestSummary> Write(const NbestForm& form, const AcceptWarnings& accept = nullptr);
};

// Returns the names of the output formats.
std::vector<std::string_view> NbestForms();
// Returns true if this format has only the summary, without candidates.
bool IsSummary(std::string_view form);
// Returns the summary as text: "N candidates of M segments: BLEU 30.1 of the best, 28.4 of the
// first".
std::string NbestText(const NbestSummary& summary, const WriteOptions& options);

}  // namespace mtgauge
