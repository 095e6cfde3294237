// The segments of a scoring run, kept for what is looked at afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/score/delivery.h"
#include "mtgauge/explain.h"

namespace mtgauge {

struct HeldSegments {
  std::vector<SegmentTexts> texts;  // [segment]; empty: there are none, as of row files
  std::vector<std::string> ids, documents, groups;  // [segment]; empty: not given
  std::vector<uint32_t> references;                 // [segment], how many there are
  std::vector<uint8_t> skipped;                     // [segment]
  // Annotations of the first reference that is there, and of each system; empty: there are none.
  std::vector<std::string> reference_annotations;
  std::vector<std::vector<std::string>> annotations;  // [system]

  size_t size() const { return skipped.size(); }
  // Once all segments are there: columns of which no element is told become empty.
  void DropUntold();
  // How many references these segments have, as signatures say it.
  std::string ReferencesOf(std::span<const uint32_t> segments) const;
};

// Keeps what is delivered; must not outlive `held`. `references`: those of the job.
Sink KeepSegmentsIn(HeldSegments& held, uint32_t references);

}  // namespace mtgauge
