// The double array of pieces, compared with a map.
#include "core/text/pieces/piece_trie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

TEST(PieceTrie, HoldsNothingWhenEmpty) {
  PieceTrie trie;
  EXPECT_EQ(trie.LongestPrefix("a"), 0u);
  ASSERT_TRUE(trie.Build({}));
  EXPECT_EQ(trie.LongestPrefix(std::string("\0a\xff", 3)), 0u);
}

TEST(PieceTrie, FindsWhatAMapFinds) {
  test::RandomText random(1);
  for (const uint32_t letters : {2u, 5u, 255u}) {
    std::map<std::string, float> map;
    const auto text = [&] {
      std::string made;
      for (uint32_t n = 1 + random.Below(12); n > 0; --n) {
        made += static_cast<char>(1 + random.Below(letters));
      }
      return made;
    };
    for (int i = 0; i < 20000; ++i) map[text()] = static_cast<float>(i);
    std::vector<PieceTrie::Entry> entries;
    for (const auto& [key, score] : map) entries.push_back({key, score});
    std::reverse(entries.begin(), entries.end());
    PieceTrie trie;
    ASSERT_TRUE(trie.Build(entries));
    for (const auto& [key, score] : map) ASSERT_EQ(trie.Find(key).score, score);
    for (int i = 0; i < 20000; ++i) {
      std::string key = text();
      if (random.Below(8) == 0) key[random.Below(static_cast<uint32_t>(key.size()))] = '\0';
      ASSERT_EQ(trie.Find(key).EndsPiece(), map.contains(key));
      size_t longest = key.size();
      while (longest > 0 && !map.contains(key.substr(0, longest))) --longest;
      ASSERT_EQ(trie.LongestPrefix(key), longest);
    }
  }
}

}  // namespace
}  // namespace mtgauge
