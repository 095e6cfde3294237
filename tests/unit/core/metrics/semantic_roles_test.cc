// Overlap of semantic roles: worked out by hand, and compared with its definition on random
// annotation.
#include <gtest/gtest.h>

#include <set>

#include "tests/oracle/naive_roles.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

double Sr(const std::string& options, const test::Lines& refs, const std::string& hyp) {
  return test::ScorePair("sr" + options, refs, hyp).score / 100;
}

// "The gate was opened by two guards", and another way to say it.
constexpr const char* kReference =
    "the|||||=|1:A1 gate|||||=|1:A1 was opened|||||=|1:V by|||||=|1:A0 two|||||=|1:A0 "
    "guards|||||=|1:A0";
constexpr const char* kHypothesis =
    "two|||||=|1:A0 guards|||||=|1:A0 closed|||||=|1:V the|||||=|1:A1 gate|||||=|1:A1";

TEST(SemanticRoles, ByHand) {
  // Common: the and gate as A1, two and guards as A0. Total: three A0, two A1, two V.
  EXPECT_NEAR(Sr("", {kReference}, kHypothesis), 4.0 / 7, 1e-14);
  EXPECT_NEAR(Sr(":over=reference", {kReference}, kHypothesis), 4.0 / 6, 1e-14);
  EXPECT_NEAR(Sr(":role=A0", {kReference}, kHypothesis), 2.0 / 3, 1e-14);
  EXPECT_NEAR(Sr(":role=A1", {kReference}, kHypothesis), 1, 1e-14);
  EXPECT_NEAR(Sr(":role=A1,lc=no", {kReference}, kHypothesis), 1, 1e-14);
  EXPECT_EQ(Sr(":role=V", {kReference}, kHypothesis), 0);
  EXPECT_NEAR(Sr(":items=fillers", {kReference}, kHypothesis), 1.0 / 5, 1e-14);
  EXPECT_NEAR(Sr(":items=roles", {kReference}, kHypothesis), 1, 1e-14);
  // Words: the, gate, two and guards of seven and five.
  EXPECT_NEAR(Sr(":ol=yes", {kReference}, kHypothesis), (4.0 / 7 + 4.0 / 8) / 2, 1e-14);
  EXPECT_NEAR(Sr("", {"x|||||=|1:A0", kReference}, kHypothesis), 4.0 / 7, 1e-14);
  // A0 2 of 3, A1 2 of 2, V 0 of 2.
  EXPECT_NEAR(Sr(":types=mean", {kReference}, kHypothesis), 5.0 / 9, 1e-14);
  // The verbs differ, and therefore all roles.
  EXPECT_EQ(Sr(":verb=yes", {kReference}, kHypothesis), 0);
  const std::string both = std::string(kReference) + " it|||||=|2:A1 closed|||||=|2:V";
  EXPECT_NEAR(Sr(":verb=yes,role=A1", {both}, kReference), 2.0 / 3, 1e-14);
  EXPECT_NEAR(Sr(":verb=yes,items=roles", {both}, kReference), 3.0 / 5, 1e-14);
}

TEST(SemanticRoles, SegmentsWithoutRolesAreLeftOut) {
  EXPECT_EQ(test::ScorePair("sr", {"a|||||=| b"}, "a|||||=| b").rows.at(0).at(2), 0);
  EXPECT_EQ(test::ScorePair("sr", {"a|||||=| b"}, "a|||||=|1:V").rows.at(0),
            (std::vector<int64_t>{0, 0, 1}));
  EXPECT_EQ(Sr(":ol=yes", {"a|||||=| b"}, "a|||||=| b"), 1);
  EXPECT_EQ(test::ScorePair("sr:ol=yes", {""}, "").rows.at(0).at(2), 0);
  // Invalid roles are ignored.
  EXPECT_EQ(test::ScorePair("sr", {"a|||||=|,x,"}, "a|||||=|1:").rows.at(0).at(2), 0);
}

TEST(SemanticRoles, EqualsItsDefinition) {
  test::RandomText random(17);
  const auto text = [&](oracle::RoleText& words) {
    std::string line;
    for (uint32_t n = random.Below(14); n > 0; --n) {
      oracle::RoleWord word{"w" + std::to_string(random.Below(5)), {}};
      std::set<std::pair<std::string, std::string>> roles;
      for (uint32_t k = random.Below(4); k > 0; --k) {
        const uint32_t role = random.Below(4);
        roles.emplace(std::to_string(1 + random.Below(3)),
                      role == 0 ? "v" : "a" + std::to_string(role));
      }
      word.roles.assign(roles.begin(), roles.end());
      line += word.word + "|||||=|";
      for (const auto& [predicate, role] : word.roles) {
        line += (&role == &word.roles.front().second ? "" : ",") + predicate + ":" + role;
      }
      line += ' ';
      words.push_back(word);
    }
    return line;
  };
  for (int round = 0; round < 500; ++round) {
    oracle::RoleText hyp, ref;
    const std::string hyp_line = text(hyp), ref_line = text(ref);
    for (const std::string items : {"words", "fillers", "roles"}) {
      for (const bool of_reference : {false, true}) {
        const bool verb = random.Below(2) == 0;
        const oracle::ItemCounts h = oracle::NaiveRoleItems(hyp, items, verb);
        const oracle::ItemCounts r = oracle::NaiveRoleItems(ref, items, verb);
        const std::string options = ":items=" + items + ",verb=" + (verb ? "yes" : "no") +
                                    ",over=" + (of_reference ? "reference" : "both");
        EXPECT_NEAR(Sr(options, {ref_line}, hyp_line), oracle::NaiveOverlap(h, r, of_reference),
                    1e-14);
        EXPECT_NEAR(Sr(options + ",types=mean", {ref_line}, hyp_line),
                    oracle::NaiveMeanOverlap(h, r, of_reference), 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
