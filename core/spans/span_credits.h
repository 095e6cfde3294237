// Matches predicted error spans with gold spans: how much of each span is right.
//
// Perrella et al. (2026, arXiv 2603.19921) define the measures. Numbers only: no files, texts or
// names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mtgauge/spans.h"

namespace mtgauge {

struct ErrorSpan {
  uint32_t start = 0, end = 0;  // [start, end) in characters; start < end
  uint32_t severity = 0;        // a number for each name
  bool in_source = false;       // in the source text, not in the translation

  friend bool operator==(const ErrorSpan&, const ErrorSpan&) = default;
};

struct SpanRule {
  SpanMeasure measure = SpanMeasure::kMpp;
  SpanMatching matching = SpanMatching::kOneToOne;
  double penalty = 0;           // share of the credit that a wrong severity costs
  std::vector<double> weights;  // by severity, for MPP; empty: all 1
};

// How much of each span is right; at most SpanSize() of it.
struct SpanCredits {
  std::vector<double> predicted, gold;
};

// Returns what a span contributes if all of it is right: its weight (MPP), its length (WMT25),
// or 1.
double SpanSize(const ErrorSpan& span, const SpanRule& rule);

// How many spans an output may have on both sides together; the square is the work.
inline constexpr size_t kMostSpans = 4096;

// Matches the spans of one output. Returns nothing if there are more than kMostSpans, or if this
// would take too much work, which real annotations never do.
std::optional<SpanCredits> CreditSpans(std::span<const ErrorSpan> predicted,
                                       std::span<const ErrorSpan> gold, const SpanRule& rule);

// Numerators and denominators of precision and recall.
struct SpanSums {
  double right_predicted = 0, predicted = 0, right_gold = 0, gold = 0;

  SpanSums& operator+=(const SpanSums& other) {
    right_predicted += other.right_predicted;
    predicted += other.predicted;
    right_gold += other.right_gold;
    gold += other.gold;
    return *this;
  }
};
SpanSums SumsOf(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                const SpanCredits& credits, const SpanRule& rule);
struct PrecisionRecall {
  double precision = 1, recall = 1, f1 = 1;
};
// An empty denominator gives 1.
PrecisionRecall ScoreSpans(const SpanSums& sums);
double F1Of(double precision, double recall);

}  // namespace mtgauge
