// Lists common runs by their strings. A run that occurs at a place also occurs there with any
// smaller length, so it is enough to know the greatest length at each place of both texts.
#include "core/algo/distance/moved_runs.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/pinned_math.h"
#include "core/text/folding.h"

namespace mtgauge {
namespace {

// Bounds of the list of runs: its time, in characters, and its memory, in runs of about 150 bytes.
constexpr uint64_t kMostListed = uint64_t{1} << 32, kMostRuns = uint64_t{1} << 21;
// Clearing a table takes as long as it is large, even if it holds little.
constexpr size_t kManyBuckets = 1 << 14;

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
}

bool MovedRuns::Add(std::u32string_view text, uint32_t place, PlacesOf side, Runs& runs) {
  listed_ += text.size();
  if (listed_ > kMostListed || ++count_ > kMostRuns) return false;
  (runs[text].*side).push_back(place);
  return true;
}

bool MovedRuns::AddTokenRuns(uint32_t least) {
  const size_t hyps = hyp_.tokens.size() - 1, refs = ref_.tokens.size() - 1;
  const auto token = [](const Side& side, size_t i) {
    return side.text.substr(side.tokens[i], side.tokens[i + 1] - side.tokens[i]);
  };
  most_hyp_.assign(hyps, 0);
  most_ref_.assign(refs, 0);
  extension_.assign(refs + 1, 0);
  for (size_t i = hyps; i-- > 0;) {
    for (size_t j = 0; j < refs; ++j) {
      extension_[j] = token(hyp_, i) == token(ref_, j) ? extension_[j + 1] + 1 : 0;
      most_hyp_[i] = std::max(most_hyp_[i], extension_[j]);
      most_ref_[j] = std::max(most_ref_[j], extension_[j]);
    }
  }
  const auto add = [&](const Side& side, const std::vector<uint32_t>& most, PlacesOf places) {
    for (size_t i = 0; i < most.size(); ++i) {
      for (size_t count = 1; count <= most[i]; ++count) {
        const uint32_t begin = side.tokens[i], length = side.tokens[i + count] - begin;
        if (length < least) continue;
        if (!Add(side.text.substr(begin, length), begin, places, runs_)) return false;
      }
    }
    return true;
  };
  return add(hyp_, most_hyp_, &Places::hyp) && add(ref_, most_ref_, &Places::ref);
}

// Adds common tokens at the beginning and at the end, even if they are shorter.
void MovedRuns::AddEnds() {
  const size_t hyps = hyp_.tokens.size() - 1, refs = ref_.tokens.size() - 1;
  const auto hyp_end = static_cast<uint32_t>(hyp_.text.size()),
             ref_end = static_cast<uint32_t>(ref_.text.size());
  const auto place = [&](std::u32string_view text, uint32_t hyp, uint32_t ref) {
    const auto [at, added] = runs_.try_emplace(text);
    if (added) at->second = {{hyp}, {ref}};
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
  const auto hyps = static_cast<uint32_t>(hyp_.text.size()),
             refs = static_cast<uint32_t>(ref_.text.size());
  most_hyp_.assign(hyps, 0);
  most_ref_.assign(refs, 0);
  extension_.assign(refs + 1, 0);
  for (uint32_t i = hyps; i-- > 0;) {
    const uint32_t room = std::max(hyp_.limits[i], i) - i;
    for (uint32_t j = 0; j < refs; ++j) {
      extension_[j] = hyp_.text[i] == ref_.text[j] ? extension_[j + 1] + 1 : 0;
      const uint32_t length = std::min({extension_[j], room, std::max(ref_.limits[j], j) - j});
      most_hyp_[i] = std::max(most_hyp_[i], length);
      most_ref_[j] = std::max(most_ref_[j], length);
    }
  }
  const auto add = [&](const Side& side, const std::vector<uint32_t>& most, PlacesOf places) {
    for (uint32_t i = 0; i < most.size(); ++i) {
      for (uint32_t length = least; length <= most[i]; ++length) {
        if (!Add(side.text.substr(i, length), i, places, inside_)) return false;
      }
    }
    return true;
  };
  if (!add(hyp_, most_hyp_, &Places::hyp) || !add(ref_, most_ref_, &Places::ref)) return false;
  for (auto& [text, places] : inside_) runs_[text] = std::move(places);
  return true;
}

void MovedRuns::TakeRuns() {
  std::vector<std::pair<std::u32string_view, const Places*>> order;
  for (const auto& [text, places] : runs_) order.emplace_back(text, &places);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    const auto key = [](const auto& run) {
      const size_t hyp = run.second->hyp.size(), ref = run.second->ref.size();
      return std::tuple(-static_cast<int64_t>(run.first.size()), hyp == ref, hyp + ref);
    };
    const auto of_a = key(a), of_b = key(b);
    return of_a != of_b ? of_a < of_b : a.second->hyp < b.second->hyp;
  });
  std::vector<bool> hyp_used(hyp_.text.size()), ref_used(ref_.text.size());
  matches_.clear();
  for (const auto& [text, places] : order) {
    const auto length = static_cast<uint32_t>(text.size());
    // All runs so far are at least as long, so they cover an end of this one or nothing.
    const auto next_free = [length](const std::vector<bool>& used, const std::vector<uint32_t>& at,
                                    size_t i) {
      while (i < at.size() && (used[at[i]] || used[at[i] + length - 1])) ++i;
      return i;
    };
    size_t h = 0, r = 0;
    while (true) {
      h = next_free(hyp_used, places->hyp, h);
      r = next_free(ref_used, places->ref, r);
      if (h == places->hyp.size() || r == places->ref.size()) break;
      const Match match = {places->hyp[h], places->ref[r], length};
      std::fill_n(hyp_used.begin() + match.hyp, length, true);
      std::fill_n(ref_used.begin() + match.ref, length, true);
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
  for (Runs* const runs : {&runs_, &inside_}) {
    runs->clear();
    if (runs->bucket_count() > kManyBuckets) *runs = Runs();
  }
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
