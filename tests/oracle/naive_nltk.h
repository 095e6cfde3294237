// BLEU, NIST and RIBES by the definitions of NLTK 3.10.4, over vectors of words. Slow and plain;
// the metrics nltk-bleu, nltk-nist and nltk-ribes are compared with this.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tests/oracle/naive_bleu.h"
#include "tests/oracle/naive_ngrams.h"
#include "tests/oracle/naive_ribes.h"

namespace mtgauge::oracle {

// The references and the hypothesis of a segment.
struct NltkSegment {
  std::vector<Words> refs;
  Words hyp;
};

// The counts of five orders; totals are at least 1 in each segment.
inline BleuCounts NltkCounts(const std::vector<NltkSegment>& segments) {
  BleuCounts sum;
  for (const NltkSegment& segment : segments) {
    BleuCounts counts = CountBleu(segment.refs, segment.hyp, 5);
    for (double& total : counts.totals) total = std::max(total, 1.0);
    AddTo(sum, counts);
  }
  return sum;
}

// Returns p_1 .. p_4 after smoothing. Method 6 has no value without trigram matches.
inline std::vector<double> NltkPrecisions(const BleuCounts& c, int method) {
  std::vector<double> p;
  for (size_t n = 0; n < 5; ++n) p.push_back(c.matches[n] / c.totals[n]);
  double k = 0;
  for (size_t n = 0; n < 4; ++n) {
    if (method == 2 && n > 0) p[n] = (c.matches[n] + 1) / (c.totals[n] + 1);
    if (c.matches[n] > 0) continue;
    ++k;
    if (method == 0) p[n] = 2.2250738585072014e-308;
    if (method == 1) p[n] = 0.1 / c.totals[n];
    if (method == 3) p[n] = std::pow(0.5, k) / c.totals[n];
    if ((method == 4 || method == 7) && c.hyp_len > 1) {
      p[n] = std::log(c.hyp_len) / (5 * std::pow(2, k)) / c.totals[n];
    }
  }
  if (method == 5 || method == 7) {
    std::vector<double> means = {p[0] + 1};
    for (size_t n = 0; n < 4; ++n) means.push_back((means[n] + p[n] + p[n + 1]) / 3);
    return {means.begin() + 1, means.end()};
  }
  if (method == 6) {
    for (size_t n = 2; n < 4; ++n) {
      const double total = std::max(0.0, c.hyp_len - static_cast<double>(n));
      p[n] = (c.matches[n] + 5 * p[n - 1] * p[n - 1] / p[n - 2]) / (total + 5);
    }
  }
  p.pop_back();
  return p;
}

inline double NltkBleu(const std::vector<NltkSegment>& segments, int method, bool reweigh) {
  const BleuCounts c = NltkCounts(segments);
  if (c.matches[0] == 0 || (method == 6 && c.matches[2] == 0)) return 0;
  std::vector<double> p = NltkPrecisions(c, method);
  if (reweigh && c.hyp_len < 4) p.resize(static_cast<size_t>(c.hyp_len));
  double score = Penalty(c.hyp_len, c.ref_len);
  for (const double precision : p) {
    if (precision > 0) score *= std::pow(precision, 1 / static_cast<double>(p.size()));
  }
  return score;
}

inline double NltkNist(const std::vector<NltkSegment>& segments, size_t orders) {
  std::map<Words, int64_t> counts;
  double tokens = 0;
  for (const NltkSegment& segment : segments) {
    for (const Words& ref : segment.refs) {
      tokens += static_cast<double>(ref.size());
      for (size_t n = 1; n <= orders; ++n) {
        for (const auto& [gram, count] : CountNgrams(ref, n)) counts[gram] += count;
      }
    }
  }
  const auto info = [&](const Words& gram) {
    const Words prefix(gram.begin(), gram.end() - 1);
    return std::log2((prefix.empty() ? tokens : static_cast<double>(counts.at(prefix))) /
                     static_cast<double>(counts.at(gram)));
  };
  double score = 0, hyp_len = 0, ref_len = 0;
  for (size_t n = 1; n <= orders; ++n) {
    double matched = 0, all = 0;
    for (const NltkSegment& segment : segments) {
      const auto of_hyp = CountNgrams(segment.hyp, n);
      std::pair<double, double> best(-1, 0);
      for (const Words& ref : segment.refs) {
        const auto of_ref = CountNgrams(ref, n);
        double sum = 0;
        for (const auto& [gram, count] : of_hyp) {
          const auto found = of_ref.find(gram);
          if (found == of_ref.end()) continue;
          sum += static_cast<double>(std::min(count, found->second)) * info(gram);
        }
        best = std::max(best, {sum, static_cast<double>(ref.size())});
      }
      matched += std::max(best.first, 0.0);
      ref_len += best.second;
      hyp_len += static_cast<double>(segment.hyp.size());
      for (const auto& [gram, count] : of_hyp) all += static_cast<double>(count);
    }
    if (all == 0) return 0;
    score += matched / all;
  }
  if (hyp_len >= ref_len) return score;
  return score * std::pow(0.5, std::pow(std::log(hyp_len / ref_len) / std::log(1.5), 2));
}

// Contexts grow word by word, to the right first.
inline std::vector<long> NltkRanks(const Words& hyp, const Words& ref) {
  std::vector<long> ranks;
  for (size_t i = 0; i < hyp.size(); ++i) {
    long place = PlaceByContext(hyp, ref, i, i, 1);
    const size_t windows = std::max(i, hyp.size() - i + 1);
    for (size_t window = 1; place < 0 && window < windows; ++window) {
      if (i + window < hyp.size()) place = PlaceByContext(hyp, ref, i, i, window + 1);
      if (place < 0 && window <= i) place = PlaceByContext(hyp, ref, i, i - window, window + 1);
    }
    if (place >= 0) ranks.push_back(place);
  }
  return ranks;
}

inline double NltkRibes(const NltkSegment& segment) {
  double best = 0;
  if (segment.hyp.empty()) return 0;
  const auto length = static_cast<double>(segment.hyp.size());
  for (const Words& ref : segment.refs) {
    const std::vector<long> ranks = NltkRanks(segment.hyp, ref);
    if (ranks.size() < 2) continue;
    const double precision = static_cast<double>(ranks.size()) / length;
    const double brevity = std::min(1.0, std::exp(1 - static_cast<double>(ref.size()) / length));
    best = std::max(best, NaiveKendall(ranks) * std::pow(precision, 0.25) * std::pow(brevity, 0.1));
  }
  return best;
}

}  // namespace mtgauge::oracle
