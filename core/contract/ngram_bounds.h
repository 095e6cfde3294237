// Upper bounds from the number of n-grams that two texts have in common, for metrics whose score
// cannot exceed a fixed amount for each of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/algo/ngrams/common_ngrams.h"
#include "core/contract/score_bounds.h"

namespace mtgauge {

class NgramBounds : public ScoreBounds {
 public:
  std::unique_ptr<Asker> NewAsker() const final;

 protected:
  // N-grams above `max_order` are not counted: one of that order counts `weight` times, for itself
  // and for the longer ones that begin with it, which cannot be more.
  NgramBounds(uint32_t max_order, uint32_t weight) : ngrams_(max_order, weight) {}
  // To be called once, by the constructor of the metric's own class.
  void Take(std::span<const SegmentView> references);

  // Writes the symbols of a text, whose n-grams count. One that no reference has may be
  // CommonNgrams::kUnknown. A reference may add new ones.
  virtual void ReferenceSymbols(const SegmentView& text, std::vector<uint32_t>& symbols) = 0;
  virtual void HypothesisSymbols(const SegmentView& text, std::vector<uint32_t>& symbols) const = 0;
  // Returns what one common n-gram adds to a score at most, for texts with these numbers of
  // symbols, neither of them 0. Must not grow with the reference's length.
  virtual double MostEach(size_t hypothesis, size_t reference) const = 0;
  // No score exceeds this.
  virtual double Most() const = 0;

 private:
  class NgramAsker;
  struct Reference {
    uint32_t index, length;
    bool too_long;
  };

  CommonNgrams ngrams_;
  std::vector<Reference> references_;  // each block in order of length
  std::vector<uint32_t> too_long_;     // places in references_
};

}  // namespace mtgauge
