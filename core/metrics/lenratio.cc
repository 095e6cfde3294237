// Length of the hypotheses divided by the length of the references.
//
// Of several references, the one with the closest length counts, the shorter if there is a tie, as
// in BLEU's brevity penalty (Papineni et al. 2002).
#include <cstdlib>

#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

class LengthRatio final : public MetricOf<LengthRatio, std::vector<int64_t>> {
 public:
  explicit LengthRatio(const TextOptions& options) : options_(options) {}

  std::vector<ViewSpec> Views() const override {
    return {{options_.lowercase, options_.tokenizer}};
  }
  std::vector<std::string> Columns() const override { return {"hyp_len", "ref_len"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(options_);
  }

  void Prepare(const ReferenceViews& references, Scratch&, std::vector<int64_t>& lengths) const {
    lengths.clear();
    for (const SegmentView& view : references.views) lengths.push_back(view.tokens.count);
  }

  void ExtractRow(const std::vector<int64_t>& lengths, std::span<const SegmentView> hypothesis,
                  Scratch&, int64_t* row) const {
    const int64_t hyp_len = hypothesis[0].tokens.count;
    row[0] = hyp_len;
    row[1] = lengths.empty() ? 0 : lengths[0];
    for (const int64_t length : lengths) {
      const int64_t nearer = std::abs(row[1] - hyp_len) - std::abs(length - hyp_len);
      if (nearer > 0 || (nearer == 0 && length < row[1])) row[1] = length;
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"hyp_len", sums[0]}, {"ref_len", sums[1]}};
  }

 private:
  TextOptions options_;
};

Result<std::unique_ptr<Metric>> MakeLenratio(const MetricOptions& given,
                                             const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions options, ReadTextOptions(given, context));
  return std::make_unique<LengthRatio>(options);
}

constexpr MetricOptionRow kLenratioOptions[] = {kTokOption, kLcOption};

}  // namespace

extern const MetricRow kLengthRatio;
const MetricRow kLengthRatio = {
    .name = "lenratio",
    .title = "length ratio",
    .help = "hypothesis length over the closest reference length, in percent",
    .paper = "",
    .scale = 100,
    .higher_is_better = true,
    .options = kLenratioOptions,
    .make = &MakeLenratio,
    .references = "the closest length counts",
    .ranks = false,
    .notes =
        "100 means equally long. Neither higher nor lower is better, so it does not rank systems.",
};

}  // namespace mtgauge
