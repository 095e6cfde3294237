#include "core/spans/span_agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/judgements/agreement.h"

namespace mtgauge::span_agreement_test {
namespace {

// The same from a rating for each character and rater.
double AlphaByRatings(const std::vector<RatedSpans>& translations) {
  std::vector<Rating> ratings;
  uint32_t unit = 0;
  for (const RatedSpans& translation : translations) {
    for (uint32_t i = 0; i < translation.length; ++i, ++unit) {
      for (const auto& [rater, spans] : translation.raters) {
        double value = 0;
        for (const ErrorSpan& span : spans) {
          if (span.start <= i && i < span.end) value = std::max(value, span.severity + 1.0);
        }
        ratings.push_back({unit, value});
      }
    }
  }
  return KrippendorffAlpha(ratings, AlphaLevel::kNominal);
}

std::vector<RatedSpans> RandomTranslations(std::mt19937& random) {
  std::vector<RatedSpans> translations(random() % 5);
  for (RatedSpans& translation : translations) {
    translation.length = random() % 40;
    const uint32_t raters = random() % 4;
    for (uint32_t r = 0; r < raters; ++r) {
      std::vector<ErrorSpan>& spans = translation.raters[random() % 5];
      for (uint32_t n = random() % 4; n > 0; --n) {
        const auto start = static_cast<uint32_t>(random() % 40);
        spans.push_back({start, start + 1 + static_cast<uint32_t>(random() % 9),
                         static_cast<uint32_t>(random() % 3), false});
      }
    }
  }
  return translations;
}

TEST(SpanAgreement, AlphaIsKrippendorffs) {
  std::mt19937 random(7);
  size_t defined = 0;
  for (int round = 0; round < 500; ++round) {
    const std::vector<RatedSpans> translations = RandomTranslations(random);
    const double alpha = CharacterAlpha(translations), slow = AlphaByRatings(translations);
    ASSERT_EQ(std::isnan(alpha), std::isnan(slow));
    if (std::isnan(slow)) continue;
    ASSERT_NEAR(alpha, slow, 1e-9);
    ++defined;
  }
  EXPECT_GT(defined, 200u);
}

TEST(SpanAgreement, AlphaOfEqualAndOfOpposedSpans) {
  const ErrorSpan first = {0, 5, 1, false}, last = {5, 10, 1, false};
  EXPECT_EQ(CharacterAlpha(std::vector<RatedSpans>{{10, {{0, {first}}, {1, {first}}}}}), 1);
  EXPECT_LT(CharacterAlpha(std::vector<RatedSpans>{{10, {{0, {first}}, {1, {last}}}}}), -0.8);
  EXPECT_TRUE(std::isnan(CharacterAlpha(std::vector<RatedSpans>{{10, {{0, {first}}}}})));
  EXPECT_TRUE(std::isnan(CharacterAlpha(std::vector<RatedSpans>{{10, {{0, {}}, {1, {}}}}})));
}

TEST(SpanAgreement, F1OfPairs) {
  const ErrorSpan whole = {0, 10, 0, false}, half = {0, 5, 0, false}, other = {20, 22, 1, false};
  const std::vector<RatedSpans> translations = {{0, {{0, {whole}}, {1, {half}}, {2, {other}}}},
                                                {0, {{0, {other}}, {1, {other}}}}};
  const auto f1 = CompareRaterSpans(translations);
  ASSERT_TRUE(f1.has_value());
  ASSERT_EQ(f1->size(), 3u);
  // Rater 0: half of the first span and all of the second; rater 1: all of both.
  EXPECT_DOUBLE_EQ(f1->at({0, 1}), F1Of(0.75, 1));
  EXPECT_DOUBLE_EQ(f1->at({0, 2}), 0);
  EXPECT_DOUBLE_EQ(f1->at({1, 2}), 0);
}

TEST(SpanAgreement, F1IsTheSameInBothDirections) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const std::vector<RatedSpans> translations = RandomTranslations(random);
    std::vector<RatedSpans> turned = translations;
    for (size_t t = 0; t < turned.size(); ++t) {
      turned[t].raters.clear();
      for (const auto& [rater, spans] : translations[t].raters) turned[t].raters[4 - rater] = spans;
    }
    const auto f1 = CompareRaterSpans(translations), back = CompareRaterSpans(turned);
    ASSERT_TRUE(f1.has_value() && back.has_value());
    for (const auto& [raters, score] : *f1) {
      ASSERT_NEAR(score, back->at({4 - raters.second, 4 - raters.first}), 1e-12);
    }
  }
}

}  // namespace
}  // namespace mtgauge::span_agreement_test
