// Compares --paired-bs, --paired-ar and --confidence on our own texts and rows with figures that
// sacreBLEU computed under NumPy 1 and 2 (tests/golden/data, made by tests/golden/regen.py).
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/request/conventions.h"
#include "parallel/significance/comparer.h"
#include "tests/golden/golden.h"

namespace mtgauge::significance_own_test {
namespace {

using nlohmann::json;
using Rows = std::vector<std::vector<int64_t>>;  // of each system, one segment after another

constexpr char kBeyondFloat32[] = "sums beyond 2^24";

// [corpus, spec] -> rows.
class Corpora {
 public:
  Corpora() {
    const json file = ReadJson(ProjectFolder() / "tests/golden/data/significance_corpora.json");
    for (const json& corpus : file.at("cases")) {
      corpora_[corpus.at("name").get<std::string>()] = corpus;
    }
  }

  const Rows& Find(const std::string& name, const std::string& spec) {
    Rows& rows = rows_[{name, spec}];
    if (rows.empty()) rows = corpora_.at(name).contains("rows") ? Given(name) : Cut(name, spec);
    return rows;
  }

 private:
  Rows Given(const std::string& name) const {
    Rows rows;
    for (const json& system : corpora_.at(name).at("rows")) {
      rows.emplace_back();
      for (const json& row : system) {
        for (const json& value : row) rows.back().push_back(value.get<int64_t>());
      }
    }
    return rows;
  }

  Rows Cut(const std::string& name, const std::string& spec) const {
    const json& golden = corpora_.at(name);
    Corpus corpus;
    for (const json& reference : golden.at("refs")) {
      corpus.refs.push_back(AllPresent(reference.get<std::vector<std::string>>()));
    }
    corpus.hyps = golden.at("systems").get<std::vector<std::vector<std::string>>>();
    return ScoreCorpus(corpus, {spec}, kAllSettings[0]).rows;
  }

  std::map<std::string, json> corpora_;
  std::map<std::pair<std::string, std::string>, Rows> rows_;
};

// Returns the options for the flags of a case; "" stands for native arithmetic.
CompareOptions OptionsOf(const json& golden, const std::string& compat) {
  ScoreRequest args;
  args.compat = compat;
  args.seed = golden.at("seed").get<uint64_t>();
  const std::string test = golden.at("test");
  args.paired_bs = test == "bs";
  args.paired_ar = test == "ar";
  args.confidence = test == "ci";
  (test == "bs"   ? args.paired_bs_n
   : test == "ar" ? args.paired_ar_n
                  : args.confidence_n) = golden.at("resamples").get<uint64_t>();
  const auto options = ResolveResampling(args);
  EXPECT_TRUE(options.ok()) << options.status();
  return options->value();
}

MetricComparison Resampled(const json& golden, const Rows& rows, const std::string& compat) {
  MetricContext context;
  context.arithmetic = compat.empty() ? Arithmetic::kPinned : Arithmetic::kPlatform;
  const auto made = MakeMetric(golden.at("spec").get<std::string>(), {}, context);
  ComparedMetric metric;
  metric.metric = made->metric.get();
  const auto width = static_cast<uint32_t>(metric.metric->Columns().size());
  CompareInput input;
  for (size_t s = 0; s < rows.size(); ++s) {
    input.systems.push_back(std::to_string(s));
    metric.rows.emplace_back(width);
    metric.rows.back().Add(0, rows[s]);
    metric.rows.back().Finish();
  }
  input.runs_of_system.assign(rows.size(), 1);
  input.metrics.push_back(std::move(metric));
  const auto comparison = Compare(input, OptionsOf(golden, compat), {}, nullptr);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  return comparison->metrics.at(0);
}

// `expected` has no mean and ci if sacreBLEU reports none.
void ExpectSystem(const SystemEstimate& system, const json& expected, const Settings& settings) {
  ExpectNumber(system.score, expected.at("score"), settings);
  if (expected.at("mean").is_null()) return;
  ExpectNumber(system.mean, expected.at("mean"), settings);
  ExpectNumber(system.half_width, expected.at("ci"), settings);
}

// Returns true if float32 represents the sums, including those of add-k, exactly.
bool IsHeldByFloat32(const json& golden) {
  return golden.at("corpus") != kBeyondFloat32 &&
         golden.at("spec").get<std::string>().find("value=0.59") == std::string::npos;
}

// Returns the number of systems compared.
size_t ExpectCase(const json& golden, const Rows& rows, const std::string& compat) {
  const Settings settings = {NgramEngine::kAuto,
                             compat.empty() ? Arithmetic::kPinned : Arithmetic::kPlatform};
  const json& expected = golden.at("systems");
  if (golden.at("test") == "ci") {
    for (size_t s = 0; s < rows.size(); ++s) {
      const MetricComparison out = Resampled(golden, {rows[s]}, compat);
      ExpectSystem(out.systems[0], expected[s], settings);
    }
    return rows.size();
  }
  const MetricComparison out = Resampled(golden, rows, compat);
  for (size_t s = 0; s < rows.size(); ++s) {
    ExpectSystem(out.systems[s], expected[s], settings);
    if (s == 0) continue;
    // Without --compat, the sums that add-k changes in shuffles keep their fractions; sacreBLEU's
    // integers truncate them.
    const char* p = compat.empty() && expected[s].contains("p_whole") ? "p_whole" : "p";
    EXPECT_EQ(out.pairs[s - 1].p, expected[s].at(p).get<double>()) << "system " << s;
  }
  return rows.size();
}

void ExpectCases(const std::string& file, const std::string& compat) {
  Corpora corpora;
  size_t systems = 0;
  const json figures = ReadJson(ProjectFolder() / "tests/golden/data" / file);
  for (const json& golden : figures.at("cases")) {
    if (compat.empty() && !IsHeldByFloat32(golden)) continue;
    SCOPED_TRACE(golden.dump());
    const Rows& rows = corpora.Find(golden.at("corpus"), golden.at("spec"));
    ASSERT_EQ(rows.size(), golden.at("systems").size());
    systems += ExpectCase(golden, rows, compat);
  }
  EXPECT_GT(systems, 700u);
  std::cout << "compared " << systems << " resampled systems\n";
}

TEST(SignificanceOwnGolden, RulesOfNumpy1) { ExpectCases("significance_numpy1.json", "sacrebleu"); }

TEST(SignificanceOwnGolden, RulesOfNumpy2) {
  ExpectCases("significance_numpy2.json", "sacrebleu-numpy2");
}

TEST(SignificanceOwnGolden, NativeArithmetic) { ExpectCases("significance_numpy1.json", ""); }

}  // namespace
}  // namespace mtgauge::significance_own_test
