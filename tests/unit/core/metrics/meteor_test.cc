// METEOR on small cases worked out by hand, and compared with its definition, with the tests' own
// tiny files in place of METEOR's.
#include <gtest/gtest.h>

#include <random>

#include "core/algo/alignment/staged_alignment.h"
#include "core/algo/alignment/word_facts.h"
#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/simd/kernels.h"
#include "core/text/token_key.h"
#include "core/text/tokenizers/tok_meteor.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/words/stemmer.h"
#include "core/text/words/synonyms.h"
#include "tests/oracle/naive_meteor.h"
#include "tests/oracle/naive_staged.h"
#include "tests/support/meteor_data.h"
#include "tests/support/scored.h"
#include "tests/unit/core/text/are_synonyms.h"

namespace mtgauge {
namespace {

using test::AreSynonyms;
using test::Lines;
using test::Scored;
using test::ScoreSegments;

Scored Score(const std::string& options, const Lines& hyps, const std::vector<Lines>& refs) {
  const std::string data = "meteor:data=" + test::MeteorData();
  return ScoreSegments(options.empty() ? data : data + "," + options, refs, hyps);
}

TEST(Meteor, OfOneSegmentByHand) {
  // "cat" equal, "fast" ~ "quick", "is" an equal function word, "cars" and "car" one stem.
  const Scored figures = Score("", {"Cat is quick cars"}, {{"cat is fast car"}});
  const std::vector<int64_t> want = {4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0,
                                     1, 1, 0, 0, 0, 0, 0, 0, 0, 4, 4};
  EXPECT_EQ(figures.rows[0], want);
  // (0.75 (1 + 0.6 + 0.8) + 0.25) / (3 * 0.75 + 0.25), no penalty
  EXPECT_NEAR(figures.score, (0.75 * 2.4 + 0.25) / 2.5, 1e-12);
}

// Returns the row of a segment by the definition: every word compared with every other, and the
// plain beam.
std::vector<int64_t> RowByDefinition(const Lines& hyp, const Lines& ref, const Synonyms& synonyms) {
  Stemmer stemmer(*FindStemmer("en"), DefaultHash().function);
  const auto stem = [&](const std::string& word) { return std::string(stemmer.Stem(word)); };
  const auto is_function = [](const std::string& word) {
    const Lines words = {"the", "a", "of", "to", ".", ",", "is"};
    return std::ranges::count(words, word);
  };
  std::vector<std::vector<AlignmentOption>> options(ref.size());
  const auto add = [&](size_t j, uint16_t stage, uint16_t credit, const auto& pairs) {
    for (uint32_t i = 0; i < hyp.size(); ++i) {
      if (pairs(hyp[i], ref[j])) options[j].push_back({i, stage, credit});
    }
  };
  for (size_t j = 0; j < ref.size(); ++j) {
    add(j, 0, 2, [](const auto& x, const auto& y) { return x == y; });
    if (hyp == ref) continue;
    add(j, 1, 0, [&](const auto& x, const auto& y) { return x != y && stem(x) == stem(y); });
    add(j, 2, 0,
        [&](const auto& x, const auto& y) { return x != y && AreSynonyms(synonyms, x, y); });
  }
  const auto pairs = oracle::AlignByBeam(hyp.size(), options, 40);
  std::vector<int64_t> row(23, 0);
  row[0] = static_cast<int64_t>(hyp.size());
  row[1] = static_cast<int64_t>(ref.size());
  for (const std::string& word : hyp) row[2] += is_function(word);
  for (const std::string& word : ref) row[3] += is_function(word);
  uint32_t expected = AlignmentOption::kNone;
  for (size_t j = 0; j < ref.size(); ++j) {
    const AlignmentOption& pair = pairs[j];
    const bool matched = pair.hypothesis != AlignmentOption::kNone;
    if (matched) {
      const size_t first = 4 + size_t{4} * pair.stage;
      ++row[first + (is_function(hyp[pair.hypothesis]) != 0 ? 2 : 0)];
      ++row[first + (is_function(ref[j]) != 0 ? 3 : 1)];
      ++row[21];
      ++row[22];
      if (pair.hypothesis != expected) ++row[20];
    }
    expected = matched ? pair.hypothesis + 1 : AlignmentOption::kNone;
  }
  if (row[20] == 1 && row[21] == row[0] && row[22] == row[1]) row[20] = 0;
  return row;
}

TEST(Meteor, EqualsItsDefinition) {
  const auto synonyms = Synonyms::OpenMeteor(test::MeteorData(), "english", "none");
  ASSERT_TRUE(synonyms.ok()) << synonyms.status();
  const Lines words = {"the",    "a",        "is",         "of",        "car",         "cars",
                       "mouse",  "mice",     "rodent",     "rodents",   "automobile",  "go",
                       "goes",   "went",     "travel",     "traveling", "travelled",   "fast",
                       "quick",  "quickest", "spoonful",   "scoop",     "automobiles", "walk",
                       "walked", "walking",  "walkabouts", "walkabout", "nation",      "national"};
  std::mt19937 random(7);
  const auto text = [&](size_t longest, size_t kinds) {
    Lines line;
    const size_t first = random() % words.size();
    for (size_t left = random() % (longest + 1); left > 0; --left) {
      line.push_back(words[(first + random() % kinds) % words.size()]);
    }
    return line;
  };
  const auto join = [](const Lines& line) {
    std::string joined;
    for (const std::string& word : line) joined += word + " ";
    return joined;
  };
  for (int round = 0; round < 40; ++round) {
    Lines hyps, refs;
    std::vector<std::vector<int64_t>> want;
    for (int segment = 0; segment < 25; ++segment) {
      const size_t longest = segment % 5 == 0 ? 70 : 12, kinds = 1 + random() % words.size();
      const Lines ref = text(longest, kinds);
      const Lines hyp = random() % 8 == 0 ? ref : text(longest, kinds);
      refs.push_back(join(ref));
      hyps.push_back(join(hyp));
      want.push_back(RowByDefinition(hyp, ref, **synonyms));
    }
    EXPECT_EQ(Score("text=lower", hyps, {refs}).rows, want) << "round " << round;
  }
}

TEST(Meteor, PenaltyOfChunks) {
  const Scored figures =
      Score("modules=ex,alpha=0.9,beta=3,gamma=0.5,delta=0.5", {"c d a b"}, {{"a b c d"}});
  EXPECT_EQ(figures.rows[0][20], 2);
  EXPECT_NEAR(figures.score, 1 - 0.5 / 8, 1e-12);
}

TEST(Meteor, WholeSegmentsAddNoChunk) {
  const Scored figures =
      Score("modules=ex,text=lower", {"x y z", "x q", ""}, {{"x y z", "x p", ""}});
  EXPECT_EQ(figures.rows[0][20], 0);
  EXPECT_EQ(figures.rows[1][20], 1);
  EXPECT_EQ(figures.rows[2], std::vector<int64_t>(23, 0));
}

TEST(Meteor, TheBestReferenceCountsTheFirstOfEqualOnes) {
  const Scored figures =
      Score("modules=ex", {"p q r", "p q"}, {{"p z", "p z"}, {"p q r", "q z"}, {"z", "p q"}});
  EXPECT_EQ(figures.rows[0][1], 3);
  EXPECT_EQ(figures.rows[1][1], 2);
  EXPECT_EQ(figures.rows[1][21], 2);
}

// For String.hashCode(), "je" equals "l'" and "le" equals "n'", for words and for stems.
TEST(Meteor, WordsAreEqualWhoseJavaHashesAre) {
  EXPECT_EQ(JavaHash(""), 0U);
  EXPECT_EQ(JavaHash("je"), JavaHash("l'"));
  EXPECT_EQ(JavaHash("le"), 3449U);
  EXPECT_EQ(JavaHash("\u00E9t\u00E9"), 233U * 961 + 116 * 31 + 233);
  EXPECT_EQ(JavaHash("\U0001F600"), 0xD83DU * 31 + 0xDE00);
  EXPECT_EQ(JavaHash("a long word whose sum wraps around"),
            JavaHash("a long word whose sum wraps aroun") * 31 + 'd');
  constexpr size_t kExact = 4, kStem = 8, kChunks = 20, kMatched = 21;
  const std::string lower = "text=lower,modules=ex+st,functions=none";
  // As in the jar: equal in the first stage, and a whole segment is one chunk, which does not
  // count.
  Scored figures = Score(lower, {"je dis le mot", "zz l' zz"}, {{"l' dis n' mot", "je"}});
  EXPECT_EQ(figures.rows[0][kExact], 4);
  EXPECT_EQ(figures.rows[0][kChunks], 0);
  EXPECT_EQ(figures.rows[1][kMatched], 1);
  figures =
      Score(lower + ",equality=words", {"je dis le mot", "zz l' zz"}, {{"l' dis n' mot", "je"}});
  EXPECT_EQ(figures.rows[0][kExact], 2);
  EXPECT_EQ(figures.rows[0][kChunks], 2);
  EXPECT_EQ(figures.rows[1][kMatched], 0);
  // Both of them in one reference, and found by a third word's stem.
  figures = Score(lower, {"je je"}, {{"l' je"}});
  EXPECT_EQ(figures.rows[0][kExact], 2);
  EXPECT_EQ(figures.rows[0][kStem], 0);
  figures = Score(lower + ",equality=words", {"je je"}, {{"l' je"}});
  EXPECT_EQ(figures.rows[0][kExact], 1);
  // Only the word itself decides whether it is a function word, not the words it equals.
  figures = Score("text=lower,modules=ex", {"Aa is"}, {{"BB is"}});
  EXPECT_EQ(figures.rows[0][kExact], 0);  // "aa" and "bb" in lower case
  figures = Score("text=plain,modules=ex", {"Aa is"}, {{"BB is"}});
  EXPECT_EQ(figures.rows[0][kExact], 1);
}

TEST(Meteor, TwoThousandEqualWords) {
  std::string words, more;
  for (int i = 0; i < 2000; ++i) words += "ja ";
  more = words + "nein";
  const Scored figures = Score("text=lower", {words}, {{more}});
  EXPECT_EQ(figures.rows[0][21], 2000);
  EXPECT_EQ(figures.rows[0][20], 1);
}

TEST(Meteor2005, ByHand) {
  const std::string data = ":wordnet=" + test::WordNetData();
  const Scored of_2005 =
      ScoreSegments("meteor2005" + data, {{"the fast mouse strolls away home today"}},
                    {"the quick mice walked home"});
  EXPECT_EQ(of_2005.rows[0], (std::vector<int64_t>{5, 5, 7, 2}));
  const double f = 5 / (0.9 * 7 + 0.1 * 5);
  EXPECT_NEAR(of_2005.score, f * (1 - 0.5 * std::pow(2.0 / 5, 3)), 1e-12);
  const Scored of_2007 =
      ScoreSegments("meteor2007" + data, {{"the fast mouse strolls away home today"}},
                    {"the quick mice walked home"});
  const double f_2007 = 5 / (0.81 * 7 + 0.19 * 5);
  EXPECT_NEAR(of_2007.score, f_2007 * (1 - 0.28 * std::pow(2.0 / 5, 0.83)), 1e-12);
  const Scored bare =
      ScoreSegments("meteor2005:porter=no,synonyms=none", {{"c a b", "", "y"}}, {"a b c", "", "x"});
  EXPECT_EQ(bare.rows[0], (std::vector<int64_t>{3, 3, 3, 2}));
  EXPECT_EQ(bare.rows[1], (std::vector<int64_t>{0, 0, 0, 0}));
  EXPECT_EQ(bare.rows[2], (std::vector<int64_t>{0, 1, 1, 0}));
}

TEST(Meteor, RefusesWhatItCannotDo) {
  for (const char* const options :
       {"lang=xx", "modules=ex+ex", "modules=pa", "weights=1", "task=adq,lang=de", "text=loud",
        "lang=it,text=norm", "lang=cz,modules=ex+st,text=lower", "lang=de,modules=sy,text=lower",
        "alpha=2", "beam=0", "functions=some", "synonyms=mine", "functions=own,lang=it"}) {
    const auto made = MakeMetric("meteor:data=" + test::MeteorData() + "," + options, {}, {});
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << options;
  }
  const auto without = MakeMetric("meteor:data=/nowhere", {}, {});
  ASSERT_FALSE(without.ok());
  EXPECT_NE(without.status().message().find("meteor:data=DIR"), std::string::npos);
}

TEST(Meteor, SaysWhoseFiguresTheyAre) {
  const std::string data = "meteor:data=" + test::MeteorData();
  const auto equals = [&](const std::string& options) {
    const auto made = MakeMetric(data + options, {}, {});
    EXPECT_TRUE(made.ok()) << made.status();
    return std::string(made->Equals());
  };
  EXPECT_EQ(equals(""), "meteor-1.5");
  EXPECT_EQ(equals(",modules=ex"), "meteor-1.5");
  EXPECT_EQ(equals(",functions=none"), "");
  EXPECT_EQ(equals(",equality=hashes"), "meteor-1.5");
  EXPECT_EQ(equals(",equality=words"), "");
  const auto words = MakeMetric(data + ",equality=words", {}, {});
  const std::pair<std::string, std::string> key = {"equality", "words"};
  const auto keys = words->metric->SignatureKeys();
  EXPECT_EQ(std::count(keys.begin(), keys.end(), key), 1);
  EXPECT_TRUE(MakeMetric("meteor:modules=ex+st,text=lower,functions=none", {}, {}).ok());
}

}  // namespace
}  // namespace mtgauge
