// N-grams of a whole corpus, compared with plain counting for any number of threads, and their
// bytes, compared with those of the tables made from them.
#include "core/algo/ngrams/ngram_text.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/algo/ngrams/ngram_count_bytes.h"
#include "core/algo/ngrams/ngram_counts.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using Words = std::vector<std::string>;
using Segments = std::vector<Words>;

// Every hashed key is the same.
uint64_t HashOfAll(const char*, size_t) { return 7; }

Fork ForkOf(uint32_t threads) {
  Fork fork;
  fork.threads = threads;
  return fork;
}

std::map<Words, uint64_t> NaiveCounts(const Segments& segments, size_t order) {
  std::map<Words, uint64_t> counts;
  for (const Words& words : segments) {
    for (size_t i = 0; i < words.size(); ++i) {
      Words gram;
      for (size_t n = 0; n < order && i + n < words.size(); ++n) {
        gram.push_back(words[i + n]);
        ++counts[gram];
      }
    }
  }
  return counts;
}

// Returns how often an n-gram occurs according to a trie; 0 if at most once.
uint64_t CountIn(const NgramTrie& trie, const Words& gram, HashFunction hash) {
  NgramTrie::Gram found;
  for (size_t i = 0; i < gram.size(); ++i) {
    const CountTable::Slot* const token = trie.FindToken(TokenKey(gram[i], hash), gram[i]);
    if (token == nullptr) return 0;
    found = i == 0 ? trie.OfToken(*token) : trie.Find(found, token->id);
  }
  return found.count;
}

void ExpectCounts(const NgramTrie& trie, const std::map<Words, uint64_t>& counts,
                  HashFunction hash) {
  uint64_t tokens = 0;
  for (const auto& [gram, count] : counts) {
    if (gram.size() == 1) tokens += count;
    const uint64_t expected = gram.size() > 1 && count == 1 ? 0 : count;
    ASSERT_EQ(CountIn(trie, gram, hash), expected) << testing::PrintToString(gram);
    Words other = gram;
    other.back() += "-that-does-not-occur";
    ASSERT_EQ(CountIn(trie, other, hash), 0U);
    other.back() = gram.front();
    const auto found = counts.find(other);
    if (other.size() == 1 || found == counts.end()) continue;
    ASSERT_EQ(CountIn(trie, other, hash), found->second == 1 ? 0 : found->second);
  }
  EXPECT_EQ(trie.tokens(), tokens);
}

std::string Saved(const NgramText& text) {
  std::string bytes;
  text.Save(bytes);
  return bytes;
}

// Returns the segments begin, begin + step, ... as a text.
std::unique_ptr<NgramText> TextOf(const Segments& segments, uint32_t order, HashFunction hash,
                                  size_t begin = 0, size_t step = 1) {
  auto text = std::make_unique<NgramText>(order);
  for (size_t i = begin; i < segments.size(); i += step) {
    const test::TokenList list(segments[i], hash);
    text->Add(list.tokens());
  }
  return text;
}

void ExpectNaive(const Segments& segments, uint32_t order,
                 HashFunction hash = DefaultHash().function) {
  const std::map<Words, uint64_t> counts = NaiveCounts(segments, order);
  const auto text = TextOf(segments, order, hash);
  for (const uint32_t threads : {1U, 2U, 40U}) {
    ASSERT_NO_FATAL_FAILURE(ExpectCounts(text->Count(ForkOf(threads)), counts, hash)) << threads;
  }
  const std::string bytes = Saved(*text);
  for (const size_t parts : {2U, 3U}) {
    const auto sum = TextOf(segments, order, hash, parts - 1, parts);
    for (size_t part = 0; part + 1 < parts; ++part) {
      sum->Merge(*TextOf(segments, order, hash, part, parts));
    }
    EXPECT_EQ(Saved(*sum), bytes);
    ASSERT_NO_FATAL_FAILURE(ExpectCounts(sum->Count({}), counts, hash));
  }
  const std::optional<NgramTrie> read = ReadTrie(bytes, order, hash);
  ASSERT_TRUE(read.has_value());
  ASSERT_NO_FATAL_FAILURE(ExpectCounts(*read, counts, hash));
  NgramCounts tables(order);
  ASSERT_TRUE(tables.Load(bytes, hash));
  ASSERT_NO_FATAL_FAILURE(ExpectCounts(tables.Trie(), counts, hash));
  std::string again;
  tables.Save(again);
  EXPECT_EQ(again, bytes);
  // Tables of the parts add up to the same bytes.
  NgramCounts sum(order);
  for (size_t part = 0; part < 3; ++part) {
    NgramCounts of_part(order);
    ASSERT_TRUE(of_part.Load(Saved(*TextOf(segments, order, hash, part, 3)), hash));
    sum.Merge(of_part);
  }
  again.clear();
  sum.Save(again);
  EXPECT_EQ(again, bytes);
}

Words RandomWords(test::RandomText& random, uint32_t length, uint32_t vocabulary) {
  Words words;
  for (uint32_t i = 0; i < length; ++i) {
    const std::string name = std::to_string(random.Below(vocabulary));
    words.push_back(random.Below(2) == 0 ? name : "longer-than-a-key-and-more-than-a-line-" + name);
    if (words.back().size() % 3 == 0) words.back() = "of-nine-" + name;
  }
  return words;
}

TEST(NgramText, RandomCorpora) {
  test::RandomText random(3);
  for (uint32_t round = 0; round < 60; ++round) {
    Segments segments;
    const uint32_t vocabulary = 1 + random.Below(round < 30 ? 6 : 300);
    for (uint32_t i = random.Below(30); i > 0; --i) {
      segments.push_back(RandomWords(random, random.Below(40), vocabulary));
      if (random.Below(4) == 0) segments.push_back(segments.back());
    }
    const uint32_t order = 1 + random.Below(6);
    ASSERT_NO_FATAL_FAILURE(ExpectNaive(segments, order)) << round;
    ASSERT_NO_FATAL_FAILURE(ExpectNaive(segments, order, &HashOfAll)) << round;
  }
}

TEST(NgramText, RunsOfOneToken) {
  for (const uint32_t order : {1U, 2U, 5U, 40U}) {
    for (const size_t length : {1U, 2U, 3U, 64U, 65U, 600U}) {
      ExpectNaive({Words(length, "a")}, order);
      ExpectNaive({Words(length, "a"), {"b"}, Words(length + 1, "a"), Words(2, "b")}, order);
    }
  }
}

TEST(NgramText, AnyTokensAndNone) {
  const std::string nul("a\0b", 3), zero(1, '\0');
  ExpectNaive({}, 3);
  ExpectNaive({{}, {}}, 3);
  ExpectNaive({{"a"}}, 3);
  ExpectNaive({{"", zero, nul, "\xFF", "1234567\xFF"}, {"", zero, nul, "\xFF", "1234567\xFF"}}, 3);
  // Texts of up to 28 bytes are stored in place, longer ones elsewhere.
  for (const size_t size : {8U, 9U, 27U, 28U, 29U, 5000U}) {
    const std::string word(size, 'w');
    ExpectNaive({{word, word + 'x', word}, {word, word + 'x', word + 'y'}}, 3);
    ExpectNaive({{word, word + 'x', word}, {word, word + 'x', word + 'y'}}, 3, &HashOfAll);
  }
}

// Tables of every size after one n-gram, some of them full.
TEST(NgramText, ManyTokensBehindOne) {
  for (const size_t behind : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 100U, 1000U}) {
    Segments segments;
    for (size_t i = 0; i < 2 * behind; ++i)
      segments.push_back({"a", std::to_string(i % behind), "b"});
    ExpectNaive(segments, 3);
  }
}

// Bytes of which some are lost or changed are read or rejected in the same way.
TEST(NgramText, DamagedBytes) {
  test::RandomText random(5);
  const HashFunction hash = DefaultHash().function;
  uint32_t read = 0, refused = 0;
  for (uint32_t round = 0; round < 3000; ++round) {
    Segments segments;
    for (uint32_t i = 1 + random.Below(6); i > 0; --i) {
      segments.push_back(RandomWords(random, random.Below(12), 4));
    }
    const uint32_t order = 1 + random.Below(4);
    std::string bytes = Saved(*TextOf(segments, order, hash));
    for (uint32_t faults = 1 + random.Below(2); faults > 0 && !bytes.empty(); --faults) {
      const size_t at = random.Below(static_cast<uint32_t>(bytes.size()));
      bytes[at] = static_cast<char>(random.Below(random.Below(2) == 0 ? 4 : 256));
      if (random.Below(4) == 0) bytes.resize(at);
    }
    NgramCounts tables(order);
    const bool loads = tables.Load(bytes, hash);
    const std::optional<NgramTrie> trie = ReadTrie(bytes, order, hash);
    ASSERT_EQ(trie.has_value(), loads) << round;
    ++(loads ? read : refused);
    if (!loads) continue;
    std::string again;
    tables.Save(again);
    ASSERT_EQ(again, bytes) << round;
    const NgramTrie expected = tables.Trie();
    ASSERT_EQ(trie->tokens(), expected.tokens());
    for (const auto& [gram, count] : NaiveCounts(segments, order)) {
      ASSERT_EQ(CountIn(*trie, gram, hash), CountIn(expected, gram, hash)) << round;
    }
  }
  EXPECT_GT(read, 200U);
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace mtgauge
