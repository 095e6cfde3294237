// Matchings of a few spans, and all fast matchings against slow ones that try every matching or
// count every character.
#include "core/spans/span_credits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace mtgauge {
namespace {

using Spans = std::vector<ErrorSpan>;
using enum SpanMeasure;
using enum SpanMatching;

SpanSums Fast(const Spans& predicted, const Spans& gold, const SpanRule& rule) {
  const auto credits = CreditSpans(predicted, gold, rule);
  EXPECT_TRUE(credits.has_value());
  return SumsOf(predicted, gold, *credits, rule);
}

// What a pair gives to precision and to recall, written from the definitions.
std::pair<double, double> PairCredit(const ErrorSpan& a, const ErrorSpan& b, const SpanRule& rule) {
  double common = 0;
  for (uint32_t c = a.start; c < a.end; ++c) common += c >= b.start && c < b.end ? 1 : 0;
  if (a.in_source != b.in_source || common == 0) return {0, 0};
  const double severity = a.severity == b.severity ? 1 : 1 - rule.penalty;
  if (rule.measure == kEm) {
    const double equal = a.start == b.start && a.end == b.end ? severity : 0;
    return {equal, equal};
  }
  if (rule.measure == kMp) return {severity, severity};
  if (rule.measure == kWmt25) return {common * severity, common * severity};
  const double weight =
      rule.weights.empty() ? 1 : std::min(rule.weights[a.severity], rule.weights[b.severity]);
  return {common / (a.end - a.start) * severity * weight,
          common / (b.end - b.start) * severity * weight};
}

// Tries every one-to-one matching, from prediction `at` on.
void TryAll(const Spans& predicted, const Spans& gold, const SpanRule& rule, size_t at,
            std::vector<bool>& taken, SpanSums& sums, double& best) {
  if (at == predicted.size()) {
    best = std::max(best, rule.measure == kMpp ? ScoreSpans(sums).f1 : sums.right_predicted);
    return;
  }
  TryAll(predicted, gold, rule, at + 1, taken, sums, best);
  for (size_t g = 0; g < gold.size(); ++g) {
    const auto [p, r] = PairCredit(predicted[at], gold[g], rule);
    if (taken[g] || p == 0) continue;
    taken[g] = true;
    const SpanSums before = sums;
    sums.right_predicted += p;
    sums.right_gold += r;
    TryAll(predicted, gold, rule, at + 1, taken, sums, best);
    sums = before;
    taken[g] = false;
  }
}

double BestOfAll(const Spans& predicted, const Spans& gold, const SpanRule& rule) {
  SpanSums sums = SumsOf(predicted, gold, {}, rule);
  std::vector<bool> taken(gold.size());
  double best = 0;
  TryAll(predicted, gold, rule, 0, taken, sums, best);
  return best;
}

// WMT25's characters, one by one.
double SlowCharacters(const Spans& predicted, const Spans& gold, double penalty) {
  double right = 0;
  for (const bool in_source : {false, true}) {
    for (uint32_t c = 0; c < 64; ++c) {
      std::vector<int> p(3), g(3);
      const auto count = [&](const Spans& spans, std::vector<int>& counts) {
        for (const ErrorSpan& span : spans) {
          if (span.in_source == in_source && span.start <= c && c < span.end) {
            ++counts[span.severity];
          }
        }
      };
      count(predicted, p);
      count(gold, g);
      int same = 0;
      for (int s = 0; s < 3; ++s) same += std::min(p[s], g[s]);
      const int all_p = std::accumulate(p.begin(), p.end(), 0);
      const int all_g = std::accumulate(g.begin(), g.end(), 0);
      right += same + (1 - penalty) * (std::min(all_p, all_g) - same);
    }
  }
  return right;
}

class RandomSpans {
 public:
  explicit RandomSpans(uint32_t seed) : random_(seed) {}

  Spans Draw(uint32_t most) {
    Spans spans(Below(most + 1));
    const uint32_t length = 4 + Below(40);
    for (ErrorSpan& span : spans) {
      span.start = Below(length);
      span.end = span.start + 1 + Below(Below(3) == 0 ? length : 6);
      span.end = std::min(span.end, length + 1);
      span.severity = Below(3);
      span.in_source = Below(8) == 0;
    }
    return spans;
  }
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

 private:
  std::mt19937 random_;
};

TEST(SpanCredits, AnEmptyOutputIsPerfect) {
  for (const SpanMeasure measure : {kMpp, kMp, kEm, kWmt25}) {
    for (const SpanMatching matching : {kOneToOne, kGreedy, kManyToMany}) {
      const SpanRule rule = {measure, matching, 0, {}};
      EXPECT_EQ(ScoreSpans(Fast({}, {}, rule)).f1, 1);
      EXPECT_EQ(ScoreSpans(Fast({{0, 3}}, {}, rule)).f1, 0);
      EXPECT_EQ(ScoreSpans(Fast({{0, 3}}, {}, rule)).recall, 1);
      EXPECT_EQ(ScoreSpans(Fast({}, {{0, 3}}, rule)).precision, 1);
      EXPECT_EQ(ScoreSpans(Fast({{0, 3}}, {{0, 3}}, rule)).f1, 1);
      EXPECT_EQ(ScoreSpans(Fast({{0, 3}}, {{3, 5}}, rule)).f1, 0) << "they only touch";
      EXPECT_EQ(ScoreSpans(Fast({{0, 3}}, {{0, 3, 0, true}}, rule)).f1, 0) << "another side";
    }
  }
}

TEST(SpanCredits, OneToOneMatchingsAreTheBestOfAll) {
  RandomSpans random(7);
  for (int round = 0; round < 3000; ++round) {
    const Spans predicted = random.Draw(6), gold = random.Draw(6);
    for (const SpanMeasure measure : {kMpp, kMp, kEm, kWmt25}) {
      for (const double penalty : {0.0, 0.3, 1.0}) {
        const SpanRule rule = {measure, kOneToOne, penalty, {}};
        const SpanSums sums = Fast(predicted, gold, rule);
        const double got = measure == kMpp ? ScoreSpans(sums).f1 : sums.right_predicted;
        EXPECT_NEAR(got, BestOfAll(predicted, gold, rule), 1e-12)
            << round << ' ' << static_cast<int>(measure) << ' ' << penalty;
      }
    }
    const SpanRule weighted = {kMpp, kOneToOne, 0, {1, 5, 10}};
    EXPECT_NEAR(ScoreSpans(Fast(predicted, gold, weighted)).f1,
                BestOfAll(predicted, gold, weighted), 1e-12);
  }
}

TEST(SpanCredits, GreedyIsNeverBetterThanTheBest) {
  RandomSpans random(8);
  for (int round = 0; round < 1000; ++round) {
    const Spans predicted = random.Draw(5), gold = random.Draw(5);
    for (const SpanMeasure measure : {kMpp, kMp, kEm, kWmt25}) {
      const SpanRule rule = {measure, kGreedy, 0.5, {}};
      const SpanSums sums = Fast(predicted, gold, rule);
      EXPECT_LE(measure == kMpp ? ScoreSpans(sums).f1 : sums.right_predicted,
                BestOfAll(predicted, gold, rule) + 1e-12);
    }
  }
}

TEST(SpanCredits, CharactersOfManyToManyAreCountedOneByOne) {
  RandomSpans random(9);
  for (int round = 0; round < 1000; ++round) {
    const Spans predicted = random.Draw(8), gold = random.Draw(8);
    for (const double penalty : {0.0, 0.5, 1.0}) {
      const SpanSums sums = Fast(predicted, gold, {kWmt25, kManyToMany, penalty, {}});
      EXPECT_NEAR(sums.right_predicted, SlowCharacters(predicted, gold, penalty), 1e-9);
      EXPECT_NEAR(sums.right_gold, sums.right_predicted, 1e-9);
    }
  }
}

TEST(SpanCredits, CreditsNeverExceedTheirSpans) {
  RandomSpans random(10);
  for (int round = 0; round < 500; ++round) {
    const Spans predicted = random.Draw(8), gold = random.Draw(8);
    for (const SpanMeasure measure : {kMpp, kMp, kEm, kWmt25}) {
      for (const SpanMatching matching : {kOneToOne, kGreedy, kManyToMany}) {
        const SpanRule rule = {measure, matching, 0.25, {}};
        const auto credits = CreditSpans(predicted, gold, rule);
        ASSERT_TRUE(credits.has_value());
        for (size_t i = 0; i < predicted.size(); ++i) {
          EXPECT_LE(credits->predicted[i], SpanSize(predicted[i], rule) + 1e-12);
        }
        for (size_t i = 0; i < gold.size(); ++i) {
          EXPECT_LE(credits->gold[i], SpanSize(gold[i], rule) + 1e-12);
        }
      }
    }
  }
}

TEST(SpanCredits, LongListsOfSpansTakeLittleWork) {
  Spans predicted, gold;
  for (uint32_t i = 0; i < 500; ++i) {
    // Runs of twelve spans that overlap in a chain.
    const uint32_t start = 7 * i + i / 6 * 20;
    predicted.push_back({start, start + 9, i % 3});
    gold.push_back({start + 3, start + 8 + i % 5, i % 2});
  }
  for (const SpanMeasure measure : {kMpp, kMp, kEm, kWmt25}) {
    for (const SpanMatching matching : {kOneToOne, kGreedy, kManyToMany}) {
      EXPECT_TRUE(CreditSpans(predicted, gold, {measure, matching, 0.5, {}}).has_value());
    }
  }
}

TEST(SpanCredits, TooMuchWorkIsNoAnswer) {
  RandomSpans random(3);
  Spans predicted, gold;
  for (uint32_t i = 0; i < 40; ++i) {
    predicted.push_back({random.Below(200), 200 + random.Below(200)});
    gold.push_back({random.Below(200), 200 + random.Below(200)});
  }
  EXPECT_FALSE(CreditSpans(predicted, gold, {kMpp, kOneToOne, 0, {}}).has_value());
  EXPECT_TRUE(CreditSpans(predicted, gold, {kMpp, kGreedy, 0, {}}).has_value());
  const Spans many(10000, ErrorSpan{0, 5});
  EXPECT_FALSE(CreditSpans(many, many, {kMpp, kManyToMany, 0, {}}).has_value());
}

}  // namespace
}  // namespace mtgauge
