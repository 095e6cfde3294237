// sacreBLEU's conventions of resampling, for the golden tests of its three metrics.
#pragma once

#include <cstdint>

#include "mtgauge/compare.h"

namespace mtgauge {

// All of them; the first system is the baseline.
inline CompareOptions AsSacrebleu(TestKind test, uint64_t resamples, bool numpy2 = false) {
  CompareOptions options;
  options.resamples = resamples;
  options.test = test;
  options.null = NullRule::kShifted;
  options.ties = TieRule::kStrict;
  options.generator = Generator::kNumpy;
  options.interval = IntervalKind::kOrder;
  options.correction = Correction::kNone;
  options.baseline = 0;
  options.sacrebleu = true;
  options.numpy2 = numpy2;
  return options;
}

}  // namespace mtgauge
