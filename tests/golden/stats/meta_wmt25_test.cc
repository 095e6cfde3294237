// Compares WMT25's evaluation with mt-metrics-eval: folders in JSON Lines, soft pairwise accuracy
// by the order of names, its test and that of the mean, acc_eq, PDP; and good translations and
// length with figures of a program of its own. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/evaluate/agreement.h"
#include "core/evaluate/measures.h"
#include "mtgauge/evaluate.h"
#include "tests/support/own_folder.h"
#include "tests/support/shared_data.h"

namespace mtgauge::meta_wmt25_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr double kTolerance = 1e-9;
constexpr const char* kMetrics[] = {"good", "fair", "poor", "flat"};
constexpr const char* kPairs[] = {"en-xx", "en-yy", "cs-zz"};

fs::path People() { return SharedFolder() / "golden" / "people"; }
json Golden(const std::string& file) { return ReadJson(People() / file); }

// The request of the task: three pairs, four metrics from outside, chrF besides.
EvaluateRequest RequestOf(const std::string& form) {
  const std::string folder = People() / "mtme" / form;
  EvaluateRequest request;
  request.references = {folder};
  request.language_pair = "en-xx:refA:esa-human1,en-yy:refA:esa-human1,cs-zz:refA:mqm";
  request.metrics = {"chrf"};
  for (const std::string metric : kMetrics) {
    for (const std::string pair : kPairs) {
      request.scores.push_back(
          {metric + "@" + pair,
           false,
           {folder + "/metric-scores/" + pair + "/" + metric + "-refA.seg.score"}});
    }
  }
  request.judged_segments = request.join_common = true;
  request.measures = {"spa", "acc-eq", "pdp"};
  request.resampled_units = ResampledUnits::kNone;
  request.correction = Correction::kNone;
  return request;
}

size_t MetricOf(const EvaluationSet& set, const std::string& name) {
  const auto found =
      std::find_if(set.metrics.begin(), set.metrics.end(),
                   [&](const EvaluatedMetric& metric) { return metric.name == name; });
  EXPECT_NE(found, set.metrics.end()) << name;
  return static_cast<size_t>(found - set.metrics.begin());
}

double ValueOf(const EvaluationSet& set, size_t pair, const std::string& metric, size_t measure) {
  return set.evaluations[pair].estimates[MetricOf(set, metric)][measure].measured.value;
}

TEST(Wmt25Golden, MeasuresOfBothFormsOfFolders) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/mtme/mtme.json");
  const json by_order = Golden("mtme/spa-by-order.json");
  const json results = Golden("mtme/mtme.json").at("results");
  for (const char* form : {"mini-txt", "mini-jsonl"}) {
    SCOPED_TRACE(form);
    const auto set = Evaluate(RequestOf(form));
    ASSERT_TRUE(set.ok()) << set.status();
    for (size_t p = 0; p < std::size(kPairs); ++p) {
      const std::string pair = kPairs[p];
      for (const std::string metric : kMetrics) {
        // Scores of one decimal, whose float32 sums mt-metrics-eval finds unequal where they tie.
        const double tolerance = metric == "flat" ? 0.003 : kTolerance;
        EXPECT_NEAR(ValueOf(*set, p, metric, 0),
                    by_order.at(pair + "/" + metric).at("sorted").get<double>(), tolerance);
        const json& calibrated = results.at(pair + "/KendallWithTiesOpt").at("scores");
        EXPECT_NEAR(ValueOf(*set, p, metric, 1), calibrated.at(metric)[0].get<double>(),
                    kTolerance);
        EXPECT_NEAR(ValueOf(*set, p, metric, 2),
                    results.at("pdp/" + pair).at(metric)[0].get<double>(), kTolerance);
      }
    }
  }
}

// Draws of mt-metrics-eval and of ours differ, and so does the order of systems: it moves the
// observed difference a little.
TEST(Wmt25Golden, TestsOfSoftPairwiseAccuracyAndOfTheMean) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/mtme/mtme.json");
  constexpr double kDraws = 1000, kMovedByOrder = 0.0025;
  const json results = Golden("mtme/mtme.json").at("results");
  EvaluateRequest request = RequestOf("mini-txt");
  request.measures = {"spa"};
  request.tested_measures = {"spa", "mean"};
  request.resamples = 4000;
  const auto set = Evaluate(request);
  ASSERT_TRUE(set.ok()) << set.status();
  size_t compared = 0;
  const auto compare = [&](const TestedMeasure& tested, const json& golden) {
    std::vector<std::string> names;  // best first, which nlohmann's object does not keep
    for (const auto& [name, value] : golden.at("scores").items()) names.push_back(name);
    const auto score = [&](const std::string& name) {
      return golden.at("scores").at(name)[0].get<double>();
    };
    std::sort(names.begin(), names.end(),
              [&](const auto& a, const auto& b) { return score(a) > score(b); });
    for (const MetricPair& pair : tested.pairs) {
      const std::string better = set->metrics[pair.a].name, worse = set->metrics[pair.b].name;
      const auto i = std::find(names.begin(), names.end(), better) - names.begin();
      const auto j = std::find(names.begin(), names.end(), worse) - names.begin();
      const auto known = static_cast<std::ptrdiff_t>(names.size());
      if (i == known || j == known) continue;
      if (std::fabs(pair.difference - (score(better) - score(worse))) > kMovedByOrder) continue;
      const double p = golden.at("p")[static_cast<size_t>(i)][static_cast<size_t>(j)].get<double>();
      const double error = std::sqrt(std::max(p * (1 - p), 0.002) / kDraws);
      EXPECT_NEAR(pair.p, p, 3 * error + 1 / kDraws) << better << " " << worse;
      ++compared;
    }
  };
  for (size_t k = 0; k < std::size(kPairs); ++k) {
    ASSERT_EQ(set->evaluations[k].tests.size(), 1u);
    compare(set->evaluations[k].tests[0], results.at(std::string(kPairs[k]) + "/pce"));
  }
  ASSERT_TRUE(set->mean_test.has_value());
  compare(*set->mean_test, results.at("mean over SPA tasks"));
  EXPECT_GE(compared, 15u);
}

TEST(Wmt25Golden, GoodTranslations) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = Golden("means.json").at("threshold");
  const auto grid = [](const json& values) {
    return ScoreGrid{1, static_cast<uint32_t>(values.size()), values.get<std::vector<double>>()};
  };
  const ScoreGrid human = grid(golden.at("human")), score = grid(golden.at("score"));
  const GoodCounts counts = CountGood(human, score, 85, 0.8);
  const json& good = golden.at("good_85_at_08");
  EXPECT_EQ(counts.both, good.at("tp").get<uint64_t>());
  EXPECT_EQ(counts.predicted, good.at("predicted").get<uint64_t>());
  EXPECT_EQ(counts.good, good.at("gold").get<uint64_t>());
  EXPECT_NEAR(counts.Precision(), good.at("precision").get<double>(), kTolerance);
  EXPECT_NEAR(counts.Recall(), good.at("recall").get<double>(), kTolerance);
  EXPECT_NEAR(counts.F1(), good.at("f1").get<double>(), kTolerance);
  // Free of errors: a good score and no span.
  ScoreGrid free = human;
  for (size_t i = 0; i < free.values.size(); ++i) {
    if (golden.at("spans")[i].get<int>() > 0) free.values[i] = 0;
  }
  const double cut = BestCut(free, score, 85);
  EXPECT_NEAR(cut, golden.at("best_threshold_error_free")[0].get<double>(), kTolerance);
  EXPECT_NEAR(CountGood(free, score, 85, cut).F1(),
              golden.at("best_threshold_error_free")[1].get<double>(), kTolerance);
}

// The same through files: a column of scores and one of the numbers of marked errors.
TEST(Wmt25Golden, ErrorFreeTranslations) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = Golden("means.json").at("threshold");
  std::string people = "system\tsegment\tscore\terror_spans\n", scores = "system\tsegment\tx\n";
  const size_t half = golden.at("human").size() / 2;
  for (size_t i = 0; i < 2 * half; ++i) {
    const std::string output = (i < half ? "A\t" : "B\t") + std::to_string(i % half + 1) + '\t';
    people += output + golden.at("human")[i].dump() + '\t' + golden.at("spans")[i].dump() + '\n';
    scores += output + golden.at("score")[i].dump() + '\n';
  }
  ASSERT_EQ(golden.at("human").size() % 2, 0u);
  const OwnFolder folder;
  EvaluateRequest request;
  request.humans = {{"", false, {folder.Write("people.tsv", people)}}};
  request.scores = {{"x", false, {folder.Write("x.tsv", scores)}}};
  request.measures = {"f1", "mcc"};
  request.good_from = "error-free";
  request.resampled_units = ResampledUnits::kNone;
  const Result<EvaluationSet> set = Evaluate(request);
  ASSERT_TRUE(set.ok()) << set.status().message();
  const Measured& f1 = set->evaluations.front().estimates[0][0].measured;
  EXPECT_NEAR(*f1.cut, golden.at("best_threshold_error_free")[0].get<double>(), kTolerance);
  EXPECT_NEAR(f1.value, golden.at("best_threshold_error_free")[1].get<double>(), kTolerance);
  EXPECT_TRUE(f1.best_cut);
  const GoodOutputs& counts = *f1.good;
  const auto tp = static_cast<double>(counts.true_positives),
             fp = static_cast<double>(counts.false_positives),
             fn = static_cast<double>(counts.false_negatives),
             tn = static_cast<double>(counts.true_negatives);
  EXPECT_EQ(tp + fp + fn + tn, golden.at("human").size());
  EXPECT_NEAR(f1.value, 2 * tp / (2 * tp + fp + fn), kTolerance);
  EXPECT_NEAR(set->evaluations.front().estimates[0][1].measured.value,
              (tp * tn - fp * fn) / std::sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)),
              kTolerance);
}

TEST(Wmt25Golden, Lengths) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = Golden("means.json");
  const json& values = golden.at("threshold");
  const auto numbers = [&](const char* name) { return values.at(name).get<std::vector<double>>(); };
  SideScores human, metric;
  const auto half = static_cast<uint32_t>(numbers("human").size() / 2);
  human.segments = {2, half, numbers("human")};
  metric.segments = {2, half, numbers("score")};
  human.lengths = std::make_shared<ScoreGrid>(ScoreGrid{2, half, numbers("length")});
  human.systems = metric.systems = {0, 0};
  const std::pair<const char*, const char*> kNames[] = {
      {"length-pearson", "pearson"},
      {"length-partial", "partial_pearson"},
      {"length-spearman", "spearman"},
      {"length-spearman-partial", "partial_spearman"}};
  for (const auto& [name, key] : kNames) {
    for (const MeasureRow& measure : Measures()) {
      if (measure.name != name) continue;
      EXPECT_NEAR(measure.compute(human, metric, {}).value,
                  golden.at("length").at(key).get<double>(), kTolerance);
    }
  }
}

// The judgements of one campaign in both of WMT24's numberings, and its texts with and without the
// line that marks them.
class CampaignGolden : public testing::Test {
 protected:
  void SetUp() override {
    MTG_SKIP_WITHOUT_SHARED("golden/people/campaign");
    bare_ = fs::path(testing::TempDir()) / "campaign_without_canary";
    fs::remove_all(bare_);
    for (const auto& entry : fs::recursive_directory_iterator(texts_)) {
      if (!entry.is_regular_file()) continue;
      const fs::path to = bare_ / fs::relative(entry.path(), texts_);
      fs::create_directories(to.parent_path());
      const std::string bytes = ReadBytes(entry.path());
      std::ofstream(to, std::ios::binary) << bytes.substr(bytes.find('\n') + 1);
    }
  }
  void TearDown() override { fs::remove_all(bare_); }

  Result<EvaluationSet> Run(const fs::path& texts, const char* people,
                            const std::string& offset = "") const {
    EvaluateRequest request;
    request.references = {texts};
    request.language_pair = "en-cs";
    request.metrics = {"chrf"};
    request.humans = {{"", false, {People() / "campaign" / "humeval" / people}}};
    request.measures = {"seg-pearson"};
    request.join_common = true;
    request.human_offset = offset;
    request.resampled_units = ResampledUnits::kNone;
    return Evaluate(request);
  }
  static double Value(const Result<EvaluationSet>& set) {
    EXPECT_TRUE(set.ok()) << set.status();
    return set.ok() ? set->evaluations[0].estimates[0][0].measured.value : NAN;
  }

  fs::path texts_ = People() / "campaign" / "txt", bare_;
  const char* now_ = "esa_generalMT2024_wave2.csv";
  const char* old_ = "old/wave2.csv";
};

TEST_F(CampaignGolden, OneNumberingFitsTheTexts) {
  const double value = Value(Run(texts_, now_));
  EXPECT_FALSE(Run(texts_, old_).ok());
  EXPECT_FALSE(Run(bare_, now_).ok());
  EXPECT_EQ(Value(Run(bare_, old_)), value);
  EXPECT_EQ(Value(Run(texts_, old_, "1")), value);
  EXPECT_EQ(Value(Run(texts_, old_, "auto")), value);
  EXPECT_EQ(Value(Run(bare_, now_, "auto")), value);
  EXPECT_FALSE(Run(texts_, now_, "1").ok());
}

}  // namespace
}  // namespace mtgauge::meta_wmt25_test
