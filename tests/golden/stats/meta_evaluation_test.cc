// Compares agreement with human scores, and tests of it, with mt-metrics-eval, scipy and brute
// force. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/evaluate/agreement.h"
#include "core/evaluate/metric_tests.h"
#include "core/evaluate/system_level.h"
#include "core/stats/beta.h"
#include "tests/support/shared_data.h"

namespace mtgauge::meta_evaluation_test {
namespace {

using nlohmann::json;
using Doubles = std::vector<double>;
constexpr double kTolerance = 1e-12;
constexpr double kToleranceOfP = 1e-9;

json Golden(const std::string& file) { return ReadJson(SharedFolder() / "golden" / "meta" / file); }

// null is a missing score.
ScoreGrid Grid(const json& rows) {
  ScoreGrid grid;
  grid.systems = static_cast<uint32_t>(rows.size());
  grid.items = static_cast<uint32_t>(rows[0].size());
  for (const json& row : rows) {
    for (const json& value : row) {
      grid.values.push_back(value.is_null() ? NAN : value.get<double>());
    }
  }
  return grid;
}

ScoreGrid Flat(const json& values, uint32_t systems) {
  ScoreGrid grid;
  grid.systems = systems;
  for (const json& value : values)
    grid.values.push_back(value.is_null() ? NAN : value.get<double>());
  grid.items = static_cast<uint32_t>(grid.values.size()) / systems;
  return grid;
}

constexpr std::pair<const char*, Grouping> kGroupings[] = {
    {"none", Grouping::kNone}, {"sys", Grouping::kSystem}, {"item", Grouping::kItem}};
constexpr std::pair<const char*, Statistic> kStatistics[] = {{"pearson", Statistic::kPearson},
                                                             {"spearman", Statistic::kSpearman},
                                                             {"kendall_b", Statistic::kTauB},
                                                             {"kendall_c", Statistic::kTauC}};

template <typename Rows>
auto Named(const Rows& rows, const std::string& name) {
  return std::find_if(std::begin(rows), std::end(rows),
                      [&](const auto& row) { return row.first == name; })
      ->second;
}

void ExpectNear(double got, double want, double tolerance = kTolerance) {
  EXPECT_NEAR(got, want, tolerance * std::max(std::fabs(want), tolerance));
}

// golden: [value, mean p, number averaged]
void ExpectAverage(const Average& got, const json& golden, bool with_p) {
  ExpectNear(got.value, golden[0]);
  EXPECT_EQ(static_cast<double>(got.weight), golden[2].get<double>());
  if (with_p) ExpectNear(got.p, golden[1], kToleranceOfP);
}

void ExpectGrouping(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping,
                    const json& golden) {
  for (const auto& [name, statistic] : kStatistics) {
    SCOPED_TRACE(name);
    ExpectAverage(AverageAgreement(statistic, human, metric, grouping), golden.at(name), true);
  }
  for (const auto& [text, eps] : {std::pair("0.0", 0.0), {"0.25", 0.25}, {"1.0", 1.0}}) {
    SCOPED_TRACE(text);
    const std::string suffix = std::string("_eps") + text;
    ExpectAverage(AverageAgreement(Statistic::kTau23, human, metric, grouping, eps),
                  golden.at("tau_23" + suffix), false);
    ExpectAverage(AverageAgreement(Statistic::kAcc23, human, metric, grouping, eps),
                  golden.at("tau_acc23" + suffix), false);
  }
  ExpectAverage(AverageAgreement(Statistic::kTauB, human, metric, grouping, 0.25),
                golden.at("tau_b_eps0.25"), false);
  ExpectAverage(AverageAgreement(Statistic::kTauB, human, metric, grouping, 0, {false, true}),
                golden.at("kendall_b_nan_as_0"), true);
  ExpectAverage(AverageAgreement(Statistic::kPearson, human, metric, grouping, 0, {true, false}),
                golden.at("pearson_micro"), true);
  const Calibration ties = CalibrateTies(human, metric, grouping);
  EXPECT_EQ(ties.eps, golden.at("ties_opt_acc23").at("threshold").get<double>());
  EXPECT_EQ(ties.eps, golden.at("ties_opt_23").at("threshold").get<double>());
  ExpectNear(ties.accuracy, golden.at("ties_opt_acc23").at("value"));
  ExpectNear(2 * ties.accuracy - 1, golden.at("ties_opt_23").at("value"));
}

// Returns the gold scores before 17 were removed. The file does not contain the removed ones; they
// are the only integers that give the golden system means and the four metrics' correlations with
// the complete gold.
ScoreGrid CompleteGold() {
  constexpr struct {
    uint32_t system, item;
    double score;
  } kTakenOut[] = {{0, 7, -4},  {0, 16, -5}, {0, 29, -6}, {1, 7, -1},  {2, 7, -2}, {2, 25, 0},
                   {3, 7, 0},   {4, 4, 0},   {4, 7, 0},   {4, 19, -1}, {4, 30, 0}, {5, 7, -1},
                   {5, 11, -5}, {6, 7, 0},   {7, 7, 0},   {7, 22, 0},  {7, 36, 0}};
  ScoreGrid grid = Grid(Golden("table.json").at("gold"));
  for (const auto& cell : kTakenOut) {
    double& value = grid.values[cell.system * grid.items + cell.item];
    EXPECT_TRUE(std::isnan(value));
    value = cell.score;
  }
  EXPECT_TRUE(std::none_of(grid.values.begin(), grid.values.end(),
                           [](double value) { return std::isnan(value); }));
  return grid;
}

void ExpectCorrelations(const ScoreGrid& human, const std::string& gold) {
  const json table = Golden("table.json"), golden = Golden("correlations.json");
  ASSERT_EQ(golden.size(), 4u);
  for (const auto& [name, expected] : golden.items()) {
    const ScoreGrid metric = Grid(table.at("metrics").at(name));
    for (const auto& [text, grouping] : kGroupings) {
      SCOPED_TRACE(name + " " + text);
      ExpectGrouping(human, metric, grouping, expected.at(gold).at(text));
    }
    ExpectNear(PairwiseDifferencePearson(human, metric, Grouping::kItem),
               expected.at(gold).at("pdp_pearson_all_ordered_pairs_item")[0]);
  }
}

TEST(MetaGolden, CorrelationsWithMissingScores) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/correlations.json");
  ExpectCorrelations(Grid(Golden("table.json").at("gold")), "gold_with_missing");
}

TEST(MetaGolden, CorrelationsOfCompleteScores) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/correlations.json");
  ExpectCorrelations(CompleteGold(), "gold_complete");
}

TEST(MetaGolden, DistantPairs) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/correlations.json");
  const json table = Golden("table.json"), golden = Golden("correlations.json");
  const ScoreGrid human = Grid(table.at("da"));
  for (const auto& [name, expected] : golden.items()) {
    const ScoreGrid metric = Grid(table.at("metrics").at(name));
    for (const auto& [text, grouping] : kGroupings) {
      const json& want = expected.at("kendall_like_da_thresh25").at(text);
      const PairCounts counts = DistantPairs(human, metric, grouping, 25);
      ExpectNear(TauLike(counts), want[0]);
      EXPECT_EQ(static_cast<double>(counts.all()), want[2].get<double>());
    }
    json by_item;
    const ScoreGrid* const grids[] = {&human, &metric};
    for (const auto& cells : GroupCells(grids, Grouping::kItem)) {
      const PairCounts counts = CountDistantPairs(Gather(human, cells), Gather(metric, cells), 25);
      by_item.push_back({counts.concordant, counts.discordant});
    }
    EXPECT_EQ(by_item, expected.at("kendall_like_da_item_counts"));
  }
}

std::vector<int64_t> Scaled(const ScoreGrid& grid, double scale) {
  std::vector<int64_t> rows;
  for (const double value : grid.values) rows.push_back(std::llround(value * scale));
  return rows;
}

void ExpectUpper(const Doubles& p, const json& golden) {
  size_t k = 0;
  for (size_t i = 0; i < 8; ++i) {
    for (size_t j = i + 1; j < 8; ++j) EXPECT_EQ(p[i * 8 + j], golden[k++].get<double>());
  }
  EXPECT_EQ(k, golden.size());
}

TEST(MetaGolden, SystemLevel) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/correlations.json");
  const json table = Golden("table.json"), golden = Golden("correlations.json");
  const ScoreGrid gold = CompleteGold();
  const Doubles human = SystemMeans(gold);
  for (const auto& [name, all] : golden.items()) {
    SCOPED_TRACE(name);
    const json& expected = all.at("system_level");
    const ScoreGrid grid = Grid(table.at("metrics").at(name));
    const Doubles metric = SystemMeans(grid);
    for (const auto& [text, statistic] : kStatistics) {
      ExpectNear(Correlate(statistic, human, metric), expected.at(text)[0]);
      ExpectNear(AgreementP(statistic, human, metric), expected.at(text)[1], kToleranceOfP);
    }
    const Interval fisher = FisherInterval(Pearson(human, metric), 8, 0.05);
    ExpectNear(fisher.low, expected.at("pearson_fisher_ci95")[0]);
    ExpectNear(fisher.high, expected.at("pearson_fisher_ci95")[1]);
    ExpectNear(DifferentialPearson(human, metric, Orientation::kInput),
               expected.at("score_differentials_i_lt_j_pearson"));
    ExpectNear(Pearson(human, metric), expected.at("score_differentials_both_orders_pearson"));
    const PairAccuracy accuracy = PairwiseAccuracy(human, metric);
    EXPECT_EQ(json({accuracy.agreeing, accuracy.pairs}),
              expected.at("pairwise_accuracy_signs_equal"));
    const Doubles human_p = SignFlipP(Scaled(gold, 1), 8);
    const Doubles metric_p = SignFlipP(Scaled(grid, 10000), 8);
    ExpectUpper(human_p, expected.at("spa_p_human_upper"));
    ExpectUpper(metric_p, expected.at("spa_p_metric_upper"));
    ExpectNear(SoftPairwiseAccuracy(human_p, metric_p, 8), expected.at("spa_mtme_1000_seed4"));
  }
}

TEST(MetaGolden, Williams) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/williams.json");
  const json table = Golden("table.json").at("metrics");
  const ScoreGrid gold = CompleteGold();
  for (const json& golden : Golden("williams.json")) {
    const bool systems = golden.at("level") == "system";
    const auto values = [&](const ScoreGrid& grid) {
      return systems ? SystemMeans(grid) : grid.values;
    };
    const Doubles human = values(gold), first = values(Grid(table.at(golden.at("metrics")[0]))),
                  second = values(Grid(table.at(golden.at("metrics")[1])));
    const WilliamsTest test = ComputeWilliams(Pearson(human, first), Pearson(human, second),
                                              Pearson(first, second), human.size());
    ExpectNear(test.t, golden.at("t"), 1e-11);  // from differences of correlations of 1e-16
    EXPECT_EQ(test.freedoms, golden.at("df").get<double>());
    ExpectNear(test.p, golden.at("p_one"), kToleranceOfP);
    ExpectNear(2 * test.p, golden.at("p_two"), kToleranceOfP);
  }
}

TEST(MetaGolden, SwapsByGivenMasks) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/perm_both_fixed_masks.json");
  const json table = Golden("table.json").at("metrics");
  const ScoreGrid gold = CompleteGold();
  for (const json& golden : Golden("perm_both_fixed_masks.json")) {
    const std::string corr = golden.at("corr"), average = golden.at("average_by");
    SCOPED_TRACE(corr + " " + average);
    const ScoreGrid first = Grid(table.at(golden.at("metric1"))),
                    second = Grid(table.at(golden.at("metric2")));
    const ScoreGrid* const metrics[] = {&first, &second};
    const PermBoth test(Named(kStatistics, corr), gold, metrics, Named(kGroupings, average));
    const json& masks = golden.at("masks_row_major_1_keeps_metric1");
    std::vector<uint8_t> keeps(test.cells(), 1);  // the first draw swaps nothing
    for (const json& mask : masks) {
      for (const size_t cell : test.cell_positions()) {
        keeps.push_back(mask.get<std::string>()[cell] == '1' ? 1 : 0);
      }
    }
    const auto draws = static_cast<uint32_t>(masks.size() + 1);
    Doubles agreement(draws * 4), slowly(draws * 4);
    test.Draw(keeps, draws, agreement);
    test.DrawSlowly(keeps, draws, slowly);
    // [a * 2 + b]: a and b say which metric's scores are kept; the off-diagonal entries are swaps.
    const double delta = agreement[1] - agreement[2];
    // golden: second metric minus first
    EXPECT_NEAR(-delta, golden.at("delta").get<double>(), kTolerance);
    uint64_t count = 0;
    for (size_t draw = 1; draw < draws; ++draw) {
      const json& expected = golden.at("draws_c2_c1")[draw - 1];
      EXPECT_NEAR(agreement[draw * 4 + 2], expected[0].get<double>(), kTolerance);
      EXPECT_NEAR(agreement[draw * 4 + 1], expected[1].get<double>(), kTolerance);
      count += AtLeast(agreement[draw * 4 + 2] - agreement[draw * 4 + 1], -delta) ? 1 : 0;
    }
    for (size_t k = 0; k < agreement.size(); ++k) EXPECT_NEAR(agreement[k], slowly[k], kTolerance);
    EXPECT_EQ(count, golden.at("count_ge_delta").get<uint64_t>());
  }
}

TEST(MetaGolden, AllSwaps) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/perm_both_exact.json");
  for (const json& golden : Golden("perm_both_exact.json")) {
    const auto n = golden.at("n").get<uint32_t>();
    const ScoreGrid human = Flat(golden.at("human"), n), better = Flat(golden.at("better"), n),
                    worse = Flat(golden.at("worse"), n);
    const ScoreGrid* const metrics[] = {&better, &worse};
    const PermBoth test(Named(kStatistics, golden.at("corr").get<std::string>()), human, metrics,
                        Grouping::kNone);
    std::vector<uint8_t> keeps;
    const uint32_t total = 1u << n;
    for (uint32_t swaps = 0; swaps < total; ++swaps) {
      for (uint32_t cell = 0; cell < n; ++cell) keeps.push_back((swaps >> cell & 1) == 0 ? 1 : 0);
    }
    Doubles agreement(total * 4);
    test.Draw(keeps, total, agreement);
    const double delta = agreement[1] - agreement[2];
    EXPECT_NEAR(delta, golden.at("delta").get<double>(), kTolerance);
    uint64_t at_least = 0, above = 0;
    for (size_t draw = 0; draw < total; ++draw) {
      const double swapped = agreement[draw * 4 + 1] - agreement[draw * 4 + 2];
      at_least += AtLeast(swapped, delta) ? 1 : 0;
      above += AtLeast(delta, swapped) ? 0 : 1;
    }
    EXPECT_EQ(at_least, golden.at("count_ge").get<uint64_t>());
    EXPECT_EQ(above, golden.at("count_gt").get<uint64_t>());
    EXPECT_EQ(total, golden.at("total").get<uint64_t>());
  }
}

TEST(MetaGolden, SwapsOfPairsAreASignTest) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/perm_pairs_signtest.json");
  for (const json& golden : Golden("perm_pairs_signtest.json")) {
    const auto systems = golden.at("S").get<uint32_t>();
    const ScoreGrid human = Flat(golden.at("gold"), systems);
    const ScoreGrid first = Flat(golden.at("metric1"), systems);
    const ScoreGrid second = Flat(golden.at("metric2"), systems);
    const SignTest test = ComputeSignTest(human, second, golden.at("eps")[1], first,
                                          golden.at("eps")[0], Grouping::kItem);
    EXPECT_TRUE(test.exact);
    EXPECT_EQ(test.first + test.second, golden.at("discordant_pairs").get<uint64_t>());
    EXPECT_NEAR(test.difference, golden.at("delta_closed").get<double>(), kTolerance);
    ExpectNear(test.p, golden.at("exact_p"), kToleranceOfP);
    EXPECT_NEAR(test.p, golden.at("mc_p").get<double>(), 4 * std::sqrt(0.25 / 4000));
  }
}

TEST(MetaGolden, FRatio) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/f_ratio.json");
  for (const json& golden : Golden("f_ratio.json")) {
    const mtgauge::FRatio ratio = ComputeFRatio(Grid(golden.at("doc_scores_system_by_doc")));
    ExpectNear(ratio.between, golden.at("between_var"));
    ExpectNear(ratio.within, golden.at("within_pooled_var"));
    ExpectNear(ratio.ratio, golden.at("f_ratio"));
    ExpectNear(ratio.f, golden.at("f_oneway")[0]);
    ExpectNear(ratio.p, golden.at("f_oneway")[1], kToleranceOfP);
  }
}

TEST(MetaGolden, SignedRanksAndStudent) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/paired_exact.json");
  for (const json& golden : Golden("paired_exact.json")) {
    Doubles differences;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < golden.at("a").size(); ++i) {
      differences.push_back(golden.at("a")[i].get<double>() - golden.at("b")[i].get<double>());
      sum += differences.back();
    }
    const SignedRankTest ranks = ComputeSignedRanks(differences);
    EXPECT_EQ(ranks.statistic, golden.at("scipy_wilcoxon")[0].get<double>());
    ExpectNear(ranks.p, golden.at("scipy_wilcoxon")[1], kToleranceOfP);
    const auto n = static_cast<double>(differences.size());
    for (const double value : differences) squares += (value - sum / n) * (value - sum / n);
    const double t = sum / n / std::sqrt(squares / (n - 1) / n);
    ExpectNear(t, golden.at("scipy_ttest_rel")[0]);
    ExpectNear(2 * StudentTail(std::fabs(t), n - 1), golden.at("scipy_ttest_rel")[1],
               kToleranceOfP);
  }
}

}  // namespace
}  // namespace mtgauge::meta_evaluation_test
