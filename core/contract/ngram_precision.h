// The common part of the BLEU family's metrics: the counts for n-gram precisions and the brevity
// penalty, and their arithmetic.
//
// Row of order N: hyp_len, ref_len, correct_1..N, total_1..N; total_n = max(0, hyp_len - n + 1). If
// ref_len is the mean over the references, ref_len_rest follows: parts of a token.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/algo/ngrams/ngram_match.h"
#include "core/algo/ngrams/ngram_mean.h"
#include "core/algo/ngrams/token_ngram_index.h"
#include "core/contract/mean_length.h"
#include "core/contract/metric_of.h"
#include "core/contract/registry.h"
#include "core/contract/token_table.h"

namespace mtgauge {

// Which of several reference lengths the brevity penalty uses. Of two equally close ones, the
// shorter.
enum class RefLength { kClosest, kShortest, kAverage };
struct RefLengthRow {
  std::string_view name;
  RefLength ref_length;
};
inline constexpr RefLengthRow kRefLengths[] = {{"closest", RefLength::kClosest},
                                               {"shortest", RefLength::kShortest},
                                               {"average", RefLength::kAverage}};

// A sum of rows split into its parts, in the type of the sums.
template <typename Number>
struct PrecisionSums {
  double hyp_len = 0, ref_len = 0;
  std::span<const Number> correct, total;
};

// Compute exp and log as the arithmetic requires. Log(0) is the constant that sacreBLEU and
// multi-bleu.perl use, which makes a geometric mean exactly 0.
double Exp(double x, Arithmetic arithmetic);
double Log(double x, Arithmetic arithmetic);

// Returns e^(1 - ref_len / hyp_len) if the hypothesis is shorter, else 1.
double BrevityPenalty(double hyp_len, double ref_len, Arithmetic arithmetic);

struct PrecisionScratch : Scratch {
  NgramScratch ngrams;
  TokenNgramScratch table;
  NgramMeanScratch mean;
};

struct PrecisionMean : MeanReference {
  explicit PrecisionMean(std::unique_ptr<TokenNgramMean> mean) : words(std::move(mean)) {}
  std::unique_ptr<TokenNgramMean> words;
};

// Implements the counting part of Metric.
class NgramPrecisionMetric : public MetricOf<NgramPrecisionMetric, NgramReferences,
                                             PrecisionScratch, TokenTable, PrecisionMean> {
 public:
  std::vector<std::string> Columns() const override;
  NgramReferences MakePrepared() const { return NgramReferences(ngram_options_); }
  void Prepare(const ReferenceViews& references, PrecisionScratch& scratch,
               NgramReferences& prepared) const;
  void ExtractRow(const NgramReferences& references, std::span<const SegmentView> hypothesis,
                  PrecisionScratch& scratch, int64_t* row) const;
  std::unique_ptr<ReferenceTable> NewTable(std::span<const SegmentView> references) const final;
  void ExtractRows(const TokenTable& references, std::span<const SegmentView> hypothesis,
                   PrecisionScratch& scratch, int64_t* rows) const;
  std::unique_ptr<MeanReference> NewMean(std::span<const SegmentView> references,
                                         std::span<const double> weights) const final;
  double ScoreOwnMean(const PrecisionMean& mean, std::span<const SegmentView> hypothesis,
                      PrecisionScratch& scratch) const;

 protected:
  NgramPrecisionMetric(uint32_t order, RefLength ref_length, const MetricContext& context);

  uint32_t order() const { return ngram_options_.max_order; }
  Arithmetic arithmetic() const { return arithmetic_; }
  // Returns the length of the row, unless Extract() is overridden.
  size_t width() const { return 2 + 2 * size_t{order()} + (averages() ? 1 : 0); }
  bool averages() const { return ref_length_ == RefLength::kAverage; }

  template <typename Number>
  PrecisionSums<Number> Parts(std::span<const Number> sums) const {
    const size_t n = order();
    const double rest = averages() ? static_cast<double>(sums[2 + 2 * n]) : 0;
    return {static_cast<double>(sums[0]), MeanLengthValue(static_cast<double>(sums[1]), rest),
            sums.subspan(2, n), sums.subspan(2 + n, n)};
  }
  // Returns the score for a row against a mean of references. For metrics that have one.
  virtual double ScoreReal(std::span<const double>) const { return 0; }
  // Returns a reference length for Details(): an integer unless it is a mean.
  decltype(Detail::value) LengthDetail(double ref_len) const;

 private:
  NgramOptions ngram_options_;
  RefLength ref_length_;
  Arithmetic arithmetic_;
};

}  // namespace mtgauge
