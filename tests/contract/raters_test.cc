// Raters as metrics: each rater's figures equal those of a run on files made by hand, which hold
// only the outputs that the rater and another one judged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "mtgauge/evaluate.h"
#include "tests/support/own_folder.h"

namespace mtgauge::raters_test {
namespace {

using Output = std::pair<std::string, int>;  // system, segment
using Scores = std::map<Output, double>;

const std::vector<std::string> kSystems = {"kiln", "loom", "mill", "oven"};
const std::vector<std::string> kMeasures = {"pearson", "spearman",    "accuracy",
                                            "spa",     "seg-pearson", "seg-kendall",
                                            "acc-eq",  "precision",   "auc"};
constexpr int kSegments = 30;

std::string Digits(double score) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", score);
  return text;
}

// All outputs in the same order, with None for those without a score.
std::string Table(const Scores& scores) {
  std::string table = "system\tsegment\tscore\n";
  for (const std::string& system : kSystems) {
    for (int segment = 1; segment <= kSegments; ++segment) {
      const auto found = scores.find({system, segment});
      table += system + '\t' + std::to_string(segment) + '\t' +
               (found == scores.end() ? "None" : Digits(found->second)) + '\n';
    }
  }
  return table;
}

// A campaign of several raters; each judges some segments of some systems.
struct RatedCampaign {
  std::map<std::string, Scores> raters;
  Scores metric;

  explicit RatedCampaign(std::mt19937_64& random) {
    for (const std::string& system : kSystems) {
      for (int segment = 1; segment <= kSegments; ++segment) {
        const auto quality = static_cast<double>(random() % 80);
        metric[{system, segment}] = quality + static_cast<double>(random() % 17);
        for (const char* rater : {"ann", "bob", "cyd", "dan"}) {
          if (random() % 3 == 0) continue;
          // Whole numbers: their means are the same sums in any order.
          raters[rater][{system, segment}] = quality + static_cast<double>(random() % 21);
        }
      }
    }
  }

  std::string People() const {
    std::string table = "system\tsegment\trater\tscore\n";
    for (const auto& [rater, scores] : raters) {
      for (const auto& [output, score] : scores) {
        table += output.first + '\t' + std::to_string(output.second) + '\t' + rater + '\t' +
                 Digits(score) + '\n';
      }
    }
    return table;
  }

  Scores OthersThan(const std::string& rater) const {
    std::map<Output, std::pair<double, int>> sums;
    for (const auto& [name, scores] : raters) {
      for (const auto& [output, score] : scores) {
        if (name == rater || raters.at(rater).count(output) == 0) continue;
        sums[output].first += score;
        ++sums[output].second;
      }
    }
    Scores means;
    for (const auto& [output, sum] : sums) means[output] = sum.first / sum.second;
    return means;
  }
};

Scores Only(const Scores& scores, const Scores& outputs) {
  Scores kept;
  for (const auto& [output, score] : scores) {
    if (outputs.count(output) > 0) kept[output] = score;
  }
  return kept;
}

EvaluateRequest RequestFor(const std::string& people) {
  EvaluateRequest request;
  request.humans = {{"", false, {people}}};
  request.measures = kMeasures;
  request.tested_measures = {"seg-pearson"};
  request.good_from = "60";
  request.good_metric = {"55"};
  request.resamples = 50;
  return request;
}

void ExpectEqual(const MeasureEstimate& got, const MeasureEstimate& want) {
  if (std::isnan(want.measured.value)) {
    EXPECT_TRUE(std::isnan(got.measured.value));
    return;
  }
  EXPECT_NEAR(got.measured.value, want.measured.value, 1e-12);
  EXPECT_EQ(got.measured.weight, want.measured.weight);
  EXPECT_NEAR(got.bootstrap.low, want.bootstrap.low, 1e-12);
  EXPECT_NEAR(got.bootstrap.high, want.bootstrap.high, 1e-12);
}

TEST(Raters, EqualRunsOnFilesMadeByHand) {
  std::mt19937_64 random(20261128);
  for (const bool judged : {false, true}) {
    RatedCampaign campaign(random);
    const bool lacks_scores = judged;
    for (int k = 0; lacks_scores && k < 20; ++k) {
      campaign.metric.erase(
          {kSystems[random() % kSystems.size()], 1 + static_cast<int>(random() % kSegments)});
    }
    const OwnFolder folder;
    EvaluateRequest request = RequestFor(folder.Write("people.tsv", campaign.People()));
    request.scores = {{"probe", false, {folder.Write("probe.tsv", Table(campaign.metric))}}};
    request.raters_as_metrics = true;
    request.judged_segments = judged;
    request.join_common = lacks_scores;
    const Result<EvaluationSet> set = Evaluate(request);
    ASSERT_TRUE(set.ok()) << set.status().message();
    ASSERT_EQ(set->evaluations.size(), campaign.raters.size());
    ASSERT_EQ(set->pooled.size(), 1u);
    for (const Evaluation& of : set->evaluations) {
      SCOPED_TRACE(of.rater);
      const Scores others = Only(campaign.OthersThan(of.rater), campaign.metric);
      EXPECT_EQ(of.outputs, others.size());
      EvaluateRequest by_hand = RequestFor(folder.Write("others.tsv", Table(others)));
      by_hand.scores = {
          {"probe", false, {folder.Write("p.tsv", Table(Only(campaign.metric, others)))}},
          {"raters",
           false,
           {folder.Write("own.tsv", Table(Only(campaign.raters.at(of.rater), others)))}}};
      by_hand.join_common = true;
      by_hand.judged_segments = judged;
      const Result<EvaluationSet> want = Evaluate(by_hand);
      ASSERT_TRUE(want.ok()) << want.status().message();
      const Evaluation& only = want->evaluations.front();
      for (size_t m = 0; m < 2; ++m) {
        for (size_t s = 0; s < only.systems.size(); ++s) {
          const size_t place =
              static_cast<size_t>(std::find(of.systems.begin(), of.systems.end(), only.systems[s]) -
                                  of.systems.begin());
          EXPECT_NEAR(of.metric_scores[m][place], only.metric_scores[m][s], 1e-9);
        }
        for (size_t k = 0; k < kMeasures.size(); ++k) {
          SCOPED_TRACE(kMeasures[k]);
          ExpectEqual(of.estimates[m][k], only.estimates[m][k]);
        }
      }
    }
    // The mean over raters.
    for (size_t m = 0; m < 2; ++m) {
      double sum = 0;
      for (const Evaluation& of : set->evaluations) sum += of.estimates[m][4].measured.value;
      EXPECT_NEAR(set->pooled[0].estimates[m][4].measured.value,
                  sum / static_cast<double>(campaign.raters.size()), 1e-12);
    }
  }
}

TEST(Raters, MetricsOfTextsScoreTheSameOutputs) {
  // One rater judged segments 1 to 12, another 7 to 20, so that both have 7 to 12.
  const OwnFolder folder;
  std::string reference, people = "system\tsegment\tannotator\tscore\n";
  std::map<std::string, std::string> outputs, few;
  std::string few_references;
  for (int i = 1; i <= 20; ++i) {
    const std::string line = "the tree number " + std::to_string(i) + " stands by the river\n";
    reference += line;
    if (i >= 7 && i <= 12) few_references += line;
    for (const std::string& system : kSystems) {
      const size_t place = (static_cast<size_t>(system[0]) + static_cast<size_t>(i)) % 5;
      const std::string output = line.substr(place);
      outputs[system] += output;
      if (i >= 7 && i <= 12) few[system] += output;
      const std::string score = std::to_string(90 - 7 * place + static_cast<size_t>(i) % 3);
      if (i <= 12) people += system + '\t' + std::to_string(i) + "\tann\t" + score + '\n';
      if (i >= 7) people += system + '\t' + std::to_string(i) + "\tbob\t" + score + '\n';
    }
  }
  const auto score = [&](const std::string& name, const std::string& references,
                         const std::map<std::string, std::string>& texts) {
    EvaluateRequest request;
    request.references = {folder.Write(name + ".ref", references)};
    for (const auto& [system, text] : texts) {
      request.inputs.push_back(folder.Write(name + "." + system, text));
    }
    request.metrics = {"bleu", "chrf"};
    request.resampled_units = ResampledUnits::kNone;
    return request;
  };
  EvaluateRequest request = score("all", reference, outputs);
  request.humans = {{"", false, {folder.Write("people.tsv", people)}}};
  request.raters_as_metrics = true;
  const Result<EvaluationSet> set = Evaluate(request);
  ASSERT_TRUE(set.ok()) << set.status().message();
  EvaluateRequest hand = score("few", few_references, few);
  std::string gold = "id\tkiln\tloom\tmill\toven\n";
  for (int i = 1; i <= 6; ++i) gold += std::to_string(i) + "\t1\t2\t3\t4\n";
  hand.humans = {{"", false, {folder.Write("gold.tsv", gold)}}};
  const Result<EvaluationSet> want = Evaluate(hand);
  ASSERT_TRUE(want.ok()) << want.status().message();
  for (const Evaluation& of : set->evaluations) {
    EXPECT_EQ(of.outputs, 24u);
    for (size_t m = 0; m < 2; ++m) {
      EXPECT_EQ(of.metric_scores[m], want->evaluations[0].metric_scores[m]) << of.rater;
    }
  }
}

}  // namespace
}  // namespace mtgauge::raters_test
