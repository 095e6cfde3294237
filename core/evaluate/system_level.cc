// Pairs of systems, sign flips, analysis of variance.
#include "core/evaluate/system_level.h"

#include <cmath>
#include <cstddef>

#include "core/evaluate/agreement.h"
#include "core/evaluate/random_signs.h"
#include "core/evaluate/sign.h"
#include "core/stats/beta.h"

namespace mtgauge {
PairAccuracy PairwiseAccuracy(std::span<const double> human, std::span<const double> metric) {
  PairAccuracy accuracy;
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = i + 1; j < human.size(); ++j) {
      const bool agree = Sign(human[i] - human[j]) == Sign(metric[i] - metric[j]);
      accuracy.agreeing += agree ? 1 : 0;
      ++accuracy.pairs;
    }
  }
  return accuracy;
}

double DifferentialPearson(std::span<const double> human, std::span<const double> metric,
                           Orientation orientation) {
  std::vector<double> x, y;
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = i + 1; j < human.size(); ++j) {
      const bool turned = orientation == Orientation::kHuman && human[i] < human[j];
      x.push_back(turned ? human[j] - human[i] : human[i] - human[j]);
      y.push_back(turned ? metric[j] - metric[i] : metric[i] - metric[j]);
    }
  }
  return Pearson(x, y);
}

std::vector<double> SignFlipP(std::span<const int64_t> rows, uint32_t systems, SpaTies ties,
                              uint64_t seed, uint32_t draws) {
  const size_t items = rows.size() / systems;
  std::vector<int64_t> totals(systems), by_item(rows.size());
  for (size_t s = 0; s < systems; ++s) {
    for (size_t i = 0; i < items; ++i) {
      totals[s] += rows[s * items + i];
      by_item[i * systems + s] = rows[s * items + i];
    }
  }
  const RandomSigns signs(items, seed, draws);
  return ExceedanceP<int64_t>(signs.Sum<int64_t>(by_item, systems), totals, draws, ties);
}

double SoftPairwiseAccuracy(std::span<const double> human_p, std::span<const double> metric_p,
                            uint32_t systems) {
  double distance = 0, pairs = 0;
  for (size_t i = 0; i < systems; ++i) {
    for (size_t j = i + 1; j < systems; ++j) {
      distance += std::fabs(human_p[i * systems + j] - metric_p[i * systems + j]);
      ++pairs;
    }
  }
  return 1 - distance / pairs;
}

FRatio ComputeFRatio(const ScoreGrid& scores) {
  double total = 0, count = 0;
  std::vector<double> means, counts;
  for (uint32_t s = 0; s < scores.systems; ++s) {
    double sum = 0, present = 0;
    for (const double value : scores.Row(s)) {
      if (std::isnan(value)) continue;
      sum += value;
      ++present;
    }
    if (present == 0) continue;
    total += sum;
    count += present;
    means.push_back(sum / present);
    counts.push_back(present);
  }
  double mean_of_means = 0;
  for (const double mean : means) mean_of_means += mean / static_cast<double>(means.size());

  FRatio out;
  double between_squares = 0, within_squares = 0;
  size_t system = 0;
  for (uint32_t s = 0; s < scores.systems; ++s) {
    bool present = false;
    for (const double value : scores.Row(s)) {
      if (std::isnan(value)) continue;
      present = true;
      within_squares += (value - means[system]) * (value - means[system]);
    }
    if (present) ++system;
  }
  for (size_t k = 0; k < means.size(); ++k) {
    out.between += (means[k] - mean_of_means) * (means[k] - mean_of_means);
    between_squares += counts[k] * (means[k] - total / count) * (means[k] - total / count);
  }
  const double freedoms = static_cast<double>(means.size()) - 1;
  const double within_freedoms = count - static_cast<double>(means.size());
  out.between /= freedoms;
  out.within = within_squares / within_freedoms;
  out.ratio = out.between / out.within;
  out.f = between_squares / freedoms / out.within;
  out.p = FisherTail(out.f, freedoms, within_freedoms);
  return out;
}

}  // namespace mtgauge
