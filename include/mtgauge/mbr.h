// Minimum Bayes risk: of the candidates of each group, the one with the best expected score against
// all references, or against all candidates.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/matrix.h"
#include "mtgauge/options.h"
#include "mtgauge/report.h"
#include "mtgauge/segments.h"

namespace mtgauge {

// How much each reference counts.
struct MbrOptions {
  // A field of records with a list of numbers, or "score": what ends each line of an n-best list.
  // Empty: PairGroup::weights, or all references count alike.
  std::string weights;
  // If set, the numbers are log-probabilities v, and a reference has the weight exp(v /
  // temperature). If not, they are the weights.
  std::optional<double> temperature;
  // Scores each candidate once, against the mean of the references' n-gram counts (Vamvas and
  // Sennrich, 2024), instead of averaging its scores. For bleu and chrf.
  bool aggregate = false;
};

// The first metric picks; there must be no other.
struct MbrRequest : TextInputs, MetricChoice, GroupOptions, MbrOptions, RunOptions {
  std::vector<PairGroup> groups;  // in place of files
};

// The candidates of a group, best first, of equals the first in the list. The data it points to are
// valid only during the call.
struct MbrRanking {
  struct Pick {
    uint64_t candidate = 0;  // from 0
    double utility = 0;      // the weighted mean of its scores, or that of the mean
  };
  uint64_t number = 0;  // of the group, from 0
  const PairGroup* group = nullptr;
  std::vector<Pick> picks;
};

// How picks are written, and where.
struct MbrForm {
  std::string format = "text";
  std::string file;             // empty: standard output
  uint32_t best = 1;            // candidates of each group
  bool outlive_reader = false;  // as SegmentsForm has it
  WriteOptions write;
};

// A checked request. Only one thread may use it at a time.
class MbrRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<MbrRun> Make(const MbrRequest& request);
  MbrRun(MbrRun&&) noexcept;
  MbrRun& operator=(MbrRun&&) noexcept;
  ~MbrRun();

  const MbrRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  std::string metric() const;     // its label; of aggregated references chrF2-aggregated, say
  std::string signature() const;  // of the metric

  // Call only one of these, and only once.
  // Passes the groups in order, by one thread at a time, each with its `best` candidates.
  absl::StatusOr<std::vector<Warning>> ForEach(
      uint32_t best, const std::function<absl::Status(const MbrRanking&)>& take);
  // The output appears only when it is complete.
  absl::Status Write(const MbrForm& form, const AcceptWarnings& accept = nullptr);
  // Whether this form of output is possible.
  absl::Status Check(const MbrForm& form) const;

 private:
  struct Plan;
  explicit MbrRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

std::vector<std::string_view> MbrForms();

}  // namespace mtgauge
