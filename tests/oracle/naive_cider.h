// CIDEr-D by its definition (Vedantam et al. 2015, as in pycocoevalcap), over maps of n-grams. Slow
// and plain; the metric cider-d is compared with this.
#pragma once

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "tests/oracle/naive_ngrams.h"

namespace mtgauge::oracle {

class NaiveCider {
 public:
  // refs[segment][reference]
  NaiveCider(const std::vector<std::vector<Words>>& refs, size_t orders, double sigma, bool plain)
      : segments_(static_cast<double>(refs.size())), orders_(orders), sigma_(sigma), plain_(plain) {
    for (const auto& segment : refs) {
      std::set<Words> grams;
      for (const Words& ref : segment) {
        for (size_t n = 1; n <= orders; ++n) {
          for (const auto& [gram, count] : CountNgrams(ref, n)) grams.insert(gram);
        }
      }
      for (const Words& gram : grams) ++documents_[gram];
    }
  }

  double Score(const std::vector<Words>& refs, const Words& hyp) const {
    double sum = 0;
    for (const Words& ref : refs) {
      for (size_t n = 1; n <= orders_; ++n) sum += Similarity(hyp, ref, n);
    }
    return 10 * sum / static_cast<double>(orders_ * refs.size());
  }

 private:
  std::map<Words, double> Weights(const Words& words, size_t order) const {
    std::map<Words, double> weights;
    for (const auto& [gram, count] : CountNgrams(words, order)) {
      const auto found = documents_.find(gram);
      const double documents = found == documents_.end() ? 1 : found->second;
      weights[gram] = static_cast<double>(count) * std::log(segments_ / documents);
    }
    return weights;
  }

  double Similarity(const Words& hyp, const Words& ref, size_t order) const {
    const auto ours = Weights(hyp, order), theirs = Weights(ref, order);
    double product = 0, of_hyp = 0, of_ref = 0;
    for (const auto& [gram, weight] : ours) of_hyp += weight * weight;
    for (const auto& [gram, weight] : theirs) {
      of_ref += weight * weight;
      const auto found = ours.find(gram);
      if (found == ours.end()) continue;
      product += (plain_ ? found->second : std::min(found->second, weight)) * weight;
    }
    if (of_hyp == 0 || of_ref == 0) return 0;
    const double cosine = product / std::sqrt(of_hyp) / std::sqrt(of_ref);
    if (plain_) return cosine;
    const double difference = Bigrams(hyp) - Bigrams(ref);
    return cosine * std::exp(-difference * difference / (2 * sigma_ * sigma_));
  }

  double Bigrams(const Words& words) const {
    return orders_ < 2 || words.empty() ? 0 : static_cast<double>(words.size() - 1);
  }

  double segments_;
  size_t orders_;
  double sigma_;
  bool plain_;
  std::map<Words, double> documents_;
};

}  // namespace mtgauge::oracle
