// CharCut by its rules: all strings of both texts in tables, and Python's difflib over single
// characters. Slow and plain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/text/folding.h"

namespace mtgauge::oracle {

using Places = std::set<size_t>;
using StringPlaces = std::map<std::u32string, Places>;

inline std::vector<std::pair<size_t, size_t>> NaiveTokens(const std::u32string& text) {
  std::vector<std::pair<size_t, size_t>> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    while (IsWordCharacter(text[i]) && end < text.size() && IsWordCharacter(text[end])) ++end;
    tokens.emplace_back(i, end);
    i = end;
  }
  return tokens;
}

inline StringPlaces TokenRuns(const std::u32string& text) {
  StringPlaces runs;
  const auto tokens = NaiveTokens(text);
  for (size_t i = 0; i < tokens.size(); ++i) {
    for (size_t j = i; j < tokens.size(); ++j) {
      const size_t begin = tokens[i].first;
      runs[text.substr(begin, tokens[j].second - begin)].insert(begin);
    }
  }
  return runs;
}

// Of each word with what stands before and after it; none begins after the word.
inline StringPlaces RunsInsideWords(const std::u32string& text) {
  StringPlaces runs;
  std::vector<std::pair<size_t, size_t>> words;
  for (const auto& token : NaiveTokens(text)) {
    if (IsWordCharacter(text[token.first])) words.push_back(token);
  }
  const bool none = words.empty();
  if (none) words.emplace_back(0, text.size());
  for (size_t k = 0; k < words.size(); ++k) {
    const size_t begin = k > 0 ? words[k - 1].second : 0;
    const size_t end = k + 1 < words.size() ? words[k + 1].first : text.size();
    for (size_t i = begin; i < words[k].second; ++i) {
      for (size_t j = i + 1; j <= end; ++j) runs[text.substr(i, j - i)].insert(i);
    }
  }
  return runs;
}

struct NaiveRun {
  std::u32string text;
  Places hyp, ref;
  auto Key() const {
    return std::tuple(-static_cast<int64_t>(text.size()), hyp.size() == ref.size(),
                      hyp.size() + ref.size(), std::vector<size_t>(hyp.begin(), hyp.end()));
  }
};

inline std::vector<NaiveRun> CommonRuns(const std::u32string& hyp, const std::u32string& ref,
                                        size_t least) {
  std::map<std::u32string, NaiveRun> common;
  const StringPlaces of_hyp = TokenRuns(hyp), of_ref = TokenRuns(ref);
  for (const auto& [text, places] : of_hyp) {
    const auto other = of_ref.find(text);
    if (text.size() < least && !(hyp.starts_with(text) && ref.starts_with(text)) &&
        !(hyp.ends_with(text) && ref.ends_with(text))) {
      continue;
    }
    if (other == of_ref.end()) continue;
    if (text.size() >= least) {
      common[text] = {text, places, other->second};
    } else if (places.count(0) != 0 && other->second.count(0) != 0) {
      common[text] = {text, {0}, {0}};
    } else if (places.count(hyp.size() - text.size()) != 0 &&
               other->second.count(ref.size() - text.size()) != 0) {
      common[text] = {text, {hyp.size() - text.size()}, {ref.size() - text.size()}};
    }
  }
  const StringPlaces in_hyp = RunsInsideWords(hyp), in_ref = RunsInsideWords(ref);
  for (const auto& [text, places] : in_hyp) {
    const auto other = in_ref.find(text);
    if (text.size() >= least && other != in_ref.end()) {
      common[text] = {text, places, other->second};
    }
  }
  std::vector<NaiveRun> runs;
  for (auto& [text, run] : common) runs.push_back(run);
  std::sort(runs.begin(), runs.end(),
            [](const NaiveRun& a, const NaiveRun& b) { return a.Key() < b.Key(); });
  return runs;
}

struct NaiveMatch {
  size_t hyp, ref, length;
  bool regular = false;
};

inline std::vector<NaiveMatch> NaiveMatches(const std::u32string& hyp, const std::u32string& ref,
                                            size_t least) {
  std::vector<bool> hyp_used(hyp.size()), ref_used(ref.size());
  const auto free = [](const std::vector<bool>& used, const Places& places, size_t length) {
    return std::find_if(places.begin(), places.end(), [&](size_t at) {
      const auto begin = used.begin() + static_cast<std::ptrdiff_t>(at);
      return std::none_of(begin, begin + static_cast<std::ptrdiff_t>(length),
                          [](bool is_used) { return is_used; });
    });
  };
  std::vector<NaiveMatch> matches;
  for (const NaiveRun& run : CommonRuns(hyp, ref, least)) {
    while (true) {
      const auto h = free(hyp_used, run.hyp, run.text.size());
      const auto r = free(ref_used, run.ref, run.text.size());
      if (h == run.hyp.end() || r == run.ref.end()) break;
      matches.push_back({*h, *r, run.text.size()});
      for (size_t k = 0; k < run.text.size(); ++k) hyp_used[*h + k] = ref_used[*r + k] = true;
    }
  }
  return matches;
}

// Python's SequenceMatcher: the longest common block, the first of equals, then before and after.
// `a` and `b` have the same elements, each once.
inline void MatchBlocks(const std::vector<size_t>& a, const std::vector<size_t>& b,
                        std::vector<bool>& common) {
  size_t best_a = 0, best_b = 0, best = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      size_t n = 0;
      while (i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n]) ++n;
      if (n > best) best = n, best_a = i, best_b = j;
    }
  }
  if (best == 0) return;
  for (size_t k = 0; k < best; ++k) common[a[best_a + k]] = true;
  const auto part = [](const std::vector<size_t>& all, size_t begin, size_t end) {
    return std::vector<size_t>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                               all.begin() + static_cast<std::ptrdiff_t>(end));
  };
  MatchBlocks(part(a, 0, best_a), part(b, 0, best_b), common);
  MatchBlocks(part(a, best_a + best, a.size()), part(b, best_b + best, b.size()), common);
}

inline uint64_t NaiveCharCut(const std::u32string& hyp, const std::u32string& ref, size_t least) {
  std::vector<NaiveMatch> matches = NaiveMatches(hyp, ref, least);
  // Characters of matches are named by their place in the hypothesis.
  std::vector<size_t> a, b;
  const auto list = [&](size_t NaiveMatch::*place, std::vector<size_t>& out) {
    std::sort(matches.begin(), matches.end(),
              [place](const NaiveMatch& x, const NaiveMatch& y) { return x.*place < y.*place; });
    for (const NaiveMatch& match : matches) {
      for (size_t k = 0; k < match.length; ++k) out.push_back(match.hyp + k);
    }
  };
  list(&NaiveMatch::hyp, a);
  list(&NaiveMatch::ref, b);
  std::vector<bool> common(hyp.size());
  MatchBlocks(a, b, common);
  for (NaiveMatch& match : matches) match.regular = common[match.hyp];
  size_t cost = hyp.size() + ref.size();
  for (size_t k = 0; k < matches.size(); ++k) {  // in the order of the reference
    const NaiveMatch& match = matches[k];
    cost -= 2 * match.length;
    if (match.regular) continue;
    size_t before = k, after = k, distance = 0;
    while (before > 0 && !matches[before].regular) --before;
    while (after + 1 < matches.size() && !matches[after].regular) ++after;
    if (matches[before].regular && matches[before].hyp > match.hyp) {
      distance = matches[before].hyp + matches[before].length - match.hyp - match.length;
    }
    if (matches[after].regular && matches[after].hyp < match.hyp) {
      distance = match.hyp - matches[after].hyp;
    }
    const bool stays = std::exp(static_cast<double>(match.length)) >= static_cast<double>(distance);
    cost += stays ? match.length : 2 * match.length;
  }
  return cost;
}

}  // namespace mtgauge::oracle
