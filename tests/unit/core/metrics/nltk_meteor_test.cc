// METEOR with NLTK's digits: by hand, and compared with NLTK's way to pair words on random
// segments.
#include <algorithm>
#include <vector>

#include "core/text/unicode.h"
#include "core/text/words/nltk_porter.h"
#include "core/text/words/nltk_wordnet.h"
#include "tests/oracle/naive_nltk_meteor.h"
#include "tests/support/meteor_data.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::ScorePair;
using test::Words;

const std::string& Spec() {
  static const std::string spec = "nltk-meteor:wordnet=" + test::WordNetData();
  return spec;
}

TEST(NltkMeteor, ByHand) {
  // The example of NLTK's documentation; no two of its words are synonyms.
  const std::string hyp =
      "It is a guide to action which ensures that the military always obeys the commands of the "
      "party";
  const std::string ref =
      "It is a guide to action that ensures that the military will forever heed Party commands";
  EXPECT_NEAR(Points(Spec(), {ref}, hyp), 0.6944444444444445, 1e-12);
  EXPECT_NEAR(Points(Spec(), {"something else", ref}, hyp), 0.6944444444444445, 1e-12);
  EXPECT_NEAR(Points(Spec() + ",gamma=0", {"A walk"}, "a stroll"), 1, 1e-12);
  EXPECT_NEAR(Points(Spec() + ",alpha=1,gamma=0", {"mice go home now"}, "mouse travel"), 0.25,
              1e-12);
  EXPECT_NEAR(Points("nltk-meteor:synonyms=none,gamma=0", {"a walk"}, "a stroll"), 0.5, 1e-12);
}

TEST(NltkMeteor, SynonymsAreSoughtOfStems) {
  // The stem of "automobiles" is "automobil", which is in no dictionary.
  EXPECT_EQ(Points(Spec(), {"automobiles"}, "cars"), 0);
  EXPECT_NEAR(Points(Spec(), {"walks"}, "stroll"), 0.5, 1e-12);
}

TEST(NltkMeteor, EmptySidesCount) {
  for (const auto& [ref, hyp] : {std::pair("", ""), std::pair("a", ""), std::pair("", "a")}) {
    EXPECT_EQ(ScorePair(Spec(), {ref}, hyp).sums, (test::Row{0, 0, 1}));
  }
}

// Returns words of the tests' dictionary, in some form.
std::string Forms(test::RandomText& text, uint32_t words) {
  static constexpr const char* kForms[] = {"car",    "cars",    "automobile", "walk",   "walked",
                                           "stroll", "mouse",   "mice",       "rodent", "went",
                                           "go",     "travel",  "fast",       "quick",  "quickest",
                                           "soon",   "shortly", "CUP",        "cupful", "portions"};
  std::string all;
  for (uint32_t i = 0; i < words; ++i) {
    all += (i == 0 ? "" : " ");
    all += text.Below(4) == 0 ? text.Word() : std::string(kForms[text.Below(20)]);
  }
  return all;
}

Words Lowered(const std::string& text) {
  Words words = test::Split(text);
  for (std::string& word : words) {
    std::string lower;
    AppendLowercase(word, lower);
    word = lower;
  }
  return words;
}

TEST(NltkMeteor, ByDefinition) {
  const auto wordnet = NltkWordNet::Open(test::WordNetData());
  ASSERT_TRUE(wordnet.ok()) << wordnet.status();
  const auto stem = [](const std::string& word) { return NltkPorterStem(word); };
  const auto synonyms = [&](const std::string& hyp, const std::string& ref) {
    std::vector<uint32_t> synsets;
    (*wordnet)->FindSynsets(hyp, synsets);
    const auto listing = (*wordnet)->Listing(ref);
    return std::any_of(listing.begin(), listing.end(), [&](uint32_t synset) {
      return std::find(synsets.begin(), synsets.end(), synset) != synsets.end();
    });
  };
  test::RandomText text(51);
  const auto expect = [&](const std::string& ref, const std::string& hyp) {
    EXPECT_NEAR(Points(Spec(), {ref}, hyp),
                oracle::NaiveNltkMeteor(Lowered(hyp), Lowered(ref), stem, synonyms), 1e-12)
        << ref << '\n'
        << hyp;
  };
  for (int i = 0; i < 500; ++i) {
    const std::string ref = Forms(text, text.Below(i % 50 == 0 ? 300 : 25));
    expect(ref, text.Below(4) == 0 ? Forms(text, text.Below(25)) : text.Perturb(ref));
  }
  std::string run, other;
  for (int i = 0; i < 600; ++i) {
    run += i % 3 == 0 ? "cars " : "car ";
    other += i % 2 == 0 ? "automobile " : "car ";
  }
  expect(run, other);
}

TEST(NltkMeteor, SeveralReferences) { test::ExpectBestReference(Spec()); }

TEST(NltkMeteor, Signatures) {
  EXPECT_EQ(test::KeysOf("nltk-meteor:synonyms=none,tok=13a,beta=2"),
            "nrefs:1|case:lc|tok:13a|stem:porter-nltk3.9.1|params:0.9_2_0.5|synonyms:none|"
            "corpus:mean|lcunicode:14.0");
  const auto made = MakeMetric(Spec(), {}, {}),
             without = MakeMetric("nltk-meteor:synonyms=none", {}, {});
  ASSERT_TRUE(made.ok() && without.ok());
  EXPECT_EQ(made->Equals(), "nltk-3.10.4");
  EXPECT_EQ(without->Equals(), "");
}

TEST(NltkMeteor, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"nltk-meteor:alpha=2", "nltk-meteor:gamma=-1", "nltk-meteor:lc=no",
                            "nltk-meteor:synonyms=meteor", "nltk-meteor:wordnet=/nowhere"});
}

}  // namespace
}  // namespace mtgauge
