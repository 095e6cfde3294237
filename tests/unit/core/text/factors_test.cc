// Factored tokens, and whether their words spell a text.
#include "core/text/factors.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

TEST(Factors, AreTakenApart) {
  const Factors all = SplitFactors("Cats|cat|NNS|2|nsubj");
  EXPECT_EQ(all.word, "Cats");
  EXPECT_EQ(all.lemma, "cat");
  EXPECT_EQ(all.tag, "NNS");
  EXPECT_EQ(all.head, "2");
  EXPECT_EQ(all.relation, "nsubj");
  EXPECT_FALSE(all.spelling);
  EXPECT_EQ(SplitFactors("de|de|ADP|2|case|du|more").spelling, "du");
  EXPECT_EQ(SplitFactors("le|le|DET|3|det|").spelling, "");
  const Factors bare = SplitFactors("fish");
  EXPECT_EQ(bare.lemma, "fish");
  EXPECT_TRUE(bare.tag.empty());
  EXPECT_EQ(SplitFactors("fish||NN").lemma, "fish");
  EXPECT_EQ(SplitFactors("").word, "");
  EXPECT_EQ(SplitFactors("|").lemma, "");
}

TEST(Factors, WordsSpellTheirText) {
  const struct {
    std::string_view annotated, text;
    bool spell;
  } cases[] = {
      {"", "", true},
      {" ", "\u3000 ", true},
      {"do|do|VBP n't|not|RB .|.|.", "don't.", true},
      {"a|x b|y", " a\u00A0 b\n", true},
      {"a|x b|y", "ab", true},
      {"a|x b|y", "a", false},
      {"a|x", "ab", false},
      {"a|x", "A", false},
      {"", "a", false},
      {"a", "", false},
      {"de|de|ADP|2|case|du le|le|DET|3|det| lit|lit|N", "du lit", true},
      {"de|de|ADP|2|case|du le|le|DET|3|det| lit|lit|N", "de le lit", false},
      {"10_000|10_000|NUM", "10 000", true},
      {"10_000|10_000|NUM", "10_000", true},
      {"10000", "10_000", false},
      {"_|_|SYM", "_", true},
      {"__", "_", true},
      {"&#124;|&#124;|SYM", "|", true},
      {"&#124;|&#124;|SYM", "&#124;", true},
      {"\u6F22|x \u5B57|y", "\u6F22\u5B57", true},
      {"\u6F22|x", "\u5B57", false},
      {"\xE6\xBC", "\xE6\xBC", true},
      {"\xE6\xBC", "\xE6", false},
  };
  for (const auto& c : cases) EXPECT_EQ(Spell(c.annotated, c.text), c.spell) << c.annotated;
}

// Returns the words of a factored line, joined; white space is one of the blanks below.
std::string Joined(const std::string& annotated) {
  std::string words;
  bool in_word = true;
  for (const char c : annotated) {
    if (c == ' ' || c == '\t') {
      in_word = true;
    } else if (c == '|') {
      in_word = false;
    } else if (in_word) {
      words += c;
    }
  }
  return words;
}

TEST(Factors, SpellAsTheJoinedWordsDo) {
  test::RandomText random(11);
  size_t spelled = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string annotated, text;
    for (uint32_t n = random.Below(6); n > 0; --n) annotated += "ab \t|"[random.Below(5)];
    for (uint32_t n = random.Below(5); n > 0; --n) text += "ab \t"[random.Below(4)];
    std::string letters;
    for (const char c : text) {
      if (c != ' ' && c != '\t') letters += c;
    }
    // More than five bars would begin a spelling.
    EXPECT_EQ(Spell(annotated, text), Joined(annotated) == letters)
        << "'" << annotated << "' '" << text << "'";
    spelled += Spell(annotated, text) ? 1 : 0;
  }
  EXPECT_GT(spelled, 10'000);
}

TEST(Factors, LongLines) {
  std::string annotated, text;
  for (int i = 0; i < 5000; ++i) {
    annotated += "w\u00E9|x|N\u2009";
    text += "w\u00E9";
  }
  EXPECT_TRUE(Spell(annotated, text));
  EXPECT_FALSE(Spell(annotated, text + "w"));
  EXPECT_FALSE(Spell(annotated + "w", text));
}

}  // namespace
}  // namespace mtgauge
