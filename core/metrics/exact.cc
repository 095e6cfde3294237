// Percentage of hypotheses that equal a reference, token by token.
#include <algorithm>

#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/token_key.h"

namespace mtgauge {
namespace {

bool Equal(const Tokens& a, const Tokens& b) {
  if (a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; ++i) {
    if (a.key[i] != b.key[i] || (IsHashedKey(a.key[i]) && a[i] != b[i])) return false;
  }
  return true;
}

class Exact final : public MetricOf<Exact, std::vector<Tokens>> {
 public:
  explicit Exact(const TextOptions& options) : options_(options) {}

  std::vector<ViewSpec> Views() const override { return {options_.Words()}; }
  std::vector<std::string> Columns() const override { return {"matches", "segments"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(options_);
  }

  void Prepare(const ReferenceViews& references, Scratch&, std::vector<Tokens>& out) const {
    references.CopyTokens(out);
  }

  void ExtractRow(const std::vector<Tokens>& references, std::span<const SegmentView> hypothesis,
                  Scratch&, int64_t* row) const {
    const Tokens& tokens = hypothesis[0].tokens;
    row[0] = std::any_of(references.begin(), references.end(),
                         [&](const Tokens& reference) { return Equal(tokens, reference); });
    row[1] = 1;
  }

  bool Symmetric() const override { return true; }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"matches", sums[0]}, {"segments", sums[1]}};
  }

 private:
  TextOptions options_;
};

Result<std::unique_ptr<Metric>> MakeExact(const MetricOptions& given,
                                          const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions options, ReadTextOptions(given, context));
  return std::make_unique<Exact>(options);
}

constexpr MetricOptionRow kExactOptions[] = {kTokOption, kLcOption, kStemOption};

}  // namespace

extern const MetricRow kExact;
const MetricRow kExact = {
    .name = "exact",
    .title = "exact match",
    .help = "percentage of hypotheses that equal a reference, token by token",
    .equals = "",
    .paper = "",
    .scale = 100,
    .higher_is_better = true,
    .options = kExactOptions,
    .make = &MakeExact,
    .references = "any reference may match",
};

}  // namespace mtgauge
