// Computes the rows forwards and keeps some of them; then finds the parts from the last to the
// first.
#include "core/algo/distance/segmentation.h"

#include <algorithm>
#include <bit>

#include "core/algo/distance/mask_programs.h"
#include "core/algo/distance/sequence_matcher.h"
#include "core/base/buffer.h"

namespace mtgauge {
namespace {

uint64_t BitsBelow(uint32_t count) { return (uint64_t{1} << count) - 1; }  // count < 64

// Calls take(word, mask) for each word with bits from `begin` to `end`.
template <typename Take>
void ForEachWord(uint32_t begin, uint32_t end, const Take& take) {
  while (begin < end) {
    const uint32_t w = begin / 64, next = std::min(end, (w + 1) * 64);
    const uint64_t until = next % 64 == 0 ? ~uint64_t{0} : BitsBelow(next % 64);
    take(w, until & ~BitsBelow(begin % 64));
    begin = next;
  }
}
uint32_t Count(const uint64_t* bits, uint32_t begin, uint32_t end) {
  uint32_t count = 0;
  ForEachWord(begin, end, [&](uint32_t w, uint64_t mask) {
    count += static_cast<uint32_t>(std::popcount(bits[w] & mask));
  });
  return count;
}
void Set(uint64_t* bits, uint32_t begin, uint32_t end) {
  ForEachWord(begin, end, [&](uint32_t w, uint64_t mask) { bits[w] |= mask; });
}
void Clear(uint64_t* bits, uint32_t begin, uint32_t end) {
  ForEachWord(begin, end, [&](uint32_t w, uint64_t mask) { bits[w] &= ~mask; });
}

// Values at the positions 0, 1, ... of a sequence, stored as the first value and the differences as
// bits. Neighbours differ by at most one.
struct Row {
  uint64_t first = 0;
  uint64_t* up = nullptr;
  uint64_t* down = nullptr;

  uint64_t At(uint32_t position) const {
    return first + Count(up, 0, position) - Count(down, 0, position);
  }
  // Returns the value at `position + 1` minus the value at `position`.
  int Step(uint32_t position) const {
    return StepOf(up[position / 64], down[position / 64], position % 64);
  }
  static int StepOf(uint64_t up, uint64_t down, uint32_t bit) {
    return static_cast<int>(up >> bit & 1) - static_cast<int>(down >> bit & 1);
  }
};

// Sets `row` to the minimum of itself and another row.
void TakeLesser(const Row& other, uint32_t words, Row& row) {
  auto above = static_cast<int64_t>(row.first - other.first);  // row minus other
  row.first = std::min(row.first, other.first);
  for (uint32_t w = 0; w < words; ++w) {
    if (row.up[w] == other.up[w] && row.down[w] == other.down[w]) continue;
    uint64_t up = 0, down = 0;
    for (uint32_t b = 0; b < 64; ++b) {
      const int step = Row::StepOf(other.up[w], other.down[w], b);
      const int64_t next = above + Row::StepOf(row.up[w], row.down[w], b) - step;
      const int64_t change = step + std::min<int64_t>(next, 0) - std::min<int64_t>(above, 0);
      up |= uint64_t{change > 0} << b;
      down |= uint64_t{change < 0} << b;
      above = next;
    }
    row.up[w] = up;
    row.down[w] = down;
  }
}

// Rows of equal length in one block of memory.
class Rows {
 public:
  Rows(size_t count, uint32_t words) : words_(words), firsts_(count) {
    bits_.Grow(count * 2 * words, 0);
  }
  Row operator[](size_t i) {
    uint64_t* const up = bits_.data() + i * 2 * words_;
    return {firsts_[i], up, up + words_};
  }
  void Keep(const Row& row, size_t i) {
    const Row own = (*this)[i];
    firsts_[i] = row.first;
    std::copy_n(row.up, words_, own.up);
    std::copy_n(row.down, words_, own.down);
  }

 private:
  uint32_t words_;
  std::vector<uint64_t> firsts_;
  Buffer<uint64_t> bits_;
};

class Cutter {
 public:
  Cutter(const SegmentationTask& task, const std::atomic<bool>* stop, uint64_t row_bytes)
      : task_(task),
        stop_(stop),
        length_(static_cast<uint32_t>(task.sequence.size())),
        words_((length_ + 63) / 64),
        block_(BlockOf(row_bytes)),
        kept_((task.segments.size() + block_ - 1) / block_, words_),
        within_(block_, words_),
        work_(3, words_) {
    FindGaps();
    masks_.Set(task.sequence, task.distinct);
    reversed_.assign(task.sequence.rbegin(), task.sequence.rend());
    reversed_masks_.Set(reversed_, task.distinct);
  }

  std::optional<Segmentation> Cut() {
    const size_t segments = task_.segments.size();
    Segmentation cut;
    cut.ends.assign(segments, 0);
    Row row = work_[0];
    std::fill_n(row.up, words_, ~uint64_t{0});
    std::fill_n(row.down, words_, uint64_t{0});
    for (size_t s = 0; s < segments; ++s) {
      if (s % block_ == 0) kept_.Keep(row, s / block_);
      if (!Advance(s, row)) return std::nullopt;
    }
    cut.edits = row.At(length_);
    uint64_t edits = cut.edits;  // edits of the parts not yet found
    uint32_t end = length_;
    for (size_t s = segments; s-- > 0;) {
      cut.ends[s] = end;
      if (s == 0) break;
      if (s + 1 == segments || (s + 1) % block_ == 0) {
        if (!FillBlock(s / block_)) return std::nullopt;
      }
      if (Stopped()) return std::nullopt;
      const Row before = within_[s % block_];
      end = StartOf(s, end, edits, before);
      edits = before.At(end);
    }
    return cut;
  }

 private:
  bool Stopped() const { return stop_ != nullptr && *stop_; }

  // Returns the number of segments between two kept rows: one if all rows fit.
  size_t BlockOf(uint64_t row_bytes) const {
    const size_t segments = std::max<size_t>(task_.segments.size(), 1);
    const uint64_t row = uint64_t{16} * std::max(words_, 1u);
    size_t block = 1;
    while (block * block < segments && (segments / block + block) * row > row_bytes) ++block;
    return block;
  }

  // Turns D(s, .) into D(s + 1, .). Returns false if stopped.
  bool Advance(size_t s, Row& row) {
    if (Stopped()) return false;
    const std::span<const Symbols> alternatives = task_.segments[s];
    if (alternatives.size() > 1) work_.Keep(row, 1);
    Take(alternatives.front(), row);
    for (const Symbols& alternative : alternatives.subspan(1)) {
      work_.Keep(work_[1], 2);
      Row other = work_[2];
      Take(alternative, other);
      TakeLesser(other, words_, row);
    }
    for (const Gap& gap : gaps_) Bridge(gap, row);
    return true;
  }

  void Take(Symbols segment, Row& row) {
    for (const uint32_t symbol : segment) NextEditRow(masks_.Of(symbol), words_, row.up, row.down);
    row.first += segment.size();
  }

  // Two successive positions where a part may begin, with other positions between them.
  struct Gap {
    uint32_t begin, end;
  };
  void FindGaps() {
    uint32_t begin = 0;
    for (uint32_t p = 1; p <= length_; ++p) {
      if (task_.starts[p] == 0) continue;
      if (p - begin > 1) gaps_.push_back({begin, p});
      begin = p;
    }
  }

  // Gives the row the highest values between the two: up, level for one step if needed, then down.
  static void Bridge(const Gap& gap, Row& row) {
    const auto [begin, end] = gap;
    const uint32_t steps = end - begin;
    const uint32_t rise = steps + Count(row.up, begin, end) - Count(row.down, begin, end);
    const uint32_t ups = rise / 2, downs = steps - ups - rise % 2;
    Set(row.up, begin, begin + ups);
    Clear(row.up, begin + ups, end);
    Clear(row.down, begin, end - downs);
    Set(row.down, end - downs, end);
  }

  // Fills within_ with the rows before each segment of a block. Returns false if stopped.
  bool FillBlock(size_t block) {
    work_.Keep(kept_[block], 0);
    Row row = work_[0];
    const size_t first = block * block_;
    const size_t count = std::min(block_, task_.segments.size() - first);
    for (size_t k = 0;; ++k) {
      within_.Keep(row, k);
      if (k + 1 == count) return true;
      if (!Advance(first + k, row)) return false;
    }
  }

  // Returns the latest start of the part that ends at `end`, where D(s + 1, end) is `edits` and
  // `before` is D(s, .). Searches near the end first, because the first start found is the latest.
  uint32_t StartOf(size_t s, uint32_t end, uint64_t edits, const Row& before) {
    size_t longest = 0;
    for (const Symbols& alternative : task_.segments[s]) {
      longest = std::max(longest, alternative.size());
    }
    const uint32_t first_word = (length_ - end) / 64;
    uint32_t words = static_cast<uint32_t>(longest / 32) + 2;
    for (;; words *= 4) {
      words = std::min(words, words_ - first_word);
      uint32_t start = 0;
      for (const Symbols& alternative : task_.segments[s]) {
        start = std::max(start, StartWithin(alternative, end, edits, before, first_word, words));
      }
      if (start > 0 || first_word + words == words_) return start;
    }
  }

  // The same as above, for one alternative and starts in a window. Returns 0 if there may be an
  // earlier start. Compares the reversed segment with the reversed sequence from `end`. Symbols
  // after `end` only fill up the first word: a path from there is never better than one from `end`.
  uint32_t StartWithin(Symbols segment, uint32_t end, uint64_t edits, const Row& before,
                       uint32_t first_word, uint32_t words) {
    Row row = work_[1];
    const uint32_t behind = (length_ - end) % 64;
    std::fill_n(row.up, words, ~uint64_t{0});
    std::fill_n(row.down, words, uint64_t{0});
    if (words > 0) {
      row.down[0] = BitsBelow(behind);
      row.up[0] = ~row.down[0];
    }
    for (size_t i = segment.size(); i-- > 0;) {
      NextEditRow(reversed_masks_.Of(segment[i]) + first_word, words, row.up, row.down);
    }
    row.first = behind + segment.size();
    uint64_t after = row.At(behind);  // edits between the segment and the part from `start`
    uint64_t until = before.At(end);  // edits of everything before `start`
    const uint32_t last = std::min(end, words * 64 - behind);
    for (uint32_t taken = 0;; ++taken) {
      const uint32_t start = end - taken;
      if (until + after == edits && task_.starts[start] != 0) return start;
      if (taken == last) return 0;
      after += static_cast<uint64_t>(int64_t{row.Step(behind + taken)});
      until -= static_cast<uint64_t>(int64_t{before.Step(start - 1)});
    }
  }

  const SegmentationTask& task_;
  const std::atomic<bool>* stop_;
  uint32_t length_, words_;
  size_t block_;
  Rows kept_;    // D(0, .), D(block_, .), ...
  Rows within_;  // the rows of the current block
  Rows work_;
  PositionMasks masks_, reversed_masks_;
  std::vector<uint32_t> reversed_;
  std::vector<Gap> gaps_;
};

}  // namespace

std::optional<Segmentation> CutIntoSegments(const SegmentationTask& task,
                                            const std::atomic<bool>* stop, uint64_t row_bytes) {
  return Cutter(task, stop, row_bytes).Cut();
}

}  // namespace mtgauge
