// Single hypotheses against references that are prepared once: for training loops, rewards and
// reranking, where the same references are scored against again and again.
#pragma once

#include <absl/status/statusor.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// Prepared references of segments. Owns all that it needs, so the texts and the scorer may be
// destroyed. Immutable; copies share it, and any number of threads may score against it at once.
class References {
 public:
  uint64_t segments() const;

 private:
  friend class Scorer;
  struct State;
  explicit References(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

// Metrics of segments, ready to score. Immutable for its users; copies share it, and any number of
// threads may use it at once.
class Scorer {
 public:
  // Returns a UsageError if the choice is invalid. `learn_from`: references for metrics that learn
  // from all references first (nist). Without them or a survey, such a metric is an error.
  static absl::StatusOr<Scorer> Make(const MetricChoice& choice,
                                     OnInvalid on_invalid = OnInvalid::kError,
                                     const std::vector<TextColumn>& learn_from = {});

  const std::vector<std::string>& metrics() const;  // one name for each, in order
  // [metric]: the names of the whole numbers that it makes of a hypothesis, its row.
  const std::vector<std::vector<std::string>>& columns() const;

  // Columns of references: one element for each segment, and missing ones marked. Copies the text.
  // An InputError names the column and the segment of a fault.
  absl::StatusOr<References> Prepare(const std::vector<TextColumn>& references) const;

  // Scores hypothesis i against segment `segment_of[i]` of the references: [i * metrics + metric].
  // The scores are those of a batch run over the same texts, to the last bit.
  absl::StatusOr<std::vector<double>> Score(const References& references, const TextColumn& hyps,
                                            std::span<const uint32_t> segment_of) const;
  // The rows instead: those of all metrics for hypothesis 0, then those for hypothesis 1. Rows add
  // up, so sums of rows from many processes are those of all their hypotheses.
  absl::StatusOr<std::vector<int64_t>> Rows(const References& references, const TextColumn& hyps,
                                            std::span<const uint32_t> segment_of) const;
  // The same for references that are used only once: hypothesis i against segment i of the columns.
  absl::StatusOr<std::vector<int64_t>> Rows(const std::vector<TextColumn>& references,
                                            const TextColumn& hyps) const;
  // The corpus score of the sum of a metric's rows.
  absl::StatusOr<double> ScoreOfSums(size_t metric, std::span<const int64_t> sums) const;

  // Texts as a metric matches them: tokens with single spaces between them, or the texts where the
  // metric takes them whole.
  absl::StatusOr<std::vector<std::string>> Tokenize(size_t metric, const TextColumn& texts) const;

 private:
  friend class References;
  struct State;
  explicit Scorer(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace mtgauge
