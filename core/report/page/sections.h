// The sections of the page, in order, each as one <section>; empty where there is nothing to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/explain.h"
#include "mtgauge/report.h"

namespace mtgauge {

// What all sections look at.
struct PageData {
  PageData(const Findings& all, const PageOptions& options);

  const Findings& findings;
  WriteOptions write;
  std::vector<std::string> systems;  // names without the folder that all of them are in
};

// A score with the digits that its metric has in tables; "n/a" for NaN.
std::string ScoreText(double score, uint32_t digits);
// The digits of a metric's scores. `metric` is of all segments, so that all kinds have as many.
uint32_t DigitsOf(const PageData& page, const MetricComparison& metric);
// Of a metric of segments, by its name.
uint32_t DigitsOf(const PageData& page, const std::string& metric);
// "A: better than B", as HTML.
std::string PairHtml(const PageData& page, uint32_t a, uint32_t b);

std::string ScoresSection(const PageData& page);
std::string KindsSection(const PageData& page);
std::string WordsSection(const PageData& page);
std::string ErrorsSection(const PageData& page);
// Its controls and the place for what the script shows.
std::string SegmentsSection(const PageData& page);

// "#s13": where the script finds a segment, whose number people count from 1.
std::string SegmentLink(uint64_t segment);

}  // namespace mtgauge
