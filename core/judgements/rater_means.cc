// Sorts, and joins neighbours.
#include "core/judgements/rater_means.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace mtgauge {
namespace {

auto CellOf(const RaterScore& score) { return std::tie(score.item, score.system, score.rater); }

}  // namespace

std::vector<RaterScore> RaterMeans(std::span<const RaterScore> scores) {
  std::vector<RaterScore> sorted(scores.begin(), scores.end());
  // Among equals by score, so that the order of the file does not change the sum.
  std::sort(sorted.begin(), sorted.end(), [](const RaterScore& a, const RaterScore& b) {
    return CellOf(a) != CellOf(b) ? CellOf(a) < CellOf(b) : a.score < b.score;
  });
  std::vector<RaterScore> means;
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    RaterScore mean = sorted[begin];
    for (end = begin + 1; end < sorted.size() && CellOf(sorted[end]) == CellOf(mean); ++end) {
      mean.score += sorted[end].score;
    }
    mean.score /= static_cast<double>(end - begin);
    means.push_back(mean);
  }
  return means;
}

}  // namespace mtgauge
