// METEOR's tokenizer, with the tests' own tiny files in place of METEOR's, and Java's definition of
// white space.
#include "core/text/tokenizers/tok_meteor.h"

#include <gtest/gtest.h>

#include <random>

#include "core/simd/kernels.h"
#include "core/text/token_key.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/tokenizer.h"
#include "tests/support/meteor_data.h"
#include "tests/support/shared_data.h"

namespace mtgauge {
namespace {

Lines Cut(const TokenizerRow& row, const std::string& text) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  row.get().CutSegment(text, 0, view);
  const Tokens tokens = view.Segment(0).tokens;
  Lines out;
  for (uint32_t i = 0; i < tokens.count; ++i) out.emplace_back(tokens[i]);
  return out;
}

Lines Normalize(const std::string& text, const std::string& tokenizer = "meteor") {
  const auto row =
      OpenTokenizer(tokenizer + ":" + test::MeteorData() + "/nonbreaking/english.prefixes");
  EXPECT_TRUE(row.ok()) << row.status();
  return Cut(**row, text);
}

TEST(MeteorTokenizer, SplitsAsItsRulesSay) {
  EXPECT_EQ(Normalize("Hello, World!"), (Lines{"hello", ",", "world", "!"}));
  EXPECT_EQ(Normalize("It's Tom's, don't"), (Lines{"it", "'s", "tom", "'s", ",", "don", "'t"}));
  EXPECT_EQ(Normalize("the 1990's"), (Lines{"the", "1990", "'s"}));
  EXPECT_EQ(Normalize("1,000 and 2,5"), (Lines{"1,000", "and", "2,5"}));
  EXPECT_EQ(Normalize("well-known U.S.-based"), (Lines{"well", "known", "us", "based"}));
  EXPECT_EQ(Normalize("“so” \u2013 ''he''"), (Lines{"\"", "so", "\"", "-", "\"", "he", "\""}));
  EXPECT_EQ(Normalize("wait... what"), (Lines{"wait", "...", "what"}));
  EXPECT_EQ(Normalize("\u00C4rger\u00A0Stra\u00DFe"), (Lines{"\u00E4rger", "stra\u00DFe"}));
  EXPECT_EQ(Normalize(""), Lines{});
  EXPECT_EQ(Normalize(" \t"), Lines{});
}

TEST(MeteorTokenizer, DotsStayOnlyWhereTheyBelongToTheWord) {
  EXPECT_EQ(Normalize("Mr. Fox left."), (Lines{"mr.", "fox", "left", "."}));
  EXPECT_EQ(Normalize("Fig. 3 Fig. X"), (Lines{"fig.", "3", "fig", ".", "x"}));
  EXPECT_EQ(Normalize("Inc. was"), (Lines{"inc.", "was"}));  // before lower case
  EXPECT_EQ(Normalize("3.5. X"), (Lines{"3.5", ".", "x"}));
  EXPECT_EQ(Normalize("The U.S. Army"), (Lines{"the", "us", "army"}));
}

// An expression continues after its match.
TEST(MeteorTokenizer, MatchesDoNotOverlap) {
  EXPECT_EQ(Normalize("a,b,c"), (Lines{"a", ",", "b,c"}));
  EXPECT_EQ(Normalize("a-b-c"), (Lines{"a", "b-c"}));
  EXPECT_EQ(Normalize("x,,y"), (Lines{"x", ",", ",y"}));
}

// Lines with control characters are handled by METEOR's passes one by one. A control character as a
// word, with other words around it, changes nothing before it.
Lines NormalizeByPasses(const std::string& text, const TokenizerRow& row) {
  const Lines words = Cut(row, "Q " + text + " \x01 Q");
  EXPECT_TRUE(words.size() >= 3 && words[words.size() - 2] == "\x01") << text;
  return {words.begin() + 1, words.end() - 2};
}

TEST(MeteorTokenizer, OnePassEqualsThePasses) {
  std::mt19937 random(6);
  const Lines pieces = {"a",      "Z",      "s",      "7",      "0",      "\u00E9", "\u0416",
                        ".",      ",",      "-",      "'",      "`",      "\"",     "!",
                        "_",      " ",      " ",      "\t",     "\u2018", "\u2019", "\u201C",
                        "\u201D", "\u2013", "\u2026", "\u00A0", "\u00D7", "\u4E2D", "Mr",
                        "Fig",    "U.S",    "1,0",    "\xC3",   "\xFF",   "ab",     "cd",
                        "12",     "it's",   ". ",     ", "};
  for (const std::string language : {"english", "french", "german"}) {
    const auto row =
        OpenTokenizer("meteor:" + test::MeteorData() + "/nonbreaking/" + language + ".prefixes");
    ASSERT_TRUE(row.ok()) << row.status();
    for (int round = 0; round < 30000; ++round) {
      // Few pieces or many, of few kinds or of all.
      const size_t kinds = 1 + random() % pieces.size(), first = random() % pieces.size();
      std::string text;
      for (size_t left = random() % 12; left > 0; --left) {
        text += pieces[(first + random() % kinds) % pieces.size()];
      }
      ASSERT_EQ(Cut(**row, text), NormalizeByPasses(text, **row)) << language << ": " << text;
    }
  }
}

TEST(MeteorTokenizer, KeysAreThoseOfItsTokens) {
  const auto row = OpenTokenizer("meteor:" + test::MeteorData() + "/nonbreaking/english.prefixes");
  ASSERT_TRUE(row.ok()) << row.status();
  const std::string longest(700, 'x');
  for (const HashRow& hash : Hashes()) {
    for (const std::string& text :
         {std::string("a bc eightsss nineninen, ") + longest + " it",
          std::string("a\xFF b eighteigh\0t nul", 20), std::string(), longest}) {
      View view(hash.function);
      view.Reset("\n", 1, 1);
      (*row)->get().CutSegment(text, 0, view);
      const Tokens tokens = view.Segment(0).tokens;
      for (uint32_t i = 0; i < tokens.count; ++i) {
        EXPECT_EQ(tokens.key[i], TokenKey(tokens[i], hash.function))
            << hash.name << " " << tokens[i];
      }
    }
  }
}

TEST(MeteorTokenizer, SpacesOfUnicodeGoAndControlsGoAtBothEnds) {
  EXPECT_EQ(Normalize("a\u3000b\u205F\u00A0c"), (Lines{"a", "b", "c"}));
  EXPECT_EQ(Normalize("a\u1680b\u2028c"), (Lines{"a", "\u1680", "b", "\u2028", "c"}));
  EXPECT_EQ(Normalize("\x1F\x01 a \x02 b?\x1F\u3000"), (Lines{"a", "\x02", "b", "?"}));
  EXPECT_EQ(Normalize("\x1F\u3000\x01"), Lines{});
}

TEST(MeteorTokenizer, PunctuationCanGo) {
  EXPECT_EQ(Normalize("It's here, now... (yes)!", "meteor-nopunct"),
            (Lines{"it", "s", "here", "now", "yes"}));
}

TEST(MeteorTokenizer, MissingFilesAreNamed) {
  const auto missing = OpenTokenizer("meteor:/nowhere/english.prefixes");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("/nowhere/english.prefixes"), std::string::npos);
  EXPECT_FALSE(OpenTokenizer("meteor:/nowhere/klingon.prefixes").ok());
}

TEST(JavaWhitespace, IsFiveCharacters) {
  EXPECT_EQ(Cut(JavaWhitespaceTokenizer(), "a b\tc\fd\re\vf\u00A0g\x1Ch"),
            (Lines{"a", "b", "c", "d", "e\vf\u00A0g\x1Ch"}));
  const std::string text = "a\vb c\u3000d\n\x1C e  f\n";
  std::string padded = text + std::string(kTextPadding, '\n');
  View fast(DefaultHash().function);
  JavaWhitespaceTokenizer().get().CutStream(padded.data(), static_cast<uint32_t>(text.size()), 2,
                                            {}, fast);
  EXPECT_EQ(fast.Segment(0).tokens.count, 2u);
  EXPECT_EQ(fast.Segment(1).tokens.count, 3u);
}

}  // namespace
}  // namespace mtgauge
