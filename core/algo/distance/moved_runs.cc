// Lists common runs by their strings. A run that occurs at a place also occurs there with any
// smaller length, so it is enough to know the greatest length at each place of both texts.
#include "core/algo/distance/moved_runs.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "core/base/pinned_math.h"
#include "core/text/folding.h"

namespace mtgauge {
namespace {

// Bounds of the list of runs: its time, in characters, and its memory, in runs of about 150 bytes
// with their places.
constexpr uint64_t kMostListed = uint64_t{1} << 32, kMostRuns = uint64_t{1} << 21;

// Finds how long the common run is that begins with a symbol of the hypothesis, at most `room`, and
// at each place of the reference, at most `rooms`. `extended` has the lengths without these bounds
// for the next symbol, and gets those of this one. Returns the longest. One loop without a branch
// and of signed numbers, which compilers make a loop over vectors.
int32_t LongestRun(char32_t symbol, int32_t room, std::u32string_view reference,
                   const int32_t* __restrict rooms, int32_t* __restrict extended,
                   int32_t* __restrict longest) {
  const char32_t* const __restrict symbols = reference.data();
  int32_t most = 0;
  for (size_t j = 0; j < reference.size(); ++j) {
    const int32_t longer = extended[j + 1] + 1;
    const int32_t whole = symbols[j] == symbol ? longer : 0;
    extended[j] = whole;
    const int32_t length = std::min(std::min(whole, room), rooms[j]);
    most = std::max(most, length);
    longest[j] = std::max(longest[j], length);
  }
  return most;
}

}  // namespace

void MovedRuns::Side::Set(std::u32string_view new_text) {
  text = new_text;
  const auto size = static_cast<uint32_t>(text.size());
  tokens.clear();
  limits.assign(size, 0);
  uint32_t from = 0, end = 0;  // places that belong to the last word, and its end
  bool in_word = false;
  for (uint32_t i = 0; i < size; ++i) {
    const bool word = IsWordCharacter(text[i]);
    if (!word || !in_word) tokens.push_back(i);
    if (word && !in_word && end > 0) {
      std::fill(limits.begin() + from, limits.begin() + end, i);
      from = end;
    }
    if (word) end = i + 1;
    in_word = word;
  }
  tokens.push_back(size);
  // The last word, or a text without words.
  std::fill(limits.begin() + from, limits.begin() + (end > 0 ? end : size), size);
  rooms.resize(size);
  for (uint32_t i = 0; i < size; ++i) {
    rooms[i] = static_cast<int32_t>(std::max(limits[i], i) - i);
  }
}

// Where a run occurs inside words, its places as tokens do not count.
bool MovedRuns::Add(std::u32string_view text, uint32_t place, PlacesOf side, bool inside_words) {
  listed_ += text.size();
  if (listed_ > kMostListed || ++count_ > kMostRuns) return false;
  RunTable::Run& run = runs_.RunOf(text);
  if (inside_words && !run.inside_words) run = {text, {}, {}, true};
  runs_.Append(place, run.*side);
  return true;
}

// Finds the longest common runs from each place of both texts on.
void MovedRuns::FindLongest(std::u32string_view hyp, std::span<const int32_t> hyp_rooms,
                            std::u32string_view ref, std::span<const int32_t> ref_rooms) {
  most_hyp_.assign(hyp.size(), 0);
  most_ref_.assign(ref.size(), 0);
  extension_.assign(ref.size() + 1, 0);
  for (size_t i = hyp.size(); i-- > 0;) {
    most_hyp_[i] = LongestRun(hyp[i], hyp_rooms[i], ref, ref_rooms.data(), extension_.data(),
                              most_ref_.data());
  }
}

bool MovedRuns::AddTokenRuns(uint32_t least) {
  for (Side* const side : {&hyp_, &ref_}) {
    side->numbers.clear();
    for (size_t i = 0; i + 1 < side->tokens.size(); ++i) {
      side->numbers += static_cast<char32_t>(runs_.IndexOf(side->token(i)));
    }
  }
  runs_.Clear();
  free_.assign(std::max(hyp_.tokens.size(), ref_.tokens.size()), INT32_MAX);
  FindLongest(hyp_.numbers, free_, ref_.numbers, free_);
  const auto add = [&](const Side& side, const std::vector<int32_t>& most, PlacesOf places) {
    for (size_t i = 0; i < most.size(); ++i) {
      for (size_t count = 1; count <= static_cast<size_t>(most[i]); ++count) {
        const uint32_t begin = side.tokens[i], length = side.tokens[i + count] - begin;
        if (length < least) continue;
        if (!Add(side.text.substr(begin, length), begin, places, false)) return false;
      }
    }
    return true;
  };
  return add(hyp_, most_hyp_, &RunTable::Run::hyp) && add(ref_, most_ref_, &RunTable::Run::ref);
}

// Adds common tokens at the beginning and at the end, even if they are shorter.
void MovedRuns::AddEnds() {
  const size_t hyps = hyp_.tokens.size() - 1, refs = ref_.tokens.size() - 1;
  const auto hyp_end = static_cast<uint32_t>(hyp_.text.size()),
             ref_end = static_cast<uint32_t>(ref_.text.size());
  const auto place = [&](std::u32string_view text, uint32_t hyp, uint32_t ref) {
    RunTable::Run& run = runs_.RunOf(text);
    if (run.hyp.count > 0) return;
    runs_.Append(hyp, run.hyp);
    runs_.Append(ref, run.ref);
  };
  for (size_t n = 1; n <= std::min(hyps, refs); ++n) {
    const std::u32string_view text = hyp_.text.substr(0, hyp_.tokens[n]);
    if (ref_.tokens[n] != hyp_.tokens[n] || !ref_.text.starts_with(text)) break;
    place(text, 0, 0);
  }
  for (size_t n = 1; n <= std::min(hyps, refs); ++n) {
    const std::u32string_view text = hyp_.text.substr(hyp_.tokens[hyps - n]);
    if (ref_end - ref_.tokens[refs - n] != text.size() || !ref_.text.ends_with(text)) break;
    place(text, hyp_end - static_cast<uint32_t>(text.size()), ref_.tokens[refs - n]);
  }
}

bool MovedRuns::AddInsideWords(uint32_t least) {
  FindLongest(hyp_.text, hyp_.rooms, ref_.text, ref_.rooms);
  const auto add = [&](const Side& side, const std::vector<int32_t>& most, PlacesOf places) {
    for (uint32_t i = 0; i < most.size(); ++i) {
      for (uint32_t length = least; length <= static_cast<uint32_t>(most[i]); ++length) {
        if (!Add(side.text.substr(i, length), i, places, true)) return false;
      }
    }
    return true;
  };
  return add(hyp_, most_hyp_, &RunTable::Run::hyp) && add(ref_, most_ref_, &RunTable::Run::ref);
}

// Two runs of the same length have different first places.
void MovedRuns::RankRuns() {
  const std::span<const RunTable::Run> runs = runs_.runs();
  order_.clear();
  for (uint32_t i = 0; i < runs.size(); ++i) {
    const uint32_t hyp = runs[i].hyp.count, ref = runs[i].ref.count;
    order_.push_back({~static_cast<uint32_t>(runs[i].text.size()), hyp == ref ? 1u : 0u, hyp + ref,
                      runs_.place(runs[i].hyp.first).at, i});
  }
  std::sort(order_.begin(), order_.end());
}

// All runs so far are at least as long, so they cover an end of this one or nothing.
uint32_t MovedRuns::NextFree(uint32_t place, uint32_t length,
                             const std::vector<uint8_t>& used) const {
  while (place != RunTable::kNone) {
    const uint32_t at = runs_.place(place).at;
    if (used[at] == 0 && used[at + length - 1] == 0) break;
    place = runs_.place(place).next;
  }
  return place;
}

void MovedRuns::TakeRuns() {
  RankRuns();
  hyp_used_.assign(hyp_.text.size(), 0);
  ref_used_.assign(ref_.text.size(), 0);
  matches_.clear();
  for (const Rank& rank : order_) {
    const RunTable::Run& run = runs_.runs()[rank.run];
    const auto length = static_cast<uint32_t>(run.text.size());
    uint32_t h = run.hyp.first, r = run.ref.first;
    while (true) {
      h = NextFree(h, length, hyp_used_);
      r = NextFree(r, length, ref_used_);
      if (h == RunTable::kNone || r == RunTable::kNone) break;
      const Match match = {runs_.place(h).at, runs_.place(r).at, length};
      std::fill_n(hyp_used_.begin() + match.hyp, length, uint8_t{1});
      std::fill_n(ref_used_.begin() + match.ref, length, uint8_t{1});
      matches_.push_back(match);
    }
  }
}

// Marks the longest run of matches that follow each other in both texts, the first of equally long
// ones, and goes on before and behind it, as Python's difflib. [begin, end) are matches in the
// order of the hypothesis, [first, last) their ranks in that of the reference.
void MovedRuns::FindRegular(size_t begin, size_t end, size_t first, size_t last) {
  std::vector<std::array<size_t, 4>> ranges = {{begin, end, first, last}};
  while (!ranges.empty()) {
    const auto [from, to, low, high] = ranges.back();
    ranges.pop_back();
    size_t best = from, best_count = 0, best_length = 0, count = 0, length = 0;
    for (size_t i = from; i < to; ++i) {
      const bool inside = rank_[i] >= low && rank_[i] < high;
      const bool follows = count > 0 && rank_[i] == rank_[i - 1] + 1;
      count = inside ? (follows ? count + 1 : 1) : 0;
      length = inside ? (follows ? length : 0) + matches_[i].length : 0;
      if (length > best_length) best_length = length, best_count = count, best = i + 1 - count;
    }
    if (best_count == 0) continue;
    for (size_t i = best; i < best + best_count; ++i) matches_[i].regular = true;
    ranges.push_back({from, best, low, rank_[best]});
    ranges.push_back({best + best_count, to, rank_[best] + best_count, high});
  }
}

uint64_t MovedRuns::CostOfShifts() const {
  uint64_t cost = 0;
  for (size_t k = 0; k < by_ref_.size(); ++k) {
    const Match& match = matches_[by_ref_[k]];
    if (match.regular) continue;
    // The distance in the hypothesis to the regular match that it stands beside in the reference.
    uint32_t distance = 0;
    for (size_t b = k; b-- > 0;) {
      const Match& before = matches_[by_ref_[b]];
      if (!before.regular) continue;
      if (before.hyp > match.hyp) {
        distance = before.hyp + before.length - match.hyp - match.length;
      }
      break;
    }
    for (size_t a = k + 1; a < by_ref_.size(); ++a) {
      const Match& after = matches_[by_ref_[a]];
      if (!after.regular) continue;
      if (after.hyp < match.hyp) distance = match.hyp - after.hyp;
      break;
    }
    const bool near = match.length > 30 || PinnedExp(match.length) >= distance;
    cost += near ? match.length : 2 * match.length;
  }
  return cost;
}

bool MovedRuns::Cost(std::u32string_view hypothesis, std::u32string_view reference, uint32_t least,
                     uint64_t* cost) {
  *cost = 0;
  if (hypothesis == reference) return true;
  hyp_.Set(hypothesis);
  ref_.Set(reference);
  runs_.Clear();
  listed_ = count_ = 0;
  if (!AddTokenRuns(least)) return false;
  AddEnds();
  if (!AddInsideWords(least)) return false;
  TakeRuns();
  std::sort(matches_.begin(), matches_.end(),
            [](const Match& a, const Match& b) { return a.hyp < b.hyp; });
  by_ref_.resize(matches_.size());
  rank_.resize(matches_.size());
  std::iota(by_ref_.begin(), by_ref_.end(), 0u);
  std::sort(by_ref_.begin(), by_ref_.end(),
            [this](uint32_t a, uint32_t b) { return matches_[a].ref < matches_[b].ref; });
  for (uint32_t k = 0; k < by_ref_.size(); ++k) rank_[by_ref_[k]] = k;
  FindRegular(0, matches_.size(), 0, matches_.size());
  *cost = hypothesis.size() + reference.size() + CostOfShifts();
  for (const Match& match : matches_) *cost -= 2 * uint64_t{match.length};
  return true;
}

}  // namespace mtgauge
