// The BLEU family by its formulas, with products and roots of precisions instead of sums of
// logarithms. Slow and plain; the metrics are compared with this.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracle/naive_ngrams.h"

namespace mtgauge::oracle {

// For a segment, or summed over segments.
struct BleuCounts {
  std::vector<double> matches, totals;  // by order
  double hyp_len = 0, ref_len = 0;
};

inline double ReferenceLength(const std::vector<Words>& references, double hyp_len,
                              std::string_view brevity) {
  double closest = static_cast<double>(references.at(0).size()), shortest = closest, all = 0;
  for (const Words& reference : references) {
    const auto length = static_cast<double>(reference.size());
    const double nearer = std::fabs(closest - hyp_len) - std::fabs(length - hyp_len);
    if (nearer > 0 || (nearer == 0 && length < closest)) closest = length;
    shortest = std::min(shortest, length);
    all += length;
  }
  if (brevity == "average") return all / static_cast<double>(references.size());
  return brevity == "shortest" ? shortest : closest;
}

inline BleuCounts CountBleu(const std::vector<Words>& references, const Words& hypothesis,
                            size_t orders, std::string_view brevity = "closest") {
  BleuCounts out;
  out.hyp_len = static_cast<double>(hypothesis.size());
  out.ref_len = ReferenceLength(references, out.hyp_len, brevity);
  for (const int64_t matches : NaiveMatches(references, hypothesis, orders)) {
    out.totals.push_back(std::max(0.0, out.hyp_len - static_cast<double>(out.matches.size())));
    out.matches.push_back(static_cast<double>(matches));
  }
  return out;
}

inline void AddTo(BleuCounts& sum, const BleuCounts& counts) {
  sum.matches.resize(counts.matches.size());
  sum.totals.resize(counts.totals.size());
  for (size_t n = 0; n < counts.matches.size(); ++n) {
    sum.matches[n] += counts.matches[n];
    sum.totals[n] += counts.totals[n];
  }
  sum.hyp_len += counts.hyp_len;
  sum.ref_len += counts.ref_len;
}

inline double Penalty(double hyp_len, double ref_len) {
  if (hyp_len == 0) return ref_len > 0 ? 0 : 1;
  return std::min(1.0, std::exp(1 - ref_len / hyp_len));
}

inline double GeometricMean(const std::vector<double>& values) {
  double product = 1;
  for (const double value : values) product *= value;
  return std::pow(product, 1 / static_cast<double>(values.size()));
}

// Lavie et al. (2004).
inline double ArithmeticBleu(const BleuCounts& c) {
  double sum = 0;
  for (size_t n = 0; n < c.matches.size(); ++n) {
    if (c.totals[n] > 0) sum += c.matches[n] / c.totals[n];
  }
  return Penalty(c.hyp_len, c.ref_len) * sum / static_cast<double>(c.matches.size());
}

// multi-bleu.perl.
inline double MultiBleu(const BleuCounts& c) {
  std::vector<double> precisions;
  for (size_t n = 0; n < c.matches.size(); ++n) {
    precisions.push_back(c.totals[n] == 0 ? 0 : c.matches[n] / c.totals[n]);
  }
  return c.ref_len == 0 ? 0 : Penalty(c.hyp_len, c.ref_len) * GeometricMean(precisions);
}

// bleu_score() and bleu_score_nosmoothing() of mteval-v13a.pl, cumulative over the first `order`.
inline double MtevalBleu(const BleuCounts& c, size_t order, bool smooth) {
  if (c.hyp_len == 0 || (!smooth && c.matches[order - 1] == 0)) return 0;
  std::vector<double> precisions;
  double zeros = 0;
  for (size_t n = 0; n < order; ++n) {
    if (c.totals[n] == 0) {
      precisions.push_back(1);
    } else if (c.matches[n] == 0) {
      precisions.push_back(std::pow(0.5, ++zeros) / c.totals[n]);
    } else {
      precisions.push_back(c.matches[n] / c.totals[n]);
    }
  }
  return Penalty(c.hyp_len, c.ref_len) * GeometricMean(precisions);
}

// Returns smoothed BLEU of one segment; `smoothing` is mtgauge's name.
inline double SentenceBleu(const BleuCounts& c, std::string_view smoothing) {
  const bool nltk = smoothing.substr(0, 2) == "cc";
  const bool all_orders = smoothing == "moses" || smoothing == "nakov";
  if (c.hyp_len == 0 && (nltk || c.ref_len > 0 || smoothing == "nakov")) return 0;
  if (!all_orders && c.hyp_len > 0 && c.matches[0] == 0) return 0;
  std::vector<double> precisions;
  double zeros = 0;
  for (size_t n = 0; n < c.matches.size(); ++n) {
    const double m = c.matches[n], t = nltk ? std::max(1.0, c.totals[n]) : c.totals[n];
    const bool adds = all_orders || (n > 0 && (smoothing == "plus1" || smoothing == "cc2"));
    if (adds || t == 0) {
      precisions.push_back((m + 1) / (t + 1));
    } else if (m == 0 && smoothing == "cc1") {
      precisions.push_back(0.1 / t);
    } else if (m == 0) {
      precisions.push_back(std::pow(0.5, ++zeros) / t);
    } else {
      precisions.push_back(m / t);
    }
  }
  return Penalty(c.hyp_len, c.ref_len + (smoothing == "nakov" ? 1 : 0)) * GeometricMean(precisions);
}

}  // namespace mtgauge::oracle
