// A sequence cut into parts, one for each of a list of segments, so that all parts together are the
// fewest edits away from their segments (Matusov, Leusch, Bender and Ney 2005).
//
// D(s, j) is the least number of edits by which the first j symbols become the first s segments. A
// row D(s, .) changes by at most one from symbol to symbol, so it is two bit vectors, and a segment
// takes it to the next by the steps of Levenshtein's distance, 64 symbols at a time. Where no part
// may begin, the row is as high as its neighbours let it be: what starts there is then never better
// than what starts at the nearest place where a part may (proof in docs/resegment.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algo/alignment/symbols.h"

namespace mtgauge {

struct Segmentation {
  std::vector<uint32_t> ends;  // [segment]: where its part of the sequence ends
  uint64_t edits = 0;          // over all parts
};

// What is cut, and for what. Each segment has at least one alternative; the nearest one counts.
struct SegmentationTask {
  Symbols sequence;
  std::span<const uint8_t> starts;                 // [position]: 1 = a part may begin there
  std::span<const std::vector<Symbols>> segments;  // [segment][alternative]
  uint32_t distinct = 0;                           // every symbol but kNoSymbol is below it
};

// Of several ways that are equally near, the one whose last part begins latest, of these the one
// whose last but one begins latest, and so on. Memory: about `row_bytes` (or what two rows for each
// root of the segments take, if that is more), and 1/8 byte for each symbol and each distinct
// symbol that fills more than 1/64 of the sequence. Nothing where `stop` was set meanwhile; it may
// be null.
std::optional<Segmentation> CutIntoSegments(const SegmentationTask& task,
                                            const std::atomic<bool>* stop,
                                            uint64_t row_bytes = uint64_t{64} << 20);

}  // namespace mtgauge
