// Tokens found again in their original text, for every tokenizer without a model.
#include "core/text/token_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/hash.h"
#include "core/text/tokenizing/tokenizer.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;

std::vector<uint32_t> PlacesOf(const std::string& text, const std::vector<std::string>& words) {
  const test::TokenList list(words, DefaultHash().function);
  return TokenPlaces(text, list.tokens());
}

TEST(TokenPlaces, WordsAndTheirPunctuation) {
  EXPECT_THAT(PlacesOf("It's 3.5 m.", {"It's", "3.5", "m", "."}), ElementsAre(0, 5, 9, 10));
  EXPECT_THAT(PlacesOf("", {}), ElementsAre());
}

TEST(TokenPlaces, CaseDoesNotCount) {
  EXPECT_THAT(PlacesOf("ÉA İx B", {"éa", "i̇x", "b"}), ElementsAre(0, 4, 8));
}

TEST(TokenPlaces, MarksOfPiecesArePassedOver) {
  EXPECT_THAT(PlacesOf("new day", {"▁new", "▁", "day"}), ElementsAre(0, 4, 4));
  EXPECT_THAT(PlacesOf("a ▁b", {"▁a", "▁▁b"}), ElementsAre(0, 5));
}

TEST(TokenPlaces, GoesOnBehindWhatWasRewritten) {
  EXPECT_THAT(PlacesOf("a &quot;b&quot; c", {"a", "\"", "b", "\"", "c"}),
              ElementsAre(0, 2, 8, 9, 16));
  EXPECT_THAT(PlacesOf("你好，世界…完", {"你好", ",", "世界", "...", "完"}),
              ElementsAre(0, 6, 9, 15, 18));
  EXPECT_THAT(PlacesOf("Wait, (now) go", {"wait", "now", "go"}), ElementsAre(0, 7, 12));
}

TEST(TokenPlaces, WhatIsNotThereStandsAtTheEnd) {
  EXPECT_THAT(PlacesOf("a", {"a", "b", "c"}), ElementsAre(0, 1, 1));
  EXPECT_THAT(PlacesOf("xyz", {"a", "b"}), ElementsAre(0, 1));
}

// Positions ascend, and tokens that the text contains verbatim are where they should be.
TEST(TokenPlaces, OfEveryTokenizerOnRandomText) {
  test::RandomText random(11);
  for (const TokenizerRow& row : Tokenizers()) {
    if (!row.model.empty() || row.name == "spm" || row.name.find("mecab") != std::string::npos) {
      continue;
    }
    const bool keeps = row.name == "none" || row.name == "char";
    for (int round = 0; round < 200; ++round) {
      std::string text = random.Sentence(random.Below(30));
      if (round % 4 == 0) text = random.Bytes(random.Below(200));
      View view(DefaultHash().function);
      view.Reset(text.data(), static_cast<uint32_t>(text.size()), 1);
      row.get().CutSegment(text, 0, view);
      const Tokens tokens = view.Segment(0).tokens;
      const std::vector<uint32_t> places = TokenPlaces(text, tokens);
      ASSERT_EQ(places.size(), tokens.count);
      EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
      for (uint32_t t = 0; keeps && t < tokens.count; ++t) {
        EXPECT_EQ(text.substr(places[t], tokens[t].size()), tokens[t]) << row.name;
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
