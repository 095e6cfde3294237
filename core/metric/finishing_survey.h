// A survey with work left to do when all references have been observed, and how it is done by
// several threads.
#pragma once

#include "core/base/fork.h"
#include "core/metric/metric.h"

namespace mtgauge {

class FinishingSurvey : public Survey {
 public:
  // Does now, and at once as far as `fork` allows, what Metric::Bind() would do otherwise. Nothing
  // more may be observed or merged.
  virtual void Finish(const Fork& fork) = 0;
};

}  // namespace mtgauge
