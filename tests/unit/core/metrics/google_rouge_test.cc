// ROUGE with Google's digits: by hand, and compared with its definitions on random segments.
#include <algorithm>
#include <map>
#include <sstream>

#include "core/contract/fixed_sum.h"
#include "core/text/words/nltk_porter.h"
#include "tests/oracle/naive_ngrams.h"
#include "tests/oracle/naive_rouge.h"
#include "tests/oracle/naive_tokenizers.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::ScorePair;
using test::Words;

TEST(GoogleRouge, ByHand) {
  // The example of rouge_score's README.
  const std::vector<std::string> ref = {"The quick brown fox jumps over the lazy dog"};
  const std::string hyp = "The quick brown dog jumps on the log.";
  EXPECT_NEAR(Points("google-rouge:stat=p", ref, hyp), 75, 1e-12);
  EXPECT_NEAR(Points("google-rouge:stat=r", ref, hyp), 100 * 6.0 / 9, 1e-12);
  EXPECT_NEAR(Points("google-rouge:n=l,stat=p", ref, hyp), 62.5, 1e-12);
  EXPECT_NEAR(Points("google-rouge:n=l", ref, hyp), 100 * 2 * 5.0 / (8 + 9), 1e-12);
}

TEST(GoogleRouge, LineFeedsEndSentences) {
  const std::vector<std::string> ref = {"one two\nthree four"};
  EXPECT_EQ(Points("google-rouge:n=lsum", ref, "three four\none two"), 100);
  EXPECT_EQ(Points("google-rouge:n=l", ref, "three four\none two"), 50);
  EXPECT_EQ(Points("google-rouge:n=lsum", ref, "three four one two"), 100);
  EXPECT_EQ(Points("google-rouge:n=lsum", {"\n\none two\n"}, "\none two"), 100);
}

TEST(GoogleRouge, EmptySidesCount) {
  for (const char* spec : {"google-rouge", "google-rouge:n=2", "google-rouge:n=l",
                           "google-rouge:n=lsum", "google-rouge:n=lsum,use_stemmer=yes"}) {
    EXPECT_EQ(ScorePair(spec, {""}, "").sums, (test::Row{0, 0, 1})) << spec;
    EXPECT_EQ(ScorePair(spec, {"a b"}, "").sums, (test::Row{0, 0, 1})) << spec;
    EXPECT_EQ(ScorePair(spec, {"水"}, "水").sums, (test::Row{0, 0, 1})) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "A, b!"), 100) << spec;
  }
}

TEST(GoogleRouge, TheReferenceWithTheHighestFTellsAll) {
  // The second has the better precision, the first the better F.
  EXPECT_NEAR(Points("google-rouge:stat=p", {"a b c d x y", "a"}, "a b c d e"), 80, 1e-12);
  for (const char* spec : {"google-rouge", "google-rouge:n=l", "google-rouge:n=lsum"}) {
    test::ExpectBestReference(spec);
  }
}

// Returns sentences of words, stemmed or not.
std::vector<Words> CutSentences(const std::string& text, bool stems) {
  std::vector<Words> sentences;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Words& words = sentences.emplace_back(oracle::CutRouge(line));
    if (!stems) continue;
    for (std::string& word : words) word = RougeStem(word);
  }
  return sentences;
}

Words Joined(const std::vector<Words>& sentences) {
  Words all;
  for (const Words& words : sentences) all.insert(all.end(), words.begin(), words.end());
  return all;
}

double NaiveF(double matches, double of_hyp, double of_ref) {
  if (matches == 0) return 0;
  const double p = matches / of_hyp, r = matches / of_ref;
  return 2 * p * r / (p + r);
}

void ExpectNaive(const std::string& ref, const std::string& hyp, bool stems) {
  const std::vector<Words> r = CutSentences(ref, stems), h = CutSentences(hyp, stems);
  const Words all_r = Joined(r), all_h = Joined(h);
  const auto size_r = static_cast<double>(all_r.size()), size_h = static_cast<double>(all_h.size());
  const auto common = [&](size_t n) {
    return static_cast<double>(oracle::NaiveMatches({all_r}, all_h, n)[n - 1]);
  };
  const std::map<std::string, double> expected = {
      {"1", NaiveF(common(1), size_h, size_r)},
      {"2", NaiveF(common(2), size_h - 1, size_r - 1)},
      {"l",
       NaiveF(static_cast<double>(oracle::NaiveCommonSubsequence(all_h, all_r)), size_h, size_r)},
      {"lsum", NaiveF(static_cast<double>(oracle::NaiveUnionHits(r, h)), size_h, size_r)}};
  for (const auto& [kind, f] : expected) {
    const std::string spec = "google-rouge:n=" + kind + (stems ? ",use_stemmer=yes" : "");
    int64_t row[FixedSum::kColumns];
    FixedSum::Write(f, row);
    EXPECT_EQ(ScorePair(spec, {ref}, hyp).sums, (test::Row{row[0], row[1], 1})) << spec << '\n'
                                                                                << ref << '\n'
                                                                                << hyp;
  }
}

TEST(GoogleRouge, ByDefinition) {
  test::RandomText text(41);
  for (int i = 0; i < 300; ++i) {
    std::string ref = text.Sentence(text.Below(60));
    for (char& c : ref) c = c == ' ' && text.Below(8) == 0 ? '\n' : c;
    std::string hyp = text.Perturb(ref);
    if (text.Below(3) == 0) std::swap(ref, hyp);
    ExpectNaive(ref, hyp, text.Below(2) == 0);
  }
  std::string run, other;
  for (int i = 0; i < 300; ++i) {
    run += i % 50 == 0 ? "going\n" : "goes ";
    other += i % 7 == 0 ? "gone\n" : "going ";
  }
  for (const bool stems : {false, true}) ExpectNaive(run, other, stems);
}

TEST(GoogleRouge, Signatures) {
  EXPECT_EQ(test::KeysOf("google-rouge"), "nrefs:1|case:lc|tok:rouge|n:1|stat:f");
  EXPECT_EQ(test::KeysOf("google-rouge:n=lsum,use_stemmer=yes,stat=r"),
            "nrefs:1|case:lc|tok:rouge|stem:porter-nltk3.9.1|n:lsum|stat:r");
}

TEST(GoogleRouge, ASegmentBeyondTheBudgetIsAnError) {
  for (const char* spec : {"google-rouge:n=l", "google-rouge:n=lsum"}) test::ExpectBudget(spec);
}

TEST(GoogleRouge, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"google-rouge:n=0", "google-rouge:n=10", "google-rouge:stat=f1",
                            "google-rouge:use_stemmer=en", "google-rouge:tok=13a"});
}

}  // namespace
}  // namespace mtgauge
