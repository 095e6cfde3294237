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
#include <vector>

#include "core/metric/mean_length.h"
#include "core/metric/metric.h"
#include "core/metric/registry.h"

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

// Implements the counting part of Metric.
class NgramPrecisionMetric : public Metric {
 public:
  std::vector<std::string> Columns() const override;
  std::unique_ptr<Prepared> NewPrepared() const final;
  std::unique_ptr<Scratch> NewScratch() const final;
  void PrepareRefs(const ReferenceViews& references, Scratch& scratch,
                   Prepared& prepared) const final;
  void Extract(const Prepared& prepared, std::span<const SegmentView> hypothesis, Scratch& scratch,
               int64_t* row) const override;
  std::unique_ptr<ReferenceTable> NewTable(std::span<const SegmentView> references) const final;
  void ExtractAll(const ReferenceTable& references, std::span<const SegmentView> hypothesis,
                  Scratch& scratch, int64_t* rows) const override;
  std::unique_ptr<MeanReference> NewMean(std::span<const SegmentView> references,
                                         std::span<const double> weights) const final;

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
  // Returns a row against the mean of references.
  std::vector<double> MeanSums(const MeanReference& mean, std::span<const SegmentView> hypothesis,
                               Scratch& scratch) const;
  // Returns a reference length for Details(): an integer unless it is a mean.
  decltype(Detail::value) LengthDetail(double ref_len) const;

 private:
  NgramOptions ngram_options_;
  RefLength ref_length_;
  Arithmetic arithmetic_;
};

}  // namespace mtgauge
