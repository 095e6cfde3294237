// MEANT: worked out by hand, and compared with every alignment of frames on random annotation.
#include <gtest/gtest.h>

#include <set>

#include "tests/oracle/naive_meant.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

double Meant(const std::string& options, const test::Lines& refs, const std::string& hyp) {
  return test::ScorePair("meant" + options, refs, hyp).score / 100;
}
double HarmonicMean(double p, double r) { return 2 * p * r / (p + r); }

constexpr const char* kGuardsOpened =
    "two|||||=|1:A0 guards|||||=|1:A0 opened|open||||=|1:V the|||||=|1:A1 gate|||||=|1:A1";
constexpr const char* kGuardsOpen =
    "The|||||=|1:A0 guards|||||=|1:A0 opens|open||||=|1:V the|||||=|1:A1 gate|||||=|1:A1 "
    "today|||||=|1:AM-TMP";

TEST(Meant, ByHand) {
  // A0 has one of two words in common, A1 both, and the predicates are different words.
  EXPECT_NEAR(Meant("", {kGuardsOpened}, kGuardsOpen), HarmonicMean(1.5 / 4, 1.5 / 3), 1e-14);
  EXPECT_NEAR(Meant(":measure=precision", {kGuardsOpened}, kGuardsOpen), 1.5 / 4, 1e-14);
  EXPECT_NEAR(Meant(":measure=recall", {kGuardsOpened}, kGuardsOpen), 1.5 / 3, 1e-14);
  EXPECT_NEAR(Meant(":match=lemmas", {kGuardsOpened}, kGuardsOpen), HarmonicMean(2.5 / 4, 2.5 / 3),
              1e-14);
  EXPECT_NEAR(Meant(":weights=V=2+A0=3,match=lemmas", {kGuardsOpened}, kGuardsOpen),
              HarmonicMean(4.5 / 7, 4.5 / 6), 1e-14);
  EXPECT_NEAR(Meant(":weights=AM-TMP=0+V=0", {kGuardsOpened}, kGuardsOpen), 1.5 / 2, 1e-14);
  EXPECT_NEAR(Meant("", {"x|||||=|1:A0", kGuardsOpened}, kGuardsOpen),
              HarmonicMean(1.5 / 4, 1.5 / 3), 1e-14);
  EXPECT_NEAR(Meant("", {kGuardsOpened}, kGuardsOpened), 1, 1e-14);
}

TEST(Meant, FramesCountByTheirLength) {
  // The second frame, of three words, has no counterpart.
  const std::string more =
      std::string(kGuardsOpened) + " and he|||||=|2:A0 left|||||=|2:V it|||||=|2:A1";
  EXPECT_NEAR(Meant(":measure=recall", {more}, kGuardsOpened), 5.0 / 8, 1e-14);
  EXPECT_NEAR(Meant(":measure=recall,frames=equal", {more}, kGuardsOpened), 1.0 / 2, 1e-14);
  EXPECT_NEAR(Meant(":measure=precision", {more}, kGuardsOpened), 1, 1e-14);
}

// As in Lo and Wu (2011): the predicate decides about its frame, and frames have equal weight.
TEST(Meant, StrictlyAWrongPredicateLosesItsFrame) {
  EXPECT_EQ(Meant(":strict=yes", {kGuardsOpened}, kGuardsOpen), 0);
  EXPECT_NEAR(Meant(":strict=yes,match=lemmas", {kGuardsOpened}, kGuardsOpen),
              HarmonicMean(2.5 / 4, 2.5 / 3), 1e-14);
  const std::string more = std::string(kGuardsOpen) + " he|||||=|2:A0 left|||||=|2:V";
  EXPECT_NEAR(Meant(":strict=yes,match=lemmas,frames=equal", {kGuardsOpened}, more),
              HarmonicMean(2.5 / 4 / 2, 2.5 / 3), 1e-14);
}

TEST(Meant, PredicatesAlignBeforeFillers) {
  const std::string ref = "say|||||=|1:V a|||||=|1:A0 say|||||=|2:V b|||||=|2:A0";
  EXPECT_NEAR(Meant("", {ref}, "say|||||=|1:V b|||||=|1:A0 say|||||=|2:V a|||||=|2:A0"), 1, 1e-14);
  EXPECT_NEAR(Meant("", {"go|||||=|1:V a|||||=|1:A0 say|||||=|2:V b|||||=|2:A0"},
                    "go|||||=|1:V b|||||=|1:A0 say|||||=|2:V a|||||=|2:A0"),
              0.5, 1e-14);
}

TEST(Meant, SegmentsWithoutFramesAreLeftOut) {
  EXPECT_EQ(test::ScorePair("meant", {"a|||||=| b"}, "a|||||=| b").rows.at(0).at(6), 0);
  EXPECT_EQ(test::ScorePair("meant", {""}, "").rows.at(0).at(6), 0);
  EXPECT_EQ(test::ScorePair("meant", {"a|||||=|,x,"}, "a|||||=|1:").rows.at(0).at(6), 0);
  EXPECT_EQ(test::ScorePair("meant", {"a|||||=| b"}, "a|||||=|1:V").rows.at(0),
            (std::vector<int64_t>{0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(Meant(":weights=V=0", {"a|||||=|1:V"}, "a|||||=|1:V"), 0);
}

std::string RandomLine(test::RandomText& random, oracle::RoleText& words) {
  std::string line;
  for (uint32_t n = random.Below(12); n > 0; --n) {
    oracle::RoleWord word{"w" + std::to_string(random.Below(4)), {}};
    std::set<std::pair<std::string, std::string>> roles;
    for (uint32_t k = random.Below(4); k > 0; --k) {
      const uint32_t role = random.Below(4);
      roles.emplace(std::to_string(1 + random.Below(4)),
                    role == 0 ? "v" : "a" + std::to_string(role));
    }
    word.roles.assign(roles.begin(), roles.end());
    line += word.word + "|||||=|";
    for (size_t k = 0; k < word.roles.size(); ++k) {
      line += (k == 0 ? "" : ",") + word.roles[k].first + ":" + word.roles[k].second;
    }
    line += ' ';
    words.push_back(word);
  }
  return line;
}

// The score is that of an alignment with the most similar predicates, and among these the most
// similar roles.
TEST(Meant, EqualsItsDefinition) {
  test::RandomText random(18);
  const oracle::RoleWeights uneven = {{"v", 0.5}, {"a1", 3}};
  for (int round = 0; round < 500; ++round) {
    oracle::RoleText hyp, ref;
    const std::string hyp_line = RandomLine(random, hyp), ref_line = RandomLine(random, ref);
    const bool by_length = random.Below(2) == 0, equal = random.Below(2) == 0;
    const bool strict = random.Below(2) == 0;
    const std::vector<oracle::NaiveAlignment> all =
        oracle::NaiveMeant(oracle::NaiveFrames(hyp), oracle::NaiveFrames(ref), by_length,
                           equal ? oracle::RoleWeights{} : uneven, strict);
    double predicates = 0, roles = 0;
    for (const auto& one : all) predicates = std::max(predicates, one.predicates);
    const auto first = [&](const auto& one) { return one.predicates > predicates - 2e-4; };
    for (const auto& one : all) roles = first(one) ? std::max(roles, one.roles) : roles;
    const std::string options = std::string(":frames=") + (by_length ? "length" : "equal") +
                                (equal ? "" : ",weights=V=0.5+A1=3") +
                                (strict ? ",strict=yes" : "");
    const double f = Meant(options, {ref_line}, hyp_line);
    const double p = Meant(options + ",measure=precision", {ref_line}, hyp_line);
    const bool found = std::any_of(all.begin(), all.end(), [&](const auto& one) {
      return first(one) && one.roles > roles - 2e-3 && std::abs(one.f - f) < 1e-13 &&
             std::abs(one.precision - p) < 1e-13;
    });
    EXPECT_TRUE(found) << hyp_line << '\n' << ref_line << '\n' << options << ' ' << f;
  }
}

TEST(Meant, LongSegments) {
  std::string run, other, frames;
  for (int i = 0; i < 2000; ++i) {
    const std::string number = std::to_string(i);
    run += "a|||||=|1:A0 ";
    other += "w" + number + "|||||=|1:A0 ";
    if (i < 600) frames += "say|||||=|" + number + ":V x" + number + "|||||=|" + number + ":A0 ";
  }
  EXPECT_NEAR(Meant("", {run}, run), 1, 1e-14);
  EXPECT_EQ(Meant("", {run}, other), 0);
  EXPECT_NEAR(Meant("", {frames}, frames), 1, 1e-13);
}

// The number of pairs of frames grows faster than the text, and is bounded.
TEST(Meant, TooManyFramesAreRefused) {
  std::string frames;
  for (int i = 0; i < 3000; ++i) frames += "say|||||=|" + std::to_string(i) + ":V ";
  JobOptions options;
  options.metrics = {"meant"};
  auto job = Job::Make(options, {{"ref"}, {"sys"}});
  ASSERT_TRUE(job.ok()) << job.status();
  Worker worker(*job);
  Batch many = MakeBatch({{&frames}}, {{frames}});
  EXPECT_EQ(worker.Process(many, {}).kind(), ErrorKind::kInput);
  const std::string one = "say|||||=|1:V";
  Batch after = MakeBatch({{&frames}}, {{one}});
  EXPECT_TRUE(worker.Process(after, {}).ok());
}

TEST(Meant, SignatureAndErrors) {
  EXPECT_EQ(test::KeysOf("meant:weights=V=2").substr(0, 72),
            "nrefs:1|case:lc|tok:none|match:words|frames:length|weights:V=2|measure:f");
  test::ExpectWrongOptions({"meant:match=stems", "meant:frames=all", "meant:weights=V",
                            "meant:weights==1", "meant:weights=V=-1", "meant:weights=V=x",
                            "meant:measure=f2"});
}

}  // namespace
}  // namespace mtgauge
