// Tercom's tokenizer in one pass, compared with its expressions one after another.
#include "core/text/tokenizers/tok_tercom.h"

#include <gtest/gtest.h>

#include "core/text/view.h"
#include "tests/oracle/naive_ter.h"
#include "tests/oracle/naive_tercom.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

std::vector<std::string> Cut(std::string_view text, const TercomRules& rules) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  TercomTokenizer(rules).get().CutSegment(text, 0, view);
  const Tokens tokens = view.Segment(0).tokens;
  std::vector<std::string> out;
  for (uint32_t i = 0; i < tokens.count; ++i) out.emplace_back(tokens[i]);
  return out;
}

void ExpectTokens(const std::string& text) {
  for (const bool normalized : {false, true}) {
    for (const bool no_punctuation : {false, true}) {
      for (const bool asian : {false, true}) {
        const oracle::TercomRules rules = {normalized, no_punctuation, asian};
        std::vector<std::string> expected = oracle::CutTercom(text, rules);
        ASSERT_EQ(Cut(text, {normalized, no_punctuation, asian, false}), expected) << text;
        std::string joined;
        for (const std::string& token : expected) joined += token + ' ';
        ASSERT_EQ(Cut(text, {normalized, no_punctuation, asian, true}),
                  oracle::CutTercom(joined, rules))
            << text;
        ASSERT_EQ(Cut(text, {normalized, no_punctuation, asian, false, true}),
                  oracle::CutTercomText(text, {normalized, no_punctuation, asian}))
            << testing::PrintToString(text);
      }
    }
  }
}

TEST(TercomTokenizer, EveryShortStringEqualsTheExpressions) {
  const std::vector<std::string> alphabet = {"a",  "'s", ".",  "1",  "-",  " ",  "!",
                                             "\n", "\t", "漢", "か", "ー", "、", "&quot;"};
  const auto kinds = static_cast<uint32_t>(alphabet.size());
  for (uint32_t length = 0; length <= 4; ++length) {
    uint32_t codes = 1;
    for (uint32_t i = 0; i < length; ++i) codes *= kinds;
    for (uint32_t code = 0; code < codes; ++code) {
      std::string text;
      for (uint32_t i = 0, rest = code; i < length; ++i, rest /= kinds)
        text += alphabet[rest % kinds];
      ASSERT_NO_FATAL_FAILURE(ExpectTokens(text));
    }
  }
}

TEST(TercomTokenizer, RandomText) {
  test::RandomText random(6);
  for (int i = 0; i < 500; ++i) ASSERT_NO_FATAL_FAILURE(ExpectTokens(random.Sentence(12)));
  EXPECT_TRUE(Cut(std::string("\0.\xFF\xC2", 4), {true, true, true, true}).size() > 0);
}

// The results for texts that lose their first word, or all words.
TEST(TercomTokenizer, EmptyWordsOfTheOriginal) {
  using List = std::vector<std::string>;
  const TercomRules deletes = {false, true, false, false, true};
  const TercomRules both = {true, true, false, false, true};
  EXPECT_EQ(Cut("\" yes .", deletes), (List{"", "yes"}));
  EXPECT_EQ(Cut("\"yes .", both), (List{"", "yes"}));
  EXPECT_EQ(Cut("\"yes .", deletes), (List{"yes"}));
  EXPECT_EQ(Cut("...", deletes), (List{""}));
  EXPECT_EQ(Cut(". .", deletes), (List{}));
  EXPECT_EQ(Cut(" \t", deletes), (List{}));
  EXPECT_EQ(Cut("<skipped>", {true, false, false, false, true}), (List{""}));
  EXPECT_EQ(Cut("\x01 a\u00A0b\x1C\vc\x1F", {false, false, false, false, true}),
            (List{"a\u00A0b\x1C", "c"}));
}

}  // namespace
}  // namespace mtgauge
