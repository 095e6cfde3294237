// Sums over items, weighted by how often each is drawn.
#include "core/evaluate/item_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/nan.h"

namespace mtgauge {
namespace {

struct Scores {
  const ScoreGrid& human;
  const ScoreGrid& metric;

  std::vector<std::vector<size_t>> Cells(Grouping grouping) const {
    const ScoreGrid* const grids[] = {&human, &metric};
    return GroupCells(grids, grouping);
  }
  size_t ItemOf(size_t cell) const { return cell % human.items; }
};

ScoreGrid DrawnGrid(const ScoreGrid& grid, std::span<const uint32_t> counts) {
  ScoreGrid drawn{grid.systems, 0, {}};
  for (uint32_t s = 0; s < grid.systems; ++s) {
    const std::span<const double> row = grid.Row(s);
    for (size_t i = 0; i < row.size(); ++i) {
      drawn.values.insert(drawn.values.end(), counts[i], row[i]);
    }
  }
  if (grid.systems > 0) drawn.items = static_cast<uint32_t>(drawn.values.size() / grid.systems);
  return drawn;
}

// Averages over items that each have their own value: the mean over the drawn items.
class ItemAverage {
 public:
  ItemAverage(Statistic statistic, const Scores& scores, const AverageRule& rule) {
    for (const std::vector<size_t>& cells : scores.Cells(Grouping::kItem)) {
      const std::vector<double> x = Gather(scores.human, cells), y = Gather(scores.metric, cells);
      double value = Correlate(statistic, x, y);
      if (std::isnan(value) && !rule.nan_is_zero) continue;
      if (std::isnan(value)) value = 0;
      const double weight = rule.by_size ? static_cast<double>(x.size()) : 1;
      items_.push_back({scores.ItemOf(cells.front()), weight, weight * value});
    }
  }

  double operator()(std::span<const uint32_t> counts) const {
    double sum = 0, weight = 0;
    for (const Item& item : items_) {
      sum += counts[item.number] * item.value;
      weight += counts[item.number] * item.weight;
    }
    return sum / weight;
  }

 private:
  struct Item {
    size_t number;
    double weight, value;
  };
  std::vector<Item> items_;
};

// Pearson's correlations within one group, or within systems, from sums of deviations from the
// overall mean.
class PearsonOfSums {
 public:
  PearsonOfSums(Grouping grouping, const Scores& scores, const AverageRule& rule, ItemFunction slow)
      : rule_(rule), slow_(std::move(slow)) {
    for (const std::vector<size_t>& cells : scores.Cells(grouping)) {
      const std::vector<double> x = Gather(scores.human, cells), y = Gather(scores.metric, cells);
      double mean_x = 0, mean_y = 0;
      for (size_t k = 0; k < cells.size(); ++k) {
        mean_x += x[k] / static_cast<double>(cells.size());
        mean_y += y[k] / static_cast<double>(cells.size());
      }
      std::vector<Sums> of_item(scores.human.items);
      for (size_t k = 0; k < cells.size(); ++k) {
        of_item[scores.ItemOf(cells[k])].Add(x[k] - mean_x, y[k] - mean_y);
      }
      groups_.push_back(std::move(of_item));
    }
  }

  double operator()(std::span<const uint32_t> counts) const {
    double sum = 0, weights = 0;
    for (const std::vector<Sums>& group : groups_) {
      Sums drawn;
      for (size_t i = 0; i < counts.size(); ++i) drawn.Add(counts[i], group[i]);
      if (drawn.n == 0) continue;
      const double xx = drawn.xx - drawn.x * drawn.x / drawn.n;
      const double yy = drawn.yy - drawn.y * drawn.y / drawn.n;
      // Constant, or too close to it for differences of sums.
      constexpr double kFewDigits = 1e-6;
      if (!(xx > kFewDigits * drawn.xx && yy > kFewDigits * drawn.yy)) return slow_(counts);
      const double r = (drawn.xy - drawn.x * drawn.y / drawn.n) / std::sqrt(xx) / std::sqrt(yy);
      const double weight = rule_.by_size ? drawn.n : 1;
      sum += weight * std::clamp(r, -1.0, 1.0);
      weights += weight;
    }
    return sum / weights;
  }

 private:
  struct Sums {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    void Add(double a, double b) {
      ++n;
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
    void Add(double count, const Sums& other) {
      n += count * other.n;
      x += count * other.x;
      y += count * other.y;
      xx += count * other.xx;
      yy += count * other.yy;
      xy += count * other.xy;
    }
  };
  AverageRule rule_;
  ItemFunction slow_;
  std::vector<std::vector<Sums>> groups_;  // [group][item]
};

// acc_eq within items, with ties calibrated again for each draw (CalibrateTies). The pairs are
// sorted once by the distance of the metric's scores.
class CalibratedItems {
 public:
  CalibratedItems(const Scores& scores, const AverageRule& rule) {
    for (const std::vector<size_t>& cells : scores.Cells(Grouping::kItem)) {
      const std::vector<double> x = Gather(scores.human, cells), y = Gather(scores.metric, cells);
      const PairCounts counts = CountPairs(x, y);
      const double weight = rule.by_size ? static_cast<double>(x.size()) : 1;
      const size_t item = scores.ItemOf(cells.front());
      if (counts.all() > 0) {
        const auto pairs = static_cast<double>(counts.all());
        items_.push_back({item, weight, static_cast<double>(counts.agreeing()) / pairs});
        AddSteps(item, x, y, weight / pairs);
      } else if (rule.nan_is_zero) {
        items_.push_back({item, weight, 0});
      }
    }
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const Step& a, const Step& b) { return a.apart < b.apart; });
    if (!rule.by_size) ListEven();
  }

  double operator()(std::span<const uint32_t> counts) const {
    double weights = 0, sum = 0;
    for (const Item& item : items_) {
      weights += counts[item.number] * item.weight;
      sum += counts[item.number] * item.weight * item.accuracy;
    }
    return (sum + (even_.empty() ? Gain(counts) : EvenGain(counts))) / weights;
  }

 private:
  // Returns how much the best threshold adds to the sum over items.
  double Gain(std::span<const uint32_t> counts) const {
    double steps = 0, best = 0, gained = 0, best_gained = 0;
    for (size_t k = 0; k < steps_.size(); ++k) {
      const Step& step = steps_[k];
      steps += counts[step.item] * step.change;
      gained += counts[step.item] * step.weighted;
      const bool last_of_equals = k + 1 == steps_.size() || steps_[k + 1].apart != step.apart;
      // These are sums of fractions; a difference due to rounding is no improvement.
      if (!last_of_equals || steps <= best + kRounding) continue;
      best = steps;
      best_gained = gained;
    }
    return best_gained;
  }
  // The same as above if all items have the same weight, so that the maximized and the reported
  // average are the same. Has no branches that depend on the scores.
  double EvenGain(std::span<const uint32_t> counts) const {
    double gained = 0, best = 0;
    for (const EvenStep& step : even_) {
      gained += counts[step.item] * step.change;
      best = std::max(best, gained * step.last_of_equals);
    }
    return best;
  }

  static constexpr double kRounding = 1e-9;
  struct Item {
    size_t number;
    double weight, accuracy;
  };
  // How tying a pair changes the accuracy of its item: in the mean over items, by which ties are
  // calibrated, and in the reported mean.
  struct Step {
    double apart;
    size_t item;
    double change, weighted;
  };

  struct EvenStep {
    double change;
    float last_of_equals;  // 1 or 0
    uint32_t item;
  };

  void ListEven() {
    for (size_t k = 0; k < steps_.size(); ++k) {
      const bool last = k + 1 == steps_.size() || steps_[k + 1].apart != steps_[k].apart;
      even_.push_back(
          {steps_[k].change, last ? 1.0F : 0.0F, static_cast<uint32_t>(steps_[k].item)});
    }
    steps_.clear();
    steps_.shrink_to_fit();
  }

  void AddSteps(size_t item, std::span<const double> x, std::span<const double> y, double weight) {
    const size_t unordered = x.size() * (x.size() - 1) / 2;
    const auto pairs = static_cast<double>(unordered);
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t j = i + 1; j < x.size(); ++j) {
        const double apart = y[i] - y[j], judged = x[i] - x[j];
        if (apart == 0 || (judged != 0 && (apart > 0) != (judged > 0))) continue;
        const double sign = judged == 0 ? 1 : -1;
        steps_.push_back({std::fabs(apart), item, sign / pairs, sign * weight});
      }
    }
  }

  std::vector<Item> items_;
  std::vector<Step> steps_;
  std::vector<EvenStep> even_;  // replaces steps_
};

// Counts of pairs, or sums of products, that are added up over items before they are divided.
class ItemSums {
 public:
  struct Item {
    size_t number = 0;
    double above = 0, left = 0, right = 0;
  };
  // Computes above / sqrt(left * right), or above / left if `plain`.
  ItemSums(std::vector<Item> items, bool plain) : items_(std::move(items)), plain_(plain) {}

  double operator()(std::span<const uint32_t> counts) const {
    double above = 0, left = 0, right = 0;
    for (const Item& item : items_) {
      above += counts[item.number] * item.above;
      left += counts[item.number] * item.left;
      right += counts[item.number] * item.right;
    }
    if (!(left > 0 && (plain_ || right > 0))) return kNaN;
    return plain_ ? above / left : above / (std::sqrt(left) * std::sqrt(right));
  }

 private:
  std::vector<Item> items_;
  bool plain_;
};

// Counts of good outputs, added up over items before they are divided.
class GoodOutputsOfItems {
 public:
  GoodOutputsOfItems(const MeasureRow& measure, const Scores& scores, const MeasureOptions& options)
      : share_(ShareOf(measure.name)) {
    for (const std::vector<size_t>& cells : scores.Cells(Grouping::kItem)) {
      GoodCounts of_item;
      for (const size_t cell : cells) {
        const bool good = scores.human.values[cell] >= options.good;
        const bool predicted = scores.metric.values[cell] >= *options.good_metric;
        of_item.both += good && predicted ? 1 : 0;
        of_item.predicted += predicted ? 1 : 0;
        of_item.good += good ? 1 : 0;
        ++of_item.all;
      }
      items_.emplace_back(scores.ItemOf(cells.front()), of_item);
    }
  }

  double operator()(std::span<const uint32_t> counts) const {
    GoodCounts drawn;
    for (const auto& [number, of_item] : items_) {
      drawn.both += counts[number] * of_item.both;
      drawn.predicted += counts[number] * of_item.predicted;
      drawn.good += counts[number] * of_item.good;
      drawn.all += counts[number] * of_item.all;
    }
    return (drawn.*share_)();
  }

 private:
  using Share = double (GoodCounts::*)() const;
  static Share ShareOf(std::string_view name) {
    return name == "precision" ? &GoodCounts::Precision
           : name == "recall"  ? &GoodCounts::Recall
           : name == "f1"      ? &GoodCounts::F1
                               : &GoodCounts::Mcc;
  }

  Share share_;
  std::vector<std::pair<size_t, GoodCounts>> items_;
};

// Pearson's correlation of scores and lengths, given the human scores if `partial`, from sums of
// products of deviations from the means.
class LengthOfItems {
 public:
  LengthOfItems(const SideScores& human, const ScoreGrid& metric, bool partial)
      : partial_(partial) {
    const ScoreGrid* const grids[] = {&metric, human.lengths.get(), &human.segments};
    items_.resize(metric.items);
    for (const std::vector<size_t>& cells : GroupCells(grids, Grouping::kNone)) {
      double means[kSides] = {};
      for (size_t side = 0; side < kSides; ++side) {
        for (const size_t cell : cells) means[side] += grids[side]->values[cell];
        means[side] /= static_cast<double>(cells.size());
      }
      for (const size_t cell : cells) {
        double values[kSides];
        for (size_t side = 0; side < kSides; ++side) {
          values[side] = grids[side]->values[cell] - means[side];
        }
        items_[cell % metric.items].Add(values);
      }
    }
  }

  double operator()(std::span<const uint32_t> counts) const {
    Sums drawn;
    for (size_t i = 0; i < counts.size(); ++i) drawn.Add(counts[i], items_[i]);
    const double plain = drawn.Correlation(0, 1);
    if (!partial_) return plain;
    return PartialCorrelation(plain, drawn.Correlation(0, 2), drawn.Correlation(1, 2));
  }

 private:
  static constexpr size_t kSides = 3;  // metric, length, people
  struct Sums {
    double n = 0, sum[kSides] = {}, product[kSides][kSides] = {};
    void Add(const double (&values)[kSides]) {
      ++n;
      for (size_t a = 0; a < kSides; ++a) {
        sum[a] += values[a];
        for (size_t b = 0; b < kSides; ++b) product[a][b] += values[a] * values[b];
      }
    }
    void Add(double count, const Sums& other) {
      n += count * other.n;
      for (size_t a = 0; a < kSides; ++a) {
        sum[a] += count * other.sum[a];
        for (size_t b = 0; b < kSides; ++b) product[a][b] += count * other.product[a][b];
      }
    }
    double Covariance(size_t a, size_t b) const { return product[a][b] - sum[a] * sum[b] / n; }
    double Correlation(size_t a, size_t b) const {
      const double aa = Covariance(a, a), bb = Covariance(b, b);
      // Constant, or too close to it for differences of sums.
      constexpr double kFewDigits = 1e-9;
      if (!(aa > kFewDigits * product[a][a] && bb > kFewDigits * product[b][b])) return kNaN;
      return std::clamp(Covariance(a, b) / std::sqrt(aa) / std::sqrt(bb), -1.0, 1.0);
    }
  };
  bool partial_;
  std::vector<Sums> items_;
};

ItemFunction DistantPairsOfItems(const Scores& scores, double threshold) {
  std::vector<ItemSums::Item> items;
  for (const std::vector<size_t>& cells : scores.Cells(Grouping::kItem)) {
    const PairCounts counts =
        CountDistantPairs(Gather(scores.human, cells), Gather(scores.metric, cells), threshold);
    items.push_back({scores.ItemOf(cells.front()),
                     static_cast<double>(counts.concordant - counts.discordant),
                     static_cast<double>(counts.concordant + counts.discordant), 0});
  }
  return ItemSums(std::move(items), true);
}

// Computes PairwiseDifferencePearson() within items.
ItemFunction DifferencesOfItems(const Scores& scores) {
  std::vector<ItemSums::Item> items;
  for (const std::vector<size_t>& cells : scores.Cells(Grouping::kItem)) {
    const std::vector<double> x = Gather(scores.human, cells), y = Gather(scores.metric, cells);
    ItemSums::Item item{scores.ItemOf(cells.front()), 0, 0, 0};
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t j = i + 1; j < x.size(); ++j) {
        item.above += (x[i] - x[j]) * (y[i] - y[j]);
        item.left += (x[i] - x[j]) * (x[i] - x[j]);
        item.right += (y[i] - y[j]) * (y[i] - y[j]);
      }
    }
    items.push_back(item);
  }
  return ItemSums(std::move(items), false);
}

// Fixes the score from which the metric calls outputs good, so that resamples keep it.
MeasureOptions WithCut(const MeasureRow& measure, const SideScores& human, const SideScores& metric,
                       MeasureOptions options) {
  if (measure.items == ItemRule::kGood) {
    options.good_metric = CutOf(GoldOf(human, options), metric.segments, options).score;
  }
  return options;
}

}  // namespace

Grouping GroupingOf(const MeasureRow& measure, const MeasureOptions& options) {
  return options.grouping.value_or(measure.grouping);
}

ItemFunction MakeDrawnGridFunction(const MeasureRow& measure, const SideScores& human,
                                   const SideScores& metric, const MeasureOptions& options) {
  return [&measure, &human, &metric,
          options = WithCut(measure, human, metric, options)](std::span<const uint32_t> counts) {
    SideScores x = {human.systems, DrawnGrid(human.segments, counts), {}};
    if (human.lengths != nullptr) {
      x.lengths = std::make_shared<ScoreGrid>(DrawnGrid(*human.lengths, counts));
    }
    if (human.marks != nullptr) {
      x.marks = std::make_shared<ScoreGrid>(DrawnGrid(*human.marks, counts));
    }
    const SideScores y = {metric.systems, DrawnGrid(metric.segments, counts), {}};
    return measure.compute(x, y, options).value;
  };
}

ItemFunction MakeItemFunction(const MeasureRow& measure, const SideScores& human,
                              const SideScores& metric, const MeasureOptions& options) {
  const Grouping grouping = GroupingOf(measure, options);
  const bool within_items = grouping == Grouping::kItem;
  const Scores scores = {human.segments, metric.segments};
  ItemFunction slow = MakeDrawnGridFunction(measure, human, metric, options);
  switch (measure.items) {
    case ItemRule::kNone:
      return nullptr;
    case ItemRule::kAverage:
      if (within_items) return ItemAverage(measure.statistic, scores, options.average);
      if (measure.statistic != Statistic::kPearson) return slow;
      return PearsonOfSums(grouping, scores, options.average, std::move(slow));
    case ItemRule::kCalibration:
      if (!within_items) return nullptr;
      return CalibratedItems(scores, options.average);
    case ItemRule::kDistance:
      return within_items ? DistantPairsOfItems(scores, options.threshold) : nullptr;
    case ItemRule::kDifferences:
      return within_items ? DifferencesOfItems(scores) : slow;
    case ItemRule::kGood: {
      const ScoreGrid gold = GoldOf(human, options);
      return GoodOutputsOfItems(measure, {gold, metric.segments},
                                WithCut(measure, human, metric, options));
    }
    case ItemRule::kOrder:
      return OrderOfGood(GoldOf(human, options), metric.segments, options.good);
    case ItemRule::kLength:
      return LengthOfItems(human, metric.segments, measure.name == "length-partial");
    case ItemRule::kAny:
      break;
  }
  return slow;
}

void DrawItems(const Bootstrap& bootstrap, uint64_t seed, uint64_t resample,
               std::span<uint32_t> counts) {
  const ResampleKey key = {seed, resample, 0};
  std::vector<uint32_t> totals(bootstrap.blocks());
  bootstrap.BlockTotals(key, totals);
  BlockCounts drawn;
  for (uint64_t block = 0; block < bootstrap.blocks(); ++block) {
    bootstrap.CountBlock(key, block, totals[block], drawn);
    const size_t first = block * kBlockSegments;
    const size_t size = std::min<size_t>(kBlockSegments, counts.size() - first);
    std::copy(drawn.counts, drawn.counts + size,
              counts.begin() + static_cast<std::ptrdiff_t>(first));
    for (const auto& [unit, more] : drawn.spill) counts[first + unit] += more;
  }
}

}  // namespace mtgauge
