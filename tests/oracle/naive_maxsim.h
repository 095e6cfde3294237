// MAXSIM by its definition, with the third stage by trying every matching.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace mtgauge::oracle {

struct TaggedWord {
  std::string lemma, tag;  // the tag is empty if there is none
};
using TaggedWords = std::vector<TaggedWord>;
using SynonymRelation = std::function<bool(const std::string&, const std::string&)>;

// Returns the greatest weight of a matching of the rows from `row` on with the free columns.
inline double NaiveMatching(const std::vector<std::vector<double>>& weights, size_t row,
                            std::vector<bool>& taken) {
  if (row == weights.size()) return 0;
  double best = NaiveMatching(weights, row + 1, taken);
  for (size_t c = 0; c < weights[row].size(); ++c) {
    if (taken[c] || weights[row][c] == 0) continue;
    taken[c] = true;
    best = std::max(best, weights[row][c] + NaiveMatching(weights, row + 1, taken));
    taken[c] = false;
  }
  return best;
}

inline double NaiveSimilarity(const TaggedWords& a, const TaggedWords& b,
                              const SynonymRelation& synonyms) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) {
    const double syn = a[k].lemma == b[k].lemma || synonyms(a[k].lemma, b[k].lemma) ? 1 : 0;
    const bool untagged = a[k].tag.empty() && b[k].tag.empty();
    const double s = untagged ? syn : ((a[k].tag == b[k].tag ? 1 : 0) + syn) / 2;
    if (s == 0) return 0;
    sum += s;
  }
  return sum / static_cast<double>(a.size());
}

inline std::vector<TaggedWords> NaiveNgrams(const TaggedWords& words, size_t n) {
  std::vector<TaggedWords> out;
  for (size_t i = 0; i + n <= words.size(); ++i) {
    out.emplace_back(words.begin() + static_cast<long>(i),
                     words.begin() + static_cast<long>(i + n));
  }
  return out;
}

// Removes the pairs for which `equal` is true, each with the first free partner; returns their
// number.
template <typename Equal>
double NaiveStage(std::vector<TaggedWords>& hyp, std::vector<TaggedWords>& ref,
                  const Equal& equal) {
  double matched = 0;
  for (size_t i = 0; i < hyp.size();) {
    const auto found = std::find_if(ref.begin(), ref.end(),
                                    [&](const auto& other) { return equal(hyp[i], other); });
    if (found == ref.end()) {
      ++i;
      continue;
    }
    ref.erase(found);
    hyp.erase(hyp.begin() + static_cast<long>(i));
    ++matched;
  }
  return matched;
}

inline double NaiveMatched(std::vector<TaggedWords> hyp, std::vector<TaggedWords> ref,
                           const SynonymRelation& synonyms) {
  const auto equal = [](bool tags) {
    return [tags](const TaggedWords& a, const TaggedWords& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& x, const auto& y) {
        return x.lemma == y.lemma && (!tags || x.tag == y.tag);
      });
    };
  };
  double matched = NaiveStage(hyp, ref, equal(true)) + NaiveStage(hyp, ref, equal(false));
  std::vector<std::vector<double>> weights;
  for (const TaggedWords& a : hyp) {
    weights.emplace_back();
    for (const TaggedWords& b : ref) weights.back().push_back(NaiveSimilarity(a, b, synonyms));
  }
  std::vector<bool> taken(ref.size());
  return matched + NaiveMatching(weights, 0, taken);
}

inline double NaiveMaxsim(const TaggedWords& hyp, const TaggedWords& ref,
                          const SynonymRelation& synonyms, double alpha = 0.9) {
  double sum = 0;
  for (size_t n = 1; n <= 3; ++n) {
    const auto a = NaiveNgrams(hyp, n), b = NaiveNgrams(ref, n);
    if (a.empty() || b.empty()) continue;
    const double matched = NaiveMatched(a, b, synonyms);
    const double p = matched / static_cast<double>(a.size());
    const double r = matched / static_cast<double>(b.size());
    if (matched > 0) sum += p * r / (alpha * p + (1 - alpha) * r);
  }
  return sum / 3;
}

}  // namespace mtgauge::oracle
