// A beam over the sets of words that are used up.
#include "core/algo/staged_alignment.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace mtgauge {
namespace {

constexpr uint32_t kWord = 64;

}  // namespace

void StagedAlignment::Begin(uint32_t hypothesis_size, uint32_t reference_size) {
  pairs_.assign(reference_size, kNone);
  taken_.assign(hypothesis_size, 0);
  fixed_.clear();
  options_.clear();
  ends_.clear();
  exact_ = true;
}

void StagedAlignment::Fix(size_t position, uint32_t hypothesis) {
  pairs_[position] = hypothesis;
  taken_[hypothesis] = 1;
  fixed_.emplace_back(static_cast<uint32_t>(position), hypothesis);
}

// The only pairs of both their words are in every largest choice.
void StagedAlignment::FixForcedPairs() {
  coverage_.assign(taken_.size(), 0);
  for (const uint32_t i : options_) ++coverage_[i];
  for (size_t j = 0; j < pairs_.size(); ++j) {
    const std::span<const uint32_t> options = OptionsOf(j);
    if (options.size() == 1 && coverage_[options[0]] == 1) Fix(j, options[0]);
  }
}

// The words that choices use up, numbered in their order.
void StagedAlignment::NumberChoices() {
  bits_.assign(taken_.size(), kNone);
  uint32_t bit = 0;
  for (size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i] == 0 && coverage_[i] > 0) bits_[i] = bit++;
  }
  words_ = bit / kWord + 1;
}

bool StagedAlignment::EndStage(uint32_t beam, uint64_t most_steps) {
  FixForcedPairs();
  NumberChoices();
  const uint64_t steps = options_.size() * (uint64_t{beam} * (1 + beam / 16) + fixed_.size()) +
                         pairs_.size() * uint64_t{beam} * words_;
  if (steps > most_steps) return false;
  states_.assign(1, {0, 0, 0, kNone, kNone, 0, 0});
  used_.assign(words_, 0);
  nodes_.clear();
  for (size_t j = 0; j < pairs_.size(); ++j) {
    if (pairs_[j] != kNone || OptionsOf(j).empty()) {
      Pass(j);
    } else {
      Choose(j, beam);
    }
  }
  const auto better = [](const State& x, const State& y) {
    return std::tuple(y.matches, x.crossings, y.joins) <
           std::tuple(x.matches, y.crossings, x.joins);
  };
  uint32_t node = std::min_element(states_.begin(), states_.end(), better)->node;
  for (; node != kNone; node = nodes_[node].before) {
    Fix(nodes_[node].position, nodes_[node].hypothesis);
  }
  options_.clear();
  ends_.clear();
  return true;
}

// A word about which nothing is to be chosen.
void StagedAlignment::Pass(size_t position) {
  const uint32_t hypothesis = pairs_[position];
  for (State& state : states_) {
    if (hypothesis != kNone && state.last != kNone && state.last + 1 == hypothesis) ++state.joins;
    state.last = hypothesis;
  }
}

uint32_t StagedAlignment::CrossingsWithFixed(size_t position, uint32_t hypothesis) const {
  uint32_t crossings = 0;
  for (const auto& [j, i] : fixed_) crossings += (j < position) != (i < hypothesis) ? 1 : 0;
  return crossings;
}

uint32_t StagedAlignment::UsedAbove(size_t state, uint32_t bit) const {
  const uint64_t* const used = used_.data() + state * words_;
  const uint32_t word = bit / kWord;
  int count = std::popcount(used[word] >> (bit % kWord));  // the bit itself is not set
  for (size_t w = word + 1; w < words_; ++w) count += std::popcount(used[w]);
  return static_cast<uint32_t>(count);
}

void StagedAlignment::Choose(size_t position, uint32_t beam) {
  const std::span<const uint32_t> options = OptionsOf(position);
  made_.clear();
  for (uint32_t s = 0; s < states_.size(); ++s) {
    State next = states_[s];
    next.from = s;
    next.last = kNone;
    next.option = kNone;
    made_.push_back(next);
  }
  for (const uint32_t i : options) {
    const uint32_t bit = bits_[i], fixed = CrossingsWithFixed(position, i);
    for (uint32_t s = 0; s < states_.size(); ++s) {
      if ((used_[s * words_ + bit / kWord] >> (bit % kWord) & 1) != 0) continue;
      State next = states_[s];
      ++next.matches;
      next.crossings += fixed + UsedAbove(s, bit);
      next.joins += next.last != kNone && next.last + 1 == i ? 1 : 0;
      next.last = next.option = i;
      next.from = s;
      made_.push_back(next);
    }
  }
  Keep(position, beam);
}

// Makes states of the best candidates. Of those that are equal so far the earlier words of the
// hypothesis come first. They are taken off a heap, since mostly few of many are kept.
void StagedAlignment::Keep(size_t position, uint32_t beam) {
  const auto worse = [](const State& x, const State& y) {
    return std::tuple(x.matches, y.crossings, x.joins, y.option, y.from) <
           std::tuple(y.matches, x.crossings, y.joins, x.option, x.from);
  };
  std::make_heap(made_.begin(), made_.end(), worse);
  states_.clear();
  next_used_.clear();
  for (; !made_.empty() && (states_.size() < beam || exact_); made_.pop_back()) {
    std::pop_heap(made_.begin(), made_.end(), worse);
    const bool is_new = AddUsed(made_.back());
    if (!is_new) continue;
    if (states_.size() == beam) {
      exact_ = false;
      next_used_.resize(beam * words_);
      break;
    }
    State& state = states_.emplace_back(made_.back());
    if (state.option != kNone) {
      const uint32_t before = state.node;
      state.node = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({before, static_cast<uint32_t>(position), state.option});
    }
  }
  used_.swap(next_used_);
}

// Puts what a candidate uses up behind that of the states; false if one of them is like it.
bool StagedAlignment::AddUsed(const State& made) {
  const size_t begin = next_used_.size();
  const auto from = used_.begin() + static_cast<std::ptrdiff_t>(made.from * words_);
  next_used_.insert(next_used_.end(), from, from + static_cast<std::ptrdiff_t>(words_));
  uint64_t* const used = next_used_.data() + begin;
  if (made.option != kNone) {
    used[bits_[made.option] / kWord] |= uint64_t{1} << (bits_[made.option] % kWord);
  }
  for (size_t s = 0; s < states_.size(); ++s) {
    if (states_[s].last != made.last) continue;
    if (!std::equal(used, used + words_, next_used_.data() + s * words_)) continue;
    next_used_.resize(begin);
    return false;
  }
  return true;
}

uint32_t StagedAlignment::Chunks() const {
  uint32_t chunks = 0, last = kNone;
  for (const uint32_t hypothesis : pairs_) {
    if (hypothesis != kNone && (last == kNone || last + 1 != hypothesis)) ++chunks;
    last = hypothesis;
  }
  return chunks;
}

}  // namespace mtgauge
