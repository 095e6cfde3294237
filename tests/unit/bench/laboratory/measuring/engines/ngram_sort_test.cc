// The sorting engine, compared with the naive count.
#include "bench/laboratory/measuring/engines/ngram_sort.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/oracle/naive_ngrams.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::TokenList;

uint64_t ConstantHash(const char*, size_t) { return 7; }

std::vector<int64_t> Matches(SortMatcher& matcher, const std::vector<Words>& references,
                             const Words& hypothesis, uint32_t order,
                             HashFunction hash = DefaultHash().function) {
  std::vector<TokenList> lists;
  for (const Words& words : references) lists.emplace_back(words, hash);
  std::vector<Tokens> tokens;
  for (const TokenList& list : lists) tokens.push_back(list.tokens());
  const TokenList list(hypothesis, hash);
  std::vector<int64_t> matches(order, -1);
  matcher.Match(tokens, list.tokens(), order, matches.data());
  return matches;
}

Words RandomWords(test::RandomText& random, uint32_t count, uint32_t vocabulary) {
  static const std::string kEnds[] = {"", "\xFF", std::string(1, '\0'), "longer than eight"};
  Words words;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t which = random.Below(vocabulary);
    words.push_back(std::to_string(which) + kEnds[which % std::size(kEnds)]);
  }
  return words;
}

// With a hash that is the same for all, only the bytes distinguish keys.
TEST(SortMatcher, EqualsNaiveOnRandomText) {
  constexpr uint32_t kLengths[] = {0, 1, 2, 3, 4, 5, 17, 63, 64, 65, 130, 600};
  test::RandomText random(1);
  SortMatcher matcher;
  for (int round = 0; round < 300; ++round) {
    const uint32_t order = 1 + random.Below(7), vocabulary = 1 + random.Below(60);
    std::vector<Words> references;
    const uint32_t lengths = round % 10 == 0 ? 12 : 11;
    for (uint32_t r = random.Below(4); r > 0; --r) {
      references.push_back(RandomWords(random, kLengths[random.Below(lengths)], vocabulary));
    }
    const Words hypothesis = RandomWords(random, kLengths[random.Below(lengths)], vocabulary);
    const HashFunction hash = round % 3 == 0 ? ConstantHash : DefaultHash().function;
    ASSERT_EQ(Matches(matcher, references, hypothesis, order, hash),
              oracle::NaiveMatches(references, hypothesis, order))
        << round;
  }
}

TEST(SortMatcher, ClipsRunsOfOneToken) {
  SortMatcher matcher;
  EXPECT_EQ(Matches(matcher, {Words(100, "la"), Words(99, "la")}, Words(1000000, "la"), 4),
            (std::vector<int64_t>{100, 99, 98, 97}));
  EXPECT_EQ(Matches(matcher, {}, {"a", "b"}, 3), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(Matches(matcher, {{"a", "b"}}, {}, 3), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_GE(matcher.bytes(), 1000000 * sizeof(uint64_t));
}

}  // namespace
}  // namespace mtgauge
