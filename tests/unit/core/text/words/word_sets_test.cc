// Sets of words, compared with std::map, and in arrays that no WordSetsMaker made.
#include "core/text/words/word_sets.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace mtgauge {
namespace {

std::string RandomWord(std::mt19937& random) {
  std::string word(random() % 5, '\0');
  for (char& byte : word) byte = static_cast<char>(random() % 5);
  return word;
}

TEST(WordSets, AreThoseThatWereAdded) {
  std::mt19937 random(1);
  std::map<std::string, std::vector<uint32_t>> want;
  WordSetsMaker maker;
  for (uint32_t round = 0; round < 3000; ++round) {
    const std::string word = RandomWord(random);
    if (round % 7 == 0) {
      want[word].clear();
      maker[word].clear();
    } else {
      want[word].push_back(round);
      maker[word].push_back(round);
    }
  }
  EXPECT_EQ(*maker.Find(want.begin()->first), want.begin()->second);
  EXPECT_EQ(maker.Find("unheard"), nullptr);
  std::vector<std::string_view> arrays;
  maker.Get().AddArrays(arrays);
  WordSets kept;
  ASSERT_TRUE(kept.SetArrays(arrays));
  for (const auto& [word, sets] : want) {
    std::vector<uint32_t> found = {1};
    EXPECT_TRUE(kept.AddSets(word, found));
    found.erase(found.begin());
    EXPECT_EQ(found, sets);
  }
  EXPECT_FALSE(kept.Find("unheard"));
  EXPECT_FALSE(WordSets().Find("a"));
}

TEST(WordSets, StayInArraysThatNoMakerMade) {
  std::mt19937 random(2);
  WordSetsMaker maker;
  for (uint32_t set = 0; set < 40; ++set) maker[RandomWord(random)].push_back(set);
  const WordSets made = maker.Get();
  int taken = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::string_view> arrays;
    made.AddArrays(arrays);
    std::string wrong(arrays[round % arrays.size()]);
    wrong.resize(round % 3 == 0 ? random() % (wrong.size() + 1) : wrong.size());
    for (char& byte : wrong) byte = random() % 2 == 0 ? static_cast<char>(random()) : byte;
    arrays[round % arrays.size()] = wrong;
    WordSets kept;
    if (!kept.SetArrays(arrays)) continue;
    ++taken;
    for (int word = 0; word < 20; ++word) {
      const auto sets = kept.Find(RandomWord(random));
      if (sets) {
        ASSERT_LE(sets->size(), 40U);
      }
    }
  }
  EXPECT_GT(taken, 1000);
}

}  // namespace
}  // namespace mtgauge
