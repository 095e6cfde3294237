// WER, PER, CDER and CER: by hand, and compared with their definitions on random segments.
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::Row;
using test::ScorePair;
using test::Words;

TEST(ErrorRates, ByHand) {
  const std::vector<std::string> ref = {"the cat sat on the mat"};
  const std::string hyp = "on the mat the cat sat down";
  EXPECT_EQ(ScorePair("wer", ref, hyp).sums, (Row{6, 6}));  // one "the" is unmatched
  EXPECT_EQ(ScorePair("per", ref, hyp).sums, (Row{6, 7, 6}));
  EXPECT_EQ(ScorePair("cder", ref, hyp).sums,
            (Row{3, 6}));  // three jumps: to the, to on, to the end
  EXPECT_EQ(ScorePair("cer", {"né e"}, "ne").sums, (Row{2, 4}));
  EXPECT_NEAR(Points("wer", ref, hyp), 100.0, 1e-12);
  EXPECT_NEAR(Points("per", ref, hyp), 100.0 / 6, 1e-12);
}

TEST(ErrorRates, SeveralReferences) {
  // Fewest edits; of equally close references the first.
  EXPECT_EQ(ScorePair("wer", {"a b c d", "a b x", "a b x y"}, "a b c").sums, (Row{1, 4}));
  EXPECT_EQ(ScorePair("wer", {"a b x", "a b c d"}, "a b c").sums, (Row{1, 3}));
  EXPECT_EQ(ScorePair("per", {"a b x", "b a c d"}, "a b c").sums, (Row{2, 3, 3}));
  EXPECT_EQ(ScorePair("cder", {"x y", "b c a"}, "a b c").sums,
            (Row{2, 3}));  // to b, and a is missing
  for (const char* spec : {"wer", "cder", "cer"}) test::ExpectBestReference(spec);
}

TEST(ErrorRates, CorpusPerComparesLengthsOfTheWhole) {
  EXPECT_EQ(test::ScoreSegments("per", {{"a b c", "a"}}, {"a", "a b c"}).score, 50);  // (4 - 2) / 4
}

TEST(ErrorRates, EmptySides) {
  for (const char* spec : {"wer", "per", "cder", "cer"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {""}, "a b"), 100) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, ""), 100) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "a b"), 0) << spec;
  }
}

TEST(ErrorRates, LettersOfUnequalBytes) {
  EXPECT_EQ(ScorePair("cer", {std::string("a") + '\0'}, "a").sums, (Row{1, 2}));
  EXPECT_EQ(ScorePair("cer", {"\xFF"}, "\xEF\xBF\xBD").sums, (Row{0, 1}));  // as U+FFFD
  EXPECT_EQ(ScorePair("cer", {"a  b\tc"}, "a b c").sums, (Row{0, 5}));
}

Row EditRow(const Words& hyp, const Words& ref) {
  return {oracle::NaiveEdits(hyp, ref), test::Size(ref)};
}

TEST(ErrorRates, ByDefinition) {
  test::ExpectDefinitions("wer", EditRow);
  test::ExpectDefinitions("cer", EditRow, test::Letters);
  test::ExpectDefinitions("cder", [](const Words& hyp, const Words& ref) {
    return Row{oracle::NaiveBlockEdits(hyp, ref), test::Size(ref)};
  });
  test::ExpectDefinitions("per", [](const Words& hyp, const Words& ref) {
    return Row{oracle::NaiveCommonWords(hyp, ref), test::Size(hyp), test::Size(ref)};
  });
}

TEST(ErrorRates, SignaturesTellWhatMovesDigits) {
  EXPECT_EQ(test::KeysOf("wer"), "nrefs:1|case:mixed|tok:none");
  EXPECT_EQ(test::KeysOf("per:tok=intl,lc=yes"),
            "nrefs:1|case:lc|tok:intl|unicode:18.0|lcunicode:14.0");
}

TEST(ErrorRates, OptionsMoveDigits) {
  EXPECT_EQ(Points("wer", {"The cat."}, "the cat ."), 150);
  EXPECT_EQ(Points("wer:lc=yes,tok=13a", {"The cat."}, "the cat ."), 0);
}

TEST(ErrorRates, ASegmentBeyondTheBudgetIsAnError) {
  for (const char* spec : {"wer", "cder", "cer"}) test::ExpectBudget(spec);
}

TEST(ErrorRates, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"wer:tok=14a", "wer:lc=maybe", "wer:order=2", "per:stat=f1"});
}

}  // namespace
}  // namespace mtgauge
