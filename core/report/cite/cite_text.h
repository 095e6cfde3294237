// The text to put into a paper: sentences for the methods section, and the publications in BibTeX.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/evaluate/measures.h"
#include "core/score/job.h"
#include "mtgauge/cite.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// How metrics were compared with human scores.
struct MetaMethods {
  std::vector<const MeasureRow*> measures;
  MetricTest test = MetricTest::kPermBoth;
  Correction correction = Correction::kHolm;
  uint64_t resamples = EvaluateOptions().resamples;
  bool studies = false;
};

// The work to cite. The job must outlive it.
struct CitedWork {
  const Job& job;          // provides the metrics; needs no text
  std::string references;  // number of references, as in signatures
  std::optional<MetaMethods> meta;
  std::optional<CompareOptions> test;
};
Citation CitationOf(const CitedWork& work);

}  // namespace mtgauge
