// Cutting a sequence into parts for segments by its definition: the distance of every part from
// every segment, with every possible start of a part. Slow and plain; the bit-parallel version is
// compared with this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace mtgauge::oracle {

using Numbers = std::vector<uint32_t>;

struct NaiveSegmentation {
  std::vector<uint32_t> ends;
  uint64_t edits = 0;
};

// Returns the edits between `segment` and the parts that end at `end`: [start]. `nothing` equals
// nothing.
inline std::vector<uint64_t> NaiveEditsByStart(const Numbers& sequence, uint32_t end,
                                               const Numbers& segment, uint32_t nothing) {
  std::vector<uint64_t> row(segment.size() + 1), by_start(end + 1);
  for (size_t i = 0; i <= segment.size(); ++i) row[i] = i;
  by_start[end] = row.back();
  for (uint32_t start = end; start-- > 0;) {
    std::vector<uint64_t> next(segment.size() + 1);
    next[0] = row[0] + 1;
    for (size_t i = 1; i <= segment.size(); ++i) {
      const uint32_t symbol = segment[segment.size() - i];
      const bool equal = symbol == sequence[start] && symbol != nothing;
      next[i] = std::min({row[i - 1] + (equal ? 0 : 1), row[i] + 1, next[i - 1] + 1});
    }
    row = next;
    by_start[start] = row.back();
  }
  return by_start;
}

inline NaiveSegmentation NaiveCut(const Numbers& sequence, const std::vector<uint8_t>& starts,
                                  const std::vector<std::vector<Numbers>>& segments,
                                  uint32_t nothing) {
  constexpr uint64_t kNever = std::numeric_limits<uint32_t>::max();
  const auto length = static_cast<uint32_t>(sequence.size());
  // best[s][j]: the first s segments end at j; start[s][j]: the latest best start of the last one.
  std::vector<std::vector<uint64_t>> best(segments.size() + 1,
                                          std::vector<uint64_t>(length + 1, kNever));
  auto start = best;
  best[0][0] = 0;
  for (size_t s = 0; s < segments.size(); ++s) {
    for (uint32_t end = 0; end <= length; ++end) {
      if (starts[end] == 0) continue;
      for (const Numbers& alternative : segments[s]) {
        const std::vector<uint64_t> edits = NaiveEditsByStart(sequence, end, alternative, nothing);
        for (uint32_t from = 0; from <= end; ++from) {
          const uint64_t value = best[s][from] + edits[from];
          const bool later = value == best[s + 1][end] && from > start[s + 1][end];
          if (value >= kNever || (value >= best[s + 1][end] && !later)) continue;
          best[s + 1][end] = value;
          start[s + 1][end] = from;
        }
      }
    }
  }
  NaiveSegmentation cut{std::vector<uint32_t>(segments.size()), best.back()[length]};
  uint32_t end = length;
  for (size_t s = segments.size(); s-- > 0;) {
    cut.ends[s] = end;
    end = static_cast<uint32_t>(start[s + 1][end]);
  }
  return cut;
}

}  // namespace mtgauge::oracle
