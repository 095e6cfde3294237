// BLEU (Papineni et al. 2002) as mteval-v13a.pl and mteval-v14.pl compute it.
//
// Smoothing, at every level: the k-th order without a match counts as 1 / 2^k matches. An order for
// which the hypothesis is too short has precision 1, so "the" scores 1 against "the". smooth=none
// is --no-smoothing: an order without a match has score 0, and longer orders continue from the
// orders that have matches.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/contract/ngram_precision.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMtevalBleuOrders = 9;  // the size of mteval's table
constexpr uint32_t kShownOrders = 4;

struct MtevalBleuSmoothingRow {
  std::string_view name;
  bool smooths;
};
constexpr MtevalBleuSmoothingRow kMtevalBleuSmoothings[] = {{"exp", true}, {"none", false}};

struct MtevalOptions {
  TextOptions text;
  const MtevalBleuSmoothingRow* smoothing = nullptr;
  const RefLengthRow* brevity = nullptr;
  uint32_t order = 4;   // the score is the cumulative score of this order
  uint32_t single = 0;  // the score is the individual score of this order; 0 if not given
};

// The scores by order, from 1.
struct MtevalBleuFigures {
  std::array<double, kMtevalBleuOrders> individual{}, cumulative{};
  double brevity_penalty = 0;
};

class MtevalBleu final : public NgramPrecisionMetric {
 public:
  MtevalBleu(const MtevalOptions& options, const MetricContext& context)
      : NgramPrecisionMetric(kMtevalBleuOrders, options.brevity->ref_length, context),
        options_(options) {}

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"smooth", std::string(options_.smoothing->name)},
        {"order", std::to_string(options_.order)}};
    if (options_.single > 0) own.emplace_back("single", std::to_string(options_.single));
    if (options_.brevity != kRefLengths) own.emplace_back("bp", options_.brevity->name);
    return TextSignatureKeys(options_.text, own);
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    const MtevalBleuFigures figures = Compute(sums);
    if (options_.single > 0) return figures.individual[options_.single - 1];
    return figures.cumulative[options_.order - 1];
  }

  std::optional<double> Brevity(std::span<const int64_t> sums) const override {
    if (options_.single > 0) return std::nullopt;
    return Compute(sums).brevity_penalty;
  }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const MtevalBleuFigures figures = Compute(sums);
    const PrecisionSums<int64_t> parts = Parts(sums);
    return {
        {"counts", std::vector<int64_t>(parts.correct.begin(), parts.correct.end())},
        {"totals", std::vector<int64_t>(parts.total.begin(), parts.total.end())},
        {"individual", std::vector<double>(figures.individual.begin(), figures.individual.end())},
        {"cumulative", std::vector<double>(figures.cumulative.begin(), figures.cumulative.end())},
        {"bp", figures.brevity_penalty},
        {"hyp_len", sums[0]},
        {"ref_len", LengthDetail(parts.ref_len)}};
  }

  std::string Verbose(std::span<const int64_t> sums, Level) const override {
    const MtevalBleuFigures figures = Compute(sums);
    const PrecisionSums<int64_t> parts = Parts(sums);
    std::string text;
    for (uint32_t n = 0; n < kShownOrders; ++n) {
      text += fmt::format("{}{:.4f}", text.empty() ? "" : "/", figures.individual[n]);
    }
    const double ratio = parts.ref_len == 0 ? 0.0 : parts.hyp_len / parts.ref_len;
    return text + fmt::format(" (BP = {:.4f} ratio = {:.4f} hyp_len = {} ref_len = {})",
                              figures.brevity_penalty, ratio, sums[0], sums[1]);
  }

 private:
  MtevalBleuFigures Compute(std::span<const int64_t> sums) const {
    const PrecisionSums<int64_t> parts = Parts(sums);
    MtevalBleuFigures out;
    if (parts.hyp_len > 0) {
      out.brevity_penalty = BrevityPenalty(parts.hyp_len, parts.ref_len, arithmetic());
    }
    double logs = 0, divisor = 1;
    for (uint32_t n = 0; n < kMtevalBleuOrders; ++n) {
      const auto correct = static_cast<double>(parts.correct[n]);
      const auto total = static_cast<double>(parts.total[n]);
      double precision = 1;
      if (correct > 0) {
        precision = correct / total;
      } else if (!options_.smoothing->smooths) {
        continue;
      } else if (total > 0) {
        divisor *= 2;
        precision = 1 / (divisor * total);
      }
      logs += Log(precision, arithmetic());
      out.individual[n] = precision;
      out.cumulative[n] = Exp(logs / (n + 1), arithmetic()) * out.brevity_penalty;
    }
    return out;
  }

  MtevalOptions options_;
};

Result<std::unique_ptr<Metric>> MakeMtevalBleu(const MetricOptions& given,
                                               const MetricContext& context) {
  MtevalOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadToolTextOptions(given, context, "mteval", "yes"));
  MTG_ASSIGN_OR_RETURN(options.smoothing,
                       ReadNamed(given, "smooth", std::span(kMtevalBleuSmoothings)));
  MTG_ASSIGN_OR_RETURN(options.brevity,
                       ReadNamed(given, "brevity", std::span(kRefLengths).first<2>()));
  MTG_ASSIGN_OR_RETURN(options.order,
                       ReadWhole(given, "order", options.order, 1, kMtevalBleuOrders));
  if (given.contains("single")) {
    MTG_ASSIGN_OR_RETURN(options.single, ReadWhole(given, "single", 1, 1, kMtevalBleuOrders));
  }
  return std::make_unique<MtevalBleu>(options, context);
}

constexpr MetricOptionRow kMtevalBleuOptions[] = {
    {"tok", "NAME", "mteval", "tokenizer"},
    {"lc", "yes|no", "yes", "compare in lower case"},
    {"smooth", "METHOD", "exp", "smoothing: exp, or none as in mteval without smoothing"},
    {"brevity", "LENGTH", "closest", "reference length that counts: closest or shortest"},
    {"order", "N", "4", "longest n-gram of the cumulative score, 1 to 9"},
    {"single", "N", "", "score only n-grams of this length (mteval's individual score)"},
};

}  // namespace

extern const MetricRow kMtevalBleu;
const MetricRow kMtevalBleu = {
    .name = "mteval-bleu",
    .title = "mteval-BLEU",
    .help = "BLEU as NIST's mteval script computes it: from 0 to 1, lower-cased, smoothed",
    .paper = "Papineni et al. (2002)",
    .scale = 1,
    .higher_is_better = true,
    .options = kMtevalBleuOptions,
    .make = &MakeMtevalBleu,
    .references =
        "matches are clipped to the largest count in any reference; the closest length counts",
    .notes =
        "The scores are those of mteval-v13a.pl and mteval-v14.pl with tok=mteval or "
        "tok=mteval-intl; with other tokenizers, no other tool gives the same scores.",
};

}  // namespace mtgauge
