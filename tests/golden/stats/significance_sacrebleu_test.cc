// Compares resampling by sacreBLEU's conventions with the figures of sacreBLEU 2.6.0: p counts and
// bits. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "parallel/significance/comparer.h"
#include "tests/golden/as_sacrebleu.h"
#include "tests/golden/golden.h"

namespace mtgauge::significance_sacrebleu_test {
namespace {

using nlohmann::json;

struct MadeBleu {
  MadeMetric made;
  CompareInput input;
};

// Rows of one system after another, from any number of rows each.
MadeBleu Input(const std::vector<std::string>& systems,
               const std::vector<std::vector<int64_t>>& rows,
               Arithmetic arithmetic = Arithmetic::kPlatform) {
  MetricContext context;
  context.arithmetic = arithmetic;
  auto made = MakeMetric("bleu", {}, context);
  MadeBleu out{std::move(made).value(), {}};
  out.input.systems = systems;
  out.input.runs_of_system.assign(systems.size(), 1);
  ComparedMetric metric;
  metric.metric = out.made.metric.get();
  metric.label = "BLEU";
  for (const std::vector<int64_t>& of_system : rows) {
    metric.rows.emplace_back(10);
    metric.rows.back().Add(0, of_system);
    metric.rows.back().Finish();
  }
  out.input.metrics.push_back(std::move(metric));
  return out;
}

MetricComparison CompareMetric(const MadeBleu& bleu, const CompareOptions& options,
                               uint32_t threads = 1) {
  Schedule schedule;
  schedule.threads = threads;
  auto comparison = Compare(bleu.input, options, schedule, nullptr);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  if (!comparison.ok() || comparison->metrics.empty()) return {};
  return comparison->metrics[0];
}

double Hex(const json& text) { return std::strtod(text.get<std::string>().c_str(), nullptr); }

std::vector<int64_t> Flat(const json& rows) {
  std::vector<int64_t> flat;
  for (const json& row : rows) {
    for (const json& value : row) flat.push_back(value.get<int64_t>());
  }
  return flat;
}

// Rows of real systems, computed once for all tests of this file.
const MadeBleu& Wmt17(const std::vector<std::string>& systems, const std::string& tok,
                      const std::vector<std::string>& references, size_t first) {
  static std::map<std::string, MadeBleu> cache;
  std::string name = tok + std::to_string(first);
  for (const std::string& reference : references) name += reference;
  for (const std::string& system : systems) name += system;
  const auto found = cache.find(name);
  if (found != cache.end()) return found->second;
  const auto folder = SharedFolder() / "data/wmt17";
  const auto head = [&](const std::string& file) {
    std::vector<std::string> lines = ReadLines(folder / (file + ".txt"));
    if (first > 0) lines.resize(first);
    return lines;
  };
  Corpus corpus;
  for (const std::string& reference : references)
    corpus.refs.push_back(AllPresent(head(reference)));
  for (const std::string& system : systems) corpus.hyps.push_back(head(system));
  const Scored scored = ScoreCorpus(corpus, {"bleu:tok=" + tok}, kAllSettings[0]);
  return cache.emplace(name, Input(systems, scored.rows)).first->second;
}

void ExpectSystem(const SystemEstimate& system, const json& golden) {
  EXPECT_EQ(system.score, golden.at("score").get<double>());
  if (golden.at("mean").is_null()) return;
  EXPECT_EQ(system.mean, golden.at("mean").get<double>());
  EXPECT_EQ(system.half_width, golden.at("ci").get<double>());
}

// Compares with one paired golden file; the first system is the baseline.
void ExpectPaired(const std::string& file, TestKind test, bool numpy2, const std::string& tok,
                  const std::vector<std::string>& references, size_t first) {
  const json golden = ReadJson(SharedFolder() / "golden/sacrebleu" / file);
  const auto systems = golden.at("systems").get<std::vector<std::string>>();
  const MadeBleu& bleu = Wmt17(systems, tok, references, first);
  for (const uint32_t threads : {1U, 3U}) {
    const MetricComparison out =
        CompareMetric(bleu, AsSacrebleu(test, golden.at("n").get<uint64_t>(), numpy2), threads);
    const json& results = golden.at("results").at("BLEU");
    ASSERT_EQ(out.systems.size(), results.size());
    ASSERT_EQ(out.pairs.size() + 1, results.size());
    for (size_t s = 0; s < results.size(); ++s) {
      SCOPED_TRACE(systems[s]);
      ExpectSystem(out.systems[s], results[s]);
      if (s == 0) continue;
      EXPECT_EQ(out.pairs[s - 1].p, results[s].at("p_value").get<double>());
    }
  }
}

const std::vector<std::string> kOneReference = {"ref"};

TEST(SignificanceGolden, PairedBootstrapOfSixteenSystems) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_bs_1000_bleu_chrf.json");
  ExpectPaired("paired_bs_1000_bleu_chrf.json", TestKind::kBootstrap, false, "13a", kOneReference,
               0);
}

TEST(SignificanceGolden, TwoThousandResamplesWithoutTokenizer) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_bs_2000_bleu_none.json");
  ExpectPaired("paired_bs_2000_bleu_none.json", TestKind::kBootstrap, false, "none", kOneReference,
               0);
}

TEST(SignificanceGolden, RandomizationOfSixteenSystems) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_ar_10000_bleu_chrf.json");
  ExpectPaired("paired_ar_1000_bleu_chrf.json", TestKind::kRandomization, false, "13a",
               kOneReference, 0);
  ExpectPaired("paired_ar_10000_bleu_chrf.json", TestKind::kRandomization, false, "13a",
               kOneReference, 0);
}

TEST(SignificanceGolden, ThreeReferences) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/paired_bs_1000_multiref3_first600.json");
  const std::vector<std::string> references = {"ref", "online-B.0", "uedin-nmt.4722"};
  ExpectPaired("paired_bs_1000_multiref3_first600.json", TestKind::kBootstrap, false, "13a",
               references, 600);
  ExpectPaired("paired_ar_1000_multiref3_first600.json", TestKind::kRandomization, false, "13a",
               references, 600);
}

TEST(SignificanceGolden, RulesOfNumpy2) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/np2emul_paired_bs_1000_bleu_chrf.json");
  ExpectPaired("np2emul_paired_bs_1000_bleu_chrf.json", TestKind::kBootstrap, true, "13a",
               kOneReference, 0);
}

TEST(SignificanceGolden, ConfidenceOfSingleSystems) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/confidence_1000.json");
  size_t compared = 0;
  for (const json& golden : ReadJson(SharedFolder() / "golden/sacrebleu/confidence_1000.json")) {
    if (golden.at("name") != "BLEU") continue;
    SCOPED_TRACE(golden.at("signature").get<std::string>());
    const auto& bleu = Wmt17({golden.at("system").get<std::string>()}, "13a", kOneReference, 0);
    CompareOptions options = AsSacrebleu(TestKind::kBootstrap, 1000);
    options.baseline.reset();
    const MetricComparison out = CompareMetric(bleu, options);
    if (golden.at("signature")
            .get<std::string>()
            .find("nrefs:1|bs:1000|seed:12345|case:mixed|eff:"
                  "no|tok:13a|smooth:exp") != 0) {
      continue;
    }
    ASSERT_EQ(out.systems.size(), 1U);
    ExpectSystem(out.systems[0], golden);
    ++compared;
  }
  EXPECT_GE(compared, 10U);
}

// The same from rows of integers, in bits, under both NumPy rules.
TEST(SignificanceGolden, BitsFromGivenRows) {
  MTG_SKIP_WITHOUT_SHARED("golden/paired/sacrebleu_paired_legacy.json");
  const auto folder = SharedFolder() / "golden/paired";
  const json legacy = ReadJson(folder / "sacrebleu_paired_legacy.json").at("metrics").at("BLEU");
  const json weak = ReadJson(folder / "sacrebleu_paired_weak.json").at("metrics").at("BLEU");
  const std::string baseline = legacy.at("baseline");
  for (const json* golden : {&legacy, &weak}) {
    const bool numpy2 = golden == &weak;
    for (const auto& [system, test] : golden->at("tests").items()) {
      SCOPED_TRACE(system);
      const MadeBleu bleu = Input({baseline, system}, {Flat(legacy.at("stats").at(baseline)),
                                                       Flat(legacy.at("stats").at(system))});
      const MetricComparison bs =
          CompareMetric(bleu, AsSacrebleu(TestKind::kBootstrap, 1000, numpy2));
      ASSERT_EQ(bs.pairs.size(), 1U);
      EXPECT_EQ(bs.pairs[0].exceedances, test.at("bs_p_count").get<uint64_t>());
      EXPECT_EQ(bs.systems[0].score, Hex(golden->at("baseline_score")));
      EXPECT_EQ(bs.systems[0].mean, Hex(golden->at("baseline_paired_mean_ci")[0]));
      EXPECT_EQ(bs.systems[0].half_width, Hex(golden->at("baseline_paired_mean_ci")[1]));
      EXPECT_EQ(bs.systems[1].score, Hex(test.at("score")));
      EXPECT_EQ(bs.systems[1].mean, Hex(test.at("bs_mean")));
      EXPECT_EQ(bs.systems[1].half_width, Hex(test.at("bs_ci")));
      const MetricComparison ar =
          CompareMetric(bleu, AsSacrebleu(TestKind::kRandomization, 1000, numpy2));
      EXPECT_EQ(ar.pairs[0].exceedances, test.at("ar_p_count").get<uint64_t>());
    }
    const MadeBleu alone = Input({baseline}, {Flat(legacy.at("stats").at(baseline))});
    CompareOptions options = AsSacrebleu(TestKind::kBootstrap, 1000, numpy2);
    options.baseline.reset();
    const MetricComparison single = CompareMetric(alone, options);
    EXPECT_EQ(single.systems[0].mean, Hex(golden->at("baseline_confidence_flag_mean_ci")[0]));
    EXPECT_EQ(single.systems[0].half_width, Hex(golden->at("baseline_confidence_flag_mean_ci")[1]));
  }
}

TEST(SignificanceGolden, IdenticalSystems) {
  MTG_SKIP_WITHOUT_SHARED("golden/paired/sacrebleu_paired_legacy.json");
  const json golden = ReadJson(SharedFolder() / "golden/paired/sacrebleu_paired_legacy.json")
                          .at("metrics")
                          .at("BLEU");
  const std::vector<int64_t> rows = Flat(golden.at("stats").at(golden.at("baseline")));
  const MadeBleu bleu = Input({"a", "b"}, {rows, rows});
  EXPECT_EQ(CompareMetric(bleu, AsSacrebleu(TestKind::kBootstrap, 100)).pairs[0].p,
            golden.at("identical_systems_p").at("bs").get<double>());
  EXPECT_EQ(CompareMetric(bleu, AsSacrebleu(TestKind::kRandomization, 100)).pairs[0].p,
            golden.at("identical_systems_p").at("ar").get<double>());
  CompareOptions native;
  native.resamples = 100;
  EXPECT_EQ(CompareMetric(bleu, native).pairs[0].p, 1.0);
  native.test = TestKind::kRandomization;
  EXPECT_EQ(CompareMetric(bleu, native).pairs[0].p, 1.0);
  EXPECT_EQ(CompareMetric(bleu, native).pairs[0].p_adjusted, 1.0);
}

// The score of every resample, in the order of the stream.
TEST(SignificanceGolden, ScoresOfEachResample) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/bootstrap_raw_scores_LIUM-NMT.4900.json");
  const std::string system = "LIUM-NMT.4900";
  const MadeBleu& bleu = Wmt17({system}, "13a", kOneReference, 0);
  for (const bool numpy2 : {false, true}) {
    const json golden = ReadJson(
        SharedFolder() / "golden/sacrebleu" /
        ((numpy2 ? "np2emul_bootstrap_raw_scores_" : "bootstrap_raw_scores_") + system + ".json"));
    const auto scores = golden.at("BLEU").at("scores").get<std::vector<double>>();
    const Draws draws = {Draws::Kind::kBootstrap, Draws::Source::kNumpy, 12345, scores.size()};
    std::vector<double> got(scores.size());
    const SumsSink sink = [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
      for (uint32_t i = 0; i < count; ++i) {
        const std::vector<float> rounded(sums.begin() + i * 10, sums.begin() + i * 10 + 10);
        got[first + i] = bleu.made.metric->ScoreFloat32(
            rounded, numpy2 ? NumpyRule::kNumpy2 : NumpyRule::kNumpy1);
      }
    };
    const std::vector<RowProduct> strata = {RowProduct({&bleu.input.metrics[0].rows[0]})};
    ASSERT_TRUE(Resample(strata, draws, {}, sink, nullptr).ok());
    EXPECT_EQ(got, scores);
  }
}

}  // namespace
}  // namespace mtgauge::significance_sacrebleu_test
