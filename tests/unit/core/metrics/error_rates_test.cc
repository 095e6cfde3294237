// WER, MER, WIL, WIP, PER, CDER, CER and edit distances: by hand, and compared with their
// definitions on random segments.
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
  EXPECT_EQ(ScorePair("edit-distance", ref, hyp).score, 6);
  EXPECT_EQ(ScorePair("edit-distance:unit=char", {" né e"}, "ne").score, 3);
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

// Three hits; a substitution, a deletion and two insertions.
TEST(ErrorRates, KindsByHand) {
  const std::vector<std::string> ref = {"a b c d x"};
  const std::string hyp = "y z a b c e";
  EXPECT_EQ(ScorePair("wer:details=yes", ref, hyp).sums, (Row{1, 1, 2, 5, 6}));
  EXPECT_EQ(Points("wer:details=yes", ref, hyp), Points("wer", ref, hyp));
  EXPECT_EQ(Points("mer", ref, hyp), 100.0 * (4.0 / 7));
  EXPECT_EQ(Points("wip", ref, hyp), 100 * (3.0 / 5 * (3.0 / 6)));
  EXPECT_EQ(Points("wil", ref, hyp), 100 * (1 - 3.0 / 5 * (3.0 / 6)));
  EXPECT_EQ(ScorePair("cer:details=yes", {"abc"}, "bcd").sums, (Row{0, 1, 1, 3, 3}));
}

TEST(ErrorRates, JoinedWordsOfKaldialignCostNothing) {
  const std::vector<std::string> ref = {"the white paper"};
  EXPECT_EQ(Points("wer:dialect=kaldialign", ref, "the whitepaper"), 100.0 * 2 / 3);
  EXPECT_EQ(Points("wer:dialect=kaldialign,compounds=yes", ref, "the whitepaper"), 0);
  EXPECT_EQ(Points("wer:dialect=kaldialign,compounds=yes", {"the whitepaper"}, ref[0]), 0);
}

TEST(ErrorRates, SpaceOfJiwer) {
  // A single no-break space or tab is part of a word; two of any kind separate.
  EXPECT_EQ(ScorePair("wer", {"a\u00A0b c\td"}, "a").sums, (Row{2, 2}));
  EXPECT_EQ(ScorePair("wer", {"a\u00A0\tb c \u2003d"}, "a").sums, (Row{3, 4}));
  EXPECT_EQ(ScorePair("wer", {"\u00A0a\u3000"}, "a").sums, (Row{0, 1}));
  EXPECT_EQ(ScorePair("wer:tok=none", {"a\u00A0b c\td"}, "a").sums, (Row{3, 4}));
  EXPECT_EQ(ScorePair("cer", {" a  b\t"}, "a b").sums, (Row{1, 4}));
}

TEST(ErrorRates, EmptyReferences) {
  for (const char* spec : {"wer", "wer:dialect=kaldialign", "cer", "wer:details=yes"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {"  "}, "abc"), spec[0] == 'c' ? 300 : 100) << spec;
  }
  EXPECT_EQ(Points("wer", {""}, "a b c"), 300);
  EXPECT_EQ(Points("mer", {""}, "a b c"), 100);
  EXPECT_EQ(Points("mer", {""}, ""), 0);
  EXPECT_EQ(Points("wip", {""}, "a"), 0);
  EXPECT_EQ(Points("wip", {"a"}, ""), 0);
  EXPECT_EQ(Points("wip", {""}, ""), 100);
  EXPECT_EQ(Points("wil", {""}, ""), 0);
}

TEST(ErrorRates, EmptySides) {
  for (const char* spec : {"wer:dialect=cdec", "per", "cder", "cer:dialect=cdec"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {""}, "a b"), 100) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, ""), 100) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "a b"), 0) << spec;
  }
}

TEST(ErrorRates, LettersOfUnequalBytes) {
  EXPECT_EQ(ScorePair("cer", {std::string("a") + '\0'}, "a").sums, (Row{1, 2}));
  EXPECT_EQ(ScorePair("cer", {"\xFF"}, "\xEF\xBF\xBD").sums, (Row{0, 1}));  // as U+FFFD
  EXPECT_EQ(ScorePair("cer:tok=none", {"a  b\tc"}, "a b c").sums, (Row{0, 5}));
  EXPECT_EQ(ScorePair("cer:dialect=cdec", {"a  b\tc"}, "a b c").sums, (Row{0, 5}));
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

TEST(ErrorRates, KindsAgreeWithTheRate) {
  test::RandomText text(33);
  for (int i = 0; i < 200; ++i) {
    const std::string ref = text.Sentence(text.Below(60)), hyp = text.Perturb(ref);
    for (const auto& [rate, kinds] :
         {std::pair("wer", "wer:details=yes"), std::pair("cer", "cer:details=yes"),
          std::pair("wer:tok=none", "wer:dialect=kaldialign")}) {
      const Row sums = ScorePair(kinds, {ref}, hyp).sums;
      EXPECT_EQ(ScorePair(rate, {ref}, hyp).sums, (Row{sums[0] + sums[1] + sums[2], sums[3]}));
      EXPECT_EQ(sums[3] - sums[1], sums[4] - sums[2]) << "hits and substitutions are pairs";
    }
  }
}

TEST(ErrorRates, SignaturesTellWhatMovesDigits) {
  EXPECT_EQ(test::KeysOf("wer"), "nrefs:1|case:mixed|tok:jiwer|dialect:jiwer");
  EXPECT_EQ(test::KeysOf("wip:tok=13a"), "nrefs:1|case:mixed|tok:13a|dialect:jiwer");
  EXPECT_EQ(test::KeysOf("wer:dialect=cdec"), "nrefs:1|case:mixed|tok:ascii");
  EXPECT_EQ(test::KeysOf("wer:dialect=cdec,tok=none"), "nrefs:1|case:mixed|tok:none");
  EXPECT_EQ(test::KeysOf("wer:dialect=kaldialign,sclite=yes"),
            "nrefs:1|case:mixed|tok:none|dialect:kaldialign|sclite:yes|compounds:no");
  EXPECT_EQ(test::KeysOf("edit-distance:unit=char"),
            "nrefs:1|case:mixed|tok:whole|unit:char|corpus:mean");
  EXPECT_EQ(test::KeysOf("wer:ignore=case+punct,normalize=whisper-basic"),
            "nrefs:1|case:mixed|tok:jiwer|dialect:jiwer|normalize:whisper-basic-unicode14.0|"
            "ignore:case+punct-unicode14.0");
  EXPECT_EQ(test::KeysOf("per:tok=intl,lc=yes"),
            "nrefs:1|case:lc|tok:intl|unicode:18.0|lcunicode:14.0");
}

TEST(ErrorRates, OptionsMoveDigits) {
  EXPECT_EQ(Points("wer", {"The cat."}, "the cat ."), 150);
  EXPECT_EQ(Points("wer:lc=yes,tok=13a", {"The cat."}, "the cat ."), 0);
  EXPECT_EQ(Points("wer:ignore=case", {"STRASSE"}, "straße"), 0);
  EXPECT_EQ(Points("wer:ignore=case+punct", {"The cat."}, "the cat ."), 0);
  EXPECT_EQ(Points("wer:ignore=punct", {"The cat."}, "the cat"), 50);
}

TEST(ErrorRates, ASegmentBeyondTheBudgetIsAnError) {
  for (const char* spec : {"wer", "mer", "wer:dialect=kaldialign",
                           "wer:dialect=kaldialign,compounds=yes", "cder", "cer"}) {
    test::ExpectBudget(spec);
  }
}

TEST(ErrorRates, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"wer:tok=14a", "wer:lc=maybe", "wer:order=2", "per:stat=f1",
                            "wer:sclite=yes", "cer:dialect=kaldialign", "mer:dialect=cdec",
                            "wer:ignore=all", "edit-distance:unit=byte"});
}

}  // namespace
}  // namespace mtgauge
