// The figures of a segment's terms by their definitions: all places of all phrases are tried.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mtgauge::oracle {

using NaiveWords = std::vector<std::string>;  // or letters, for terms within words
struct NaiveTerm {
  NaiveWords term;
  std::vector<NaiveWords> forms;
};

inline bool StandsAt(const NaiveWords& text, const NaiveWords& phrase, size_t at) {
  return at + phrase.size() <= text.size() &&
         std::equal(phrase.begin(), phrase.end(), text.begin() + static_cast<ptrdiff_t>(at));
}
inline std::vector<size_t> AllPlaces(const NaiveWords& text, const NaiveWords& phrase) {
  std::vector<size_t> places;
  for (size_t at = 0; at < text.size(); ++at) {
    if (StandsAt(text, phrase, at)) places.push_back(at);
  }
  return places;
}
// As Python's str.count(): places that do not overlap, from the left.
inline std::vector<size_t> ApartPlaces(const NaiveWords& text, const NaiveWords& phrase) {
  std::vector<size_t> places;
  for (size_t at = 0; at < text.size();) {
    if (StandsAt(text, phrase, at)) places.push_back(at);
    at += StandsAt(text, phrase, at) ? phrase.size() : 1;
  }
  return places;
}

struct NaiveFigure {
  double matched = 0;
  size_t terms = 0;
};

inline bool HasForm(const NaiveWords& text, const NaiveTerm& term) {
  return std::any_of(term.forms.begin(), term.forms.end(),
                     [&](const NaiveWords& form) { return !AllPlaces(text, form).empty(); });
}

inline NaiveFigure NaiveRate(const std::vector<NaiveTerm>& glossary, const NaiveWords& source,
                             const NaiveWords& hypothesis) {
  NaiveFigure figure;
  for (const NaiveTerm& term : glossary) {
    if (AllPlaces(source, term.term).empty()) continue;
    ++figure.terms;
    figure.matched += HasForm(hypothesis, term) ? 1 : 0;
  }
  return figure;
}

inline NaiveFigure NaiveOccurrences(const std::vector<NaiveTerm>& glossary,
                                    const NaiveWords& source, const NaiveWords& hypothesis,
                                    const NaiveWords& reference) {
  NaiveFigure figure;
  for (const NaiveTerm& term : glossary) {
    const size_t wanted = ApartPlaces(source, term.term).size();
    if (wanted == 0 || !HasForm(reference, term)) continue;
    size_t found = 0;
    for (const NaiveWords& form : term.forms) found += ApartPlaces(hypothesis, form).size();
    ++figure.terms;
    figure.matched += std::min(1.0, static_cast<double>(found) / static_cast<double>(wanted));
  }
  return figure;
}

inline NaiveFigure NaiveExact(const std::vector<NaiveTerm>& glossary, const NaiveWords& source,
                              const NaiveWords& hypothesis) {
  // By place; of terms that begin together, the shorter one first.
  std::set<std::pair<std::pair<size_t, size_t>, size_t>> occurrences;
  for (size_t t = 0; t < glossary.size(); ++t) {
    for (const size_t at : ApartPlaces(source, glossary[t].term)) {
      occurrences.insert({{at, glossary[t].term.size()}, t});
    }
  }
  NaiveFigure figure;
  std::set<size_t> begun;
  for (const auto& [place, t] : occurrences) {
    ++figure.terms;
    bool found = false;
    for (const NaiveWords& form : glossary[t].forms) {
      for (const size_t at : AllPlaces(hypothesis, form)) {
        if (!found && begun.insert(at).second) found = true;
      }
    }
    figure.matched += found ? 1 : 0;
  }
  return figure;
}

inline NaiveWords WordsAround(const NaiveWords& text, size_t begin, size_t end, size_t window,
                              const std::string& marks) {
  NaiveWords around;
  const auto is_mark = [&](const std::string& word) { return marks.find(word) != marks.npos; };
  for (size_t i = begin, left = window; i > 0 && left > 0; --i) {
    if (is_mark(text[i - 1])) continue;
    around.push_back(text[i - 1]);
    --left;
  }
  for (size_t i = end, left = window; i < text.size() && left > 0; ++i) {
    if (is_mark(text[i])) continue;
    around.push_back(text[i]);
    --left;
  }
  return around;
}

inline NaiveFigure NaiveWindow(const std::vector<NaiveTerm>& glossary, const NaiveWords& source,
                               const NaiveWords& hypothesis, const NaiveWords& reference,
                               size_t window, const std::string& marks) {
  std::set<NaiveWords> forms;
  for (const NaiveTerm& term : glossary) {
    if (AllPlaces(source, term.term).empty() || !HasForm(reference, term)) continue;
    forms.insert(term.forms.begin(), term.forms.end());
  }
  if (forms.empty()) return {};
  double sum = 0;
  size_t count = 0;
  for (const NaiveWords& form : forms) {
    std::vector<size_t> free = AllPlaces(reference, form), places = AllPlaces(hypothesis, form);
    while (!free.empty() && !places.empty()) {
      double best = -1;
      size_t best_r = 0, best_h = 0;
      for (size_t r = 0; r < free.size(); ++r) {
        for (size_t h = 0; h < places.size(); ++h) {
          const NaiveWords wanted =
              WordsAround(reference, free[r], free[r] + form.size(), window, marks);
          std::map<std::string, int> left;
          for (const std::string& word :
               WordsAround(hypothesis, places[h], places[h] + form.size(), window, marks)) {
            ++left[word];
          }
          const auto common = std::count_if(wanted.begin(), wanted.end(),
                                            [&](const auto& word) { return left[word]-- > 0; });
          const double share =
              wanted.empty() ? 0 : static_cast<double>(common) / static_cast<double>(wanted.size());
          if (share <= best) continue;
          best = share;
          best_r = r;
          best_h = h;
        }
      }
      sum += best;
      ++count;
      free.erase(free.begin() + static_cast<ptrdiff_t>(best_r));
      places.erase(places.begin() + static_cast<ptrdiff_t>(best_h));
    }
  }
  return {count == 0 ? 0 : sum / static_cast<double>(count), 1};
}

// The share of a term's translations in many segments that are the one that is meant; of texts
// as letters.
struct NaiveConsistency {
  double micro = 0, macro = 0;
};
inline NaiveConsistency NaiveConsistencyOf(const std::vector<NaiveTerm>& glossary,
                                           const std::vector<NaiveWords>& sources,
                                           const std::vector<NaiveWords>& hypotheses,
                                           bool predefined) {
  NaiveConsistency of;
  size_t all = 0, same = 0, terms = 0;
  for (const NaiveTerm& term : glossary) {
    std::map<size_t, size_t> counts;  // by translation
    size_t segments = 0;
    for (size_t i = 0; i < sources.size(); ++i) {
      if (AllPlaces(sources[i], term.term).empty()) continue;
      ++segments;
      std::set<std::pair<std::pair<size_t, size_t>, size_t>> found;  // by place, the longest first
      for (size_t f = 0; f < term.forms.size(); ++f) {
        for (const size_t at : AllPlaces(hypotheses[i], term.forms[f])) {
          found.insert({{at, SIZE_MAX - term.forms[f].size()}, f});
        }
      }
      if (!found.empty()) ++counts[found.begin()->second];
    }
    if (segments == 0) continue;
    size_t meant = predefined ? counts[0] : 0;
    for (const auto& [form, count] : counts) meant = predefined ? meant : std::max(meant, count);
    all += segments;
    same += meant;
    ++terms;
    of.macro += static_cast<double>(meant) / static_cast<double>(segments);
  }
  if (terms == 0) return {};
  return {100.0 * static_cast<double>(same) / static_cast<double>(all),
          100.0 * of.macro / static_cast<double>(terms)};
}

}  // namespace mtgauge::oracle
