// Keeps the segments of a scoring run for later analysis.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/score/delivery.h"
#include "mtgauge/explain.h"

namespace mtgauge {

struct HeldSegments {
  std::vector<SegmentTexts> texts;  // [segment]; empty if there are none, as with row files
  std::vector<std::string> sources, ids, documents, groups;  // [segment]; empty if not given
  std::vector<uint32_t> references;                          // [segment]: number of references
  std::vector<uint8_t> skipped;                              // [segment]
  // Annotations of the first reference that is not missing, and of each system; empty if there are
  // none.
  std::vector<std::string> reference_annotations;
  std::vector<std::vector<std::string>> annotations;  // [system]

  size_t size() const { return skipped.size(); }
  // Clears columns that are empty for every segment. Call it after the last segment.
  void DropUntold();
  // Returns the number of references of these segments, as written in signatures.
  std::string ReferencesOf(std::span<const uint32_t> segments) const;
};

// Returns a sink that stores deliveries in `held`, which must outlive it. `references` is their
// number in the job.
Sink KeepSegmentsIn(HeldSegments& held, uint32_t references);

}  // namespace mtgauge
