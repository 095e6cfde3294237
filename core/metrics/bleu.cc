// BLEU (Papineni et al. 2002) with sacreBLEU 2.6.0's conventions (Post 2018), to the last digit.
//
// The options `brevity` and `mean` go beyond sacreBLEU. `brevity` selects the shortest or mean
// reference length (Papineni et al. use the closest, mteval-v11b and NIST the shortest). `mean`
// selects the arithmetic mean of the precisions (Lavie et al. 2004), to which an order without a
// match or without n-grams contributes 0.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/numbers.h"
#include "core/contract/ngram_precision.h"
#include "core/contract/text_options.h"

namespace mtgauge {
namespace {

enum class BleuSmoothing { kExp, kFloor, kAddK, kNone };

struct BleuSmoothingRow {
  std::string_view name;
  BleuSmoothing smoothing;
  double value;  // the default
  bool takes_value;
};
constexpr BleuSmoothingRow kBleuSmoothings[] = {{"exp", BleuSmoothing::kExp, 0, false},
                                                {"floor", BleuSmoothing::kFloor, 0.1, true},
                                                {"add-k", BleuSmoothing::kAddK, 1, true},
                                                {"none", BleuSmoothing::kNone, 0, false}};

enum class Mean { kGeometric, kArithmetic };
struct MeanRow {
  std::string_view name;
  Mean mean;
};
constexpr MeanRow kMeans[] = {{"geometric", Mean::kGeometric}, {"arithmetic", Mean::kArithmetic}};

constexpr uint32_t kBleuMaxOrder = 100;

struct BleuOptions {
  TextOptions text;
  const BleuSmoothingRow* smoothing = nullptr;
  double value = 0;
  uint32_t order = 4;
  bool effective_order = false;
  const RefLengthRow* brevity = nullptr;
  const MeanRow* mean = nullptr;
};

// How precisions are rounded: in double, in double from sums stored as float32 or int64, or in
// float32 throughout.
enum class BleuRounding { kDouble, kFloat32Sums, kFloat32, kInt64Sums };

// Numbers of the orders, of which a metric uses the first few. Scoring a resample takes less time
// than filling the rest.
using BleuOrders = std::array<double, kBleuMaxOrder>;

// The score and the numbers it is computed from. Counts and totals are doubles because add-k may
// make them fractional; they are exact.
struct BleuFigures {
  double score = 0;
  double brevity_penalty = 1;
  double hyp_len = 0, ref_len = 0;
  BleuOrders counts, totals, precisions;  // of the metric's orders
};

// Computes CPython's sum() of floats: left to right, and from 3.12 on with Neumaier's compensation.
double Sum(std::span<const double> values, Arithmetic arithmetic) {
  double sum = 0, lost = 0;
  for (const double x : values) {
    const double t = sum + x;
    lost += std::fabs(sum) >= std::fabs(x) ? (sum - t) + x : (x - t) + sum;
    sum = t;
  }
  return arithmetic == Arithmetic::kPlatformCompensatedSum ? sum + lost : sum;
}

// Returns x as an array of the sums' type would store it; x itself if everything is double.
double Stored(double x, BleuRounding rounding) {
  if (rounding == BleuRounding::kInt64Sums) return std::trunc(x);
  return rounding == BleuRounding::kDouble ? x : static_cast<double>(static_cast<float>(x));
}

double BleuQuotient(double numerator, double denominator, BleuRounding rounding) {
  if (rounding != BleuRounding::kFloat32) return numerator / denominator;
  return static_cast<double>(static_cast<float>(numerator) / static_cast<float>(denominator));
}

class Bleu final : public NgramPrecisionMetric {
 public:
  Bleu(const BleuOptions& options, const MetricContext& context)
      : NgramPrecisionMetric(options.order, options.brevity->ref_length, context),
        options_(options) {}

  std::vector<ViewSpec> Views() const override { return {options_.text.Words()}; }

  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> keys = {
        {"case", options_.text.lowercase ? "lc" : "mixed"},
        {"eff", options_.effective_order ? "yes" : "no"},
        {"tok", std::string(options_.text.tokenizer->signature)},
        {"smooth", options_.smoothing->takes_value
                       ? fmt::format("{}[{:.2f}]", options_.smoothing->name, options_.value)
                       : std::string(options_.smoothing->name)}};
    // sacreBLEU's signature does not include these, but each can change the score.
    if (options_.text.stemmer != nullptr) {
      keys.emplace_back("stem", StemmerSignature(*options_.text.stemmer));
    }
    if (options_.order != 4) keys.emplace_back("order", std::to_string(options_.order));
    if (ParseNumber<double>(fmt::format("{:.2f}", options_.value)) != options_.value) {
      keys.emplace_back("value", fmt::format("{}", options_.value));
    }
    if (options_.brevity != kRefLengths) keys.emplace_back("bp", options_.brevity->name);
    if (options_.mean != kMeans) keys.emplace_back("mean", options_.mean->name);
    AddDependencies(options_.text, keys);
    return keys;
  }

  double Score(std::span<const int64_t> sums, Level) const override { return Compute(sums).score; }

  bool HasMean() const override { return true; }
  double ScoreReal(std::span<const double> sums) const override { return Compute(sums).score; }

  double ScoreFloat32(std::span<const float> sums, NumpyRule rule) const override {
    return Compute(sums,
                   rule == NumpyRule::kNumpy1 ? BleuRounding::kFloat32Sums : BleuRounding::kFloat32)
        .score;
  }

  double ScoreInt64(std::span<const int64_t> sums) const override {
    return Compute(sums, BleuRounding::kInt64Sums).score;
  }

  std::optional<double> Brevity(std::span<const int64_t> sums) const override {
    return Compute(sums).brevity_penalty;
  }

  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    const BleuFigures figures = Compute(sums);
    const std::span<const double> precisions = Used(figures.precisions);
    return {{"counts", Counts(Used(figures.counts))},
            {"totals", Counts(Used(figures.totals))},
            {"precisions", std::vector<double>(precisions.begin(), precisions.end())},
            {"bp", figures.brevity_penalty},
            {"hyp_len", sums[0]},
            {"ref_len", LengthDetail(figures.ref_len)}};
  }

  std::string Verbose(std::span<const int64_t> sums, Level) const override {
    const BleuFigures figures = Compute(sums);
    std::string text;
    for (const double precision : Used(figures.precisions)) {
      text += fmt::format("{}{:.1f}", text.empty() ? "" : "/", precision);
    }
    const double ratio = figures.ref_len == 0 ? 0.0 : figures.hyp_len / figures.ref_len;
    return text + fmt::format(" (BP = {:.3f} ratio = {:.3f} hyp_len = {:.0f} ref_len = {:.{}f})",
                              figures.brevity_penalty, ratio, figures.hyp_len, figures.ref_len,
                              averages() ? 1 : 0);
  }

 private:
  std::span<const double> Used(const BleuOrders& values) const {
    return std::span(values).first(options_.order);
  }

  // The type of a detail; Counts() returns integers unless add-k made the values fractional.
  using DetailValue = decltype(Detail::value);
  static DetailValue Counts(std::span<const double> values) {
    std::vector<int64_t> whole;
    for (const double value : values) {
      if (value != std::floor(value)) return std::vector<double>(values.begin(), values.end());
      whole.push_back(static_cast<int64_t>(value));
    }
    return whole;
  }

  // Computes the corpus score from summed statistics, in sacreBLEU's order of floating-point
  // operations.
  template <typename Number>
  BleuFigures Compute(std::span<const Number> sums,
                      BleuRounding rounding = BleuRounding::kDouble) const {
    BleuFigures out;
    const PrecisionSums<Number> parts = Parts(sums);
    out.hyp_len = parts.hyp_len;
    out.ref_len = parts.ref_len;
    std::copy(parts.correct.begin(), parts.correct.end(), out.counts.begin());
    std::copy(parts.total.begin(), parts.total.end(), out.totals.begin());
    std::fill_n(out.precisions.begin(), options_.order, 0.0);
    out.brevity_penalty = BrevityPenalty(out.hyp_len, out.ref_len, arithmetic());
    bool any_match = false;
    for (const Number count : parts.correct) any_match |= count > 0;
    if (!any_match) return out;

    const uint32_t orders = SmoothPrecisions(out, rounding);
    out.score = out.brevity_penalty * PrecisionMean(out.precisions, orders);
    return out;
  }

  // Returns the mean of the first `orders` precisions.
  double PrecisionMean(const BleuOrders& precisions, uint32_t orders) const {
    BleuOrders terms;
    const bool geometric = options_.mean->mean == Mean::kGeometric;
    for (uint32_t n = 0; n < orders; ++n) {
      terms[n] = geometric ? Log(precisions[n], arithmetic()) : precisions[n];
    }
    const double mean = Sum(std::span(terms).first(orders), arithmetic()) / orders;
    return geometric ? Exp(mean, arithmetic()) : mean;
  }

  // Fills the precisions (and, under add-k, smooths counts and totals). Returns the number of
  // orders in the geometric mean.
  uint32_t SmoothPrecisions(BleuFigures& f, BleuRounding rounding) const {
    uint32_t effective = options_.order;
    double exp_divisor = 1;
    for (uint32_t n = 0; n < options_.order; ++n) {
      if (options_.smoothing->smoothing == BleuSmoothing::kAddK && n > 0) {
        const double added =
            rounding == BleuRounding::kFloat32 ? Stored(options_.value, rounding) : options_.value;
        f.counts[n] = Stored(f.counts[n] + added, rounding);
        f.totals[n] = Stored(f.totals[n] + added, rounding);
      }
      if (f.totals[n] == 0) break;
      if (options_.effective_order) effective = n + 1;
      if (f.counts[n] == 0) {
        if (options_.smoothing->smoothing == BleuSmoothing::kExp) {
          exp_divisor *= 2;
          f.precisions[n] = BleuQuotient(100.0, exp_divisor * f.totals[n], rounding);
        } else if (options_.smoothing->smoothing == BleuSmoothing::kFloor) {
          f.precisions[n] = BleuQuotient(100.0 * options_.value, f.totals[n], rounding);
        }
      } else {
        f.precisions[n] = BleuQuotient(100.0 * f.counts[n], f.totals[n], rounding);
      }
    }
    return effective;
  }

  BleuOptions options_;
};

Status CheckSmoothing(const MetricOptions& given, const BleuOptions& options) {
  if (const auto value = given.find("value");
      value != given.end() && !options.smoothing->takes_value) {
    return UsageError({.option = "value"},
                      fmt::format("smoothing {} takes no value", options.smoothing->name),
                      fmt::format("leave out value={}", value->second));
  }
  if (options.mean->mean == Mean::kArithmetic &&
      options.smoothing->smoothing != BleuSmoothing::kNone) {
    return UsageError({.option = "smooth"}, "mean=arithmetic does not use smoothing",
                      fmt::format("leave out smooth={}", options.smoothing->name));
  }
  return OkStatus();
}

Result<std::unique_ptr<Metric>> MakeBleu(const MetricOptions& given, const MetricContext& context) {
  BleuOptions options;
  MetricOptions all = given;
  all.emplace("tok", Tokenizers().front().name);
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(options.brevity, ReadNamed(given, "brevity", std::span(kRefLengths)));
  MTG_ASSIGN_OR_RETURN(options.mean, ReadNamed(given, "mean", std::span(kMeans)));
  if (options.mean->mean == Mean::kArithmetic) all.emplace("smooth", "none");
  MTG_ASSIGN_OR_RETURN(options.smoothing, ReadNamed(all, "smooth", std::span(kBleuSmoothings)));
  MTG_RETURN_IF_ERROR(CheckSmoothing(given, options));
  MTG_ASSIGN_OR_RETURN(options.value,
                       ReadNumber(given, "value", options.smoothing->value, 0.0, 1e6));
  MTG_ASSIGN_OR_RETURN(options.order, ReadWhole(given, "order", options.order, 1, kBleuMaxOrder));
  MTG_ASSIGN_OR_RETURN(options.effective_order, ReadYesNo(given, "eff", false));
  return std::make_unique<Bleu>(options, context);
}

constexpr MetricOptionRow kBleuOptions[] = {
    {"tok", "NAME", "13a", "tokenizer"},
    kLcOption,
    kStemOption,
    {"smooth", "METHOD", "exp",
     "smoothing of n-gram orders without a match: exp, floor, add-k or none"},
    {"value", "X", "0.1 or 1", "value for the smoothing methods floor and add-k"},
    {"order", "N", "4", "longest n-gram, 1 to 100"},
    {"eff", "yes|no", "no", "use only orders that the hypothesis is long enough for"},
    {"brevity", "LENGTH", "closest", "reference length that counts: closest, shortest or average"},
    {"mean", "NAME", "geometric",
     "mean of the precisions: geometric, or arithmetic (without smoothing)"},
};

}  // namespace

extern const MetricRow kBleu;
const MetricRow kBleu = {
    .name = "bleu",
    .title = "BLEU",
    .help = "geometric mean of clipped n-gram precisions times a brevity penalty",
    .paper = "Papineni et al. (2002)",
    .scale = 100,
    .higher_is_better = true,
    .options = kBleuOptions,
    .make = &MakeBleu,
    .agreement = {88.333, 0.96639},  // Kocmi et al. (2024), Navigating the Metrics Maze
    .references =
        "matches are clipped to the largest count in any reference; the closest length counts",
    .notes =
        "Segment scores use eff=yes, as in sacreBLEU's sentence mode: only n-gram orders that the "
        "hypothesis is long enough for count. The options brevity and mean go beyond sacreBLEU; "
        "with them, no other tool gives the same scores.",
};

}  // namespace mtgauge
