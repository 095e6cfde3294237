// BLEU (Papineni et al. 2002) as two scripts of Moses compute it: multi-bleu.perl on given tokens,
// multi-bleu-detok.perl on mteval's tokens. Four orders, no smoothing: an order without a match
// makes the score 0.
//
// multi-bleu-detok.perl -lc lower-cases by Perl's rules. Here Python's rules are used, which differ
// for a sigma at the end of a Greek word.
#include <fmt/format.h>

#include <array>

#include "core/contract/ngram_precision.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMultiBleuOrders = 4;

struct MultiBleuFigures {
  double score = 0;
  double brevity_penalty = 0;
  std::array<double, kMultiBleuOrders> precisions{};  // in percent
};

class MultiBleu final : public NgramPrecisionMetric {
 public:
  MultiBleu(const TextOptions& text, const MetricContext& context)
      : NgramPrecisionMetric(kMultiBleuOrders, RefLength::kClosest, context), text_(text) {}

  std::vector<ViewSpec> Views() const override { return {text_.Words()}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text_, {{"smooth", "none"}});
  }

  double Score(std::span<const int64_t> sums, Level) const override { return Compute(sums).score; }

  std::optional<double> Brevity(std::span<const int64_t> sums) const override {
    return Compute(sums).brevity_penalty;
  }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const MultiBleuFigures figures = Compute(sums);
    const PrecisionSums<int64_t> parts = Parts(sums);
    return {
        {"counts", std::vector<int64_t>(parts.correct.begin(), parts.correct.end())},
        {"totals", std::vector<int64_t>(parts.total.begin(), parts.total.end())},
        {"precisions", std::vector<double>(figures.precisions.begin(), figures.precisions.end())},
        {"bp", figures.brevity_penalty},
        {"hyp_len", sums[0]},
        {"ref_len", sums[1]}};
  }

  std::string Verbose(std::span<const int64_t> sums, Level) const override {
    const MultiBleuFigures figures = Compute(sums);
    const PrecisionSums<int64_t> parts = Parts(sums);
    std::string text;
    for (const double precision : figures.precisions) {
      text += fmt::format("{}{:.1f}", text.empty() ? "" : "/", precision);
    }
    const double ratio = parts.ref_len == 0 ? 0.0 : parts.hyp_len / parts.ref_len;
    return text + fmt::format(" (BP={:.3f}, ratio={:.3f}, hyp_len={}, ref_len={})",
                              figures.brevity_penalty, ratio, sums[0], sums[1]);
  }

 private:
  MultiBleuFigures Compute(std::span<const int64_t> sums) const {
    const PrecisionSums<int64_t> parts = Parts(sums);
    MultiBleuFigures out;
    if (parts.ref_len == 0) return out;
    out.brevity_penalty = BrevityPenalty(parts.hyp_len, parts.ref_len, arithmetic());
    double logs = 0;
    for (uint32_t n = 0; n < kMultiBleuOrders; ++n) {
      const double precision = parts.total[n] == 0 ? 0
                                                   : static_cast<double>(parts.correct[n]) /
                                                         static_cast<double>(parts.total[n]);
      out.precisions[n] = 100 * precision;
      logs += Log(precision, arithmetic());
    }
    out.score = 100 * (out.brevity_penalty * Exp(logs / kMultiBleuOrders, arithmetic()));
    return out;
  }

  TextOptions text_;
};

Result<std::unique_ptr<Metric>> MakeMultiBleu(const MetricOptions& given,
                                              const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadToolTextOptions(given, context, "ascii", "no"));
  return std::make_unique<MultiBleu>(text, context);
}

// Unlike mteval, that script lower-cases hypotheses before it decodes entities.
Result<std::unique_ptr<Metric>> MakeDetok(const MetricOptions& given,
                                          const MetricContext& context) {
  MetricOptions all = given;
  all.emplace("tok", "mteval");
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadTextOptions(all, context));
  return std::make_unique<MultiBleu>(text, context);
}

constexpr MetricOptionRow kMultiBleuOptions[] = {kLcOption};

constexpr std::string_view kReferences =
    "matches are clipped to the largest count in any reference; the closest length counts";

}  // namespace

extern const MetricRow kMultiBleu;
const MetricRow kMultiBleu = {
    .name = "multi-bleu",
    .title = "multi-BLEU",
    .help = "BLEU of text that is already tokenized: splits at ASCII white space, no smoothing",
    .paper = "Papineni et al. (2002)",
    .scale = 100,
    .higher_is_better = true,
    .options = kMultiBleuOptions,
    .make = &MakeMultiBleu,
    .references = kReferences,
    .notes =
        "The scores are those of Moses' multi-bleu.perl. An n-gram order without a match makes the "
        "score 0.",
};

extern const MetricRow kMultiBleuDetok;
const MetricRow kMultiBleuDetok = {
    .name = "multi-bleu-detok",
    .title = "multi-BLEU-detok",
    .help = "BLEU of plain text, tokenized by mteval's rules, no smoothing",
    .paper = "Papineni et al. (2002)",
    .scale = 100,
    .higher_is_better = true,
    .options = kMultiBleuOptions,
    .make = &MakeDetok,
    .references = kReferences,
    .notes =
        "The scores are those of Moses' multi-bleu-detok.perl. An n-gram order without a match "
        "makes the score 0. With lc=yes, a Greek sigma at the end of a word is lower-cased as in "
        "Python; Perl lower-cases it differently.",
};

}  // namespace mtgauge
