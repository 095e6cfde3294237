// N-best lists: which candidate of each segment is best under a metric.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/report.h"
#include "mtgauge/segments.h"

namespace mtgauge {

// TextInputs::inputs is the list. The first metric picks.
struct NbestRequest : TextInputs, MetricChoice, RunOptions {};

// How the candidates are written, and where.
struct NbestForm {
  std::string format = "text";
  std::string file;             // empty: standard output
  bool all_candidates = false;  // all candidates, not only the best of each segment
  bool outlive_reader = false;  // as SegmentsForm has it
  WriteOptions write;
};

// Corpus scores of the best candidates and of the first ones.
struct NbestSummary {
  struct MetricScore {
    std::string metric;
    double scale = 100;
    double best = 0, first = 0;
    std::string candidate_signature;
  };
  uint64_t segments = 0, candidates = 0;
  std::vector<MetricScore> scores;  // the first is what picked
  std::vector<Warning> warnings;
};

// A checked request. Only one thread may use it at a time.
class NbestRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<NbestRun> Make(const NbestRequest& request);
  NbestRun(NbestRun&&) noexcept;
  NbestRun& operator=(NbestRun&&) noexcept;
  ~NbestRun();

  const NbestRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Whether this form of output is possible.
  absl::Status Check(const NbestForm& form) const;
  // Scores the list and writes; call it once. The output appears only when it is complete.
  absl::StatusOr<NbestSummary> Write(const NbestForm& form, const AcceptWarnings& accept = nullptr);

 private:
  struct Plan;
  explicit NbestRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

std::vector<std::string_view> NbestForms();
// Whether the form is only the summary, without candidates.
bool IsSummary(std::string_view form);
// "N candidates of M segments: BLEU 30.1 of the best, 28.4 of the first", for people.
std::string NbestText(const NbestSummary& summary, const WriteOptions& options);

}  // namespace mtgauge
