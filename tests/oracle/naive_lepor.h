// LEPOR and hLEPOR by the rules of lepor 0.1.0 and hLepor 0.0.4, list by list. Slow and plain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/oracle/naive_sequences.h"

namespace mtgauge::oracle {

using Places = std::vector<int>;

inline Places PlacesOf(const std::string& word, const Words& words) {
  Places places;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) places.push_back(static_cast<int>(i));
  }
  return places;
}

// Returns the first place among those with the greatest distance; 0 if all distances are 0.
inline int FarthestPlace(const Places& places, int from) {
  int best = 0, most = 0;
  for (const int place : places) {
    if (std::abs(place - from) > most) most = std::abs(place - from), best = place;
  }
  return best;
}

inline Places NaiveLeporPlaces(const Words& hyp, const Words& ref) {
  const auto word = [](const Words& words, int at) {
    return at > 0 && at < static_cast<int>(words.size()) ? words[static_cast<size_t>(at)] : "";
  };
  const auto equal = [&](int r, int h) {
    return !word(ref, r).empty() && word(ref, r) == word(hyp, h);
  };
  Places taken;
  for (int i = 0; i < static_cast<int>(hyp.size()); ++i) {
    const Places all = PlacesOf(hyp[static_cast<size_t>(i)], ref);
    Places beside;
    for (const int j : all) {
      if (equal(j - 1, i - 1) || equal(j + 1, i + 1)) beside.push_back(j);
    }
    if (all.empty()) continue;
    if (all.size() == 1) {
      taken.push_back(all[0]);
    } else if (beside.size() == 1) {
      taken.push_back(beside[0]);
    } else {
      taken.push_back(FarthestPlace(beside.empty() ? all : beside, i));
    }
  }
  return taken;
}

inline double NaiveLepor(const Words& hyp, const Words& ref, double epsilon) {
  if (hyp.empty() || ref.empty()) return 0;
  const auto h = static_cast<double>(hyp.size()), r = static_cast<double>(ref.size());
  const Places taken = NaiveLeporPlaces(hyp, ref);
  double npd = 0;
  for (size_t k = 0; k < taken.size(); ++k) {
    npd += std::fabs(static_cast<double>(k + 1) / h - (taken[k] + 1) / r);
  }
  const auto matched = static_cast<double>(taken.size());
  const double length = h == r ? 1 : std::exp(1 - std::min(h, r) / std::max(h, r));
  return length * std::exp(-npd / h) * 2 /
         (1 / (matched / r + epsilon) + 1 / (matched / h + epsilon));
}

// Returns the two words on each side. Of the first two words, those before are left out.
inline Words NaiveAround(const Words& words, int at) {
  const auto size = static_cast<int>(words.size());
  Words around;
  for (int i = at < 2 ? at : at - 2; i < std::min(at + 3, size); ++i) {
    if (i != at) around.push_back(words[static_cast<size_t>(i)]);
  }
  return around;
}

inline double NaiveHLeporDistance(const Words& hyp, const Words& ref, double& matched) {
  double sum = 0;
  Words different = ref;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  for (const std::string& word : different) {
    Places free = PlacesOf(word, ref);
    for (const int i : PlacesOf(word, hyp)) {
      if (free.empty()) break;
      Places beside;
      for (const int j : free) {
        const Words ours = NaiveAround(hyp, i), theirs = NaiveAround(ref, j);
        if (std::find_first_of(ours.begin(), ours.end(), theirs.begin(), theirs.end()) !=
            ours.end()) {
          beside.push_back(j);
        }
      }
      const Places& from = beside.empty() ? free : beside;
      const auto nearest = std::min_element(from.begin(), from.end(), [i](int a, int b) {
        return std::abs(a - i) < std::abs(b - i);
      });
      const auto index = nearest - from.begin();  // of another list, perhaps: a bug of the tool
      sum += std::fabs((i + 1.0) / static_cast<double>(hyp.size()) -
                       (free[static_cast<size_t>(index)] + 1.0) / static_cast<double>(ref.size()));
      free.erase(free.begin() + index);
      ++matched;
    }
  }
  return sum;
}

inline double NaiveHLepor(const Words& hyp, const Words& ref) {
  if (hyp.empty() || ref.empty()) return 0;
  if (hyp == ref) return 1;
  const auto h = static_cast<double>(hyp.size()), r = static_cast<double>(ref.size());
  double matched = 0;
  const double npd = NaiveHLeporDistance(hyp, ref, matched) / h;
  if (matched == 0) return 0;
  const double words = 10 / (1 / (matched / h) + 9 / (matched / r));
  return 10 / (2 / std::exp(1 - std::max(h, r) / std::min(h, r)) + 1 / std::exp(-npd) + 7 / words);
}

}  // namespace mtgauge::oracle
