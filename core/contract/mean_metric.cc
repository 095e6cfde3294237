// The mean of fixed-point numbers.
#include "core/contract/mean_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "core/contract/metric_of.h"

namespace mtgauge {
namespace {

constexpr int kMostDecimals = 12;
constexpr int kSumBits = 62;
constexpr int kFractionBits = 40;
constexpr int kMostFractionBits = 320;  // up to this, cubes of standard errors are still doubles
// The standard errors should be this many fixed-point steps: with fewer than the first number,
// smaller steps are used; with fewer than the second, it is an error.
constexpr double kPlentyOfSteps = 1e6, kEnoughSteps = 1000;
// Scores and means whose relative difference is less than kSlack are equal up to rounding for
// tests. Means of exact decimals must be further apart, and standard errors larger still.
constexpr double kSlack = 1e-13, kLeastApart = 1e-12, kLeastError = 1e-11;

// Returns true if value is the double nearest to a multiple of 1 / power.
bool IsDecimal(double value, double power) {
  return std::nearbyint(value * power) / power == value;
}

// How much the mean of a column, or of the differences of two columns, varies over resamples.
struct Error {
  double size = 0;   // the size of the columns' means
  double error = 0;  // standard error
};

// Computes sqrt(sum of squares) / values.size() without underflow.
double StandardErrorOf(std::span<const double> values) {
  double most = 0, squares = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  if (most == 0) return 0;
  for (const double value : values) squares += value / most * (value / most);
  return most * std::sqrt(squares) / static_cast<double>(values.size());
}

// The standard errors of all columns and of all pairs of columns.
class Variation {
 public:
  Variation(std::span<const std::vector<double>> values, uint64_t segments)
      : values_(values), segments_(static_cast<double>(std::max<uint64_t>(segments, 1))) {
    for (const std::vector<double>& column : values) {
      double sum = 0, count = 0;
      for (const double value : column) {
        if (std::isnan(value)) continue;
        sum += value / segments_;
        ++count;
      }
      means_.push_back(count == 0 ? 0 : sum * (segments_ / count));
    }
  }

  // Finds a column or pair that varies, but by less than `least` or than `share` of its size.
  std::optional<Error> FindLess(double least, double share) const {
    std::vector<double> apart;
    for (size_t a = 0; a < values_.size(); ++a) {
      apart.clear();
      for (const double value : values_[a]) {
        if (!std::isnan(value)) apart.push_back(value - means_[a]);
      }
      const bool equal =
          std::adjacent_find(apart.begin(), apart.end(), std::not_equal_to<>()) == apart.end();
      const Error column = {std::fabs(means_[a]), equal ? 0 : StandardErrorOf(apart)};
      if (!equal && column.error < std::max(least, share * column.size)) return column;
      for (size_t b = 0; b < a; ++b) {
        const std::optional<Error> pair = FindLessOfPair(a, b, least, share);
        if (pair) return pair;
      }
    }
    return std::nullopt;
  }

 private:
  // Stops early: most pairs are decided after a few segments.
  std::optional<Error> FindLessOfPair(size_t a, size_t b, double least, double share) const {
    const double size = std::max(std::fabs(means_[a]), std::fabs(means_[b]));
    const double enough = std::max(least, share * size) * segments_;
    std::vector<double> apart;
    double squares = 0, closest = std::numeric_limits<double>::infinity();
    const size_t common = std::min(values_[a].size(), values_[b].size());
    for (size_t i = 0; i < common; ++i) {
      const double x = values_[a][i], y = values_[b][i], difference = x - y;
      if (std::isnan(difference)) continue;
      if (std::fabs(difference) <= kSlack * std::max(std::fabs(x), std::fabs(y))) continue;
      squares += difference * difference;
      if (squares > enough * enough) return std::nullopt;
      apart.push_back(difference);
      closest = std::min(closest, std::fabs(difference));
    }
    if (apart.empty()) return std::nullopt;
    const double error = StandardErrorOf(apart) * static_cast<double>(apart.size()) / segments_;
    // If few segments differ, the means either differ clearly or not at all.
    const bool clear = closest / segments_ >= kLeastApart * size;
    const bool less = error < least || (error < share * size && !clear);
    return less ? std::optional(Error{size, error}) : std::nullopt;
  }

  std::span<const std::vector<double>> values_;
  double segments_;
  std::vector<double> means_;
};

// Returns an error if anything varies by less than `least`, or by too little for its size.
Status CheckError(const Variation& variation, double least, double most) {
  const std::optional<Error> less = variation.FindLess(least, kLeastError);
  if (!less) return OkStatus();
  if (less->error < kLeastError * less->size) {
    return InputError(
        fmt::format(
            "scores of about {:.3g} are too close together to compare exactly (the standard error "
            "is {:.3g})",
            less->size, less->error),
        "subtract a constant from all scores");
  }
  return InputError(
      fmt::format(
          "scores with a standard error of {:.3g} are too small to add exactly to a score of "
          "{:.3g}",
          less->error, most),
      "rescale the scores, or take their logarithms");
}

// Returns the fixed point with the fewest decimals that represents all values.
std::optional<FixedPoint> ChooseDecimal(std::span<const std::vector<double>> values, double most,
                                        double room) {
  double power = 1;
  for (int decimals = 0; decimals <= kMostDecimals && most * power < room;
       ++decimals, power *= 10) {
    const bool all = std::all_of(values.begin(), values.end(), [&](const auto& of_system) {
      return std::all_of(of_system.begin(), of_system.end(), [&](double value) {
        return std::isnan(value) || IsDecimal(value, power);
      });
    });
    if (all) return FixedPoint{power};
  }
  return std::nullopt;
}

// Returns true if all values are multiples of 1 / denominator, a power of two; float32 values often
// are.
bool AreMultiples(std::span<const std::vector<double>> values, double denominator) {
  return std::all_of(values.begin(), values.end(), [&](const auto& of_system) {
    return std::all_of(of_system.begin(), of_system.end(), [&](double value) {
      return std::isnan(value) || std::nearbyint(value * denominator) == value * denominator;
    });
  });
}

struct NoReferences {};

class MeanMetric final : public MetricOf<MeanMetric, NoReferences> {
 public:
  explicit MeanMetric(const FixedPoint& fixed_point) : fixed_point_(fixed_point) {}

  std::vector<ViewSpec> Views() const override { return {}; }
  std::vector<std::string> Columns() const override { return {"sum", "count"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    return {{"scores", "outside"}, {"corpus", "mean"}};
  }
  void Prepare(const ReferenceViews&, Scratch&, NoReferences&) const {}
  void ExtractRow(const NoReferences&, std::span<const SegmentView>, Scratch&, int64_t* row) const {
    row[0] = 0;
    row[1] = 0;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return static_cast<double>(sums[0]) / static_cast<double>(sums[1]) / fixed_point_.denominator;
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"segments", sums[1]}};
  }

 private:
  FixedPoint fixed_point_;
};

}  // namespace

int64_t FixedPoint::ToInteger(double value) const {
  return static_cast<int64_t>(std::nearbyint(value * denominator));
}

Result<FixedPoint> ChooseFixedPoint(std::span<const std::vector<double>> values,
                                    uint64_t segments) {
  double most = 0;
  for (const std::vector<double>& of_system : values) {
    for (const double value : of_system) {
      if (std::isinf(value)) return InputError("a score is not a finite number");
      if (!std::isnan(value)) most = std::max(most, std::fabs(value));
    }
  }
  const double room =
      std::ldexp(1.0, kSumBits) / static_cast<double>(std::max<uint64_t>(segments, 1));
  if (most >= room) {
    return InputError(fmt::format("the score {} is too large to add up", most),
                      "rescale the scores");
  }
  const Variation variation(values, segments);
  if (const std::optional<FixedPoint> decimal = ChooseDecimal(values, most, room)) {
    // The smallest possible difference between two means.
    const double apart = 1 / decimal->denominator / static_cast<double>(segments);
    if (apart < kLeastApart * most) MTG_RETURN_IF_ERROR(CheckError(variation, 0, most));
    return *decimal;
  }
  int exponent = 0;
  std::frexp(room / std::max(most, 0x1p-300), &exponent);
  const int usual = std::min(exponent - 1, kFractionBits);
  const auto needs = [&](int bits, double steps) {
    return AreMultiples(values, std::ldexp(1.0, bits)) ? 0 : std::ldexp(steps, -bits);
  };
  if (!variation.FindLess(needs(usual, kPlentyOfSteps), 0)) {
    MTG_RETURN_IF_ERROR(CheckError(variation, 0, most));
    return FixedPoint{std::ldexp(1.0, usual)};
  }
  // One bit less than there is room for, so that differences of sums have room too.
  const int finest = std::clamp(exponent - 2, usual, kMostFractionBits);
  MTG_RETURN_IF_ERROR(CheckError(variation, needs(finest, kEnoughSteps), most));
  return FixedPoint{std::ldexp(1.0, finest)};
}

std::unique_ptr<Metric> MakeMeanMetric(const FixedPoint& fixed_point) {
  return std::make_unique<MeanMetric>(fixed_point);
}

}  // namespace mtgauge
