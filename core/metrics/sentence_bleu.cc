// Smoothed BLEU of each segment, and its mean over segments.
//
//   plus1  p_n = (m_n + 1) / (t_n + 1) from bigrams on (Lin & Och 2004, BLEU+1)
//   moses  the same from unigrams on (Moses' sentence-bleu, which computes in float32)
//   nakov  moses, with 1 added to the reference length too (Nakov et al. 2012, as Moses does it)
//   cc1    0.1 / t_n if nothing matches (Chen & Cherry 2014, method 1)
//   cc2    method 2, which is plus1
//   cc3    method 3: 1 / (2^k t_n) at the k-th order without a match
//
// cc1 to cc3 are NLTK's method1 to method3, in which t_n is at least 1, so that a short hypothesis
// is penalized for orders that it is too short for.
//
// Row: sum, sum_rest (fixed_sum.h), segments; on request also the counts behind the score.
#include <absl/container/inlined_vector.h>

#include <algorithm>

#include "core/contract/fixed_sum.h"
#include "core/contract/ngram_precision.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSentenceBleuMaxOrder = 9;
constexpr double kSentenceBleuEpsilon = 0.1;  // NLTK's value for method 1

constexpr size_t kOwnColumns = FixedSum::kColumns + 1;

enum class SentenceBleuSmoothing { kPlus1, kMoses, kNakov, kCc1, kCc2, kCc3 };
struct SentenceBleuSmoothingRow {
  std::string_view name;
  SentenceBleuSmoothing smoothing;
  bool of_nltk = false;
};
constexpr SentenceBleuSmoothingRow kSentenceBleuSmoothings[] = {
    {"plus1", SentenceBleuSmoothing::kPlus1},   {"moses", SentenceBleuSmoothing::kMoses},
    {"nakov", SentenceBleuSmoothing::kNakov},   {"cc1", SentenceBleuSmoothing::kCc1, true},
    {"cc2", SentenceBleuSmoothing::kCc2, true}, {"cc3", SentenceBleuSmoothing::kCc3, true}};

// Computes the precisions order by order, beginning with unigrams.
class Precisions {
 public:
  explicit Precisions(SentenceBleuSmoothing smoothing) : smoothing_(smoothing) {}

  double Next(double matches, double total) {
    const bool unigrams = std::exchange(first_, false);
    switch (smoothing_) {
      case SentenceBleuSmoothing::kMoses:
      case SentenceBleuSmoothing::kNakov:
        return (matches + 1) / (total + 1);
      case SentenceBleuSmoothing::kPlus1:
        // Without any tokens, only the length matters.
        if (unigrams) return total == 0 ? 1 : matches / total;
        return (matches + 1) / (total + 1);
      case SentenceBleuSmoothing::kCc1:
      case SentenceBleuSmoothing::kCc2:
      case SentenceBleuSmoothing::kCc3:
        return OfNltk(matches, std::max(total, 1.0), unigrams);
    }
    return 0;
  }

 private:
  double OfNltk(double matches, double total, bool unigrams) {
    if (unigrams) return matches / total;
    if (smoothing_ == SentenceBleuSmoothing::kCc2) return (matches + 1) / (total + 1);
    if (matches > 0) return matches / total;
    if (smoothing_ == SentenceBleuSmoothing::kCc1) return kSentenceBleuEpsilon / total;
    divisor_ *= 2;
    return 1 / (divisor_ * total);
  }

  SentenceBleuSmoothing smoothing_;
  bool first_ = true;
  double divisor_ = 1;
};

class SentenceBleu final : public NgramPrecisionMetric {
 public:
  SentenceBleu(const TextOptions& text, const SentenceBleuSmoothingRow& smoothing, uint32_t order,
               bool counts, const MetricContext& context)
      : NgramPrecisionMetric(order, RefLength::kClosest, context),
        text_(text),
        smoothing_(smoothing),
        counts_(counts) {}

  std::vector<std::string_view> MorePapers() const override {
    switch (smoothing_.smoothing) {
      case SentenceBleuSmoothing::kNakov:
        return {"Nakov et al. (2012)"};
      case SentenceBleuSmoothing::kCc1:
      case SentenceBleuSmoothing::kCc2:
      case SentenceBleuSmoothing::kCc3:
        return {"Chen and Cherry (2014)"};
      case SentenceBleuSmoothing::kPlus1:
      case SentenceBleuSmoothing::kMoses:
        break;
    }
    return {};
  }
  std::vector<ViewSpec> Views() const override { return {text_.Words()}; }
  std::vector<std::string> Columns() const override {
    std::vector<std::string> columns = {"sum", "sum_rest", "segments"};
    const std::vector<std::string> counts = NgramPrecisionMetric::Columns();
    if (counts_) columns.insert(columns.end(), counts.begin(), counts.end());
    return columns;
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(text_, {{"smooth", std::string(smoothing_.name)},
                                     {"order", std::to_string(order())},
                                     {"corpus", "mean"}});
  }

  void Extract(const Prepared& prepared, std::span<const SegmentView> hypothesis, Scratch& scratch,
               int64_t* row) const override {
    absl::InlinedVector<int64_t, 2 + 2 * kSentenceBleuMaxOrder> counts(width());
    NgramPrecisionMetric::Extract(prepared, hypothesis, scratch, counts.data());
    WriteRow(counts, row);
  }
  void ExtractAll(const ReferenceTable& references, std::span<const SegmentView> hypothesis,
                  Scratch& scratch, int64_t* rows) const override {
    std::vector<int64_t> counts(references.references() * width());
    NgramPrecisionMetric::ExtractAll(references, hypothesis, scratch, counts.data());
    for (std::span<const int64_t> left = counts; !left.empty(); left = left.subspan(width())) {
      WriteRow(left.first(width()), rows);
      rows += kOwnColumns + (counts_ ? width() : 0);
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    return 100.0 * FixedSum::Mean(sums, sums[2]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    std::vector<Detail> details = {{"segments", sums[2]}};
    if (!counts_) return details;
    const PrecisionSums<int64_t> parts = Parts(sums.subspan(kOwnColumns));
    details.insert(details.end(),
                   {{"counts", std::vector<int64_t>(parts.correct.begin(), parts.correct.end())},
                    {"totals", std::vector<int64_t>(parts.total.begin(), parts.total.end())},
                    {"hyp_len", sums[kOwnColumns]},
                    {"ref_len", sums[kOwnColumns + 1]}});
    return details;
  }

 private:
  void WriteRow(std::span<const int64_t> counts, int64_t* row) const {
    FixedSum::Write(Bleu(Parts(counts)), row);
    row[2] = 1;
    if (counts_) std::copy_n(counts.begin(), width(), row + kOwnColumns);
  }

  double Bleu(const PrecisionSums<int64_t>& parts) const {
    Precisions precisions(smoothing_.smoothing);
    double logs = 0;
    for (uint32_t n = 0; n < order(); ++n) {
      const double precision = precisions.Next(static_cast<double>(parts.correct[n]),
                                               static_cast<double>(parts.total[n]));
      if (precision == 0) return 0;
      logs += Log(precision, arithmetic());
    }
    const double added = smoothing_.smoothing == SentenceBleuSmoothing::kNakov ? 1 : 0;
    return BrevityPenalty(parts.hyp_len, parts.ref_len + added, arithmetic()) *
           Exp(logs / order(), arithmetic());
  }

  TextOptions text_;
  const SentenceBleuSmoothingRow& smoothing_;
  bool counts_;
};

Result<std::unique_ptr<Metric>> MakeSentenceBleu(const MetricOptions& given,
                                                 const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(const TextOptions text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(const SentenceBleuSmoothingRow* smoothing,
                       ReadNamed(given, "smooth", std::span(kSentenceBleuSmoothings)));
  MTG_ASSIGN_OR_RETURN(const uint32_t order,
                       ReadWhole(given, "order", 4, 1, kSentenceBleuMaxOrder));
  MTG_ASSIGN_OR_RETURN(const bool counts, ReadYesNo(given, "details", false));
  return std::make_unique<SentenceBleu>(text, *smoothing, order, counts, context);
}

constexpr MetricOptionRow kSentenceBleuOptions[] = {
    kTokOption,
    kLcOption,
    {"smooth", "METHOD", "plus1",
     "plus1 (Lin & Och), moses, nakov, cc1, cc2 or cc3 (Chen & Cherry, NLTK's method1 to method3)"},
    {"order", "N", "4", "longest n-gram, 1 to 9"},
    {"details", "yes|no", "no", "also report the counts behind the scores"},
};

}  // namespace

extern const MetricRow kSentenceBleu;
const MetricRow kSentenceBleu = {
    .name = "sentence-bleu",
    .title = "sentence-BLEU",
    .help = "mean over segments of smoothed sentence BLEU, in percent",
    .paper = "Lin and Och (2004)",
    .scale = 100,
    .higher_is_better = true,
    .options = kSentenceBleuOptions,
    .make = &MakeSentenceBleu,
    .references =
        "matches are clipped to the largest count in any reference; the closest length counts",
    .corpus = "mean",
    .notes =
        "cc1, cc2 and cc3 are NLTK's method1, method2 and method3; moses is Moses' sentence-bleu, "
        "which computes in float32. NLTK and Moses print a fraction, not a percentage.",
};

}  // namespace mtgauge
