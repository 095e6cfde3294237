// Percentage of hypotheses that equal a reference, token by token.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>

#include "core/contract/metric_of.h"
#include "core/contract/score_bounds.h"
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

// Texts with different fingerprints differ. Others are taken to be equal.
class ExactBounds final : public ScoreBounds {
 public:
  explicit ExactBounds(std::span<const SegmentView> references) {
    for (const SegmentView& reference : references) {
      places_[Fingerprint(reference.tokens)].push_back(count_++);
    }
  }
  std::unique_ptr<Asker> NewAsker() const override { return std::make_unique<ExactAsker>(*this); }

 private:
  class ExactAsker final : public Asker {
   public:
    explicit ExactAsker(const ExactBounds& bounds) : bounds_(bounds) {}
    void Put(size_t place, std::span<const SegmentView> hypothesis) override {
      if (place >= equal_.size()) equal_.resize(place + 1);
      const auto found = bounds_.places_.find(Fingerprint(hypothesis[0].tokens));
      equal_[place] = found == bounds_.places_.end() ? std::span<const uint32_t>() : found->second;
    }
    void Find(size_t place, uint32_t first, double least, std::vector<Bound>& found) override {
      found.clear();
      const uint32_t end = std::min(first + kBlock, bounds_.count_);
      if (least <= 0) {
        for (uint32_t r = first; r < end; ++r) found.push_back({r, 0});
      }
      if (least > 100) return;
      const auto& equal = equal_[place];
      for (auto at = std::ranges::lower_bound(equal, first); at != equal.end() && *at < end; ++at) {
        if (least <= 0) {
          found[*at - first].most = 100;
        } else {
          found.push_back({*at, 100});
        }
      }
    }

   private:
    const ExactBounds& bounds_;
    std::vector<std::span<const uint32_t>> equal_;
  };

  static uint64_t Fingerprint(const Tokens& tokens) {
    uint64_t print = tokens.count;
    for (uint32_t i = 0; i < tokens.count; ++i) {
      print = (print ^ tokens.key[i]) * 0x9E3779B97F4A7C15u;
      print ^= print >> 32;
    }
    return print;
  }

  absl::flat_hash_map<uint64_t, std::vector<uint32_t>> places_;  // in ascending order
  uint32_t count_ = 0;
};

class Exact final : public MetricOf<Exact, std::vector<Tokens>>, public BoundedMetric {
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

  std::unique_ptr<ScoreBounds> NewBounds(std::span<const SegmentView> references) const override {
    return std::make_unique<ExactBounds>(references);
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
    .paper = "",
    .scale = 100,
    .higher_is_better = true,
    .options = kExactOptions,
    .make = &MakeExact,
    .references = "any reference may match",
};

}  // namespace mtgauge
