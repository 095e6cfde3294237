// Share of the words of the reference that the output has at the same place.
//
// Of several references, the one with most such words counts, the first if there is a tie.
#include <algorithm>

#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/token_key.h"

namespace mtgauge {
namespace {

bool SameWord(const Tokens& a, const Tokens& b, uint32_t i) {
  return a.key[i] == b.key[i] && (!IsHashedKey(a.key[i]) || a[i] == b[i]);
}

int64_t WordsAtTheSamePlace(const Tokens& a, const Tokens& b) {
  int64_t same = 0;
  for (uint32_t i = 0; i < std::min(a.count, b.count); ++i) same += SameWord(a, b, i) ? 1 : 0;
  return same;
}

class SamePlace final : public MetricOf<SamePlace, std::vector<Tokens>> {
 public:
  explicit SamePlace(const TextOptions& options) : options_(options) {}

  std::vector<ViewSpec> Views() const override { return {options_.Words()}; }
  std::vector<std::string> Columns() const override { return {"same", "words"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(options_);
  }

  void Prepare(const ReferenceViews& references, Scratch&, std::vector<Tokens>& out) const {
    references.CopyTokens(out);
  }

  void ExtractRow(const std::vector<Tokens>& references, std::span<const SegmentView> hypothesis,
                  Scratch&, int64_t* row) const {
    row[0] = 0;
    row[1] = references.empty() ? 0 : references[0].count;
    for (const Tokens& reference : references) {
      const int64_t same = WordsAtTheSamePlace(hypothesis[0].tokens, reference);
      if (same <= row[0]) continue;
      row[0] = same;
      row[1] = reference.count;
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"same", sums[0]}, {"words", sums[1]}};
  }

 private:
  TextOptions options_;
};

Result<std::unique_ptr<Metric>> MakeSamePlace(const MetricOptions& given,
                                              const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions options, ReadTextOptions(given, context));
  return std::make_unique<SamePlace>(options);
}

constexpr MetricOptionRow kSamePlaceOptions[] = {kTokOption, kLcOption, kStemOption};

}  // namespace

extern const MetricRow kSamePlace;
const MetricRow kSamePlace = {
    .name = "same-place",
    .title = "same place",
    .help = "share of the reference's words that the output has at the same place, in percent",
    .paper = "",
    .scale = 100,
    .higher_is_better = true,
    .options = kSamePlaceOptions,
    .make = &MakeSamePlace,
    .references = "the one with most words at the same place counts",
    .first_of_ties = true,
};

}  // namespace mtgauge
