// Segments in the format that the page's script reads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mtgauge/explain.h"

namespace mtgauge {

inline constexpr size_t kChunkSegments = 2000;

// Returns the largest number of references that any segment has; other segments' missing references
// are marked as such.
size_t MostReferences(const Findings& findings);
// Returns a chunk as JSON, before it is compressed:
//   "t": all texts, separated by line feeds. For each segment: its source if there are sources,
//        its references, its outputs
//   "n": the number of UTF-16 units of each text, -1 for a missing reference
//   "s": scores, as Findings::scores; null if there is none
//   "b": for each of the SegmentBuckets, the kind of each segment
//   "i", "d": ids and documents, if known
//   "x": the segments that are left out, as indices in the chunk
std::string ChunkJson(const Findings& findings, size_t chunk);
std::string Base64(std::string_view bytes);
// Compresses bytes in zlib's format and returns them as base64.
std::string Packed(const std::string& bytes);

}  // namespace mtgauge
