// BLEU as NLTK 3.10.4 computes it: sentence_bleu() and corpus_bleu() of nltk.translate.bleu_score,
// with the eight smoothings of its SmoothingFunction and its default parameters. Let m_n of t_n
// n-grams match, t_n at least 1 in each segment, and p_n = m_n / t_n.
//
//   method0  p_n = 2.2e-308 if nothing matches, so that the score is almost 0
//   method1  0.1 / t_n if nothing matches
//   method2  (m_n + 1) / (t_n + 1) from bigrams on
//   method3  1 / (2^k t_n) at the k-th order without a match
//   method4  ln |h| / (5 2^k t_n) at the k-th order without a match, if |h| > 1
//   method5  the mean of p'_(n-1), p_n and p_(n+1); p'_0 = p_1 + 1
//   method6  (m_n + 5 q) / (t + 5) from trigrams on; q = p_(n-1)^2 / p_(n-2), t without the
//            minimum of 1
//   method7  method4, then method5
//
// An order whose precision is 0 is left out of the mean, and a text without any matching word
// scores 0. Chen and Cherry (2014) have other formulas for methods 4 to 6. NLTK's scores for
// method5 to method7 can exceed 1.
//
// The longest p of method5 is that of 5-grams, whatever the order. corpus_bleu() takes this p, and
// the t of method6, from the last segment alone. Sums of rows do not know the last segment, so
// these methods only have the mean of the segments' scores. Without trigram matches, method6 is an
// error in NLTK and 0 here.
//
// Row: the counts behind the precisions, or with corpus=mean: sum, sum_rest (fixed_sum.h),
// segments.
#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contract/fixed_sum.h"
#include "core/contract/ngram_precision.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNltkBleuMaxOrder = 9;
constexpr uint32_t kReweighedOrder = 4;
constexpr uint32_t kNltkNextOrder = 5;  // the order after the longest one, for method5
constexpr double kNltkEpsilon = 0.1, kNltkAlpha = 5, kNltkK = 5;  // of SmoothingFunction

struct NltkSmoothingRow {
  std::string_view name;
  int method;
  bool of_segments = false;  // corpus_bleu() depends on which segment is the last
};
constexpr NltkSmoothingRow kNltkSmoothings[] = {
    {"method0", 0}, {"method1", 1},       {"method2", 2},       {"method3", 3},
    {"method4", 4}, {"method5", 5, true}, {"method6", 6, true}, {"method7", 7, true}};

struct NltkCorpusRow {
  std::string_view name;
  bool mean;
};
constexpr NltkCorpusRow kNltkCorpora[] = {{"sums", false}, {"mean", true}};

struct NltkBleuOptions {
  TextOptions text;
  const NltkSmoothingRow* smoothing = kNltkSmoothings;
  const NltkCorpusRow* corpus = kNltkCorpora;
  uint32_t order = 4;
  bool reweigh = false;

  bool spreads() const { return smoothing->method == 5 || smoothing->method == 7; }
  // Returns the longest n-gram to count.
  uint32_t counted() const { return spreads() ? std::max(order, kNltkNextOrder) : order; }
};

using NltkFigures = absl::InlinedVector<double, 5>;

// A sum of few terms, rounded once but for rare ties, in place of Python's math.fsum.
class RoundedOnce {
 public:
  void Add(double term) {
    const double sum = sum_ + term;
    const double added = sum - sum_;
    rest_ += (sum_ - (sum - added)) + (term - added);
    sum_ = sum;
  }
  double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0, rest_ = 0;
};

class NltkBleu final : public NgramPrecisionMetric {
 public:
  NltkBleu(const NltkBleuOptions& options, const MetricContext& context)
      : NgramPrecisionMetric(options.counted(), RefLength::kClosest, context), options_(options) {}

  std::vector<std::string_view> MorePapers() const override {
    if (options_.smoothing->method == 0) return {};
    return {"Chen and Cherry (2014)"};
  }
  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }
  std::vector<std::string> Columns() const override {
    if (options_.corpus->mean) return {"sum", "sum_rest", "segments"};
    return NgramPrecisionMetric::Columns();
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return TextSignatureKeys(options_.text, {{"smooth", std::string(options_.smoothing->name)},
                                             {"order", std::to_string(options_.order)},
                                             {"reweigh", options_.reweigh ? "yes" : "no"},
                                             {"corpus", std::string(options_.corpus->name)}});
  }

  void Extract(const Prepared& prepared, std::span<const SegmentView> hypothesis, Scratch& scratch,
               int64_t* row) const override {
    absl::InlinedVector<int64_t, 2 + 2 * kNltkBleuMaxOrder> counts(width());
    NgramPrecisionMetric::Extract(prepared, hypothesis, scratch, counts.data());
    WriteRow(std::span(counts.data(), counts.size()), row);
  }
  void ExtractAll(const ReferenceTable& references, std::span<const SegmentView> hypothesis,
                  Scratch& scratch, int64_t* rows) const override {
    std::vector<int64_t> counts(references.references() * width());
    NgramPrecisionMetric::ExtractAll(references, hypothesis, scratch, counts.data());
    for (std::span<int64_t> left = counts; !left.empty(); left = left.subspan(width())) {
      rows += WriteRow(left.first(width()), rows);
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (options_.corpus->mean) return FixedSum::Mean(sums, sums[2]);
    return Bleu(Parts(sums));
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    if (options_.corpus->mean) return {{"segments", sums[2]}};
    const PrecisionSums<int64_t> parts = Parts(sums);
    const NltkFigures precisions = Smoothed(parts);
    return {{"counts", std::vector<int64_t>(parts.correct.begin(), parts.correct.end())},
            {"totals", std::vector<int64_t>(parts.total.begin(), parts.total.end())},
            {"precisions", std::vector<double>(precisions.begin(), precisions.end())},
            {"bp", BrevityPenalty(parts.hyp_len, parts.ref_len, arithmetic())},
            {"hyp_len", sums[0]},
            {"ref_len", sums[1]}};
  }

 private:
  // Writes the row of one segment, whose totals are raised to 1. Returns its length.
  size_t WriteRow(std::span<int64_t> counts, int64_t* row) const {
    for (int64_t& total : counts.last(order())) total = std::max<int64_t>(total, 1);
    if (!options_.corpus->mean) {
      std::copy(counts.begin(), counts.end(), row);
      return counts.size();
    }
    FixedSum::Write(Bleu(Parts<int64_t>(counts)), row);
    row[2] = 1;
    return FixedSum::kColumns + 1;
  }

  double Bleu(const PrecisionSums<int64_t>& parts) const {
    const NltkFigures precisions = Smoothed(parts);
    if (precisions.empty()) return 0;
    size_t orders = precisions.size();
    const bool few = options_.reweigh && parts.hyp_len < kReweighedOrder;
    if (few) orders = std::min(orders, static_cast<size_t>(parts.hyp_len));
    const double weight = 1 / static_cast<double>(orders);
    RoundedOnce logs;
    for (size_t n = 0; n < orders; ++n) {
      if (precisions[n] > 0) logs.Add(weight * Log(precisions[n], arithmetic()));
    }
    return BrevityPenalty(parts.hyp_len, parts.ref_len, arithmetic()) *
           Exp(logs.value(), arithmetic());
  }

  // Returns the smoothed precisions by order, from 1; none if the score is 0.
  NltkFigures Smoothed(const PrecisionSums<int64_t>& parts) const {
    if (parts.correct[0] == 0) return {};
    NltkFigures precisions = Precisions(parts);
    if (options_.smoothing->method == 6) return Geometric(parts, std::move(precisions));
    if (options_.spreads()) return Spread(precisions);
    precisions.resize(options_.order);
    return precisions;
  }

  // Returns the precisions of all orders that are counted, smoothed one by one.
  NltkFigures Precisions(const PrecisionSums<int64_t>& parts) const {
    NltkFigures out;
    int without = 0;  // orders without a match
    for (uint32_t n = 0; n < order(); ++n) {
      const auto correct = static_cast<double>(parts.correct[n]);
      const auto total = static_cast<double>(parts.total[n]);
      out.push_back(correct / total);
      if (options_.smoothing->method == 2 && n > 0) out.back() = (correct + 1) / (total + 1);
      // The next precision of method7 is not smoothed.
      if (correct > 0 || n >= options_.order) continue;
      ++without;
      switch (options_.smoothing->method) {
        case 0:
          out.back() = std::numeric_limits<double>::min();
          break;
        case 1:
          out.back() = kNltkEpsilon / total;
          break;
        case 3:
          out.back() = 1 / std::ldexp(total, without);
          break;
        case 4:
        case 7:
          if (parts.hyp_len <= 1) break;
          out.back() =
              1 / (std::ldexp(1, without) * kNltkK / Log(parts.hyp_len, arithmetic())) / total;
          break;
        default:
          break;
      }
    }
    return out;
  }

  // method5
  NltkFigures Spread(const NltkFigures& precisions) const {
    NltkFigures out;
    double last = precisions[0] + 1;
    for (uint32_t n = 0; n < options_.order; ++n) {
      const double next =
          n + 1 < options_.order ? precisions[n + 1] : precisions[kNltkNextOrder - 1];
      last = (last + precisions[n] + next) / 3;
      out.push_back(last);
    }
    return out;
  }

  // method6
  NltkFigures Geometric(const PrecisionSums<int64_t>& parts, NltkFigures precisions) const {
    if (parts.correct[2] == 0) return {};
    for (uint32_t n = 2; n < options_.order; ++n) {
      const double before = precisions[n - 2];
      const double expected = before == 0 ? 0 : precisions[n - 1] * precisions[n - 1] / before;
      const double total = std::max(parts.hyp_len - n, 0.0);
      precisions[n] =
          (static_cast<double>(parts.correct[n]) + kNltkAlpha * expected) / (total + kNltkAlpha);
    }
    return precisions;
  }

  NltkBleuOptions options_;
};

Result<std::unique_ptr<Metric>> MakeNltkBleu(const MetricOptions& given,
                                             const MetricContext& context) {
  NltkBleuOptions options;
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(given, context));
  MTG_ASSIGN_OR_RETURN(options.smoothing, ReadNamed(given, "smooth", std::span(kNltkSmoothings)));
  MTG_ASSIGN_OR_RETURN(options.corpus, ReadNamed(given, "corpus", std::span(kNltkCorpora)));
  MTG_ASSIGN_OR_RETURN(options.order,
                       ReadWhole(given, "order", options.order, 1, kNltkBleuMaxOrder));
  MTG_ASSIGN_OR_RETURN(options.reweigh, ReadYesNo(given, "reweigh", false));
  const NltkSmoothingRow& smoothing = *options.smoothing;
  if (smoothing.of_segments && !options.corpus->mean) {
    return UsageError({.option = "corpus"},
                      fmt::format("NLTK's corpus_bleu with {} depends on which segment is the last",
                                  smoothing.name),
                      "add corpus=mean for the mean of sentence_bleu");
  }
  if (smoothing.method == 6 && options.order < 3) {
    return UsageError({.option = "order"}, "method6 needs trigrams", "write order=3 or more");
  }
  if (options.reweigh && options.order != kReweighedOrder) {
    return UsageError({.option = "reweigh"}, "NLTK reweighs only four orders", "leave out order");
  }
  return std::make_unique<NltkBleu>(options, context);
}

constexpr MetricOptionRow kNltkBleuOptions[] = {
    kTokOption,
    kLcOption,
    {"smooth", "METHOD", "method0", "smoothing of NLTK's SmoothingFunction: method0 to method7"},
    {"order", "N", "4", "longest n-gram, 1 to 9, with equal weights"},
    {"reweigh", "yes|no", "no", "NLTK's auto_reweigh: texts of 1 to 3 words have 1 to 3 orders"},
    {"corpus", "HOW", "sums",
     "sums (corpus_bleu) or mean (of sentence_bleu); method5 to method7 need mean"},
};

}  // namespace

extern const MetricRow kNltkBleu;
const MetricRow kNltkBleu = {
    .name = "nltk-bleu",
    .title = "NLTK BLEU",
    .help = "BLEU with the digits of NLTK's bleu_score and its smoothings, from 0 to 1",
    .paper = "Papineni et al. (2002)",
    .scale = 1,
    .higher_is_better = true,
    .options = kNltkBleuOptions,
    .make = &MakeNltkBleu,
    .references =
        "matches are clipped to the largest count in any reference; the closest length counts",
    .equal_is_perfect = false,
    .notes =
        "NLTK takes lists of words; tok=none cuts the text at white space, as Python's split() "
        "does. method4 to method6 differ from their paper: method5 to method7 can exceed 1. Where "
        "method6 is an error in NLTK, because no trigram matches, the score is 0.",
};

}  // namespace mtgauge
