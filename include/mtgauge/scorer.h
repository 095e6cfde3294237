// Scoring of single hypotheses against prepared references, for training loops, rewards and
// reranking, where the same references are used many times.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/status.h"
#include "mtgauge/texts.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// Prepared references of segments. Owns all its data, so the texts and the scorer may be destroyed.
// Immutable; copies share the data, and any number of threads may use it at the same time.
class References {
 public:
  uint64_t segments() const;

 private:
  friend class Scorer;
  struct [[gnu::visibility("hidden")]] State;
  explicit References(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

// Segment-level metrics, ready to score. Immutable; copies share the data, and any number of
// threads may use it at the same time.
class Scorer {
 public:
  // Returns a UsageError if the choice is invalid. `learn_from` contains references for metrics
  // that need statistics of all references (nist). Such a metric is an error if there is neither
  // `learn_from` nor a survey.
  static Result<Scorer> Make(const MetricChoice& choice, OnInvalid on_invalid = OnInvalid::kError,
                             const std::vector<TextColumn>& learn_from = {});

  const std::vector<std::string>& metrics() const;  // names of the metrics, in order
  // [metric]: names of the integers in the row that it computes for a hypothesis.
  const std::vector<std::vector<std::string>>& columns() const;

  // In the following functions, set `stop`, which may be null, to true from any thread to end the
  // call early with a Cancelled error.

  // Prepares references, given as columns with one element per segment; elements may be missing.
  // Copies the text. An InputError names the column and the segment.
  Result<References> Prepare(const std::vector<TextColumn>& references,
                             const std::atomic<bool>* stop = nullptr) const;
  // The same with what was translated, for metrics that compare with it (sari, copied,
  // terminology): one element per segment, none of them missing.
  Result<References> Prepare(const std::vector<TextColumn>& references, const TextColumn& source,
                             const std::atomic<bool>* stop = nullptr) const;

  // Scores hypothesis i against segment `segment_of[i]` of the references. The result is [i *
  // metrics + metric]. Scores equal those of a batch run over the same texts, to the last bit.
  Result<std::vector<double>> Score(const References& references, const TextColumn& hyps,
                                    std::span<const uint32_t> segment_of,
                                    const std::atomic<bool>* stop = nullptr) const;
  // Returns rows instead of scores: the rows of all metrics for hypothesis 0, then those for
  // hypothesis 1, and so on. Rows can be added, even across processes, to get the sums for a set of
  // hypotheses.
  Result<std::vector<int64_t>> Rows(const References& references, const TextColumn& hyps,
                                    std::span<const uint32_t> segment_of,
                                    const std::atomic<bool>* stop = nullptr) const;
  // The same for references that are used only once: hypothesis i against segment i of the columns.
  Result<std::vector<int64_t>> Rows(const std::vector<TextColumn>& references,
                                    const TextColumn& hyps,
                                    const std::atomic<bool>* stop = nullptr) const;
  // Returns the corpus score for the sum of a metric's rows.
  Result<double> ScoreOfSums(size_t metric, std::span<const int64_t> sums) const;

  // Returns texts as a metric matches them: tokens separated by single spaces, or the unchanged
  // texts if the metric does not tokenize.
  Result<std::vector<std::string>> Tokenize(size_t metric, const TextColumn& texts) const;

 private:
  friend class References;
  struct [[gnu::visibility("hidden")]] State;
  explicit Scorer(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace mtgauge
