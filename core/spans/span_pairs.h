// Pairs of overlapping spans, and what they would contribute. Shared by the kinds of matching; only
// for this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/spans/span_credits.h"

namespace mtgauge {

struct SpanPair {
  uint32_t predicted, gold;      // indices
  double to_predicted, to_gold;  // credits
};

// Work that one output may take, in steps of some nanoseconds.
inline constexpr uint64_t kMostSpanSteps = uint64_t{1} << 28;

// Returns the number of characters that both have.
uint32_t OverlapOf(const ErrorSpan& a, const ErrorSpan& b);
// Returns the share of the credit that a pair of these severities gets.
double SeverityCredit(const ErrorSpan& predicted, const ErrorSpan& gold, const SpanRule& rule);
// Returns the same, times the weight of the pair.
double PairFactor(const ErrorSpan& predicted, const ErrorSpan& gold, const SpanRule& rule);
// Returns the pair if it contributes anything.
std::optional<SpanPair> PairOf(std::span<const ErrorSpan> predicted,
                               std::span<const ErrorSpan> gold, uint32_t p, uint32_t g,
                               const SpanRule& rule);

// The kinds of matching. Those that may take too much work return nothing then.
//
// one_to_one.cc: the greatest sum of credits, for all measures but MPP.
std::optional<std::vector<SpanPair>> MatchForSum(std::span<const SpanPair> pairs, size_t predicted,
                                                 size_t gold);
// greedy_spans.cc: by overlap, from the greatest to the least.
std::vector<SpanPair> MatchGreedily(std::span<const ErrorSpan> predicted,
                                    std::span<const ErrorSpan> gold, const SpanRule& rule);
// proportional_matching.cc: the greatest F1 of the output, for MPP. The sizes are the denominators
// of precision and recall.
std::optional<std::vector<SpanPair>> MatchForF1(std::span<const SpanPair> pairs,
                                                double predicted_size, double gold_size);
// many_to_many.cc
SpanCredits MatchMany(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                      const SpanRule& rule);

}  // namespace mtgauge
