// Numbers of words, compared with std::map, and in arrays that are not a table.
#include "core/text/words/word_number_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

TEST(WordNumberTable, NumbersWordsAsTheyCome) {
  std::mt19937 random(1);
  std::map<std::string, uint32_t> want;
  WordNumberTableMaker maker;
  for (int round = 0; round < 20000; ++round) {
    std::string word(random() % 6, '\0');
    for (char& byte : word) byte = static_cast<char>(random() % 5);
    const auto [at, is_new] = want.try_emplace(word, static_cast<uint32_t>(want.size()));
    ASSERT_EQ(maker.FindOrAdd(word), at->second);
  }
  const WordNumberTable table = maker.table();
  ASSERT_EQ(table.words(), want.size());
  for (const auto& [word, number] : want) ASSERT_EQ(table.Find(word), number);
  EXPECT_EQ(table.Find("unheard"), WordNumberTable::kNone);
  EXPECT_EQ(WordNumberTable().Find("a"), WordNumberTable::kNone);
}

TEST(WordNumberTable, StaysInArraysThatAreNoTable) {
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    std::vector<uint64_t> slots(size_t{1} << random() % 4);
    std::vector<uint32_t> ends(random() % 6);
    // With the bits of a word's hash, so that its text is compared.
    const uint64_t hash = DefaultHash().function("bc", 2);
    for (uint64_t& slot : slots) slot = hash >> 32 << 32 | random() % 8;
    for (uint32_t& end : ends) end = random() % 8;
    const WordNumberTable table(slots, ends, "abcd");
    for (const char* const word : {"", "a", "bc", "abcde"}) {
      const uint32_t number = table.Find(word);
      ASSERT_TRUE(number == WordNumberTable::kNone || number < table.words());
    }
  }
}

}  // namespace
}  // namespace mtgauge
