// Counts common n-grams, and turns the least score into the least number of them.
#include "core/contract/ngram_bounds.h"

#include <algorithm>

namespace mtgauge {
namespace {

static_assert(ScoreBounds::kBlock == CommonNgrams::kBlock);

// The bound and the score are each rounded some hundred times, by 2^-53 of their value at most.
// This is far more.
constexpr double kMargin = 1 + 1e-9;

}  // namespace

void NgramBounds::Take(std::span<const SegmentView> references) {
  std::vector<std::vector<uint32_t>> symbols;
  for (size_t first = 0; first < references.size(); first += kBlock) {
    const auto block =
        references.subspan(first, std::min<size_t>(kBlock, references.size() - first));
    symbols.resize(block.size());
    for (size_t r = 0; r < block.size(); ++r) {
      ReferenceSymbols(block[r], symbols[r]);
      references_.push_back({static_cast<uint32_t>(first + r),
                             static_cast<uint32_t>(symbols[r].size()),
                             symbols[r].size() > ngrams_.longest()});
    }
    std::stable_sort(references_.begin() + static_cast<std::ptrdiff_t>(first), references_.end(),
                     [](const Reference& a, const Reference& b) { return a.length < b.length; });
    for (size_t place = first; place < references_.size(); ++place) {
      const Reference& reference = references_[place];
      if (reference.too_long) too_long_.push_back(static_cast<uint32_t>(place));
      ngrams_.Add(reference.too_long ? std::span<const uint32_t>()
                                     : symbols[reference.index - first]);
    }
  }
  ngrams_.Seal();
}

class NgramBounds::NgramAsker final : public Asker {
 public:
  explicit NgramAsker(const NgramBounds& bounds) : bounds_(bounds) {}

  void Put(size_t place, std::span<const SegmentView> hypothesis) override {
    if (place >= hypotheses_.size()) hypotheses_.resize(place + 1);
    bounds_.HypothesisSymbols(hypothesis[0], symbols_);
    hypotheses_[place].length = symbols_.size();
    counter_.MakeProbe(bounds_.ngrams_, symbols_, hypotheses_[place].probe);
  }

  void Find(size_t place, uint32_t first, double least, std::vector<Bound>& found) override {
    found.clear();
    if (least > bounds_.Most()) return;
    const Hypothesis& hypothesis = hypotheses_[place];
    counter_.Count(bounds_.ngrams_, hypothesis.probe, first / kBlock);
    for (uint32_t word = 0; 64 * word < kBlock && first + 64 * word < bounds_.references_.size();
         ++word) {
      FindInWord(hypothesis.length, first, word, least, found);
    }
    const std::vector<uint32_t>& all = bounds_.too_long_;
    for (auto at = std::lower_bound(all.begin(), all.end(), first);
         at != all.end() && *at / kBlock == first / kBlock; ++at) {
      found.push_back({bounds_.references_[*at].index, bounds_.Most()});
    }
  }

 private:
  struct Hypothesis {
    size_t length = 0;
    CommonNgramProbe probe;
  };

  double MostEach(size_t hypothesis, size_t reference) const {
    if (hypothesis == 0 || reference == 0) return 0;
    return kMargin * bounds_.MostEach(hypothesis, reference);
  }

  void FindInWord(size_t length, uint32_t first, uint32_t word, double least,
                  std::vector<Bound>& found) {
    const auto references = std::span(bounds_.references_).subspan(first + 64 * word);
    // The first is the shortest, for which each common n-gram counts most. `least` is divided
    // instead of multiplying counts, so one n-gram is allowed for rounding.
    const double each = MostEach(length, std::max<size_t>(references.front().length, 1));
    uint64_t common = 0;
    if (least > 0) {
      if (each == 0) return;
      common = std::max<uint64_t>(static_cast<uint64_t>(least / each), 1);
    }
    counter_.AtLeast(word, common, [&](uint32_t r, uint64_t in_common) {
      const Reference& reference = bounds_.references_[first + r];
      const double most = std::min(
          static_cast<double>(in_common) * MostEach(length, reference.length), bounds_.Most());
      if (most >= least && !reference.too_long) found.push_back({reference.index, most});
    });
  }

  const NgramBounds& bounds_;
  CommonNgramCounter counter_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<uint32_t> symbols_;
};

std::unique_ptr<ScoreBounds::Asker> NgramBounds::NewAsker() const {
  return std::make_unique<NgramAsker>(*this);
}

}  // namespace mtgauge
