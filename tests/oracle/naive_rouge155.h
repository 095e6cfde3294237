// ROUGE-1.5.5 by its definition, over vectors of words: full tables and maps. Slow and plain; the
// metric rouge155 is compared with this.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/naive_ngrams.h"
#include "tests/oracle/naive_rouge.h"

namespace mtgauge::oracle {

using CountedWords = std::map<Words, int64_t>;

// Pairs of words with at most `skip` words between them; with `singles`, all words but the last.
inline CountedWords SkipPairs(const Words& words, size_t skip, bool singles) {
  CountedWords pairs;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (singles) ++pairs[{words[i]}];
    for (size_t j = i + 1; j < words.size() && j - i - 1 <= skip; ++j) {
      ++pairs[{words[i], words[j]}];
    }
  }
  return pairs;
}

// Matches, and the counts of hypothesis and reference.
struct Rouge155Hits {
  double hits = 0, of_hyp = 0, of_ref = 0;
  double recall = 0;  // by which references are compared
};

inline double Decimals5(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.5f", value);
  return std::stod(text);
}

inline Rouge155Hits HitsOfCounts(const CountedWords& hyp, const CountedWords& ref) {
  Rouge155Hits out;
  for (const auto& [unit, count] : hyp) out.of_hyp += static_cast<double>(count);
  for (const auto& [unit, count] : ref) {
    out.of_ref += static_cast<double>(count);
    const auto found = hyp.find(unit);
    if (found != hyp.end()) out.hits += static_cast<double>(std::min(count, found->second));
  }
  if (out.of_ref > 0) out.recall = Decimals5(out.hits / out.of_ref);
  return out;
}

// The positions in `ref` of the common subsequence whose runs weigh most.
inline std::vector<bool> HeavySubsequence(const Words& hyp, const Words& ref) {
  const auto weight = [](size_t run) { return std::pow(static_cast<double>(run), 1.2); };
  const size_t m = ref.size(), n = hyp.size();
  std::vector<std::vector<double>> best(m + 1, std::vector<double>(n + 1, 0));
  std::vector<std::vector<size_t>> run(m + 1, std::vector<size_t>(n + 1, 0));
  for (size_t i = 1; i <= m; ++i) {
    for (size_t j = 1; j <= n; ++j) {
      if (ref[i - 1] == hyp[j - 1]) {
        const size_t k = run[i - 1][j - 1];
        best[i][j] = best[i - 1][j - 1] + weight(k + 1) - weight(k);
        run[i][j] = k + 1;
      } else {
        best[i][j] = std::max(best[i - 1][j], best[i][j - 1]);
      }
    }
  }
  std::vector<bool> marked(m, false);
  for (size_t i = m, j = n; i > 0 && j > 0;) {
    if (ref[i - 1] == hyp[j - 1]) {
      marked[--i] = true;
      --j;
    } else if (best[i - 1][j] >= best[i][j - 1]) {
      --i;
    } else {
      --j;
    }
  }
  return marked;
}

inline Rouge155Hits HitsOfRuns(const Words& hyp, const Words& ref) {
  const auto weight = [](double run) { return std::pow(run, 1.2); };
  Rouge155Hits out;
  double run = 0;
  for (const bool marked : HeavySubsequence(hyp, ref)) {
    if (!marked) out.hits += weight(run);
    run = marked ? run + 1 : 0;
  }
  out.hits += weight(run);
  out.of_hyp = weight(static_cast<double>(hyp.size()));
  const double once = weight(static_cast<double>(ref.size()));
  out.of_ref = weight(once);
  if (once > 0) out.recall = out.hits / once;
  return out;
}

inline Rouge155Hits HitsOfSubsequence(const Words& hyp, const Words& ref) {
  Rouge155Hits out{static_cast<double>(NaiveSubsequencePositions(ref, hyp).size()),
                   static_cast<double>(hyp.size()), static_cast<double>(ref.size())};
  if (!ref.empty()) out.recall = out.hits / out.of_ref;
  return out;
}

// `kind` is mtgauge's name: "1" .. "9", "l", "w", "s" or "su".
inline Rouge155Hits HitsOf(const Words& hyp, const Words& ref, const std::string& kind,
                           size_t skip) {
  if (kind == "l") return HitsOfSubsequence(hyp, ref);
  if (kind == "w") return HitsOfRuns(hyp, ref);
  if (kind[0] == 's') {
    return HitsOfCounts(SkipPairs(hyp, skip, kind == "su"), SkipPairs(ref, skip, kind == "su"));
  }
  const size_t order = std::stoul(kind);
  return HitsOfCounts(CountNgrams(hyp, order), CountNgrams(ref, order));
}

inline double NaiveRouge155(const std::vector<Words>& refs, const Words& hyp,
                            const std::string& kind, char stat, bool best, size_t skip = 4) {
  Rouge155Hits all;
  double highest = -1;
  for (const Words& ref : refs) {
    const Rouge155Hits one = HitsOf(hyp, ref, kind, skip);
    if (!best) {
      all.hits += one.hits;
      all.of_hyp += one.of_hyp;
      all.of_ref += one.of_ref;
    } else if (one.recall > highest) {
      highest = one.recall;
      all = one;
    }
  }
  const auto share = [&](double whole) {
    if (whole == 0) return 0.0;
    const double part = all.hits / whole;
    return Decimals5(kind == "w" ? std::pow(part, 1 / 1.2) : part);
  };
  const double r = share(all.of_ref), p = share(all.of_hyp);
  if (stat == 'r') return r;
  if (stat == 'p') return p;
  return p + r == 0 ? 0 : Decimals5(p * r / (0.5 * p + 0.5 * r));
}

}  // namespace mtgauge::oracle
