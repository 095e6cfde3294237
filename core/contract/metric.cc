// Defaults of the Metric interface.
#include "core/contract/metric.h"

namespace mtgauge {

double Metric::ScoreFloat32(std::span<const float> sums, NumpyRule) const {
  std::vector<int64_t> whole;
  for (const float sum : sums) whole.push_back(static_cast<int64_t>(sum));
  return Score(whole, Level::kCorpus);
}

double Metric::ScoreInt64(std::span<const int64_t> sums) const {
  return Score(sums, Level::kCorpus);
}

}  // namespace mtgauge
