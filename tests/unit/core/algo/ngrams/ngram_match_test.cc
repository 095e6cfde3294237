// Both n-gram engines, compared with the naive count: exhaustively for small vocabularies, at
// random for larger ones, and with hashes that collide on purpose.
#include "core/algo/ngrams/ngram_match.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/oracle/naive_ngrams.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::NaiveMatches;
using oracle::Words;
using test::TokenList;
using test::TokenLists;

uint64_t ConstantHash(const char*, size_t) { return 42; }
uint64_t TwoValuedHash(const char* data, size_t size) { return size == 0 ? 0 : data[size - 1] & 1; }
constexpr HashRow kConstantHash = {"constant", "everything collides", ConstantHash};
constexpr HashRow kTwoValuedHash = {"two-valued", "nearly everything collides", TwoValuedHash};

// Returns all word sequences of up to `longest` words. Two of the three words share a hashed key
// under a weak hash, and one is short.
std::vector<Words> SmallWorld(size_t longest) {
  const Words vocabulary = {"a", "a long word A", "a long word B"};
  std::vector<Words> world = {{}};
  for (size_t first = 0, length = 1; length <= longest; ++length) {
    const size_t last = world.size();
    for (; first < last; ++first) {
      for (const std::string& word : vocabulary) {
        Words longer = world[first];
        longer.push_back(word);
        world.push_back(longer);
      }
    }
  }
  return world;
}

std::vector<int64_t> Matches(NgramScratch& scratch, const NgramReferences& references,
                             const Tokens& hypothesis, size_t max_order) {
  std::vector<int64_t> matches(max_order, -1);
  scratch.Match(references, hypothesis, matches.data());
  return matches;
}

// Returns words that are short, of 9 to 16 bytes, longer, and equal except for one byte.
std::string RandomWord(test::RandomText& random, uint32_t vocabulary) {
  const uint32_t number = random.Below(vocabulary);
  const std::string digits = std::to_string(number);
  switch (number % 4) {
    case 0:
      return digits;
    case 1:
      return "elevenbytes" + digits;
    case 2:
      return std::string(70, 'x') + digits;
    default:
      return std::string(16 + number % 30, 'y') + digits + "tail";
  }
}

Words RandomWords(test::RandomText& random, uint32_t length, uint32_t vocabulary) {
  Words words;
  for (uint32_t i = 0; i < length; ++i) words.push_back(RandomWord(random, vocabulary));
  return words;
}

// The marks of both engines, for every hypothesis of a random world.
TEST(NgramMarks, EnginesAgreeAndAddUpToTheMatches) {
  test::RandomText random(7);
  NgramScratch table_scratch, bitmask_scratch;
  for (int round = 0; round < 200; ++round) {
    const uint32_t order = 1 + random.Below(7), vocabulary = 1 + random.Below(30);
    std::vector<Words> words;
    for (uint32_t r = random.Below(4); r > 0; --r) {
      words.push_back(RandomWords(random, random.Below(150), vocabulary));
    }
    words.push_back(RandomWords(random, random.Below(300), vocabulary));
    const TokenLists lists(words, DefaultHash().function);
    const std::vector<Tokens> tokens = lists.tokens();
    const std::span<const Tokens> refs = std::span(tokens).first(tokens.size() - 1);
    NgramReferences table({order, NgramEngine::kTable, &DefaultHash()});
    NgramReferences bitmask({order, NgramEngine::kBitmask, &DefaultHash()});
    table.Set(refs);
    bitmask.Set(refs);
    const std::vector<int64_t> matches = Matches(table_scratch, table, tokens.back(), order);
    const NgramMarks a = table_scratch.Mark(table, tokens.back());
    const NgramMarks b = bitmask_scratch.Mark(bitmask, tokens.back());
    for (uint32_t n = 1; n <= order; ++n) {
      int64_t credited = 0;
      for (uint32_t w = 0; n <= a.orders && w < a.words; ++w) {
        const bool known = n <= b.orders;
        ASSERT_EQ(a.found(n)[w], known ? b.found(n)[w] : 0);
        ASSERT_EQ(a.credited(n)[w], known ? b.credited(n)[w] : 0);
        credited += __builtin_popcountll(a.credited(n)[w]);
      }
      ASSERT_EQ(credited, matches[n - 1]);
    }
  }
}

class EveryEngine : public testing::TestWithParam<NgramEngineRow> {};
INSTANTIATE_TEST_SUITE_P(NgramMatch, EveryEngine,
                         testing::ValuesIn(NgramEngines().begin(), NgramEngines().end()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(EveryEngine, EqualsNaiveForEveryPairOfShortSegments) {
  const std::vector<Words> world = SmallWorld(4);
  for (const HashRow* hash : {&DefaultHash(), &kTwoValuedHash}) {
    const TokenLists lists(world, hash->function);
    const std::vector<Tokens> tokens = lists.tokens();
    NgramReferences references({4, GetParam().engine, hash});
    NgramScratch scratch;
    for (size_t r = 0; r < world.size(); ++r) {
      references.Set({&tokens[r], 1});
      for (size_t h = 0; h < world.size(); ++h) {
        ASSERT_EQ(Matches(scratch, references, tokens[h], 4), NaiveMatches({world[r]}, world[h], 4))
            << "reference " << r << ", hypothesis " << h;
      }
    }
  }
}

TEST_P(EveryEngine, EqualsNaiveForEveryPairOfReferences) {
  const std::vector<Words> world = SmallWorld(3);
  const TokenLists lists(world, DefaultHash().function);
  const std::vector<Tokens> tokens = lists.tokens();
  NgramReferences references({3, GetParam().engine, &DefaultHash()});
  NgramScratch scratch;
  for (size_t r = 0; r < world.size(); ++r) {
    for (size_t s = r; s < world.size(); ++s) {
      const Tokens both[] = {tokens[r], tokens[s]};
      references.Set(both);
      for (size_t h = 0; h < world.size(); ++h) {
        ASSERT_EQ(Matches(scratch, references, tokens[h], 3),
                  NaiveMatches({world[r], world[s]}, world[h], 3))
            << "references " << r << ' ' << s << ", hypothesis " << h;
      }
    }
  }
}

TEST_P(EveryEngine, EqualsNaiveOnRandomSegments) {
  constexpr uint32_t kLengths[] = {0, 1, 3, 7, 8, 20, 40, 63, 64, 65, 128, 129, 300, 512, 513, 700};
  constexpr uint32_t kVocabularies[] = {1, 2, 5, 30, 1000};
  constexpr uint32_t kOrders[] = {1, 2, 4, 4, 4, 6, 12};
  test::RandomText random(1);
  NgramScratch scratch;
  for (int round = 0; round < 400; ++round) {
    const HashRow* hash = round % 3 == 0 ? &kConstantHash : &DefaultHash();
    const uint32_t order = kOrders[random.Below(7)];
    const uint32_t vocabulary = kVocabularies[random.Below(5)];
    // Long segments only in few rounds: the naive count is slow, and so is a constant hash.
    const uint32_t lengths = round % 10 == 0 ? 16 : 11;
    std::vector<Words> words;
    for (uint32_t r = random.Below(5); r > 0; --r) {
      words.push_back(RandomWords(random, kLengths[random.Below(lengths)], vocabulary));
    }
    const TokenLists lists(words, hash->function);
    const std::vector<Tokens> tokens = lists.tokens();
    NgramReferences references({order, GetParam().engine, hash});
    references.Set(tokens);
    for (int h = 0; h < 3; ++h) {
      const Words hypothesis = RandomWords(random, kLengths[random.Below(lengths)], vocabulary);
      const TokenList list(hypothesis, hash->function);
      ASSERT_EQ(Matches(scratch, references, list.tokens(), order),
                NaiveMatches(words, hypothesis, order))
          << "round " << round;
    }
  }
}

TEST_P(EveryEngine, EqualsNaiveUnderEveryHash) {
  test::RandomText random(2);
  for (const HashRow& hash : Hashes()) {
    const std::vector<Words> words = {RandomWords(random, 50, 40), RandomWords(random, 70, 40)};
    const Words hypothesis = RandomWords(random, 60, 40);
    const TokenLists lists(words, hash.function);
    const TokenList list(hypothesis, hash.function);
    NgramReferences references({5, GetParam().engine, &hash});
    references.Set(lists.tokens());
    NgramScratch scratch;
    EXPECT_EQ(Matches(scratch, references, list.tokens(), 5), NaiveMatches(words, hypothesis, 5))
        << hash.name;
  }
}

TEST_P(EveryEngine, CountsNothingWithoutReferences) {
  const TokenList list({"a", "b"}, DefaultHash().function);
  NgramReferences references({4, GetParam().engine, &DefaultHash()});
  references.Set(std::span<const Tokens>());
  NgramScratch scratch;
  EXPECT_EQ(Matches(scratch, references, list.tokens(), 4), (std::vector<int64_t>{0, 0, 0, 0}));
}

// Long repetitions: every n-gram of every order occurs, and the hypothesis has too many.
TEST_P(EveryEngine, ClipsRunsOfOneToken) {
  const TokenList reference(Words(100, "la"), DefaultHash().function);
  const TokenList hypothesis(Words(5000, "la"), DefaultHash().function);
  const Tokens tokens = reference.tokens();
  NgramReferences references({120, GetParam().engine, &DefaultHash()});
  references.Set({&tokens, 1});
  NgramScratch scratch;
  const std::vector<int64_t> matches = Matches(scratch, references, hypothesis.tokens(), 120);
  for (int64_t n = 1; n <= 120; ++n) {
    EXPECT_EQ(matches[static_cast<size_t>(n - 1)], std::max<int64_t>(0, 101 - n)) << n;
  }
}

// More distinct n-grams than the index has initial space for.
TEST_P(EveryEngine, GrowsWithTheNumberOfOrders) {
  test::RandomText random(3);
  const Words words = RandomWords(random, 90, 1000);
  const TokenList list(words, DefaultHash().function);
  const Tokens tokens = list.tokens();
  NgramReferences references({80, GetParam().engine, &DefaultHash()});
  NgramScratch scratch;
  for (int again = 0; again < 3; ++again) {
    references.Set({&tokens, 1});
    const std::vector<int64_t> matches = Matches(scratch, references, tokens, 80);
    for (int64_t n = 1; n <= 80; ++n) EXPECT_EQ(matches[static_cast<size_t>(n - 1)], 91 - n) << n;
  }
}

TEST_P(EveryEngine, ServesSeveralThreadsAtOnce) {
  test::RandomText random(4);
  const std::vector<Words> words = {RandomWords(random, 60, 30), RandomWords(random, 30, 30)};
  const TokenLists lists(words, DefaultHash().function);
  NgramReferences references({4, GetParam().engine, &DefaultHash()});
  references.Set(lists.tokens());
  std::vector<Words> hypotheses;
  std::vector<std::vector<int64_t>> expected;
  for (int h = 0; h < 200; ++h) {
    hypotheses.push_back(RandomWords(random, 40, 30));
    expected.push_back(NaiveMatches(words, hypotheses.back(), 4));
  }
  int wrong[2] = {0, 0};
  const auto work = [&](int thread) {
    NgramScratch scratch;
    for (size_t h = 0; h < hypotheses.size(); ++h) {
      const TokenList list(hypotheses[h], DefaultHash().function);
      wrong[thread] += Matches(scratch, references, list.tokens(), 4) != expected[h];
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(wrong[0], 0);
  EXPECT_EQ(wrong[1], 0);
}

TEST(NgramEngines, NamesAreThoseOfTheCommandLine) {
  ASSERT_EQ(NgramEngines().size(), 3u);
  EXPECT_EQ(NgramEngines()[0].name, "auto");
  EXPECT_EQ(NgramEngines()[0].engine, NgramEngine::kAuto);
  EXPECT_EQ(NgramEngines()[1].name, "table");
  EXPECT_EQ(NgramEngines()[1].engine, NgramEngine::kTable);
  EXPECT_EQ(NgramEngines()[2].name, "bitmask");
  EXPECT_EQ(NgramEngines()[2].engine, NgramEngine::kBitmask);
}

}  // namespace
}  // namespace mtgauge
