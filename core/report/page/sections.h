// The sections of the page, in order. Each returns one <section>, or an empty text if there is
// nothing to show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/explain.h"
#include "mtgauge/report.h"

namespace mtgauge {

// The data that all sections use.
struct PageData {
  PageData(const Findings& all, const WriteOptions& options);

  const Findings& findings;
  WriteOptions write;
  std::vector<std::string> systems;  // printable names
};

// Returns a score with the number of digits that its metric has in tables; "n/a" for NaN.
std::string ScoreText(double score, uint32_t digits);
// Returns the number of digits of a metric's scores. `metric` is over all segments, so that all
// kinds have the same number.
uint32_t DigitsOf(const PageData& page, const MetricComparison& metric);
// The same for a metric given by name.
uint32_t DigitsOf(const PageData& page, const std::string& metric);
// Returns the test of the same pair in another comparison, or null.
const PairTest* TestOf(const MetricComparison& metric, uint32_t a, uint32_t b);
// Returns a part that shows while the page's switch is on this metric, number `metric` of the
// comparison.
std::string OfMetric(size_t metric, std::string_view html);
// Returns a section that folds. `about` says in a few words what is in it; it is plain text.
std::string SectionHtml(std::string_view id, std::string_view title, const std::string& about,
                        std::string_view content, bool open);
// Returns "A and B" as HTML.
std::string PairHtml(const PageData& page, uint32_t a, uint32_t b);

// Returns what the page says first.
std::string SummarySection(const PageData& page);
std::string ScoresSection(const PageData& page);
// Returns the table of scores without tests, also of groups, in place of ScoresSection().
std::string TableSection(const PageData& page, const Report& report);
std::string KindsSection(const PageData& page);
std::string WordsSection(const PageData& page);
std::string ErrorsSection(const PageData& page);
// Returns the controls and the element that the script fills.
std::string SegmentsSection(const PageData& page);

// Returns the comparisons of metric number `metric` on each kind that has a scored segment.
std::vector<const MetricComparison*> KindsOf(const PageData& page, const SegmentBuckets& buckets,
                                             size_t metric);
// Returns the number of scored segments of a kind.
uint64_t SegmentsOf(const SegmentBuckets& buckets, const std::string& kind);

// A class of errors, as Popovic and Ney count them on one side.
struct ErrorClass {
  std::string_view name;    // "order"
  std::string_view errors;  // "words in another place"
  bool reference;           // counted in the references, or else in the hypotheses
  uint64_t ErrorCounts::*count;
};
std::vector<ErrorClass> ErrorClassesOf(const Findings& findings);
// Returns the number of errors of a class, and how many these are per 100 words of a side.
uint64_t ErrorsOf(const SystemErrors& errors, const ErrorClass& error);
double ErrorRate(uint64_t errors, uint64_t words);

// Returns a link to "#s13", where the script finds a segment. Displayed numbers begin at 1.
std::string SegmentLink(uint64_t segment);

}  // namespace mtgauge
