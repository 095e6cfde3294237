// SARI by maps from n-grams to counts, with the words of all texts given. Slow and plain.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mtgauge::oracle {

using SariWords = std::vector<std::string>;
using SariGrams = std::map<SariWords, int64_t>;

inline SariGrams NaiveSariGrams(const SariWords& words, size_t order) {
  SariGrams grams;
  for (size_t i = 0; i + order <= words.size(); ++i) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i);
    ++grams[SariWords(begin, begin + static_cast<std::ptrdiff_t>(order))];
  }
  return grams;
}

inline double NaiveSariF(double precision, double recall) {
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

// The score of one segment as Hugging Face's evaluate has it, from 0 to 1. It holds up to the order
// in which shares are added.
inline double NaiveSari(const SariWords& source, const SariWords& hypothesis,
                        const std::vector<SariWords>& references) {
  double sum = 0;
  const auto copies = static_cast<int64_t>(references.size());
  for (size_t order = 1; order <= 4; ++order) {
    SariGrams s = NaiveSariGrams(source, order), h = NaiveSariGrams(hypothesis, order), r;
    for (const SariWords& reference : references) {
      for (const auto& [gram, count] : NaiveSariGrams(reference, order)) r[gram] += count;
    }
    const auto count = [](const SariGrams& grams, const SariWords& gram) {
      const auto found = grams.find(gram);
      return found == grams.end() ? 0 : found->second;
    };
    double kept_shares = 0, kept = 0, right = 0, wanted = 0, removed_shares = 0, removed = 0;
    for (const auto& [gram, times] : s) {
      const int64_t of_source = times * copies, of_hyp = count(h, gram) * copies;
      const int64_t keep = std::min(of_source, of_hyp), in_refs = count(r, gram);
      const int64_t remove = of_source - keep;
      wanted += static_cast<double>(std::min(of_source, in_refs));
      right += static_cast<double>(std::min(keep, in_refs));
      if (keep > 0) {
        kept += 1;
        kept_shares += static_cast<double>(std::min(keep, in_refs)) / static_cast<double>(keep);
      }
      if (remove > 0) {
        removed += 1;
        removed_shares += static_cast<double>(std::max<int64_t>(0, remove - in_refs)) /
                          static_cast<double>(remove);
      }
    }
    double added = 0, rightly = 0, to_add = 0;
    for (const auto& [gram, times] : h) {
      if (s.contains(gram)) continue;
      added += 1;
      rightly += r.contains(gram) ? 1 : 0;
    }
    for (const auto& [gram, times] : r) to_add += s.contains(gram) ? 0 : 1;
    const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 1; };
    sum += NaiveSariF(share(kept_shares, kept), share(right, wanted)) / 4;
    sum += share(removed_shares, removed) / 4;
    sum += NaiveSariF(share(rightly, added), share(rightly, to_add)) / 4;
  }
  return sum / 3;
}

}  // namespace mtgauge::oracle
