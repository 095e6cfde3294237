// Compares the spans of all outputs, and adds them up.
#include "parallel/spans/measuring.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/base/printing.h"
#include "core/contract/metric_of.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

// The columns of a row, in fixed point except for the number of outputs.
enum SpanColumn : uint32_t {
  kRightPredicted,
  kPredicted,
  kRightGold,
  kGold,
  kPrecisions,
  kRecalls,
  kF1s,
  kOutputs,
  kSpanColumns
};
using SpanRow = std::array<double, kSpanColumns>;

struct NoTexts {};

// F1 of sums of rows.
class SpanMetric final : public MetricOf<SpanMetric, NoTexts> {
 public:
  SpanMetric(SpanAverage average, double scale) : average_(average), scale_(scale) {}

  std::vector<ViewSpec> Views() const override { return {}; }
  std::vector<std::string> Columns() const override {
    return {"right predicted", "predicted", "right gold", "gold",
            "precisions",      "recalls",   "f1s",        "outputs"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override { return {}; }
  void Prepare(const ReferenceViews&, Scratch&, NoTexts&) const {}
  void ExtractRow(const NoTexts&, std::span<const SegmentView>, Scratch&, int64_t* row) const {
    std::fill(row, row + kSpanColumns, 0);
  }
  double Score(std::span<const int64_t> sums, Level) const override { return ScoreOf(sums).f1; }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"outputs", sums[kOutputs]}};
  }

  PrecisionRecall ScoreOf(std::span<const int64_t> sums) const {
    if (average_ == SpanAverage::kMicro) {
      return ScoreSpans({Real(sums[kRightPredicted]), Real(sums[kPredicted]),
                         Real(sums[kRightGold]), Real(sums[kGold])});
    }
    const auto outputs = static_cast<double>(sums[kOutputs]);
    if (outputs == 0) return {};
    return {Real(sums[kPrecisions]) / outputs, Real(sums[kRecalls]) / outputs,
            Real(sums[kF1s]) / outputs};
  }
  double Real(int64_t sum) const { return static_cast<double>(sum) / scale_; }
  int64_t ToInteger(double value) const {
    return static_cast<int64_t>(std::nearbyint(value * scale_));
  }

 private:
  SpanAverage average_;
  double scale_;
};

std::vector<ErrorSpan> NumberedSpans(const SpanJudgement& judgement,
                                     const SpanComparing& comparing) {
  std::vector<ErrorSpan> spans;
  for (const MarkedSpan& span : judgement.spans) {
    spans.push_back({span.start, span.end, comparing.SeverityOf(span.severity), span.in_source});
  }
  return spans;
}

SpanRow RowOf(const std::vector<ErrorSpan>& predicted, const std::vector<ErrorSpan>& gold,
              const SpanCredits& credits, const SpanRule& rule) {
  const SpanSums sums = SumsOf(predicted, gold, credits, rule);
  const PrecisionRecall scores = ScoreSpans(sums);
  return {sums.right_predicted, sums.predicted, sums.right_gold, sums.gold,
          scores.precision,     scores.recall,  scores.f1,       1};
}

// What one program gets for one output.
struct ComparedOutput {
  SpanRow row;
  SpanCredits credits;
};

Status TooMuchWork(const JoinedOutput& output) {
  size_t most = 0;
  for (const SpanJudgement* const predicted : output.predicted) {
    most = std::max(most, predicted->spans.size());
  }
  most += output.gold->spans.size();
  const bool many = most > kMostSpans;
  const std::string what = many ? fmt::format("{} and {} predicted ones",
                                              Counted(output.gold->spans.size(), "error span"),
                                              most - output.gold->spans.size())
                                : "too many error spans overlap each other for the best matching";
  return InputError(
      {output.table->file, output.gold->line},
      fmt::format("{}: {}", Described(output.gold->output), what),
      many ? fmt::format("an output can have {} together; leave this one out", kMostSpans)
           : "use `matching` greedy or many-many, or leave this output out");
}

// [output][program]
Result<std::vector<std::vector<ComparedOutput>>> CompareOutputs(const JoinedSpans& joined,
                                                                const SpanComparing& comparing) {
  std::vector<std::vector<ComparedOutput>> compared(joined.outputs.size());
  std::vector<char> failed(joined.outputs.size());
  InParallel(comparing.threads, joined.outputs.size(), [&](size_t o) {
    const JoinedOutput& output = joined.outputs[o];
    const std::vector<ErrorSpan> gold = NumberedSpans(*output.gold, comparing);
    for (const SpanJudgement* const prediction : output.predicted) {
      const std::vector<ErrorSpan> predicted = NumberedSpans(*prediction, comparing);
      std::optional<SpanCredits> credits = CreditSpans(predicted, gold, comparing.rule);
      if (!credits) {
        failed[o] = 1;
        return;
      }
      const SpanRow row = RowOf(predicted, gold, *credits, comparing.rule);
      compared[o].push_back({row, std::move(*credits)});
    }
  });
  const auto first = std::find(failed.begin(), failed.end(), 1);
  if (first == failed.end()) return compared;
  return TooMuchWork(joined.outputs[static_cast<size_t>(first - failed.begin())]);
}

// Returns the power of two that leaves room for any resample of all rows.
double ChooseScale(const JoinedSpans& joined,
                   const std::vector<std::vector<ComparedOutput>>& compared) {
  constexpr int kFractionBits = 52, kSumBits = 62;
  double most = 1;  // in one segment
  for (size_t p = 0; p < compared.front().size(); ++p) {
    std::vector<SpanRow> rows(joined.segments);
    for (size_t o = 0; o < compared.size(); ++o) {
      SpanRow& row = rows[joined.outputs[o].segment];
      for (size_t c = 0; c < kSpanColumns; ++c) {
        row[c] += compared[o][p].row[c];
        most = std::max(most, row[c]);
      }
    }
  }
  int bits = kFractionBits;
  while (bits > 0 && std::ldexp(most * joined.segments, bits) >= std::ldexp(1.0, kSumBits)) --bits;
  return std::ldexp(1.0, bits);
}

std::vector<int64_t> RowsOfProgram(const JoinedSpans& joined,
                                   const std::vector<std::vector<ComparedOutput>>& compared,
                                   size_t program, const SpanMetric& metric) {
  std::vector<int64_t> rows(size_t{joined.segments} * kSpanColumns);
  for (size_t o = 0; o < compared.size(); ++o) {
    const SpanRow& row = compared[o][program].row;
    int64_t* const sums = &rows[size_t{joined.outputs[o].segment} * kSpanColumns];
    for (uint32_t c = 0; c < kOutputs; ++c) sums[c] += metric.ToInteger(row[c]);
    ++sums[kOutputs];
  }
  return rows;
}

SpanScores ScoresOf(const JoinedSpans& joined, size_t program, const RowStore& rows,
                    const SpanMetric& metric) {
  const std::vector<int64_t> totals = rows.Totals();
  const PrecisionRecall scores = metric.ScoreOf(totals);
  SpanScores out = {scores.precision,
                    scores.recall,
                    scores.f1,
                    metric.Real(totals[kRightPredicted]),
                    metric.Real(totals[kPredicted]),
                    metric.Real(totals[kRightGold]),
                    metric.Real(totals[kGold]),
                    0,
                    0};
  for (const JoinedOutput& output : joined.outputs) {
    out.predicted_spans += output.predicted[program]->spans.size();
    out.gold_spans += output.gold->spans.size();
  }
  return out;
}

// Sums over the spans of one category.
struct CategorySums {
  double right = 0, size = 0;
  uint64_t spans = 0;

  std::optional<double> Share() const {
    return size > 0 ? std::optional(right / size) : std::nullopt;
  }
};

std::vector<SpanCategory> CategoriesOf(const JoinedSpans& joined,
                                       const std::vector<std::vector<ComparedOutput>>& compared,
                                       size_t program, const SpanComparing& comparing) {
  std::map<std::string, std::pair<CategorySums, CategorySums>> sums;  // predicted, gold
  const auto add = [&](const SpanJudgement& judgement, const std::vector<double>& credits,
                       CategorySums std::pair<CategorySums, CategorySums>::*side) {
    const std::vector<ErrorSpan> spans = NumberedSpans(judgement, comparing);
    for (size_t i = 0; i < spans.size(); ++i) {
      CategorySums& of_category = sums[judgement.spans[i].category].*side;
      of_category.right += credits[i];
      of_category.size += SpanSize(spans[i], comparing.rule);
      ++of_category.spans;
    }
  };
  for (size_t o = 0; o < compared.size(); ++o) {
    const SpanCredits& credits = compared[o][program].credits;
    add(*joined.outputs[o].predicted[program], credits.predicted,
        &std::pair<CategorySums, CategorySums>::first);
    add(*joined.outputs[o].gold, credits.gold, &std::pair<CategorySums, CategorySums>::second);
  }
  std::vector<SpanCategory> categories;
  for (const auto& [name, both] : sums) {
    categories.push_back(
        {name, both.first.Share(), both.second.Share(), both.first.spans, both.second.spans});
  }
  return categories;
}

}  // namespace

uint32_t SpanComparing::SeverityOf(const std::string& name) const {
  return static_cast<uint32_t>(std::find(severities.begin(), severities.end(), name) -
                               severities.begin());
}

Result<MeasuredPair> MeasureSpans(const JoinedSpans& joined, const SpanComparing& comparing) {
  MTG_ASSIGN_OR_RETURN(const auto compared, CompareOutputs(joined, comparing));
  auto metric = std::make_unique<SpanMetric>(comparing.average, ChooseScale(joined, compared));
  MeasuredPair measured;
  for (size_t p = 0; p < compared.front().size(); ++p) {
    RowStore rows(kSpanColumns);
    rows.Add(0, RowsOfProgram(joined, compared, p, *metric));
    rows.Finish();
    const SpanScores scores = ScoresOf(joined, p, rows, *metric);
    measured.programs.push_back({std::move(rows), scores, {}});
    if (!comparing.by_category) continue;
    measured.programs.back().categories = CategoriesOf(joined, compared, p, comparing);
  }
  measured.metric = std::move(metric);
  return measured;
}

}  // namespace mtgauge
