// The sections of the page, in order. Each returns one <section>, or an empty text if there is
// nothing to show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/explain.h"
#include "mtgauge/report.h"

namespace mtgauge {

// The data that all sections use.
struct PageData {
  PageData(const Findings& all, const PageOptions& options);

  const Findings& findings;
  WriteOptions write;
  std::vector<std::string> systems;  // names without the folder that they share
};

// Returns a score with the number of digits that its metric has in tables; "n/a" for NaN.
std::string ScoreText(double score, uint32_t digits);
// Returns the number of digits of a metric's scores. `metric` is over all segments, so that all
// kinds have the same number.
uint32_t DigitsOf(const PageData& page, const MetricComparison& metric);
// The same for a metric given by name.
uint32_t DigitsOf(const PageData& page, const std::string& metric);
// Returns "A and B" as HTML.
std::string PairHtml(const PageData& page, uint32_t a, uint32_t b);

std::string ScoresSection(const PageData& page);
std::string KindsSection(const PageData& page);
std::string WordsSection(const PageData& page);
std::string ErrorsSection(const PageData& page);
// Returns the controls and the element that the script fills.
std::string SegmentsSection(const PageData& page);

// Returns a link to "#s13", where the script finds a segment. Displayed numbers begin at 1.
std::string SegmentLink(uint64_t segment);

}  // namespace mtgauge
