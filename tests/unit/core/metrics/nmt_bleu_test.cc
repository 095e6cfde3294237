// hf-bleu and t2t-bleu: by hand, and compared with products of precisions.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "tests/oracle/naive_bleu.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::Lines;
using test::ScorePair;

double HfBleu(const oracle::BleuCounts& c, bool smooth) {
  if (c.hyp_len == 0 || c.ref_len == 0) return 0;
  double product = 1;
  for (size_t n = 0; n < 4; ++n) {
    const double add = smooth && n > 0 ? 1 : 0;
    if (c.totals[n] + add == 0) return 0;
    product *= (c.matches[n] + add) / (c.totals[n] + add);
  }
  return std::pow(product, 0.25) * std::min(1.0, std::exp(1 - c.ref_len / c.hyp_len));
}

double T2tBleu(const oracle::BleuCounts& c) {
  if (c.hyp_len == 0 || c.ref_len == 0 || c.matches[0] == 0) return 0;
  double product = 1;
  for (size_t n = 0; n < 4; ++n) {
    if (c.matches[n] > 0) product *= std::pow(c.matches[n] / c.totals[n], 0.25);
  }
  return product * std::min(1.0, std::exp(1 - c.ref_len / c.hyp_len));
}

TEST(NmtBleu, ByHand) {
  // 3 of 3 words, 1 of 2 bigrams, no trigram; the shortest reference has 3 words.
  const Lines refs = {"a b x c", "d e f"};
  EXPECT_EQ(ScorePair("hf-bleu", refs, "a b c").score, 0);
  EXPECT_NEAR(ScorePair("hf-bleu:smooth=yes", refs, "a b c").score,
              std::pow(2 / 3.0 * 0.5 * 1, 0.25), 1e-15);
  EXPECT_NEAR(ScorePair("t2t-bleu", refs, "a b c").score, std::pow(0.5, 0.25), 1e-7);
  EXPECT_EQ(ScorePair("hf-bleu", {""}, "a").score, 0);
  EXPECT_EQ(ScorePair("hf-bleu:smooth=yes", {"a"}, "").score, 0);
  EXPECT_EQ(ScorePair("t2t-bleu", {""}, "").score, 0);
  EXPECT_EQ(ScorePair("t2t-bleu", {"a"}, "b").score, 0);
  EXPECT_NEAR(ScorePair("hf-bleu:order=1", {"a, b"}, "a,").score, std::exp(-0.5), 1e-15);
}

TEST(NmtBleu, ClaimsEqualityOnlyWithTheToolsTokens) {
  EXPECT_EQ(MakeMetric("hf-bleu", {}, {})->Equals(), "evaluate-0.4.6");
  EXPECT_EQ(MakeMetric("hf-bleu:tok=intl", {}, {})->Equals(), "");
}

TEST(NmtBleu, RandomSegmentsByDefinition) {
  test::RandomText text(3);
  for (int i = 0; i < 300; ++i) {
    std::string ref;
    const uint32_t vocabulary = 1 + text.Below(20);
    for (uint32_t n = text.Below(20); n > 0; --n)
      ref += " w" + std::to_string(text.Below(vocabulary));
    const Lines refs = {ref, text.Perturb(ref)};
    const std::string hyp = text.Perturb(ref);
    const auto counts =
        oracle::CountBleu({test::SplitAtSpaces(refs[0]), test::SplitAtSpaces(refs[1])},
                          test::SplitAtSpaces(hyp), 4, "shortest");
    EXPECT_NEAR(ScorePair("hf-bleu:tok=none", refs, hyp).score, HfBleu(counts, false), 1e-13);
    EXPECT_NEAR(ScorePair("hf-bleu:tok=none,smooth=yes", refs, hyp).score, HfBleu(counts, true),
                1e-13);
    EXPECT_NEAR(ScorePair("t2t-bleu", refs, hyp).score, T2tBleu(counts), 1e-7);
  }
}

}  // namespace
}  // namespace mtgauge
