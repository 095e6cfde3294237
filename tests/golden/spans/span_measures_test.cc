// All measures, matchings and averages of error spans against span-mt-metrics-eval 0.1.0, and
// WMT25's figure against the shared task's own script. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/spans/span_credits.h"
#include "tests/support/shared_data.h"

namespace mtgauge::span_measures_test {
namespace {

using Json = nlohmann::json;
using Spans = std::vector<ErrorSpan>;

constexpr double kDigits = 1e-9;

constexpr const char* kGolden = "golden/people/spans.json";

uint32_t SeverityOf(const std::string& name) {
  const std::map<std::string, uint32_t> numbers = {{"minor", 0}, {"major", 1}, {"critical", 2}};
  return numbers.at(name);
}

Spans SpansOf(const Json& list) {
  Spans spans;
  for (const Json& span : list) {
    spans.push_back(
        {span["start"], span["end"], SeverityOf(span["severity"]), span["side"] == "source"});
  }
  return spans;
}

SpanRule RuleOf(const Json& setting) {
  const std::map<std::string, SpanMeasure> measures = {{"EM", SpanMeasure::kEm},
                                                       {"MP", SpanMeasure::kMp},
                                                       {"MPP", SpanMeasure::kMpp},
                                                       {"WMT25", SpanMeasure::kWmt25}};
  SpanRule rule;
  rule.measure = measures.at(setting["measure"]);
  rule.matching = setting["matching"] == "many_to_many" ? SpanMatching::kManyToMany
                  : setting["algorithm"] == "greedy"    ? SpanMatching::kGreedy
                                                        : SpanMatching::kOneToOne;
  rule.penalty = setting.value("severity_penalty", 0.0);
  if (setting.contains("severity_weights")) rule.weights = {1, 5, 10};
  return rule;
}

SpanSums SumsOf(const Spans& predicted, const Spans& gold, const SpanRule& rule) {
  const auto credits = CreditSpans(predicted, gold, rule);
  EXPECT_TRUE(credits.has_value());
  SpanSums sums;
  for (size_t i = 0; i < predicted.size(); ++i) {
    sums.right_predicted += credits->predicted[i];
    sums.predicted += SpanSize(predicted[i], rule);
  }
  for (size_t i = 0; i < gold.size(); ++i) {
    sums.right_gold += credits->gold[i];
    sums.gold += SpanSize(gold[i], rule);
  }
  return sums;
}

PrecisionRecall ScoreSet(const Json& set, const SpanRule& rule, bool macro) {
  SpanSums all;
  PrecisionRecall mean = {0, 0, 0};
  const size_t n = set["predictions"].size();
  for (size_t i = 0; i < n; ++i) {
    const SpanSums sums =
        SumsOf(SpansOf(set["predictions"][i]), SpansOf(set["references"][i]), rule);
    all.right_predicted += sums.right_predicted;
    all.predicted += sums.predicted;
    all.right_gold += sums.right_gold;
    all.gold += sums.gold;
    const PrecisionRecall one = ScoreSpans(sums);
    mean.precision += one.precision / static_cast<double>(n);
    mean.recall += one.recall / static_cast<double>(n);
    mean.f1 += one.f1 / static_cast<double>(n);
  }
  return macro ? mean : ScoreSpans(all);
}

void ExpectClose(const Json& expected, const PrecisionRecall& scores, const std::string& what) {
  EXPECT_NEAR(expected["precision"].get<double>(), scores.precision, kDigits) << what;
  EXPECT_NEAR(expected["recall"].get<double>(), scores.recall, kDigits) << what;
  EXPECT_NEAR(expected["f"].get<double>(), scores.f1, kDigits) << what;
}

TEST(SpanMeasures, EqualTheReferencePackage) {
  MTG_SKIP_WITHOUT_SHARED(kGolden);
  const Json golden = ReadJson(SharedFolder() / kGolden);
  size_t settings = 0;
  for (const auto& [name, list] : golden["scores"].items()) {
    for (const Json& setting : list) {
      const bool macro = setting["averaging"] == "macro";
      const PrecisionRecall scores = ScoreSet(golden["sets"][name], RuleOf(setting), macro);
      ExpectClose(setting, scores, name + " " + setting.dump());
      ++settings;
    }
  }
  EXPECT_EQ(settings, 15u * 78u);
}

TEST(SpanMeasures, EqualTheScriptOfWmt25) {
  MTG_SKIP_WITHOUT_SHARED(kGolden);
  const Json golden = ReadJson(SharedFolder() / kGolden);
  const SpanRule rule = {SpanMeasure::kWmt25, SpanMatching::kManyToMany, 0.5, {}};
  for (const auto& [name, expected] : golden["wmt25_script"].items()) {
    Json set = golden["sets"][name];
    for (const char* side : {"predictions", "references"}) {  // the script knows no critical errors
      for (Json& spans : set[side]) {
        for (Json& span : spans) {
          if (span["severity"] == "critical") span["severity"] = "major";
        }
      }
    }
    ExpectClose(expected, ScoreSet(set, rule, false), name);
  }
}

}  // namespace
}  // namespace mtgauge::span_measures_test
