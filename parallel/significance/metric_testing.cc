// Tests that swap scores of two metrics, or what they say, sign tests on pairs of outputs, and
// Williams's test.
#include "parallel/significance/metric_testing.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/evaluate/good_swaps.h"
#include "core/evaluate/measures.h"
#include "core/evaluate/metric_tests.h"
#include "core/evaluate/sign.h"
#include "core/evaluate/soft_accuracy.h"
#include "core/significance/metric_ranking.h"
#include "core/stats/random/mtg1.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

// A random stream that differs from those of the segment strata.
constexpr uint32_t kSwapStratum = UINT32_MAX;
// The streams of the measures of a mean, from the first one down.
constexpr uint32_t kMeanStratum = UINT32_MAX - 16;

// Returns the scores of systems as cells of a single group.
ScoreGrid SystemGrid(const SideScores& scores) {
  return {static_cast<uint32_t>(scores.systems.size()), 1, scores.systems};
}

const SideScores& PeopleOf(const EvaluatedPart& part) {
  return part.input->humans[part.human].scores;
}

// The scores of a part that may be swapped.
struct SwapGrids {
  ScoreGrid human;
  std::vector<ScoreGrid> metrics;
};

std::vector<SwapGrids> GridsOf(std::span<const EvaluatedPart> parts, bool systems) {
  std::vector<SwapGrids> grids;
  for (const EvaluatedPart& part : parts) {
    SwapGrids& of_part = grids.emplace_back();
    of_part.human = systems ? SystemGrid(PeopleOf(part)) : PeopleOf(part).segments;
    for (const EvaluatedSide& side : part.input->metrics) {
      of_part.metrics.push_back(systems ? SystemGrid(side.scores) : side.scores.segments);
    }
  }
  return grids;
}

// Standardizes each metric over all parts together.
void StandardizeJointly(std::vector<SwapGrids>& parts) {
  for (size_t m = 0; m < parts.front().metrics.size(); ++m) {
    std::vector<double> all;
    for (const SwapGrids& part : parts) {
      all.insert(all.end(), part.metrics[m].values.begin(), part.metrics[m].values.end());
    }
    StandardizePresent(all);
    auto next = all.begin();
    for (SwapGrids& part : parts) {
      std::vector<double>& values = part.metrics[m].values;
      std::copy_n(next, values.size(), values.begin());
      next += static_cast<std::ptrdiff_t>(values.size());
    }
  }
}

// What swapping scores does to one measure over all parts. A coin decides for each cell whether its
// scores stay. Immutable, safe for concurrent use.
class Swaps {
 public:
  virtual ~Swaps() = default;
  // 0 if it tosses coins of its own.
  virtual size_t cells() const = 0;
  // Returns a metric's measure as observed.
  virtual double Own(size_t metric) const = 0;
  // keeps: cells() bytes, 1 if a cell keeps its scores. Adds weight times the measure of the scores
  // of a in kept cells and of b elsewhere to agreement[a * metrics + b].
  virtual void Add(uint64_t draw, const uint8_t* keeps, double weight,
                   std::span<double> agreement) const = 0;
};

// Swaps scores of systems or of segments.
class CellSwaps : public Swaps {
 public:
  CellSwaps(const MeasureRow& measure, Grouping grouping, const std::vector<SwapGrids>& parts,
            bool one_scale)
      : metrics_(parts.front().metrics.size()) {
    double weights = 0;
    for (const SwapGrids& part : parts) {
      std::vector<const ScoreGrid*> metrics;
      for (const ScoreGrid& grid : part.metrics) metrics.push_back(&grid);
      tests_.emplace_back(measure.statistic, part.human, metrics, grouping, !one_scale);
      const auto cells = static_cast<double>(tests_.back().cells());
      shares_.push_back(measure.pooled ? cells * (cells - 1) / 2 : 1);
      weights += shares_.back();
      cells_ += tests_.back().cells();
    }
    for (double& share : shares_) share /= weights;
    own_.resize(metrics_ * metrics_);
    Add(0, std::vector<uint8_t>(cells_, 1).data(), 1, own_);
  }

  size_t cells() const override { return cells_; }
  double Own(size_t metric) const override { return own_[metric * metrics_ + metric]; }
  void Add(uint64_t, const uint8_t* keeps, double weight,
           std::span<double> agreement) const override {
    std::vector<double> of_part(metrics_ * metrics_);
    for (size_t p = 0; p < tests_.size(); ++p) {
      tests_[p].Draw({keeps, tests_[p].cells()}, 1, of_part);
      keeps += tests_[p].cells();
      for (size_t k = 0; k < of_part.size(); ++k) agreement[k] += weight * shares_[p] * of_part[k];
    }
  }

 private:
  size_t metrics_, cells_ = 0;
  std::vector<PermBoth> tests_;  // [part]
  std::vector<double> shares_;   // weights of the parts
  std::vector<double> own_;
};

// Tosses a coin for each cell.
std::vector<uint8_t> Toss(const ResampleKey& key, size_t cells) {
  std::vector<uint8_t> keeps(cells);
  BlockCounts coins;
  for (size_t begin = 0; begin < cells; begin += kBlockSegments) {
    const auto count = static_cast<uint32_t>(std::min<size_t>(kBlockSegments, cells - begin));
    CoinBlock(key, begin / kBlockSegments, count, coins);
    std::copy(coins.counts, coins.counts + count,
              keeps.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return keeps;
}

// Returns a random stream for a language pair, so that its draws do not depend on other pairs.
uint32_t StratumOf(std::string_view name) {
  uint32_t hash = 2166136261;  // FNV-1a
  for (const char byte : name) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619;
  return hash;
}

SwappedFlips FlipsOfPart(const EvaluatedPart& part, SpaTies ties) {
  std::vector<const ScoreGrid*> metrics;
  std::vector<uint32_t> items = part.input->flipped_items;
  const bool same = !items.empty();
  for (const EvaluatedSide& side : part.input->metrics) {
    metrics.push_back(&side.scores.segments);
    if (same) continue;
    const std::vector<uint32_t> own = CompleteItems(*metrics.back());
    if (metrics.size() == 1) items = own;
    std::erase_if(items,
                  [&](uint32_t item) { return !std::binary_search(own.begin(), own.end(), item); });
  }
  return {PeopleOf(part).flips, metrics, part.input->by_name, std::move(items), ties};
}

// Draws the soft pairwise accuracies of swapped scores, unless another test did.
const std::vector<double>& DrawsOfPart(const EvaluatedPart& part, const EvaluateOptions& options,
                                       const Schedule& schedule) {
  std::vector<double>& draws = (*part.input->swap_draws)[part.human];
  if (!draws.empty()) return draws;
  const SwappedFlips test = FlipsOfPart(part, options.measure.spa_ties);
  const size_t metrics = part.input->metrics.size(), size = metrics * metrics;
  draws.resize(options.resamples * size);
  const uint32_t stratum = StratumOf(part.input->language_pair);
  InParallel(schedule.threads, options.resamples, [&](size_t draw) {
    if (schedule.stop != nullptr && *schedule.stop) return;
    const std::vector<double> drawn = test.Draw(Toss({options.seed, draw, stratum}, test.cells()));
    std::copy(drawn.begin(), drawn.end(), draws.begin() + static_cast<std::ptrdiff_t>(draw * size));
  });
  return draws;
}

// Swaps scores of segments under soft pairwise accuracy, with coins of its own.
class SoftSwaps : public Swaps {
 public:
  SoftSwaps(std::span<const EvaluatedPart> parts, std::vector<double> values,
            const EvaluateOptions& options, const Schedule& schedule)
      : values_(std::move(values)) {
    for (const EvaluatedPart& part : parts) {
      draws_.push_back(&DrawsOfPart(part, options, schedule));
    }
  }

  size_t cells() const override { return 0; }
  double Own(size_t metric) const override { return values_[metric]; }
  void Add(uint64_t draw, const uint8_t*, double weight,
           std::span<double> agreement) const override {
    for (const std::vector<double>* of_part : draws_) {
      const double* drawn = &(*of_part)[draw * agreement.size()];
      for (size_t k = 0; k < agreement.size(); ++k) {
        agreement[k] += weight * drawn[k] / static_cast<double>(draws_.size());
      }
    }
  }

 private:
  std::vector<double> values_;                     // [metric]
  std::vector<const std::vector<double>*> draws_;  // [part]
};

// Swaps single pairs of outputs under acc_eq, of which SignPair() is the closed form.
class PairSwaps : public Swaps {
 public:
  PairSwaps(std::span<const EvaluatedPart> parts, size_t measure, Grouping grouping,
            std::vector<double> values)
      : values_(std::move(values)) {
    for (const EvaluatedPart& part : parts) AddPart(part, measure, grouping, parts.size());
    totals_.resize(values_.size());
    AddKept(std::vector<uint8_t>(cells(), 1).data(), totals_);
  }

  size_t cells() const override { return weights_.size(); }
  double Own(size_t metric) const override { return values_[metric]; }
  void Add(uint64_t, const uint8_t* keeps, double weight,
           std::span<double> agreement) const override {
    const size_t metrics = values_.size();
    std::vector<double> kept(metrics);
    AddKept(keeps, kept);
    for (size_t a = 0; a < metrics; ++a) {
      for (size_t b = 0; b < metrics; ++b) {
        agreement[a * metrics + b] += weight * (kept[a] + (totals_[b] - kept[b]));
      }
    }
  }

 private:
  void AddPart(const EvaluatedPart& part, size_t measure, Grouping grouping, size_t parts) {
    const std::vector<EvaluatedSide>& metrics = part.input->metrics;
    std::vector<const ScoreGrid*> grids = {&PeopleOf(part).segments};
    for (const EvaluatedSide& side : metrics) grids.push_back(&side.scores.segments);
    auto groups = GroupCells(grids, grouping);
    std::erase_if(groups, [](const std::vector<size_t>& cells) { return cells.size() < 2; });
    for (const std::vector<size_t>& cells : groups) {
      const auto n = static_cast<double>(cells.size());
      const double weight =
          2 / (n * (n - 1)) / static_cast<double>(groups.size()) / static_cast<double>(parts);
      for (size_t i = 0; i < cells.size(); ++i) {
        for (size_t j = i + 1; j < cells.size(); ++j) {
          const auto apart = [&](size_t grid) {
            return grids[grid]->values[cells[i]] - grids[grid]->values[cells[j]];
          };
          const int judged = Sign(apart(0));
          for (size_t m = 0; m < metrics.size(); ++m) {
            const double eps = *part.evaluation->estimates[m][measure].measured.eps;
            const int ordered = std::fabs(apart(m + 1)) <= eps ? 0 : Sign(apart(m + 1));
            agrees_.push_back(ordered == judged ? 1 : 0);
          }
          weights_.push_back(weight);
        }
      }
    }
  }

  void AddKept(const uint8_t* keeps, std::vector<double>& sums) const {
    const size_t metrics = sums.size();
    for (size_t pair = 0; pair < weights_.size(); ++pair) {
      const double weight = weights_[pair] * keeps[pair];
      for (size_t m = 0; m < metrics; ++m) sums[m] += weight * agrees_[pair * metrics + m];
    }
  }

  std::vector<double> values_;   // [metric]
  std::vector<double> weights_;  // [pair of outputs]
  std::vector<uint8_t> agrees_;  // [pair * metrics + metric]
  std::vector<double> totals_;   // [metric]
};

// Swaps what metrics say of outputs, or the ranks of their scores, under a measure of good outputs.
class OutputSwaps : public Swaps {
 public:
  OutputSwaps(std::span<const EvaluatedPart> parts, size_t measure, const EvaluateOptions& options)
      : metrics_(parts.front().input->metrics.size()) {
    for (const EvaluatedPart& part : parts) {
      tests_.push_back(TestOf(part, measure, options));
      cells_ += tests_.back().outputs();
    }
    own_.resize(metrics_ * metrics_);
    Add(0, std::vector<uint8_t>(cells_, 1).data(), 1, own_);
  }

  size_t cells() const override { return cells_; }
  double Own(size_t metric) const override { return own_[metric * metrics_ + metric]; }
  void Add(uint64_t, const uint8_t* keeps, double weight,
           std::span<double> agreement) const override {
    for (const GoodSwaps& test : tests_) {
      for (size_t pair = 0; pair < agreement.size(); ++pair) {
        agreement[pair] += weight / static_cast<double>(tests_.size()) *
                           test.Mixed(keeps, pair / metrics_, pair % metrics_);
      }
      keeps += test.outputs();
    }
  }

 private:
  static GoodSwaps TestOf(const EvaluatedPart& part, size_t measure,
                          const EvaluateOptions& options) {
    const EvaluatedSide& human = part.input->humans[part.human];
    const double good = human.higher_is_better ? options.measure.good : -options.measure.good;
    const ScoreGrid gold = GoldOf(human.scores, options.measure);
    std::vector<const ScoreGrid*> metrics;
    for (const EvaluatedSide& side : part.input->metrics) metrics.push_back(&side.scores.segments);
    const auto share = RowOf(*options.measures[measure]).share;
    if (share == nullptr) return GoodSwaps(gold, metrics, good);
    std::vector<double> cuts;
    for (size_t m = 0; m < metrics.size(); ++m) {
      const double cut = part.evaluation->estimates[m][measure].measured.cut.value_or(NAN);
      cuts.push_back(part.input->metrics[m].higher_is_better ? cut : -cut);
    }
    return GoodSwaps(gold, metrics, good, cuts, share);
  }

  size_t metrics_, cells_ = 0;
  std::vector<GoodSwaps> tests_;  // [part]
  std::vector<double> own_;
};

// Swaps under one measure, with its weight in a mean and a random stream of its own.
struct WeightedSwaps {
  std::unique_ptr<Swaps> swaps;
  double weight = 1;
  uint32_t stratum = kSwapStratum;
};

// Counts how often swaps favour each metric over each other at least as much as observed.
class SwapTest {
 public:
  SwapTest(const std::vector<WeightedSwaps>& measures, size_t metrics,
           const EvaluateOptions& options)
      : measures_(measures), options_(options), metrics_(metrics), counts_(metrics * metrics) {
    const size_t cells = measures.front().swaps->cells();
    exact_ = measures.size() == 1 && cells > 0 && cells <= kMostExactCells;
    draws_ = exact_ ? uint64_t{1} << cells : options.resamples;
    observed_.resize(metrics);
    for (size_t m = 0; m < metrics; ++m) {
      for (const auto& each : measures) observed_[m] += each.weight * each.swaps->Own(m);
    }
  }

  Status Run(const Schedule& schedule) {
    std::atomic<bool> stopped = false;
    InParallel(schedule.threads, draws_, [&](size_t draw) {
      stopped = stopped || (schedule.stop != nullptr && *schedule.stop);
      if (!stopped) Count(draw);
    });
    return stopped ? CancelledError() : OkStatus();
  }

  MetricPair Pair(uint32_t a, uint32_t b) const {
    MetricPair pair{a, b, observed_[a] - observed_[b], 1, 1, exact_, false};
    const auto count = static_cast<double>(counts_[a * metrics_ + b]);
    const auto draws = static_cast<double>(draws_);
    pair.p = exact_ ? count / draws : (count + 1) / (draws + 1);
    return pair;
  }

  const std::vector<double>& observed() const { return observed_; }

 private:
  // Up to 2^16 swaps are enumerated.
  static constexpr size_t kMostExactCells = 16;

  std::vector<uint8_t> Keeps(uint64_t draw, const WeightedSwaps& of) const {
    if (!exact_) return Toss({options_.seed, draw, of.stratum}, of.swaps->cells());
    std::vector<uint8_t> keeps;
    for (size_t c = 0; c < of.swaps->cells(); ++c) keeps.push_back((draw >> c & 1) == 0 ? 1 : 0);
    return keeps;
  }

  void Count(uint64_t draw) {
    const size_t m = metrics_;
    std::vector<double> agreement(m * m);
    for (const WeightedSwaps& each : measures_) {
      each.swaps->Add(draw, Keeps(draw, each).data(), each.weight, agreement);
    }
    for (size_t pair = 0; pair < agreement.size(); ++pair) {
      const size_t a = pair / m, b = pair % m;
      if (AtLeast(agreement[pair] - agreement[b * m + a], observed_[a] - observed_[b])) {
        counts_[pair].fetch_add(1, std::memory_order_relaxed);
      }
    }
  }

  const std::vector<WeightedSwaps>& measures_;
  const EvaluateOptions& options_;
  size_t metrics_;
  bool exact_ = false;
  uint64_t draws_ = 0;
  std::vector<std::atomic<uint64_t>> counts_;  // [a * metrics + b]
  std::vector<double> observed_;               // [metric]
};

MetricPair WilliamsPair(const EvaluatedPart& part, uint32_t a, uint32_t b) {
  const std::vector<double>& h = PeopleOf(part).systems;
  const std::vector<double>& x = part.input->metrics[a].scores.systems;
  const std::vector<double>& y = part.input->metrics[b].scores.systems;
  const double first = Pearson(h, x), second = Pearson(h, y);
  return {a, b,    first - second, ComputeWilliams(first, second, Pearson(x, y), h.size()).p,
          1, true, false};
}

MetricPair SignPair(std::span<const EvaluatedPart> parts, size_t measure, Grouping grouping,
                    uint32_t a, uint32_t b) {
  std::vector<SignTestScores> scores;
  for (const EvaluatedPart& part : parts) {
    const auto& estimates = part.evaluation->estimates;
    const std::vector<EvaluatedSide>& metrics = part.input->metrics;
    scores.push_back({&PeopleOf(part).segments, &metrics[a].scores.segments,
                      &metrics[b].scores.segments, *estimates[a][measure].measured.eps,
                      *estimates[b][measure].measured.eps});
  }
  const SignTest test = ComputeSignTest(scores, grouping);
  return {a, b, test.difference, test.p, 1, test.exact, false};
}

bool IsWilliams(const EvaluateOptions& options, const MeasureRow& measure) {
  return options.test == MetricTest::kWilliams && measure.test == MetricTestKind::kSwapSystems &&
         !measure.pooled;
}

// Returns the value of each metric over all parts.
std::vector<double> ValuesOver(std::span<const EvaluatedPart> parts, const Measure& measure,
                               size_t k) {
  std::vector<double> values;
  for (size_t m = 0; m < parts.front().input->metrics.size(); ++m) {
    std::vector<Measured> of_parts;
    for (const EvaluatedPart& part : parts) {
      of_parts.push_back(part.evaluation->estimates[m][k].measured);
    }
    values.push_back(ValueOver(measure, of_parts, [&](size_t p) { return of_parts[p].value; }));
  }
  return values;
}

}  // namespace

bool CanTest(std::span<const EvaluatedPart> parts, const EvaluateOptions& options,
             const MeasureRow& measure) {
  if (IsWilliams(options, measure) && parts.size() > 1) return false;
  return std::all_of(parts.begin(), parts.end(), [&](const EvaluatedPart& part) {
    const std::vector<EvaluatedSide>& metrics = part.input->metrics;
    return metrics.size() > 1 &&
           std::all_of(metrics.begin(), metrics.end(), [&](const EvaluatedSide& metric) {
             return CanMeasure(measure, PeopleOf(part), metric.scores);
           });
  });
}

namespace {

Grouping GroupingIn(const MeasureRow& by, const EvaluateOptions& options) {
  return by.of_segments ? options.measure.grouping.value_or(by.grouping) : Grouping::kNone;
}

std::unique_ptr<Swaps> MakeSwaps(std::span<const EvaluatedPart> parts,
                                 const EvaluateOptions& options, size_t measure,
                                 const Schedule& schedule) {
  const MeasureRow& by = RowOf(*options.measures[measure]);
  if (by.test == MetricTestKind::kSwapForSigns) {
    return std::make_unique<SoftSwaps>(parts, ValuesOver(parts, by, measure), options, schedule);
  }
  if (by.test == MetricTestKind::kSign) {
    return std::make_unique<PairSwaps>(parts, measure, GroupingIn(by, options),
                                       ValuesOver(parts, by, measure));
  }
  if (by.test == MetricTestKind::kSwapGood) {
    return std::make_unique<OutputSwaps>(parts, measure, options);
  }
  std::vector<SwapGrids> grids = GridsOf(parts, by.test == MetricTestKind::kSwapSystems);
  const bool one_scale = by.pooled && parts.size() > 1;
  if (one_scale) StandardizeJointly(grids);
  return std::make_unique<CellSwaps>(by, GroupingIn(by, options), grids, one_scale);
}

}  // namespace

Result<TestedMeasure> TestMetrics(std::span<const EvaluatedPart> parts,
                                  const EvaluateOptions& options, size_t measure,
                                  const Schedule& schedule) {
  const MeasureRow& by = RowOf(*options.measures[measure]);
  const std::vector<double> values = ValuesOver(parts, by, measure);
  if (by.test == MetricTestKind::kSign) {
    return RankMetrics(options, by, values, [&](uint32_t a, uint32_t b) {
      return SignPair(parts, measure, GroupingIn(by, options), a, b);
    });
  }
  if (IsWilliams(options, by)) {
    return RankMetrics(options, by, values,
                       [&](uint32_t a, uint32_t b) { return WilliamsPair(parts.front(), a, b); });
  }
  std::vector<WeightedSwaps> swaps(1);
  swaps.front().swaps = MakeSwaps(parts, options, measure, schedule);
  SwapTest test(swaps, values.size(), options);
  MTG_RETURN_IF_ERROR(test.Run(schedule));
  return RankMetrics(options, by, values, [&](uint32_t a, uint32_t b) { return test.Pair(a, b); });
}

Result<TestedMeasure> TestMean(std::span<const EvaluatedPart> parts, const EvaluateOptions& options,
                               const Schedule& schedule) {
  const size_t metrics = parts.front().input->metrics.size();
  const bool mixed = MixesShares(options.measures);
  std::vector<WeightedSwaps> swaps;
  double constant = 0;  // the halves of (1 + r) / 2
  for (size_t k = 0; k < options.measures.size(); ++k) {
    const bool scaled = mixed && !options.measures[k]->is_share;
    const double share = 1 / static_cast<double>(options.measures.size());
    constant += scaled ? share / 2 : 0;
    swaps.push_back({MakeSwaps(parts, options, k, schedule), scaled ? share / 2 : share,
                     kMeanStratum - static_cast<uint32_t>(k)});
  }
  SwapTest test(swaps, metrics, options);
  MTG_RETURN_IF_ERROR(test.Run(schedule));
  std::vector<double> values;
  for (const double value : test.observed()) values.push_back(constant + value);
  return RankMetrics(options, MeanOfMeasures(), values,
                     [&](uint32_t a, uint32_t b) { return test.Pair(a, b); });
}

}  // namespace mtgauge
