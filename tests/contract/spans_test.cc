// Error spans from a request to an answer: figures and tests equal those of slow and obvious
// programs, and do not depend on the number of threads.
#include "mtgauge/spans.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/spans/span_credits.h"
#include "mtgauge/report.h"
#include "tests/support/own_folder.h"

namespace mtgauge::spans_test {
namespace {

using Spans = std::vector<ErrorSpan>;
constexpr size_t kSegments = 12;

// Gold spans, and those of two programs, in memory and in files.
class RandomFiles {
 public:
  explicit RandomFiles(uint32_t seed) : random_(seed) {
    for (size_t side = 0; side < 3; ++side) {
      std::string file;
      for (size_t i = 0; i < kSegments; ++i) {
        Spans& spans = spans_[side].emplace_back();
        std::string list;
        for (uint32_t left = Below(4); left > 0; --left) {
          const uint32_t start = Below(30), end = start + 1 + Below(12);
          spans.push_back({start, end, Below(2)});
          list += fmt::format("{}{{\"start\": {}, \"end\": {}, \"severity\": \"{}\"}}",
                              list.empty() ? "" : ", ", start, end,
                              spans.back().severity == 0 ? "minor" : "major");
        }
        file += fmt::format(
            "{{\"system\": \"A\", \"segment\": {}, \"document\": \"d{}\", "
            "\"spans\": [{}]}}\n",
            i + 1, i / 3, list);
      }
      paths_[side] = folder_.Write(fmt::format("side{}", side), file);
    }
  }

  SpansRequest Request() const {
    SpansRequest request;
    request.golds = {paths_[0]};
    request.inputs = {"a=" + paths_[1], "b=" + paths_[2]};
    request.resamples = 2000;
    return request;
  }
  const std::vector<Spans>& gold() const { return spans_[0]; }
  const std::vector<Spans>& of(size_t program) const { return spans_[program + 1]; }

 private:
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  std::mt19937 random_;
  OwnFolder folder_;
  std::vector<Spans> spans_[3];
  std::string paths_[3];
};

SpanSums SumsOf(const Spans& predicted, const Spans& gold, const SpanRule& rule) {
  const auto credits = CreditSpans(predicted, gold, rule);
  SpanSums sums;
  for (const double credit : credits->predicted) sums.right_predicted += credit;
  for (const double credit : credits->gold) sums.right_gold += credit;
  for (const ErrorSpan& span : predicted) sums.predicted += SpanSize(span, rule);
  for (const ErrorSpan& span : gold) sums.gold += SpanSize(span, rule);
  return sums;
}

void Add(const SpanSums& more, SpanSums& sums) {
  sums.right_predicted += more.right_predicted;
  sums.predicted += more.predicted;
  sums.right_gold += more.right_gold;
  sums.gold += more.gold;
}

TEST(SpansAnswer, ScoresAndExactTestEqualSlowOnes) {
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    const RandomFiles files(seed);
    SpansRequest request = files.Request();
    request.test = TestKind::kRandomization;
    request.resamples = 5000;  // more than there are swaps
    const auto answer = EvaluateSpans(request);
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    std::vector<SpanSums> rows[2];
    SpanSums totals[2];
    for (size_t p = 0; p < 2; ++p) {
      for (size_t i = 0; i < kSegments; ++i) {
        rows[p].push_back(SumsOf(files.of(p)[i], files.gold()[i], {}));
        Add(rows[p][i], totals[p]);
      }
      const PrecisionRecall scores = ScoreSpans(totals[p]);
      EXPECT_NEAR(answer->systems[p].scores.precision, scores.precision, 1e-11);
      EXPECT_NEAR(answer->systems[p].scores.recall, scores.recall, 1e-11);
      EXPECT_NEAR(answer->systems[p].scores.f1, scores.f1, 1e-11);
      EXPECT_NEAR(answer->comparison.metrics[0].systems[p].score, scores.f1, 1e-11);
    }
    const double observed = std::fabs(ScoreSpans(totals[0]).f1 - ScoreSpans(totals[1]).f1);
    uint32_t extreme = 0;
    for (uint32_t swaps = 0; swaps < 1u << kSegments; ++swaps) {
      SpanSums mixed[2];
      for (size_t i = 0; i < kSegments; ++i) {
        const size_t turned = swaps >> i & 1;
        Add(rows[turned][i], mixed[0]);
        Add(rows[1 - turned][i], mixed[1]);
      }
      const double difference = std::fabs(ScoreSpans(mixed[0]).f1 - ScoreSpans(mixed[1]).f1);
      extreme += difference >= observed - 1e-9 ? 1 : 0;
    }
    const PairTest& pair = answer->comparison.metrics[0].pairs[0];
    EXPECT_TRUE(pair.exact);
    EXPECT_NEAR(pair.p, extreme / std::ldexp(1.0, kSegments), 1e-12) << seed;
  }
}

TEST(SpansAnswer, MacroIsTheMeanOverOutputs) {
  const RandomFiles files(9);
  SpansRequest request = files.Request();
  request.span_average = SpanAverage::kMacro;
  request.span_measure = SpanMeasure::kMp;
  const auto answer = EvaluateSpans(request);
  ASSERT_TRUE(answer.ok()) << answer.status().message();
  SpanRule rule;
  rule.measure = SpanMeasure::kMp;
  double mean = 0;
  for (size_t i = 0; i < kSegments; ++i) {
    mean += ScoreSpans(SumsOf(files.of(1)[i], files.gold()[i], rule)).f1 / kSegments;
  }
  EXPECT_NEAR(answer->systems[1].scores.f1, mean, 1e-11);
  EXPECT_NEAR(answer->comparison.metrics[0].systems[1].score, mean, 1e-11);
}

TEST(SpansAnswer, CategoriesAddUp) {
  const RandomFiles files(4);
  SpansRequest request = files.Request();
  request.by_category = true;
  const auto answer = EvaluateSpans(request);
  ASSERT_TRUE(answer.ok()) << answer.status().message();
  const SpanSystem& system = answer->systems[0];
  ASSERT_EQ(system.categories.size(), 1u);  // none has a category
  EXPECT_NEAR(*system.categories[0].precision, system.scores.precision, 1e-9);
  EXPECT_NEAR(*system.categories[0].recall, system.scores.recall, 1e-9);
}

TEST(SpansAnswer, DoesNotDependOnThreads) {
  const RandomFiles files(2);
  std::string first;
  for (const uint32_t threads : {1u, 2u, 5u}) {
    SpansRequest request = files.Request();
    request.threads = threads;
    const auto answer = EvaluateSpans(request);
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    const auto json = Format(*answer, "json", DigitsFor(Figures::kShares));
    ASSERT_TRUE(json.ok());
    if (first.empty()) first = *json;
    EXPECT_EQ(*json, first);
  }
}

TEST(SpansAnswer, DocumentsAreUnits) {
  const RandomFiles files(3);
  SpansRequest request = files.Request();
  request.unit = Unit::kDocument;
  const auto answer = EvaluateSpans(request);
  ASSERT_TRUE(answer.ok()) << answer.status().message();
  EXPECT_EQ(answer->comparison.metrics[0].units, kSegments / 3);
}

}  // namespace
}  // namespace mtgauge::spans_test
