// The regression as a metric: its rows add up, so it is resampled like a score. Each pair of
// systems is a system of a comparison of its own, whose baseline always scores 0.
#include "parallel/compare/equal_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/metric_of.h"
#include "core/stats/row_store.h"

namespace mtgauge {
namespace {

__extension__ using WideSum = __int128;

// For a segment with the differences l of length and d of score: 1, l, l², d, ld. Those of scores
// are in fixed point.
enum LineColumn : uint32_t { kSegments, kLength, kSquare, kScore, kProduct, kLineColumns };
using LineRow = std::array<int64_t, kLineColumns>;

// score = at_equal_length + per_token * length, by least squares.
struct FittedLine {
  double mean = 0, longer = 0;  // mean differences of score and length
  double at_equal_length = 0, per_token = 0;
  bool defined = false;
};

FittedLine FitLine(std::span<const int64_t> sums, double scale) {
  FittedLine line;
  if (sums[kSegments] == 0) return line;
  const WideSum n = sums[kSegments];
  const auto count = static_cast<double>(sums[kSegments]);
  line.mean = static_cast<double>(sums[kScore]) / scale / count;
  line.longer = static_cast<double>(sums[kLength]) / count;
  const WideSum spread = n * sums[kSquare] - WideSum{sums[kLength]} * sums[kLength];
  const WideSum joint = n * sums[kProduct] - WideSum{sums[kLength]} * sums[kScore];
  if (spread > 0) {
    line.per_token = static_cast<double>(joint) / static_cast<double>(spread) / scale;
  }
  line.at_equal_length = line.mean - line.per_token * line.longer;
  line.defined = spread > 0 || sums[kLength] == 0;
  return line;
}

struct NoReads {};

class LineMetric final : public MetricOf<LineMetric, NoReads> {
 public:
  explicit LineMetric(double scale) : scale_(scale) {}

  std::vector<ViewSpec> Views() const override { return {}; }
  std::vector<std::string> Columns() const override {
    return {"segments", "length", "square", "score", "product"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override { return {}; }
  void Prepare(const ReferenceViews&, Scratch&, NoReads&) const {}
  void ExtractRow(const NoReads&, std::span<const SegmentView>, Scratch&, int64_t* row) const {
    std::fill(row, row + kLineColumns, 0);
  }
  double Score(std::span<const int64_t> sums, Level) const override {
    return Fit(sums).at_equal_length;
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"segments", sums[kSegments]}};
  }

  FittedLine Fit(std::span<const int64_t> sums) const { return FitLine(sums, scale_); }
  int64_t ToInteger(double value) const {
    return static_cast<int64_t>(std::nearbyint(value * scale_));
  }

 private:
  double scale_;
};

std::vector<int64_t> LengthsOf(const RowStore& rows) {
  std::vector<int64_t> row(rows.columns()), lengths;
  for (uint64_t i = 0; i < rows.segments(); ++i) {
    rows.Row(i, row.data());
    lengths.push_back(row[0]);
  }
  return lengths;
}

std::vector<double> ScoresOfSegments(const Metric& metric, const RowStore& rows) {
  std::vector<int64_t> row(rows.columns());
  std::vector<double> scores;
  for (uint64_t i = 0; i < rows.segments(); ++i) {
    rows.Row(i, row.data());
    scores.push_back(metric.Score(row, Level::kSegment));
  }
  return scores;
}

// What is added up for all pairs of one metric.
class Lines {
 public:
  Lines(const std::vector<std::vector<double>>& scores,
        const std::vector<std::vector<int64_t>>& lengths)
      : scores_(scores), lengths_(lengths) {}

  // Chooses the finest steps for which no sum overflows.
  Status MakeMetric() {
    constexpr int kSumBits = 62, kMostBits = 40;
    double score = 1, length = 1;
    for (const std::vector<double>& of_system : scores_) {
      for (const double value : of_system) score = std::max(score, std::fabs(value));
    }
    for (const std::vector<int64_t>& of_system : lengths_) {
      for (const int64_t value : of_system) length = std::max(length, static_cast<double>(value));
    }
    const double room =
        std::ldexp(1.0, kSumBits) / static_cast<double>(std::max<size_t>(lengths_[0].size(), 1));
    if (length * length > room || 2 * score * length > room) {
      return InputError({.option = "length-controlled"},
                        "`length-controlled`: scores or outputs are too long to add up",
                        "leave it out");
    }
    int bits = 0;
    std::frexp(room / (2 * score * length), &bits);
    metric_ = std::make_unique<LineMetric>(std::ldexp(1.0, std::min(bits - 1, kMostBits)));
    return OkStatus();
  }

  RowStore RowsOf(const PairTest& pair) const {
    const size_t segments = lengths_[pair.a].size();
    std::vector<int64_t> rows;
    for (size_t i = 0; i < segments; ++i) {
      const int64_t length = lengths_[pair.a][i] - lengths_[pair.b][i];
      const double score = scores_[pair.a][i] - scores_[pair.b][i];
      const LineRow row = {1, length, length * length, metric_->ToInteger(score),
                           metric_->ToInteger(score * static_cast<double>(length))};
      rows.insert(rows.end(), row.begin(), row.end());
    }
    return Stored(rows);
  }
  RowStore Zeros() const {
    return Stored(std::vector<int64_t>(lengths_.front().size() * kLineColumns));
  }
  const LineMetric& metric() const { return *metric_; }

 private:
  static RowStore Stored(const std::vector<int64_t>& rows) {
    RowStore store(kLineColumns);
    store.Add(0, rows);
    store.Finish();
    return store;
  }

  const std::vector<std::vector<double>>& scores_;
  const std::vector<std::vector<int64_t>>& lengths_;
  std::unique_ptr<LineMetric> metric_;
};

// Fits the observed line; of a mean over groups, the mean of their lines.
FittedLine ObservedLine(const CompareInput& input, const LineMetric& metric, const RowStore& rows) {
  if (input.terms.empty()) return metric.Fit(rows.Totals());
  std::vector<LineRow> sums(input.terms.size());
  LineRow row;
  for (uint64_t i = 0; i < rows.segments(); ++i) {
    rows.Row(i, row.data());
    LineRow& of_term = sums[input.stratum_of_segment[i]];
    for (size_t c = 0; c < row.size(); ++c) of_term[c] += row[c];
  }
  FittedLine mean;
  mean.defined = true;
  for (size_t t = 0; t < sums.size(); ++t) {
    const FittedLine line = metric.Fit(sums[t]);
    const double weight = input.terms[t].weight;
    mean.mean += weight * line.mean;
    mean.longer += weight * line.longer;
    mean.at_equal_length += weight * line.at_equal_length;
    mean.per_token += weight * line.per_token;
    mean.defined = mean.defined && line.defined;
  }
  return mean;
}

CompareOptions OptionsOfLines(const CompareOptions& options, size_t pairs) {
  CompareOptions own = options;
  own.test = TestKind::kBootstrap;
  own.null = NullRule::kCentred;
  own.interval = IntervalKind::kPercentile;
  own.sampling = Sampling::kFull;
  own.correction = Correction::kNone;
  own.clusters = ClusterRule::kWmt;
  own.baseline = static_cast<uint32_t>(pairs);
  own.rank_beside_baseline = false;
  own.margin.reset();
  own.sacrebleu = false;
  return own;
}

// The scores of all segments by system, under each metric.
std::vector<std::vector<std::vector<double>>> AllScores(const CompareInput& input,
                                                        const Job& of_segments) {
  std::vector<std::vector<std::vector<double>>> scores;
  for (size_t m = 0; m < input.metrics.size(); ++m) {
    const bool own = m < of_segments.metrics().size();
    const Metric& metric = own ? *of_segments.metrics()[m].metric : *input.metrics[m].metric;
    scores.emplace_back();
    for (const RowStore& rows : input.metrics[m].rows) {
      scores.back().push_back(ScoresOfSegments(metric, rows));
    }
  }
  return scores;
}

void TakeLine(const FittedLine& line, const PairTest& tested, uint32_t zero, PairTest& pair) {
  EqualLength& equal = pair.equal_length.emplace();
  const bool turned = tested.a == zero;
  equal.mean = line.mean;
  equal.longer = line.longer;
  equal.per_token = line.per_token;
  equal.difference = line.at_equal_length;
  equal.se = tested.se;
  equal.interval = turned ? Interval{-tested.interval.high, -tested.interval.low} : tested.interval;
}

Warning NoLine(const MetricComparison& metric, const PairTest& pair) {
  return {"equal-length", metric.systems[pair.a].name,
          fmt::format("{}: its outputs and those of '{}' differ in length by the same number of "
                      "tokens everywhere, so the difference at equal length is unknown",
                      metric.metric, metric.systems[pair.b].name)};
}

}  // namespace

Status AddEqualLengths(const Material& material, const Job& of_segments,
                       const CompareOptions& options, const RunOptions& run,
                       Comparison& comparison) {
  const CompareInput& input = material.input;
  if (comparison.metrics.empty() || comparison.metrics.front().pairs.empty()) return OkStatus();
  const std::vector<PairTest>& pairs = comparison.metrics.front().pairs;
  std::vector<std::vector<int64_t>> lengths;
  for (const RowStore& rows : material.lengths) lengths.push_back(LengthsOf(rows));
  const auto scores = AllScores(input, of_segments);
  std::vector<Lines> lines;
  CompareInput own;
  own.systems.assign(pairs.size() + 1, "");
  own.runs_of_system.assign(pairs.size() + 1, 1);
  own.document_of_segment = input.document_of_segment;
  own.stratum_of_segment = input.stratum_of_segment;
  own.terms = input.terms;
  for (const auto& of_metric : scores) {
    Lines& all = lines.emplace_back(of_metric, lengths);
    MTG_RETURN_IF_ERROR(all.MakeMetric());
    ComparedMetric& metric = own.metrics.emplace_back();
    metric.metric = &all.metric();
    for (const PairTest& pair : pairs) metric.rows.push_back(all.RowsOf(pair));
    metric.rows.push_back(all.Zeros());
  }
  RunOptions quiet = run;
  quiet.hooks = {};
  MTG_ASSIGN_OR_RETURN(const Comparison tested,
                       RunComparison(own, OptionsOfLines(options, pairs.size()), quiet));
  const auto zero = static_cast<uint32_t>(pairs.size());
  for (size_t m = 0; m < scores.size(); ++m) {
    MetricComparison& metric = comparison.metrics[m];
    for (const PairTest& line : tested.metrics[m].pairs) {
      const uint32_t p = line.a == zero ? line.b : line.a;
      const FittedLine fitted = ObservedLine(own, lines[m].metric(), own.metrics[m].rows[p]);
      if (fitted.defined) {
        TakeLine(fitted, line, zero, metric.pairs[p]);
      } else {
        comparison.warnings.push_back(NoLine(metric, metric.pairs[p]));
      }
    }
  }
  return OkStatus();
}

}  // namespace mtgauge
