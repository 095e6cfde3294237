// rouge155: by hand, and compared with its definition on random, repetitive and degenerate text.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "core/text/words/nltk_porter.h"
#include "tests/oracle/naive_rouge155.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::Lines;
using test::ScorePair;
using test::SplitAtSpaces;

double Rouge(const std::string& options, const Lines& refs, const std::string& hyp) {
  return ScorePair("rouge155:" + options, refs, hyp).score;
}

TEST(Rouge155, ByHand) {
  const Lines refs = {"police killed the gunman"};
  EXPECT_EQ(Rouge("n=1,stat=r", refs, "police kill the gunman"), 0.75);
  EXPECT_EQ(Rouge("n=2,stat=p", refs, "police kill the gunman"), 0.33333);
  EXPECT_EQ(Rouge("n=2", refs, "the gunman was here"), 0.33333);
  EXPECT_EQ(Rouge("n=l", refs, "the gunman kill police"), 0.5);
  // Of six pairs of words, "police the", "police gunman" and "the gunman".
  EXPECT_EQ(Rouge("n=s", refs, "police kill the gunman"), 0.5);
  EXPECT_EQ(Rouge("n=s,skip=0", refs, "police kill the gunman"), 0.33333);
  // Three words of each are counted too, and two of them match.
  EXPECT_EQ(Rouge("n=su", refs, "police kill the gunman"), 0.55556);
  EXPECT_EQ(Rouge("n=1,use_stemmer=yes", refs, "police kill the gunman"), 1);
}

TEST(Rouge155, RunsWeighMoreThanTheirWords) {
  // Runs of two words and of one: 2^1.2 + 1, of 4^1.44 and of 4^1.2.
  const double matches = std::pow(2, 1.2) + 1;
  EXPECT_NEAR(Rouge("n=w,stat=r", {"a b c d"}, "a b x d"),
              std::pow(matches / std::pow(4, 1.44), 1 / 1.2), 0.50001e-5);
  EXPECT_NEAR(Rouge("n=w,stat=p", {"a b c d"}, "a b x d"),
              std::pow(matches / std::pow(4, 1.2), 1 / 1.2), 0.50001e-5);
}

TEST(Rouge155, Words) {
  // Only ASCII counts, and only A to Z are lower-cased; hyphens part words.
  EXPECT_EQ(Rouge("n=1", {"well-known CAFÉ"}, "WELL known caf"), 1);
  EXPECT_EQ(Rouge("n=1", {"\u212Aelvin"}, "kelvin"), 0);
  EXPECT_EQ(Rouge("n=1", {"日本"}, "日本"), 0);
  for (const char* kind : {"1", "2", "l", "w", "s", "su"}) {
    EXPECT_EQ(Rouge(std::string("n=") + kind, {"a b"}, ""), 0) << kind;
    EXPECT_EQ(Rouge(std::string("n=") + kind, {""}, "a b"), 0) << kind;
    EXPECT_EQ(Rouge(std::string("n=") + kind, {""}, ""), 0) << kind;
  }
  EXPECT_EQ(Rouge("n=su", {"a"}, "a"), 0);  // the last word of a text is not counted
}

TEST(Rouge155, TitlesAndSignature) {
  EXPECT_EQ(MakeMetric("rouge155:n=su", {}, {})->Title(), "ROUGE-1.5.5-SU4");
  EXPECT_EQ(MakeMetric("rouge155:n=w", {}, {})->Title(), "ROUGE-1.5.5-W-1.2");
  EXPECT_EQ(test::KeysOf("rouge155:n=s,skip=2,use_stemmer=yes,formula=b"),
            "nrefs:1|case:lc|tok:rouge155|stem:porter-rouge1.5.5|n:s|skip:2|stat:f|formula:b");
}

// Runs of ASCII letters and digits, in lower case.
Words WordsOf(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = ' ';
  }
  return SplitAtSpaces(text);
}

TEST(Rouge155, RandomTextsByDefinition) {
  test::RandomText text(155);
  for (int round = 0; round < 250; ++round) {
    const uint32_t vocabulary = 1 + text.Below(12);
    std::string line;
    for (uint32_t n = text.Below(4) == 0 ? text.Below(4) : text.Below(40); n > 0; --n) {
      line +=
          (text.Below(4) == 0 ? " averylongword" : " w") + std::to_string(text.Below(vocabulary));
    }
    const Lines refs = {line, text.Perturb(line), text.Perturb(line)};
    const std::string hyp = text.Perturb(line);
    std::vector<Words> words;
    for (const std::string& ref : refs) words.push_back(WordsOf(ref));
    for (const std::string kind : {"1", "2", "5", "l", "w", "s", "su"}) {
      for (const bool best : {false, true}) {
        for (const char stat : std::string("fpr")) {
          const std::string spec = "n=" + kind + ",stat=" + stat + ",formula=" + (best ? "b" : "a");
          EXPECT_EQ(Rouge(spec, refs, hyp),
                    oracle::NaiveRouge155(words, WordsOf(hyp), kind, stat, best))
              << spec << '\n'
              << hyp << '\n'
              << refs[0];
        }
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
