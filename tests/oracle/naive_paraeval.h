// ParaEval by its definition, on words as strings. Slow and plain; the metric is compared with
// this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mtgauge::oracle {

using Phrase = std::vector<std::string>;
using ParaphraseList = std::vector<std::pair<Phrase, Phrase>>;

struct NaiveParaEval {
  int64_t hyp_matched = 0, ref_matched = 0;
};

class NaiveParaEvalMatcher {
 public:
  NaiveParaEvalMatcher(Phrase hyp, std::vector<Phrase> refs, const ParaphraseList& table,
                       size_t shortest)
      : hyp_(std::move(hyp)), refs_(std::move(refs)), table_(table), matched_(hyp_.size()) {
    for (const Phrase& ref : refs_) taken_.emplace_back(ref.size());
    for (const bool single : {false, true}) MatchPhrases(single, shortest);
    for (size_t i = 0; i < hyp_.size(); ++i) {
      if (matched_[i] || !TakeAnywhere({{hyp_[i]}})) continue;
      matched_[i] = true;
    }
  }

  NaiveParaEval Counts() const {
    NaiveParaEval counts;
    counts.hyp_matched = std::count(matched_.begin(), matched_.end(), true);
    for (const auto& taken : taken_) {
      counts.ref_matched += std::count(taken.begin(), taken.end(), true);
    }
    return counts;
  }

 private:
  void MatchPhrases(bool single, size_t shortest) {
    for (size_t i = 0; i < hyp_.size(); ++i) {
      for (size_t length = hyp_.size() - i; length >= shortest; --length) {
        if (std::count(matched_.begin() + Offset(i), matched_.begin() + Offset(i + length), true)) {
          continue;
        }
        const Phrase phrase(hyp_.begin() + Offset(i), hyp_.begin() + Offset(i + length));
        if (!TakeAnywhere(StandIns(phrase, single))) continue;
        std::fill_n(matched_.begin() + Offset(i), length, true);
        i += length - 1;
        break;
      }
    }
  }

  // Returns the alternatives of a phrase that the table contains.
  std::vector<Phrase> StandIns(const Phrase& phrase, bool single) const {
    std::vector<Phrase> all;
    for (const auto& [from, to] : table_) {
      if (from != phrase) continue;
      for (const Phrase& each : {phrase, to}) {
        if ((phrase.size() == 1 && each.size() == 1) == single) all.push_back(each);
      }
    }
    return all;
  }

  // Takes the leftmost free position, and there the longest phrase, in each reference that has one.
  bool TakeAnywhere(const std::vector<Phrase>& phrases) {
    bool found = false;
    for (size_t r = 0; r < refs_.size(); ++r) {
      size_t length = 0, at = 0;
      for (; at < refs_[r].size() && length == 0; ++at) {
        for (const Phrase& phrase : phrases) {
          if (Fits(phrase, r, at)) length = std::max(length, phrase.size());
        }
        if (length > 0) break;
      }
      std::fill_n(taken_[r].begin() + Offset(at), length, true);
      found = found || length > 0;
    }
    return found;
  }

  bool Fits(const Phrase& phrase, size_t r, size_t at) const {
    if (at + phrase.size() > refs_[r].size()) return false;
    for (size_t k = 0; k < phrase.size(); ++k) {
      if (taken_[r][at + k] || refs_[r][at + k] != phrase[k]) return false;
    }
    return true;
  }

  static std::ptrdiff_t Offset(size_t i) { return static_cast<std::ptrdiff_t>(i); }

  Phrase hyp_;
  std::vector<Phrase> refs_;
  const ParaphraseList& table_;
  std::vector<bool> matched_;
  std::vector<std::vector<bool>> taken_;
};

}  // namespace mtgauge::oracle
