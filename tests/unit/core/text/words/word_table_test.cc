// Numbers of words beside std::map, and in arrays that are no table.
#include "core/text/words/word_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace mtgauge {
namespace {

TEST(WordTable, NumbersWordsAsTheyCome) {
  std::mt19937 random(1);
  std::map<std::string, uint32_t> want;
  WordTableMaker maker;
  for (int round = 0; round < 20000; ++round) {
    std::string word(random() % 6, '\0');
    for (char& byte : word) byte = static_cast<char>(random() % 5);
    const auto [at, is_new] = want.try_emplace(word, static_cast<uint32_t>(want.size()));
    ASSERT_EQ(maker.FindOrAdd(word), at->second);
  }
  const WordTable table = maker.table();
  ASSERT_EQ(table.words(), want.size());
  for (const auto& [word, number] : want) ASSERT_EQ(table.Find(word), number);
  EXPECT_EQ(table.Find("unheard"), WordTable::kNone);
  EXPECT_EQ(WordTable().Find("a"), WordTable::kNone);
}

TEST(WordTable, StaysInArraysThatAreNoTable) {
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    std::vector<uint32_t> slots(size_t{1} << random() % 4), ends(random() % 6);
    for (uint32_t& slot : slots) slot = random() % 8;
    for (uint32_t& end : ends) end = random() % 8;
    const WordTable table(slots, ends, "abcd");
    for (const char* const word : {"", "a", "bc", "abcde"}) {
      const uint32_t number = table.Find(word);
      ASSERT_TRUE(number == WordTable::kNone || number < table.words());
    }
  }
}

}  // namespace
}  // namespace mtgauge
