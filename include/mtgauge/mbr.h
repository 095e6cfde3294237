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
  // The numbers are log-probabilities v, and a reference's weight is exp(v / temperature). Nothing:
  // they are weights themselves.
  std::optional<double> temperature;
  // Each candidate is scored once, against the mean of the references' n-gram counts (Vamvas and
  // Sennrich, 2024), in place of the mean of its scores. Of bleu and chrf.
  bool aggregate = false;
};

// The first metric picks; there must be no other.
struct MbrRequest : TextInputs, MetricChoice, GroupOptions, MbrOptions, RunOptions {
  std::vector<PairGroup> groups;  // in place of files
};

// The candidates of a group, best first, of equals the first in the list. It points to what is gone
// after the call.
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

// A checked request. It is used by one thread at a time.
class MbrRun {
 public:
  // A UsageError where the request cannot be met. Reads the metrics' own files, but no text.
  static absl::StatusOr<MbrRun> Make(const MbrRequest& request);
  MbrRun(MbrRun&&) noexcept;
  MbrRun& operator=(MbrRun&&) noexcept;
  ~MbrRun();

  const MbrRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  std::string metric() const;     // its label; of aggregated references chrF2-aggregated, say
  std::string signature() const;  // of the metric

  // Call one of these, once.
  // Hands on the groups in order, by one thread at a time, each with its `best` candidates.
  absl::StatusOr<std::vector<Warning>> ForEach(
      uint32_t best, const std::function<absl::Status(const MbrRanking&)>& take);
  // What is written appears whole or not at all.
  absl::Status Write(const MbrForm& form, const AcceptWarnings& accept = nullptr);
  // Whether picks can be written so.
  absl::Status Check(const MbrForm& form) const;

 private:
  struct Plan;
  explicit MbrRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

std::vector<std::string_view> MbrForms();

}  // namespace mtgauge
