// Signatures as they are written, and how they differ.
#include "core/contract/signature.h"

#include <gtest/gtest.h>

namespace mtgauge {
namespace {

using Keys = SignatureKeysOf;

TEST(Signature, IsTakenApart) {
  const auto whole = ParseSignature(" BLEU|nrefs:1|tok:13a|version:2.6.0 = 30.2 60/25 (BP = 1.0)");
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(whole->title, "BLEU");
  EXPECT_EQ(whole->keys, (Keys{{"nrefs", "1"}, {"tok", "13a"}, {"version", "2.6.0"}}));
  EXPECT_FALSE(whole->of_mtgauge());
  EXPECT_EQ(ParseSignature("mean of 2    term consistency|nrefs:1|by:d|macro:2")->title,
            "term consistency");
  EXPECT_EQ(ParseSignature("nrefs:1|tok:a:b|version:mtgauge-1")->keys[1].second, "a:b");
  EXPECT_TRUE(ParseSignature("nrefs:1|version:mtgauge-1.0.0")->of_mtgauge());
}

TEST(Signature, ShortNamesDependOnTheMetric) {
  EXPECT_EQ(ParseSignature("BLEU|#:1|c:lc|s:exp|v:2")->keys,
            (Keys{{"nrefs", "1"}, {"case", "lc"}, {"smooth", "exp"}, {"version", "2"}}));
  EXPECT_EQ(ParseSignature("chrF2|#:1|nc:6|s:no|v:2")->keys[2].first, "space");
  EXPECT_EQ(ParseSignature("TER|#:1|t:tercom|nr:no|v:2")->keys[1].first, "tok");
  EXPECT_EQ(ParseSignature("GTM|nrefs:1|e:1.5|version:mtgauge-1")->keys[1].first, "e");
}

TEST(Signature, OfVersionOne) {
  const auto old = ParseSignature("BLEU+case.mixed+lang.en-de+numrefs.1+tok.13a+version.1.4.1");
  ASSERT_TRUE(old.ok());
  EXPECT_EQ(*old->Find("lang"), "en-de");
  EXPECT_EQ(*old->Find("nrefs"), "1");
  EXPECT_EQ(*old->Find("version"), "1.4.1");
  EXPECT_EQ(*old->Find("eff"), "no");
  EXPECT_EQ(ParseSignature("chrF2+case.lc+numchars.6+space.True+tok.13a+version.1.2.12")->keys,
            (Keys{{"nc", "6"},
                  {"space", "yes"},
                  {"version", "1.2.12"},
                  {"case", "mixed"},
                  {"eff", "yes"},
                  {"nw", "0"}}));
  EXPECT_EQ(*ParseSignature("chrF2+n.6+s.false+v.1.5.1")->Find("nc"), "6");
  EXPECT_EQ(*ParseSignature("chrF2+n.6+s.false+v.1.5.1")->Find("space"), "no");
  EXPECT_EQ(ParseSignature("TER+t.tercom-nonorm-punct-asian-cased+v.1.5.1")->keys,
            (Keys{{"case", "mixed"},
                  {"tok", "tercom"},
                  {"norm", "no"},
                  {"punct", "yes"},
                  {"asian", "yes"},
                  {"version", "1.5.1"}}));
}

TEST(Signature, APairTellsOfTheRun) {
  EXPECT_TRUE(TellsOfRun("lang", "en-de"));
  EXPECT_FALSE(TellsOfRun("lang", "de"));
  EXPECT_TRUE(TellsOfRun("df", "7884f84d"));
}

TEST(Signature, OtherTextsAreRefused) {
  for (const char* const text : {"", "29.4", "BLEU", "BLEU|", "BLEU|:1", "BLEU|nrefs:1|x"}) {
    EXPECT_EQ(ParseSignature(text).status().error().kind, ErrorKind::kUsage) << text;
  }
}

std::string Difference(const std::string& wanted, const std::string& found) {
  return DifferenceOf(ParseSignature(wanted).value(), ParseSignature(found).value());
}

TEST(Signature, Differences) {
  const std::string ours = "BLEU|nrefs:1|case:mixed|tok:13a|version:mtgauge-1";
  EXPECT_EQ(Difference(ours, ours), "");
  EXPECT_EQ(Difference("nrefs:1|case:mixed|tok:13a|version:mtgauge-1", ours), "");
  EXPECT_EQ(Difference("BLEU|nrefs:1|case:mixed|tok:13a|version:2.6.0", ours), "");
  EXPECT_EQ(Difference("BLEU|nrefs:1|test:wmt17|case:mixed|tok:13a|version:2.6.0", ours), "");
  EXPECT_NE(Difference("BLEU|nrefs:2|tok:13a|version:2.6.0", ours), "");
  EXPECT_NE(Difference("BLEU|nrefs:1|tok:intl|version:2.6.0", ours), "");
  EXPECT_NE(Difference("chrF2|nrefs:1|tok:13a|version:2.6.0", ours), "");
  EXPECT_EQ(Difference("BLEU|nrefs:1|eff:no|version:2.6.0", ours), "it has no eff:no");
  EXPECT_EQ(Difference(ours + "|scale:unit", ours), "it has no scale:unit");
  EXPECT_NE(Difference("BLEU|nrefs:1|case:mixed|tok:13a|version:mtgauge-2", ours), "");
  EXPECT_NE(Difference("BLEU|nrefs:1|tok:13a|version:mtgauge-1", ours), "");  // case is not wanted
  EXPECT_EQ(Difference("BLEU|nrefs:1|tok:13a|version:2.6.0", ours),
            "it has case:mixed, which is not wanted");
}

TEST(Signature, OfSacreBleuLacksWhatItNeverTells) {
  const std::string theirs = "|nrefs:1|case:lc|nc:6|version:2.6.0";
  const std::string ours = "chrF3|nrefs:1|case:lc|nc:6|beta:3|lcunicode:14.0|version:mtgauge-1";
  EXPECT_EQ(Difference("chrF3" + theirs, ours), "");
  EXPECT_EQ(Difference(theirs.substr(1), ours), "it has beta:3, which is not wanted");
  EXPECT_EQ(Difference("chrF3" + theirs, ours + "|scale:unit"),
            "it has scale:unit, which is not wanted");
  EXPECT_EQ(Difference("chrF3|case:lc|nc:6|version:2.6.0", ours),
            "it has nrefs:1, which is not wanted");
  EXPECT_EQ(
      Difference("TER+tok.tercom-nonorm-punct-noasian-uncased+version.1.4.14",
                 "TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:mtgauge-1"),
      "");
}

}  // namespace
}  // namespace mtgauge
