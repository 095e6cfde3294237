// Tries each shift once per round; shifts that cannot be the best cost no distance.
#include "core/algo/distance/matched_shifts.h"

#include <algorithm>
#include <numeric>

#include "core/base/stop.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostBlocks = uint64_t{1} << 22;  // of 64 columns, in a whole table

uint64_t CharactersOf(std::string_view word) {
  uint64_t characters = 0;
  for (size_t at = 0; at < word.size(); ++characters) at += DecodeAt(word, at).length;
  return characters;
}

}  // namespace

bool MatchedShifts::Search(const Tokens& hypothesis, std::span<const uint32_t> names,
                           const WordIndex& reference) {
  hypothesis_ = hypothesis;
  shifted_ = false;
  steps_ = 0;
  if (names.size() * (uint64_t{reference.size()} / 64 + 1) > kMostBlocks) return false;
  names_.assign(names.begin(), names.end());
  by_runs_ = MovedDistance::Takes(names.size(), reference.size());
  if (by_runs_) {
    moved_.Start(reference, names_);
  } else {
    distance_.Start(reference, hypothesis.count, false);
  }
  now_ = SetBase();
  least_ = reference.LeastEdits(names_, memory_);
  if (now_ == least_) return true;
  RankWords();
  const double length = reference.size();
  for (double rate = now_ / length; now_ > 0;) {
    // Once rounding has left a rate above that of the words, a shift without gain is made.
    const uint32_t most = rate - now_ / length > 0 ? now_ : now_ - 1;
    if (most < least_ || !FindBest(reference, most)) break;
    shifted_ = true;
    words_.swap(best_);
    for (size_t i = 0; i < words_.size(); ++i) names_[i] = name_of_[words_[i]];
    now_ = SetBase();
    rate -= rate - now_ / length;
  }
  return !Spent();
}

uint32_t MatchedShifts::SetBase() {
  return by_runs_ ? moved_.SetBase(names_) : distance_.SetBase(names_);
}

void MatchedShifts::RankWords() {
  const uint32_t count = hypothesis_.count;
  memory_.resize(count);
  std::iota(memory_.begin(), memory_.end(), 0);
  std::sort(memory_.begin(), memory_.end(), [this](uint32_t a, uint32_t b) {
    const int order = hypothesis_[a].compare(hypothesis_[b]);
    return order == 0 ? a < b : order < 0;
  });
  original_.resize(count);
  token_of_.clear();
  name_of_.clear();
  for (const uint32_t token : memory_) {
    if (token_of_.empty() || hypothesis_[token_of_.back()] != hypothesis_[token]) {
      token_of_.push_back(token);
      name_of_.push_back(names_[token]);
    }
    original_[token] = static_cast<uint32_t>(token_of_.size() - 1);
  }
  words_ = original_;
}

bool MatchedShifts::Spent() const {
  const uint64_t blocks = by_runs_ ? moved_.blocks() : distance_.blocks();
  return steps_ + blocks > kMostShiftSteps || StopRequested();
}

// Finds the best shift that leaves `most` edits at most. Returns false if there is none.
bool MatchedShifts::FindBest(const WordIndex& reference, uint32_t most) {
  fewest_ = most;
  found_ = false;
  const auto count = static_cast<uint32_t>(names_.size());
  const std::span<const uint32_t> theirs = reference.words();
  for (uint32_t i = 0; i < count && !Spent(); ++i) {
    for (uint32_t j = reference.Next(names_[i], 0); j < theirs.size();
         j = reference.Next(names_[i], j + 1)) {
      if (i == j) continue;
      const auto run =
          std::mismatch(theirs.begin() + j, theirs.end(), names_.begin() + i, names_.end());
      const auto length = static_cast<uint32_t>(run.first - theirs.begin() - j);
      steps_ += length;
      Try({i, length, std::min(j, count - length)});
    }
  }
  return found_ && !Spent();
}

// Keeps the shift if it is the best so far.
void MatchedShifts::Try(const Shift& shift) {
  // Each word that moves is one edit less at either place, at best.
  uint32_t bound = std::max(least_, now_ - std::min(now_, 2 * shift.length));
  if (bound > fewest_) return;
  if (by_runs_) bound = std::max(bound, moved_.Least(shift.start, shift.length));
  if (bound > fewest_) return;
  const uint32_t end = shift.start + shift.length;
  const uint32_t first = std::min(shift.start, shift.target);
  const uint32_t last = std::max(end, shift.target + shift.length);
  const uint32_t middle = shift.target < shift.start ? shift.start : end;
  tried_ = words_;
  std::rotate(tried_.begin() + first, tried_.begin() + middle, tried_.begin() + last);
  steps_ += words_.size() / 16 + 1;
  const bool greater = !found_ || tried_ > best_;
  if (bound == fewest_ && !greater) return;
  const uint32_t edits = DistanceOf(shift, first, last);
  if (edits > fewest_ || (edits == fewest_ && !greater)) return;
  fewest_ = edits;
  found_ = true;
  best_.swap(tried_);
}

// Returns the distance of the words in tried_, in which the shift changed [first, last).
uint32_t MatchedShifts::DistanceOf(const Shift& shift, uint32_t first, uint32_t last) {
  if (by_runs_) return moved_.Moved(shift.start, shift.length, shift.target);
  changed_.clear();
  for (uint32_t at = first; at < last; ++at) changed_.push_back(name_of_[tried_[at]]);
  return distance_.Changed(first, changed_);
}

Tokens MatchedShifts::Shifted() {
  if (!shifted_) return hypothesis_;
  begin_.Grow(words_.size(), 0);
  end_.Grow(words_.size(), 0);
  for (size_t i = 0; i < words_.size(); ++i) {
    begin_[i] = hypothesis_.begin[token_of_[words_[i]]];
    end_[i] = hypothesis_.end[token_of_[words_[i]]];
  }
  return {hypothesis_.base, begin_.data(), end_.data(), nullptr, hypothesis_.count};
}

double MatchedShifts::Cost() {
  double cost = 0;
  const size_t count = words_.size();
  for (size_t i = 0; shifted_ && i < count;) {
    const auto here = words_.begin() + static_cast<ptrdiff_t>(i);
    const auto found =
        original_[i] == words_[i] ? here : std::find(here + 1, words_.end(), original_[i]);
    if (found == here || found == words_.end()) {
      ++i;
      continue;
    }
    uint64_t characters = 0, run = 0;
    for (auto at = found; at != words_.end() && original_[i] == *at; ++at, ++i, ++run) {
      characters += CharactersOf(hypothesis_[token_of_[*at]]);
    }
    cost += static_cast<double>(characters) / static_cast<double>(run);
  }
  return cost;
}

}  // namespace mtgauge
