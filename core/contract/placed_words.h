// The base of a metric that looks up the places of the hypothesis's words in each reference, and
// takes the best of several references.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/alignment/occurrences.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/text_options.h"

namespace mtgauge {

struct PlacedScratch : Scratch {
  explicit PlacedScratch(HashFunction hash) : with_symbols(hash) {}
  Buffer<uint32_t> names;
  PlacedReferences with_symbols;  // short references of a long hypothesis
};

// Self has
//   double ScoreByMasks(std::span<const uint64_t> masks, uint32_t ref_length) const: for at most 64
//     words on both sides, as PlacedReferences::FindMasks() writes them;
//   double ScoreByLists(Symbols ref, const Occurrences& places, Symbols hyp, OwnScratch&) const;
//   static constexpr uint64_t kStepsOfPair: the steps of ScoreByLists() for a pair of equal words.
template <typename Self, typename OwnScratch>
class MetricOfPlaces : public MeanOfSegments<Self, PlacedReferences, OwnScratch> {
 public:
  MetricOfPlaces(const TextOptions& text, HashFunction hash) : text_(text), hash_(hash) {}

  std::vector<ViewSpec> Views() const final { return {text_.Words()}; }

  PlacedReferences MakePrepared() const { return PlacedReferences(hash_); }
  OwnScratch MakeScratch() const { return OwnScratch(hash_); }

  void Prepare(const ReferenceViews& references, OwnScratch&, PlacedReferences& out) const {
    out.Set(references.views);
  }

  void ExtractRow(const PlacedReferences& references, std::span<const SegmentView> hypothesis,
                  OwnScratch& work, int64_t* row) const {
    const Tokens& tokens = hypothesis[0].tokens;
    this->WriteScore(references.AreShortWith(tokens)
                         ? BestOfShort(references, tokens)
                         : BestOf(references.WithSymbols(work.with_symbols), tokens, work),
                     row);
  }

 protected:
  const TextOptions& text() const { return text_; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }

  double BestOfShort(const PlacedReferences& references, const Tokens& hypothesis) const {
    double best = 0;
    for (uint32_t r = 0; r < references.count(); ++r) {
      uint64_t masks[PlacedReferences::kShort];
      references.FindMasks(r, hypothesis, masks);
      best = std::max(best, self().ScoreByMasks(std::span(masks).first(hypothesis.count),
                                                references.length(r)));
    }
    return best;
  }
  double BestOf(const PlacedReferences& references, const Tokens& hypothesis,
                OwnScratch& work) const {
    const Symbols hyp = references.symbols().Find(hypothesis, work.names);
    work.beyond_budget = Self::kStepsOfPair * references.PairsWith(hyp) > kMostSteps;
    double best = 0;
    for (uint32_t r = 0; r < references.count() && !work.beyond_budget; ++r) {
      best = std::max(best, self().ScoreByLists(references[r], references.places(r), hyp, work));
    }
    return best;
  }

  TextOptions text_;
  HashFunction hash_;
};

}  // namespace mtgauge
