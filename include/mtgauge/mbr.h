// Minimum Bayes risk decoding: picks the candidate of each group with the best expected score
// against all references, or against all candidates.
#pragma once

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
#include "mtgauge/run.h"
#include "mtgauge/segments.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// The weights of the references.
struct MbrOptions {
  // A field of each group in the file with a list of numbers, or "score" for what ends each line of
  // an n-best list. If empty, PairGroup::weights are used, or all references have the same weight.
  std::string weights;
  // If set, the numbers are log-probabilities v, and a reference has the weight exp(v /
  // temperature). Otherwise they are the weights.
  std::optional<double> temperature;
  // Scores each candidate once, against the mean of the references' n-gram counts (Vamvas and
  // Sennrich, 2024), instead of averaging its scores. Only for bleu and chrf.
  bool aggregate = false;
};

// Exactly one metric is used to pick.
struct MbrRequest : TextInputs, MetricChoice, GroupOptions, MbrOptions, RunOptions {
  std::vector<PairGroup> groups;  // instead of files
};

// The candidates of a group, best first; if several are equal, in the order of the list. The data
// it points to are valid only during the callback.
struct MbrRanking {
  struct Pick {
    uint64_t candidate = 0;  // from 0
    double utility = 0;  // the weighted mean of its scores, or its score against the mean counts
  };
  uint64_t number = 0;  // index of the group, from 0
  const PairGroup* group = nullptr;
  std::vector<Pick> picks;
};

// How and where picks are written.
struct MbrForm {
  std::string format = "text";
  std::string file;             // standard output if empty
  uint32_t best = 1;            // number of candidates to write for each group
  bool outlive_reader = false;  // as in SegmentsForm
  WriteOptions write;
};

// A checked request. Not thread-safe.
class MbrRun : public RunOf<MbrRun, MbrRequest> {
 public:
  using RunOf::RunOf;

  std::string metric() const;  // label: "chrF2", or "chrF2-aggregated" with MbrOptions::aggregate
  std::string signature() const;  // signature of the metric

  // Call either ForEach() or Write(), and only once.
  //
  // Passes the groups to `take` in order, from one thread at a time, each with its `best`
  // candidates.
  Result<std::vector<Warning>> ForEach(uint32_t best,
                                       const std::function<Status(const MbrRanking&)>& take);
  // Writes the picks. The output appears only when it is complete.
  Status Write(const MbrForm& form, const AcceptWarnings& accept = nullptr);
  // Returns a UsageError if this form of output is not possible.
  Status Check(const MbrForm& form) const;
};

// Returns the names of the output formats.
std::vector<std::string_view> MbrForms();

}  // namespace mtgauge
