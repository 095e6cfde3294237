// What pairs of spans contribute, and the choice of the matching.
#include "core/spans/span_credits.h"

#include <algorithm>

#include "core/spans/span_pairs.h"

namespace mtgauge {
namespace {

double LengthOf(const ErrorSpan& span) { return static_cast<double>(span.end - span.start); }

double WeightOf(const ErrorSpan& span, const SpanRule& rule) {
  return rule.weights.empty() ? 1 : rule.weights[span.severity];
}

double TotalSize(std::span<const ErrorSpan> spans, const SpanRule& rule) {
  double total = 0;
  for (const ErrorSpan& span : spans) total += SpanSize(span, rule);
  return total;
}

std::optional<std::vector<SpanPair>> MatchOneToOne(std::span<const ErrorSpan> predicted,
                                                   std::span<const ErrorSpan> gold,
                                                   const SpanRule& rule) {
  if (rule.matching == SpanMatching::kGreedy) return MatchGreedily(predicted, gold, rule);
  std::vector<SpanPair> pairs;
  for (uint32_t p = 0; p < predicted.size(); ++p) {
    for (uint32_t g = 0; g < gold.size(); ++g) {
      if (const auto pair = PairOf(predicted, gold, p, g, rule)) pairs.push_back(*pair);
    }
  }
  if (rule.measure != SpanMeasure::kMpp) return MatchForSum(pairs, predicted.size(), gold.size());
  return MatchForF1(pairs, TotalSize(predicted, rule), TotalSize(gold, rule));
}

}  // namespace

uint32_t OverlapOf(const ErrorSpan& a, const ErrorSpan& b) {
  const uint32_t start = std::max(a.start, b.start), end = std::min(a.end, b.end);
  return a.in_source == b.in_source && start < end ? end - start : 0;
}

double SeverityCredit(const ErrorSpan& predicted, const ErrorSpan& gold, const SpanRule& rule) {
  return predicted.severity == gold.severity ? 1 : 1 - rule.penalty;
}

double PairFactor(const ErrorSpan& predicted, const ErrorSpan& gold, const SpanRule& rule) {
  return SeverityCredit(predicted, gold, rule) *
         std::min(WeightOf(predicted, rule), WeightOf(gold, rule));
}

std::optional<SpanPair> PairOf(std::span<const ErrorSpan> predicted,
                               std::span<const ErrorSpan> gold, uint32_t p, uint32_t g,
                               const SpanRule& rule) {
  const ErrorSpan &a = predicted[p], &b = gold[g];
  const double overlap = OverlapOf(a, b);
  const double credit = PairFactor(a, b, rule);
  if (overlap == 0 || credit == 0) return std::nullopt;
  switch (rule.measure) {
    case SpanMeasure::kEm:
      if (a.start != b.start || a.end != b.end) return std::nullopt;
      [[fallthrough]];
    case SpanMeasure::kMp:
      return SpanPair{p, g, credit, credit};
    case SpanMeasure::kWmt25:
      return SpanPair{p, g, overlap * credit, overlap * credit};
    case SpanMeasure::kMpp:
      break;
  }
  return SpanPair{p, g, overlap / LengthOf(a) * credit, overlap / LengthOf(b) * credit};
}

double SpanSize(const ErrorSpan& span, const SpanRule& rule) {
  if (rule.measure == SpanMeasure::kWmt25) return LengthOf(span);
  return rule.measure == SpanMeasure::kMpp ? WeightOf(span, rule) : 1;
}

std::optional<SpanCredits> CreditSpans(std::span<const ErrorSpan> predicted,
                                       std::span<const ErrorSpan> gold, const SpanRule& rule) {
  if (predicted.size() + gold.size() > kMostSpans) return std::nullopt;
  if (rule.matching == SpanMatching::kManyToMany) return MatchMany(predicted, gold, rule);
  const auto matched = MatchOneToOne(predicted, gold, rule);
  if (!matched) return std::nullopt;
  SpanCredits credits = {std::vector<double>(predicted.size()), std::vector<double>(gold.size())};
  for (const SpanPair& pair : *matched) {
    credits.predicted[pair.predicted] = pair.to_predicted;
    credits.gold[pair.gold] = pair.to_gold;
  }
  return credits;
}

SpanSums SumsOf(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                const SpanCredits& credits, const SpanRule& rule) {
  SpanSums sums;
  for (const double credit : credits.predicted) sums.right_predicted += credit;
  for (const ErrorSpan& span : predicted) sums.predicted += SpanSize(span, rule);
  for (const double credit : credits.gold) sums.right_gold += credit;
  for (const ErrorSpan& span : gold) sums.gold += SpanSize(span, rule);
  return sums;
}

double F1Of(double precision, double recall) {
  const double sum = precision + recall;
  return sum == 0 ? 0 : 2 * precision * recall / sum;
}

PrecisionRecall ScoreSpans(const SpanSums& sums) {
  PrecisionRecall out;
  if (sums.predicted > 0) out.precision = sums.right_predicted / sums.predicted;
  if (sums.gold > 0) out.recall = sums.right_gold / sums.gold;
  out.f1 = F1Of(out.precision, out.recall);
  return out;
}

}  // namespace mtgauge
