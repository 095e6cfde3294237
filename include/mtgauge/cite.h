// What to write in a paper about scores, tests and evaluations: sentences for the methods section,
// and the publications in BibTeX.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/options.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct CiteOptions {
  uint32_t reference_count = 1;  // of each segment
};

// The metrics, as a ScoreRequest has them. With `test`, `null`, `resamples` or `correction`, also
// the test of a CompareRequest with the same options; with `measures`, an EvaluateRequest instead.
// Needs no texts.
struct CiteRequest : TextInputs,
                     MetricChoice,
                     SignificanceOptions,
                     PairTestOptions,
                     AgreementOptions,
                     CiteOptions {};

struct Citation {
  std::vector<std::string> sentences;  // one for each metric, then for the evaluation and the test
  std::string bibtex;                  // the entries of what they cite, and that of mtgauge
};

// Returns a UsageError if a metric or an option is invalid.
Result<Citation> Cite(const CiteRequest& request);

// Returns it as text: the sentences, an empty line, and the entries.
std::string CitationText(const Citation& citation);

}  // namespace mtgauge
