// What to write in a paper: sentences for its section on methods, and the publications in BibTeX.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// How metrics were compared with human scores.
struct MetaMethods {
  std::vector<const Measure*> measures;
  MetricTest test = MetricTest::kPermBoth;
  Correction correction = Correction::kHolm;
  uint64_t resamples = EvaluateOptions().resamples;
  bool studies = false;
};

// What is cited. The job must outlive it.
struct CitedWork {
  const Job& job;          // its metrics; no text is needed
  std::string references;  // how many, as signatures have it
  std::optional<MetaMethods> meta;
  std::optional<CompareOptions> test;
};
std::string CiteText(const CitedWork& work);

}  // namespace mtgauge
