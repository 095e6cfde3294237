// RIBES by its definition: contexts grow word by word and are counted by comparing every position.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace mtgauge::oracle {

using Words = std::vector<std::string>;

inline size_t CountOfContext(const Words& context, const Words& text, size_t& first) {
  size_t count = 0;
  for (size_t at = 0; at + context.size() <= text.size(); ++at) {
    if (!std::equal(context.begin(), context.end(), text.begin() + static_cast<long>(at))) continue;
    if (count++ == 0) first = at;
  }
  return count;
}

// Returns the position in `ref` of the word at `i`, found by the context [begin, begin + length),
// or -1 if it is not unique.
inline long PlaceByContext(const Words& hyp, const Words& ref, size_t i, size_t begin,
                           size_t length) {
  const Words context(hyp.begin() + static_cast<long>(begin),
                      hyp.begin() + static_cast<long>(begin + length));
  size_t in_hyp = 0, in_ref = 0;
  if (CountOfContext(context, ref, in_ref) != 1 || CountOfContext(context, hyp, in_hyp) != 1) {
    return -1;
  }
  return static_cast<long>(in_ref + (i - begin));
}

inline std::vector<long> NaiveRanks(const Words& hyp, const Words& ref) {
  std::vector<long> ranks;
  for (size_t i = 0; i < hyp.size(); ++i) {
    for (size_t window = 0; window < hyp.size(); ++window) {
      long place = -1;
      if (window <= i) place = PlaceByContext(hyp, ref, i, i - window, window + 1);
      if (place < 0 && i + window < hyp.size()) {
        place = PlaceByContext(hyp, ref, i, i, window + 1);
      }
      if (place < 0) continue;
      ranks.push_back(place);
      break;
    }
  }
  return ranks;
}

inline double NaiveKendall(const std::vector<long>& ranks) {
  double rising = 0, pairs = 0;
  for (size_t b = 0; b < ranks.size(); ++b) {
    for (size_t a = 0; a < b; ++a) {
      rising += ranks[a] < ranks[b] ? 1 : 0;
      ++pairs;
    }
  }
  return rising / pairs;
}

inline double NaiveSpearman(const std::vector<long>& ranks) {
  const auto n = static_cast<double>(ranks.size());
  double squares = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    double order = 0.5;  // rank in the reference from 1; equal ones share their mean
    for (const long other : ranks) order += other < ranks[i] ? 1 : other == ranks[i] ? 0.5 : 0;
    squares += std::pow(order - (static_cast<double>(i) + 1), 2);
  }
  return (1 - 6 * squares / (n * n * n - n) + 1) / 2;
}

inline double NaiveRibes(const Words& hyp, const Words& ref, double alpha, double beta,
                         bool spearman) {
  if (hyp.empty() || ref.empty()) return 0;
  const std::vector<long> ranks = NaiveRanks(hyp, ref);
  const auto length = static_cast<double>(hyp.size());
  const double precision = static_cast<double>(ranks.size()) / length;
  const double brevity = std::min(1.0, std::exp(1 - static_cast<double>(ref.size()) / length));
  double correlation = 0;
  if (ranks.size() > 1) {
    correlation = spearman ? NaiveSpearman(ranks) : NaiveKendall(ranks);
  } else if (ranks.size() == 1 && ref.size() == 1) {
    correlation = 1;
  }
  return correlation * std::pow(precision, alpha) * std::pow(brevity, beta);
}

}  // namespace mtgauge::oracle
