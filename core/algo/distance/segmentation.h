// Cuts a sequence into parts, one for each of a list of segments, with the fewest edits in total
// between the parts and their segments (Matusov, Leusch, Bender and Ney 2005).
//
// D(s, j) is the least number of edits that turn the first j symbols into the first s segments. A
// row D(s, .) changes by at most one from symbol to symbol, so it is two bit vectors. A segment
// turns it into the next row by the steps of the Levenshtein distance, 64 symbols at a time. Where
// no part may begin, the row gets the highest values that its neighbours allow. A part that starts
// there is then never better than one that starts at the nearest allowed position.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algo/alignment/symbols.h"

namespace mtgauge {

struct Segmentation {
  std::vector<uint32_t> ends;  // [segment]: the end of its part of the sequence
  uint64_t edits = 0;          // over all parts
};

// A sequence to cut and its segments. Each segment has at least one alternative; the nearest
// counts.
struct SegmentationTask {
  Symbols sequence;
  std::span<const uint8_t> starts;                 // [position]: 1 = a part may begin there
  std::span<const std::vector<Symbols>> segments;  // [segment][alternative]
  uint32_t distinct = 0;                           // greater than every symbol but kNoSymbol
};

// Returns the best segmentation. On ties, the one whose last part begins latest wins, then the one
// whose second to last part begins latest, and so on. Uses about `row_bytes` of memory (or, if that
// is more, two rows times the square root of the number of segments), plus 1/8 byte per symbol for
// each distinct symbol that fills more than 1/64 of the sequence. Returns nothing if `stop`, which
// may be null, was set meanwhile.
std::optional<Segmentation> CutIntoSegments(const SegmentationTask& task,
                                            const std::atomic<bool>* stop,
                                            uint64_t row_bytes = uint64_t{64} << 20);

}  // namespace mtgauge
