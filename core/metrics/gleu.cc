// GLEU (Wu et al. 2016) with NLTK's conventions: clipped matches of n-grams of all orders together,
// divided by the larger of the hypothesis' and the reference's number of n-grams. Of several
// references, the one with the best ratio counts, the first if there is a tie.
#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <numeric>

#include "core/base/kept_list.h"
#include "core/contract/metric_of.h"
#include "core/contract/ngram_bounds.h"
#include "core/contract/text_options.h"
#include "core/contract/token_table.h"

namespace mtgauge {
namespace {

constexpr uint32_t kGleuMaxOrder = 9;

using GleuPrepared = KeptList<NgramReferences>;  // one each, since NLTK clips by each

struct GleuScratch : Scratch {
  NgramScratch ngrams;
  TokenNgramScratch table;
};

int64_t Ngrams(int64_t length, int64_t max_order) {
  int64_t ngrams = 0;
  for (int64_t n = 0; n < std::min(length, max_order); ++n) ngrams += length - n;
  return ngrams;
}

// The bound of a pair is its score: each match adds the same.
class GleuBounds final : public NgramBounds {
 public:
  GleuBounds(std::span<const SegmentView> references, uint32_t order, HashFunction hash)
      : NgramBounds(order, 1), order_(order) {
    names_.Clear(hash, references.size());
    Take(references);
  }

 private:
  void ReferenceSymbols(const SegmentView& text, std::vector<uint32_t>& symbols) override {
    symbols.clear();
    for (uint32_t i = 0; i < text.tokens.count; ++i) symbols.push_back(names_.Add(text.tokens, i));
  }
  void HypothesisSymbols(const SegmentView& text, std::vector<uint32_t>& symbols) const override {
    symbols.clear();
    for (uint32_t i = 0; i < text.tokens.count; ++i) symbols.push_back(names_.Find(text.tokens, i));
  }
  double MostEach(size_t hypothesis, size_t reference) const override {
    const auto longer = static_cast<int64_t>(std::max(hypothesis, reference));
    return 100.0 / static_cast<double>(Ngrams(longer, order_));
  }
  double Most() const override { return 100; }

  int64_t order_;
  TokenNames names_;
};

class Gleu final : public MetricOf<Gleu, GleuPrepared, GleuScratch, TokenTable>,
                   public BoundedMetric {
 public:
  Gleu(const TextOptions& text, uint32_t order, const MetricContext& context) : text_(text) {
    ngram_options_.max_order = order;
    ngram_options_.engine = context.ngram_engine;
    ngram_options_.hash = context.hash;
  }

  std::vector<ViewSpec> Views() const override { return {text_.Words()}; }
  std::vector<std::string> Columns() const override { return {"matches", "ngrams"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text_, {{"order", std::to_string(ngram_options_.max_order)}});
  }

  void Prepare(const ReferenceViews& references, GleuScratch&, GleuPrepared& out) const {
    out.Resize(references.count, ngram_options_);
    for (uint32_t r = 0; r < out.size(); ++r) out[r].Set(references.views.subspan(r, 1));
  }

  void ExtractRow(const GleuPrepared& references, std::span<const SegmentView> hypothesis,
                  GleuScratch& scratch, int64_t* row) const {
    const Tokens& tokens = hypothesis[0].tokens;
    const int64_t order = ngram_options_.max_order;
    const int64_t hyp_ngrams = Ngrams(tokens.count, order);
    absl::InlinedVector<int64_t, kGleuMaxOrder> matches(ngram_options_.max_order);
    row[0] = row[1] = 0;
    for (const NgramReferences& reference : references) {
      scratch.ngrams.Match(reference, tokens, matches.data());
      const int64_t all = std::accumulate(matches.begin(), matches.end(), int64_t{0});
      const int64_t ngrams = std::max(hyp_ngrams, Ngrams(reference.tokens().front().count, order));
      // Tests all / ngrams > row[0] / row[1] without rounding two quotients.
      const bool better = static_cast<double>(all) * static_cast<double>(row[1]) >
                          static_cast<double>(row[0]) * static_cast<double>(ngrams);
      if (row[1] > 0 && !better) continue;
      row[0] = all;
      row[1] = ngrams;
    }
  }

  std::unique_ptr<ReferenceTable> NewTable(std::span<const SegmentView> references) const override {
    return TokenTable::Of(references, ngram_options_);
  }
  void ExtractRows(const TokenTable& references, std::span<const SegmentView> hypothesis,
                   GleuScratch& scratch, int64_t* rows) const {
    const TokenNgramIndex& words = references.index();
    const int64_t order = ngram_options_.max_order;
    const int64_t hyp_ngrams = Ngrams(hypothesis[0].tokens.count, order);
    const uint16_t* const matches = words.Match(hypothesis[0].tokens, scratch.table);
    const size_t count = references.references();
    for (size_t r = 0; r < count; ++r, rows += 2) {
      rows[0] = 0;
      for (size_t n = 0; n < ngram_options_.max_order; ++n) rows[0] += matches[n * count + r];
      rows[1] = std::max(hyp_ngrams, Ngrams(words.lengths()[r], order));
    }
  }
  std::unique_ptr<ScoreBounds> NewBounds(std::span<const SegmentView> references) const override {
    return std::make_unique<GleuBounds>(references, ngram_options_.max_order,
                                        ngram_options_.hash->function);
  }
  bool Symmetric() const override { return true; }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"matches", sums[0]}, {"ngrams", sums[1]}};
  }

 private:
  TextOptions text_;
  NgramOptions ngram_options_;
};

Result<std::unique_ptr<Metric>> MakeGleu(const MetricOptions& given, const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(const uint32_t order, ReadWhole(given, "order", 4, 1, kGleuMaxOrder));
  return std::make_unique<Gleu>(text, order, context);
}

constexpr MetricOptionRow kGleuOptions[] = {
    kTokOption,
    kLcOption,
    kStemOption,
    {"order", "N", "4", "longest n-gram, 1 to 9"},
};

}  // namespace

extern const MetricRow kGleu;
const MetricRow kGleu = {
    .name = "gleu",
    .title = "GLEU",
    .help = "the smaller of n-gram precision and recall over all orders together, in percent",
    .paper = "Wu et al. (2016)",
    .scale = 100,
    .higher_is_better = true,
    .options = kGleuOptions,
    .make = &MakeGleu,
    .references = "the best-scoring reference counts",
    .first_of_ties = true,
    .notes = "NLTK prints a fraction, not a percentage.",
};

}  // namespace mtgauge
