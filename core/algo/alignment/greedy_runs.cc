// Keeps runs in lists by length and takes them from the longest to the shortest.
#include "core/algo/alignment/greedy_runs.h"

#include <algorithm>

namespace mtgauge {
namespace {

constexpr uint32_t kEnd = UINT32_MAX;
constexpr uint32_t kMostRuns = uint32_t{1} << 24;  // 340 MB
constexpr uint64_t kMostRunSteps = uint64_t{1} << 34;

}  // namespace

bool GreedyRuns::Match(Symbols hypothesis, const JoinedReferences& references) {
  heads_.Grow(hypothesis.size() + 1, 0);
  std::fill_n(heads_.data(), hypothesis.size() + 1, kEnd);
  hyp_taken_.Grow(hypothesis.size(), 0);
  std::fill_n(hyp_taken_.data(), hypothesis.size(), uint8_t{0});
  ref_taken_.Grow(references.symbols.size(), 0);
  std::fill_n(ref_taken_.data(), references.symbols.size(), uint8_t{0});
  lengths_.Grow(hypothesis.size(), 0);
  waiting_ = taken_ = longest_ = 0;
  steps_ = 0;
  if (!FindAll(hypothesis, references)) return false;
  for (uint32_t length = longest_; length > 0; --length) {
    if (!TakeAllOf(length)) return false;
  }
  return true;
}

bool GreedyRuns::FindAll(Symbols hypothesis, const JoinedReferences& references) {
  const Symbols ref = references.symbols;
  for (uint32_t i = 0; i < hypothesis.size(); ++i) {
    for (const uint32_t j : references.places->Of(hypothesis[i])) {
      ++steps_;
      if (i > 0 && references.begins[j] == 0 && hypothesis[i - 1] == ref[j - 1]) continue;
      uint32_t length = 1;
      while (i + length < hypothesis.size() && j + length < ref.size() &&
             references.begins[j + length] == 0 && hypothesis[i + length] == ref[j + length]) {
        ++length;
      }
      if (!Wait(i, j, length)) return false;
    }
  }
  return true;
}

bool GreedyRuns::Wait(uint32_t hyp, uint32_t ref, uint32_t length) {
  if (waiting_ >= kMostRuns || steps_ > kMostRunSteps) return false;
  runs_.Grow(size_t{waiting_} + 1, waiting_);
  runs_[waiting_] = {hyp, ref, heads_[length]};
  heads_[length] = waiting_++;
  longest_ = std::max(longest_, length);
  return true;
}

bool GreedyRuns::TakeAllOf(uint32_t length) {
  size_t count = 0;
  for (uint32_t at = heads_[length]; at != kEnd; at = runs_[at].next) {
    order_.Grow(count + 1, count);
    order_[count++] = uint64_t{runs_[at].hyp} << 32 | runs_[at].ref;
  }
  std::sort(order_.data(), order_.data() + count);
  for (size_t k = 0; k < count; ++k) {
    const uint64_t run = order_[k];
    if (!TakeOrCut(static_cast<uint32_t>(run >> 32), static_cast<uint32_t>(run), length)) {
      return false;
    }
  }
  return true;
}

bool GreedyRuns::TakeOrCut(uint32_t hyp, uint32_t ref, uint32_t length) {
  uint32_t free = 0;  // number of consecutive free positions up to k
  for (uint32_t k = 0; k < length; ++k) {
    if (hyp_taken_[hyp + k] == 0 && ref_taken_[ref + k] == 0) {
      ++free;
    } else if (free > 0) {
      if (!Wait(hyp + k - free, ref + k - free, free)) return false;
      free = 0;
    }
  }
  steps_ += length;
  if (free < length) return free == 0 || Wait(hyp + length - free, ref + length - free, free);
  std::fill_n(hyp_taken_.data() + hyp, length, uint8_t{1});
  std::fill_n(ref_taken_.data() + ref, length, uint8_t{1});
  lengths_[taken_++] = length;
  return true;
}

}  // namespace mtgauge
