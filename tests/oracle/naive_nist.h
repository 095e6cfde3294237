// NIST by its definition (Doddington 2002, and mteval-v13a.pl), in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace mtgauge::oracle {

using Words = std::vector<std::string>;

struct NaiveNist {
  // Sums over segments: information of the matches and n-grams of the hypothesis by order, lengths.
  struct Sums {
    std::vector<double> info, total;
    double hyp_len = 0, ref_len = 0;
  };

  // refs[segment][reference]
  NaiveNist(const std::vector<std::vector<Words>>& refs, size_t order_in, bool paper_in)
      : order(order_in), paper(paper_in) {
    for (const auto& segment : refs) {
      for (const Words& ref : segment) {
        tokens += static_cast<double>(ref.size());
        for (const auto& [gram, count] : Count(ref)) counts[gram] += count;
      }
    }
  }

  std::map<Words, double> Count(const Words& words) const {
    std::map<Words, double> out;
    for (size_t i = 0; i < words.size(); ++i) {
      Words gram;
      for (size_t n = 0; n < order && i + n < words.size(); ++n) {
        gram.push_back(words[i + n]);
        ++out[gram];
      }
    }
    return out;
  }

  double Info(const Words& gram) const {
    const Words prefix(gram.begin(), gram.end() - 1);
    const bool all = prefix.empty() || (!paper && prefix == Words{"0"});
    return std::log2((all ? tokens : counts.at(prefix)) / counts.at(gram));
  }

  Sums Segment(const std::vector<Words>& refs, const Words& hyp) const {
    Sums out{std::vector<double>(order), std::vector<double>(order), 0, 0};
    std::map<Words, double> most;
    for (const Words& ref : refs) {
      for (const auto& [gram, count] : Count(ref)) most[gram] = std::max(most[gram], count);
      out.ref_len += static_cast<double>(ref.size()) / static_cast<double>(refs.size());
    }
    out.hyp_len = static_cast<double>(hyp.size());
    for (const auto& [gram, count] : Count(hyp)) {
      out.total[gram.size() - 1] += count;
      if (most.count(gram) == 0) continue;
      out.info[gram.size() - 1] += std::min(count, most.at(gram)) * Info(gram);
    }
    return out;
  }

  static void Add(const Sums& from, Sums& to) {
    to.info.resize(from.info.size());
    to.total.resize(from.total.size());
    for (size_t n = 0; n < from.info.size(); ++n) {
      to.info[n] += from.info[n];
      to.total[n] += from.total[n];
    }
    to.hyp_len += from.hyp_len;
    to.ref_len += from.ref_len;
  }

  static double Score(const Sums& sums) {
    double score = 0;
    for (size_t n = 0; n < sums.info.size(); ++n)
      score += sums.info[n] / std::max(sums.total[n], 1.0);
    if (sums.hyp_len == 0) return 0;
    if (sums.hyp_len >= sums.ref_len) return score;
    const double beta = -std::log(0.5) / std::pow(std::log(1.5), 2);
    return score * std::exp(-beta * std::pow(std::log(sums.hyp_len / sums.ref_len), 2));
  }

  size_t order;
  bool paper;
  double tokens = 0;
  std::map<Words, double> counts;
};

}  // namespace mtgauge::oracle
