// BLEU as two scripts of Google compute it: compute_bleu() of tensorflow/nmt, which is the metric
// `bleu` of Hugging Face's library `evaluate`, and Tensor2Tensor's approx_bleu.
//
// compute_bleu() takes the shortest reference length. smooth=yes adds 1 to matches and totals from
// bigrams on. An order without a match makes the score 0. approx_bleu leaves such an order out of
// the sum of logarithms but still divides by the number of orders, and computes in float32 at the
// end. Both fail on empty texts, whose score is 0 here.

#include "core/contract/ngram_precision.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNmtBleuMaxOrder = 9;

struct NmtBleuFigures {
  double score = 0;
  double brevity_penalty = 0;
  std::vector<double> precisions;
};

struct NmtBleuOptions {
  TextOptions text;
  uint32_t order = 4;
  bool smooth = false;
  bool approximate = false;  // as approx_bleu
};

class NmtBleu final : public NgramPrecisionMetric {
 public:
  NmtBleu(const NmtBleuOptions& options, const MetricContext& context)
      : NgramPrecisionMetric(options.order, RefLength::kShortest, context), options_(options) {}

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {{"order", std::to_string(order())}};
    if (!options_.approximate) own.emplace_back("smooth", options_.smooth ? "yes" : "no");
    return TextSignatureKeys(options_.text, own);
  }

  double Score(std::span<const int64_t> sums, Level) const override { return Compute(sums).score; }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const NmtBleuFigures figures = Compute(sums);
    const PrecisionSums<int64_t> parts = Parts(sums);
    return {{"counts", std::vector<int64_t>(parts.correct.begin(), parts.correct.end())},
            {"totals", std::vector<int64_t>(parts.total.begin(), parts.total.end())},
            {"precisions", figures.precisions},
            {"bp", figures.brevity_penalty},
            {"hyp_len", sums[0]},
            {"ref_len", sums[1]}};
  }

 private:
  NmtBleuFigures Compute(std::span<const int64_t> sums) const {
    const PrecisionSums<int64_t> parts = Parts(sums);
    NmtBleuFigures out;
    double logs = 0;
    bool unmatched = false;
    for (uint32_t n = 0; n < order(); ++n) {
      const double precision = Precision(parts, n);
      out.precisions.push_back(precision);
      unmatched |= precision == 0;
      if (precision > 0) logs += 1.0 / order() * Log(precision, arithmetic());
    }
    if (parts.hyp_len == 0 || parts.ref_len == 0) return out;
    const double ratio = parts.hyp_len / parts.ref_len;
    out.brevity_penalty = ratio > 1 ? 1 : Exp(1 - 1 / ratio, arithmetic());
    if (options_.approximate ? out.precisions[0] == 0 : unmatched) return out;
    out.score = Exp(logs, arithmetic()) * out.brevity_penalty;
    if (options_.approximate) out.score = static_cast<double>(static_cast<float>(out.score));
    return out;
  }

  double Precision(const PrecisionSums<int64_t>& parts, uint32_t n) const {
    const auto correct = static_cast<double>(parts.correct[n]);
    const auto total = static_cast<double>(parts.total[n]);
    if (options_.smooth && n > 0) return (correct + 1) / (total + 1);
    return total == 0 ? 0 : correct / total;
  }

  NmtBleuOptions options_;
};

Result<std::unique_ptr<Metric>> MakeHfBleu(const MetricOptions& given,
                                           const MetricContext& context) {
  MetricOptions all = given;
  all.emplace("tok", "13a");
  NmtBleuOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(options.smooth, ReadYesNo(given, "smooth", false));
  MTG_ASSIGN_OR_RETURN(options.order,
                       ReadWhole(given, "order", options.order, 1, kNmtBleuMaxOrder));
  return std::make_unique<NmtBleu>(options, context);
}

Result<std::unique_ptr<Metric>> MakeT2tBleu(const MetricOptions& given,
                                            const MetricContext& context) {
  NmtBleuOptions options;
  options.approximate = true;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(options.order,
                       ReadWhole(given, "order", options.order, 1, kNmtBleuMaxOrder));
  return std::make_unique<NmtBleu>(options, context);
}

constexpr MetricOptionRow kNmtOrder = {"order", "N", "4", "longest n-gram, 1 to 9"};
constexpr MetricOptionRow kHfBleuOptions[] = {
    {"tok", "NAME", "13a", "tokenizer"},
    kLcOption,
    {"smooth", "yes|no", "no", "add 1 to matches and totals from bigrams on"},
    kNmtOrder,
};
constexpr MetricOptionRow kT2tBleuOptions[] = {kTokOption, kLcOption, kNmtOrder};

constexpr std::string_view kNmtReferences =
    "matches are clipped to the largest count in any reference; the shortest length counts";

}  // namespace

extern const MetricRow kHfBleu;
const MetricRow kHfBleu = {
    .name = "hf-bleu",
    .title = "HF BLEU",
    .help = "BLEU as Hugging Face's evaluate computes it: from 0 to 1, shortest reference",
    .paper = "Papineni et al. (2002)",
    .scale = 1,
    .higher_is_better = true,
    .options = kHfBleuOptions,
    .make = &MakeHfBleu,
    .references = kNmtReferences,
    .equal_is_perfect = false,
    .notes =
        "The scores are those of evaluate.load('bleu'), which is the script of tensorflow/nmt. "
        "Without smooth=yes, an n-gram order without a match makes the score 0. For the metric "
        "google_bleu of evaluate, write gleu:tok=13a.",
};

extern const MetricRow kT2tBleu;
const MetricRow kT2tBleu = {
    .name = "t2t-bleu",
    .title = "T2T BLEU",
    .help = "Tensor2Tensor's approx_bleu: from 0 to 1, orders without a match are left out",
    .paper = "Papineni et al. (2002)",
    .scale = 1,
    .higher_is_better = true,
    .options = kT2tBleuOptions,
    .make = &MakeT2tBleu,
    .references = kNmtReferences,
    .equal_is_perfect = false,
    .notes =
        "Tensor2Tensor computes it over the subwords of one reference, so give it such texts. Its "
        "score has the precision of float32.",
};

}  // namespace mtgauge
