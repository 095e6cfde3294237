// cider-d: by hand, compared with its definition, and its survey.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "tests/oracle/naive_cider.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using oracle::NaiveCider;
using oracle::Words;
using test::Lines;
using test::ScoreSegments;
using test::SplitAtSpaces;

TEST(Cider, ByHand) {
  // "a" is in both segments and weighs nothing, "b" and "c" weigh ln 2.
  const auto scored = ScoreSegments("cider-d:order=1", {{"a b", "a c"}}, {"a b b", "a x"});
  EXPECT_NEAR(scored.segments[0], 10 * 0.5, 1e-12);  // 1 of 2 is clipped, the norm is 2
  EXPECT_EQ(scored.segments[1], 0);
  EXPECT_NEAR(scored.score, 2.5, 1e-12);
  EXPECT_NEAR(
      ScoreSegments("cider-d:order=1,form=plain", {{"a b", "a c"}}, {"a b b", "a x"}).segments[0],
      10, 1e-12);
  // Lengths differ by two bigrams.
  const double penalty = std::exp(-4 / (2 * 36.0));
  EXPECT_NEAR(ScoreSegments("cider-d", {{"b", "x y"}}, {"b z z", "x y"}).segments[0],
              10 * penalty / std::sqrt(5) / 4, 1e-12);
}

TEST(Cider, OneSegmentAndEmptyTexts) {
  EXPECT_EQ(test::ScorePair("cider-d", {"a b c d"}, "a b c d").score, 0);
  const auto scored = ScoreSegments("cider-d", {{"", "a"}}, {"", ""});
  EXPECT_EQ(scored.segments, (std::vector<double>{0, 0}));
}

TEST(Cider, TitlesAndClaims) {
  EXPECT_EQ(MakeMetric("cider-d", {}, {})->Title(), "CIDEr-D");
  EXPECT_EQ(MakeMetric("cider-d:form=plain", {}, {})->Title(), "CIDEr");
  EXPECT_EQ(MakeMetric("cider-d", {}, {})->Equals(), "pycocoevalcap-1.2");
  EXPECT_EQ(MakeMetric("cider-d:form=plain", {}, {})->Equals(), "");
}

void ExpectDefinition(const std::vector<Lines>& refs, const Lines& hyps) {
  std::vector<std::vector<Words>> words(hyps.size());
  for (const Lines& lines : refs) {
    for (size_t i = 0; i < hyps.size(); ++i) words[i].push_back(SplitAtSpaces(lines[i]));
  }
  for (const bool plain : {false, true}) {
    const NaiveCider definition(words, 4, 6, plain);
    const auto scored = ScoreSegments(plain ? "cider-d:form=plain" : "cider-d", refs, hyps);
    for (size_t i = 0; i < hyps.size(); ++i) {
      EXPECT_NEAR(scored.segments[i], definition.Score(words[i], SplitAtSpaces(hyps[i])), 1e-11);
    }
  }
}

TEST(Cider, RandomSegmentsByDefinition) {
  test::RandomText text(11);
  for (int round = 0; round < 60; ++round) {
    std::vector<Lines> refs(1 + text.Below(3));
    Lines hyps;
    const uint32_t vocabulary = 1 + text.Below(40);
    for (uint32_t segments = 1 + text.Below(12); segments > 0; --segments) {
      std::string line;
      for (uint32_t n = text.Below(20); n > 0; --n) {
        line +=
            (text.Below(4) == 0 ? " averylongword" : " w") + std::to_string(text.Below(vocabulary));
      }
      for (Lines& lines : refs) lines.push_back(text.Below(5) == 0 ? line : text.Perturb(line));
      hyps.push_back(text.Below(9) == 0 ? "" : text.Perturb(line));
    }
    SCOPED_TRACE(round);
    ExpectDefinition(refs, hyps);
  }
}

}  // namespace
}  // namespace mtgauge
