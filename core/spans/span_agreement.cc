// Counts agreeing characters, and adds up the credits of pairs of raters.
#include "core/spans/span_agreement.h"

#include <algorithm>
#include <cstddef>

#include "core/base/nan.h"

namespace mtgauge {
namespace {

// Returns the value of each character: 0, or 1 + its severity.
std::vector<uint32_t> Painted(uint32_t length, const std::vector<ErrorSpan>& spans) {
  std::vector<uint32_t> values(length);
  for (const ErrorSpan& span : spans) {
    for (uint32_t i = span.start; i < std::min(span.end, length); ++i) {
      values[i] = std::max(values[i], span.severity + 1);
    }
  }
  return values;
}

}  // namespace

// In a unit of m values, a pair of different ones counts 1 / (m - 1).
double CharacterAlpha(std::span<const RatedSpans> translations) {
  std::map<uint32_t, double> totals;
  double observed = 0, values = 0;
  for (const RatedSpans& translation : translations) {
    if (translation.raters.size() < 2) continue;
    std::vector<std::vector<uint32_t>> painted;
    for (const auto& [rater, spans] : translation.raters) {
      painted.push_back(Painted(translation.length, spans));
    }
    const auto m = static_cast<double>(painted.size());
    for (uint32_t i = 0; i < translation.length; ++i) {
      double different = 0;
      for (const auto& one : painted) {
        ++totals[one[i]];
        for (const auto& other : painted) different += one[i] != other[i] ? 1 : 0;
      }
      observed += different / (m - 1);
      values += m;
    }
  }
  double alike = 0;
  for (const auto& [value, count] : totals) alike += count * count;
  const double expected = values * values - alike;
  return expected > 0 ? 1 - (values - 1) * observed / expected : kNaN;
}

std::optional<std::map<std::pair<uint32_t, uint32_t>, double>> CompareRaterSpans(
    std::span<const RatedSpans> translations) {
  const SpanRule rule;
  std::map<std::pair<uint32_t, uint32_t>, SpanSums> sums;
  for (const RatedSpans& translation : translations) {
    const auto& raters = translation.raters;
    for (auto a = raters.begin(); a != raters.end(); ++a) {
      for (auto b = std::next(a); b != raters.end(); ++b) {
        const std::optional<SpanCredits> credits = CreditSpans(a->second, b->second, rule);
        if (!credits) return std::nullopt;
        sums[{a->first, b->first}] += SumsOf(a->second, b->second, *credits, rule);
      }
    }
  }
  std::map<std::pair<uint32_t, uint32_t>, double> scores;
  for (const auto& [raters, of] : sums) scores[raters] = ScoreSpans(of).f1;
  return scores;
}

}  // namespace mtgauge
