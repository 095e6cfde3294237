// Spans with any number of partners: characters are matched instead of spans.
#include <algorithm>
#include <map>
#include <tuple>

#include "core/spans/span_pairs.h"

namespace mtgauge {
namespace {

// The weight of all spans of one severity, and how much of it is right.
struct SeverityWeight {
  double predicted = 0, gold = 0;
  double right_predicted = 0, right_gold = 0;
};
using SeverityWeights = std::map<uint32_t, SeverityWeight>;

// Matches equal severities first, then the rest of all severities in proportion.
void MatchWeights(const SpanRule& rule, SeverityWeights& weights) {
  double rest_predicted = 0, rest_gold = 0;
  for (auto& [severity, weight] : weights) {
    const double same = std::min(weight.predicted, weight.gold);
    weight.right_predicted = weight.right_gold = same;
    rest_predicted += weight.predicted - same;
    rest_gold += weight.gold - same;
  }
  if (rest_predicted == 0 || rest_gold == 0) return;
  const double credit = (1 - rule.penalty) * std::min(rest_predicted, rest_gold);
  for (auto& [severity, weight] : weights) {
    const double same = std::min(weight.predicted, weight.gold);
    weight.right_predicted += credit * (weight.predicted - same) / rest_predicted;
    weight.right_gold += credit * (weight.gold - same) / rest_gold;
  }
}

// Matches the spans that `has` chooses, and adds their parts of what is right, `times` as much.
template <typename Chosen>
void CreditChosen(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                  const SpanRule& rule, const Chosen& has, double times, SpanCredits& credits) {
  const auto weight_of = [&](const ErrorSpan& span) {
    return !has(span) ? 0 : rule.weights.empty() ? 1 : rule.weights[span.severity];
  };
  SeverityWeights weights;
  for (const ErrorSpan& span : predicted) weights[span.severity].predicted += weight_of(span);
  for (const ErrorSpan& span : gold) weights[span.severity].gold += weight_of(span);
  MatchWeights(rule, weights);
  for (size_t i = 0; i < predicted.size(); ++i) {
    const SeverityWeight& all = weights[predicted[i].severity];
    const double weight = weight_of(predicted[i]);
    if (weight > 0) credits.predicted[i] += times * all.right_predicted * weight / all.predicted;
  }
  for (size_t i = 0; i < gold.size(); ++i) {
    const SeverityWeight& all = weights[gold[i].severity];
    const double weight = weight_of(gold[i]);
    if (weight > 0) credits.gold[i] += times * all.right_gold * weight / all.gold;
  }
}

// Equal spans.
void CreditEqual(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                 const SpanRule& rule, SpanCredits& credits) {
  std::vector<std::tuple<bool, uint32_t, uint32_t>> places;
  for (const ErrorSpan& span : predicted) places.emplace_back(span.in_source, span.start, span.end);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const auto& place : places) {
    const auto has = [&](const ErrorSpan& span) {
      return std::tuple(span.in_source, span.start, span.end) == place;
    };
    CreditChosen(predicted, gold, rule, has, 1, credits);
  }
}

// Returns the greatest credit of a pair with one of the others.
double TouchOf(const ErrorSpan& span, std::span<const ErrorSpan> others, const SpanRule& rule) {
  double best = 0;
  for (const ErrorSpan& other : others) {
    if (OverlapOf(span, other) > 0) best = std::max(best, SeverityCredit(span, other, rule));
  }
  return best;
}

// All characters between two places where a span begins or ends are alike.
void CreditCharacters(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                      const SpanRule& rule, SpanCredits& credits) {
  for (const bool in_source : {false, true}) {
    std::vector<uint32_t> places;
    for (const auto spans : {predicted, gold}) {
      for (const ErrorSpan& span : spans) {
        if (span.in_source == in_source) places.insert(places.end(), {span.start, span.end});
      }
    }
    std::sort(places.begin(), places.end());
    for (size_t i = 1; i < places.size(); ++i) {
      if (places[i - 1] == places[i]) continue;
      const auto has = [&](const ErrorSpan& span) {
        return span.in_source == in_source && span.start <= places[i - 1] && places[i] <= span.end;
      };
      CreditChosen(predicted, gold, rule, has, static_cast<double>(places[i] - places[i - 1]),
                   credits);
    }
  }
}

void DivideByLength(std::span<const ErrorSpan> spans, std::vector<double>& credits) {
  for (size_t i = 0; i < spans.size(); ++i) {
    credits[i] /= static_cast<double>(spans[i].end - spans[i].start);
  }
}

}  // namespace

SpanCredits MatchMany(std::span<const ErrorSpan> predicted, std::span<const ErrorSpan> gold,
                      const SpanRule& rule) {
  SpanCredits credits = {std::vector<double>(predicted.size()), std::vector<double>(gold.size())};
  switch (rule.measure) {
    case SpanMeasure::kEm:
      CreditEqual(predicted, gold, rule, credits);
      break;
    case SpanMeasure::kMp:
      for (size_t i = 0; i < predicted.size(); ++i) {
        credits.predicted[i] = TouchOf(predicted[i], gold, rule);
      }
      for (size_t i = 0; i < gold.size(); ++i) credits.gold[i] = TouchOf(gold[i], predicted, rule);
      break;
    case SpanMeasure::kMpp:
      CreditCharacters(predicted, gold, rule, credits);
      DivideByLength(predicted, credits.predicted);
      DivideByLength(gold, credits.gold);
      break;
    case SpanMeasure::kWmt25:
      CreditCharacters(predicted, gold, rule, credits);
      break;
  }
  return credits;
}

}  // namespace mtgauge
