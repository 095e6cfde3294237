// Segments as the script of the page reads them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mtgauge/explain.h"

namespace mtgauge {

inline constexpr size_t kChunkSegments = 2000;

// The most references that a segment has; those that a segment has not are missing.
size_t MostReferences(const Findings& findings);
// A chunk as JSON, before it is packed:
//   "t": all texts, a line feed between them. Segment by segment: its source if there are sources,
//        its references, its outputs
//   "n": how many UTF-16 units each text has, -1 for a missing reference
//   "s": scores, as Findings::scores; null for none
//   "b": for each of the SegmentBuckets, the kind of each segment
//   "i", "d": ids and documents, where they are told
//   "x": the segments that are left out, counted from the chunk's first
std::string ChunkJson(const Findings& findings, size_t chunk);
std::string Base64(std::string_view bytes);
// In zlib's format, as base64.
std::string Packed(const std::string& bytes);

}  // namespace mtgauge
