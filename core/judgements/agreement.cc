// Alpha from sums of squares; pairs of raters item by item.
#include "core/judgements/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/nan.h"
#include "core/evaluate/agreement.h"
#include "core/judgements/rater_means.h"

namespace mtgauge {
namespace {

// Orders ratings by unit and value; leaves out missing ones and units with fewer than two.
std::vector<Rating> Pairable(std::span<const Rating> ratings) {
  std::vector<Rating> sorted;
  for (const Rating& rating : ratings) {
    if (!std::isnan(rating.value)) sorted.push_back(rating);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Rating& a, const Rating& b) {
    return a.unit != b.unit ? a.unit < b.unit : a.value < b.value;
  });
  std::vector<Rating> kept;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const bool follows = i > 0 && sorted[i - 1].unit == sorted[i].unit;
    const bool goes_on = i + 1 < sorted.size() && sorted[i + 1].unit == sorted[i].unit;
    if (follows || goes_on) kept.push_back(sorted[i]);
  }
  return kept;
}

// Disagreement within a set of n values: the sum over all ordered pairs, divided by 2n. Of squared
// distances, this is the sum of squares about the mean. Nominal values must be in order.
double Disagreement(std::span<const double> values, AlphaLevel level) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, alike = 0;
  if (level == AlphaLevel::kNominal) {
    for (size_t begin = 0, end = 0; begin < values.size(); begin = end) {
      while (end < values.size() && values[end] == values[begin]) ++end;
      const auto equal = static_cast<double>(end - begin);
      alike += equal * equal;
    }
    return (n * n - alike) / (2 * n);
  }
  for (const double value : values) sum += value;
  const double mean = sum / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

using RaterScores = std::span<const RaterScore>;

// Cuts the scores where the field changes.
std::vector<RaterScores> Runs(RaterScores scores, uint32_t RaterScore::*field) {
  std::vector<RaterScores> runs;
  for (size_t begin = 0, end = 0; begin < scores.size(); begin = end) {
    while (end < scores.size() && scores[end].*field == scores[begin].*field) ++end;
    runs.push_back(scores.subspan(begin, end - begin));
  }
  return runs;
}

// The scores of the systems that both runs, in order of systems, have.
std::pair<std::vector<double>, std::vector<double>> ScoresInCommon(RaterScores one,
                                                                   RaterScores other) {
  std::pair<std::vector<double>, std::vector<double>> common;
  size_t at = 0;
  for (const RaterScore& score : one) {
    while (at < other.size() && other[at].system < score.system) ++at;
    if (at == other.size()) break;
    if (other[at].system != score.system) continue;
    common.first.push_back(score.score);
    common.second.push_back(other[at].score);
  }
  return common;
}

}  // namespace

// Krippendorff's ordinal distance of two values is the difference of their mean ranks, so that
// ordinal alpha is interval alpha of ranks. In a unit of m ratings, a pair has the weight 1 / (m -
// 1).
double KrippendorffAlpha(std::span<const Rating> ratings, AlphaLevel level) {
  const std::vector<Rating> kept = Pairable(ratings);
  std::vector<double> values;
  for (const Rating& rating : kept) values.push_back(rating.value);
  if (level == AlphaLevel::kOrdinal) values = AverageRanks(values);
  double observed = 0;
  for (size_t begin = 0, end = 0; begin < kept.size(); begin = end) {
    while (end < kept.size() && kept[end].unit == kept[begin].unit) ++end;
    const auto m = static_cast<double>(end - begin);
    observed += m / (m - 1) * Disagreement(std::span(values).subspan(begin, end - begin), level);
  }
  std::sort(values.begin(), values.end());
  if (values.empty() || values.front() == values.back()) return kNaN;
  const auto n = static_cast<double>(values.size());
  return 1 - (n - 1) / n * observed / Disagreement(values, level);
}

std::vector<RaterPair> CompareRaters(std::span<const RaterScore> scores) {
  std::vector<RaterScore> means = RaterMeans(scores);
  std::stable_sort(means.begin(), means.end(), [](const RaterScore& a, const RaterScore& b) {
    return a.item != b.item ? a.item < b.item : a.rater < b.rater;
  });
  std::map<std::pair<uint32_t, uint32_t>, RaterPair> pairs;
  for (const RaterScores item : Runs(means, &RaterScore::item)) {
    const std::vector<RaterScores> raters = Runs(item, &RaterScore::rater);
    for (size_t a = 0; a < raters.size(); ++a) {
      for (size_t b = a + 1; b < raters.size(); ++b) {
        const auto [one, other] = ScoresInCommon(raters[a], raters[b]);
        if (one.size() < 2) continue;
        RaterPair& pair = pairs[{raters[a].front().rater, raters[b].front().rater}];
        pair.outputs += one.size();
        pair.counts += CountPairs(one, other);
      }
    }
  }
  std::vector<RaterPair> all;
  for (auto& [raters, pair] : pairs) {
    std::tie(pair.first, pair.second) = raters;
    all.push_back(pair);
  }
  return all;
}

double AgreementWithoutTies(const PairCounts& counts) {
  const auto decided = static_cast<double>(counts.concordant + counts.discordant);
  return decided > 0 ? static_cast<double>(counts.concordant) / decided : kNaN;
}

}  // namespace mtgauge
