// CharacTER's shifts, compared with the search by its rules on random, repetitive and degenerate
// texts.
#include "core/algo/distance/matched_shifts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/oracle/naive_character.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using oracle::Words;

// The words of a text as tokens, and their names by those of a reference.
struct NamedWords {
  explicit NamedWords(const Words& words, const Words& alphabet) {
    for (const std::string& word : words) {
      begin.push_back(static_cast<uint32_t>(text.size()));
      text += word;
      end.push_back(static_cast<uint32_t>(text.size()));
      names.push_back(static_cast<uint32_t>(std::find(alphabet.begin(), alphabet.end(), word) -
                                            alphabet.begin()));
    }
  }
  Tokens tokens() const {
    return {text.data(), begin.data(), end.data(), nullptr, static_cast<uint32_t>(begin.size())};
  }
  std::string text;
  std::vector<uint32_t> begin, end, names;
};

struct Search {
  bool found = false;
  Words shifted;
  double cost = 0;
};

Search Shift(const Words& hyp, const Words& ref) {
  static MatchedShifts shifts;
  Words alphabet = ref;
  std::sort(alphabet.begin(), alphabet.end());
  alphabet.erase(std::unique(alphabet.begin(), alphabet.end()), alphabet.end());
  const NamedWords ours(hyp, alphabet), theirs(ref, alphabet);
  WordIndex index;
  index.Set(theirs.names, static_cast<uint32_t>(alphabet.size()));
  Search search;
  search.found = shifts.Search(ours.tokens(), ours.names, index);
  if (!search.found) return search;
  const Tokens shifted = shifts.Shifted();
  for (uint32_t i = 0; i < shifted.count; ++i) search.shifted.emplace_back(shifted[i]);
  search.cost = shifts.Cost();
  return search;
}

void ExpectByTheRules(const Words& hyp, const Words& ref) {
  const Search search = Shift(hyp, ref);
  ASSERT_TRUE(search.found);
  const Words expected = oracle::NaiveMatchedShifts(hyp, ref);
  EXPECT_EQ(search.shifted, expected) << testing::PrintToString(hyp) << '\n'
                                      << testing::PrintToString(ref);
  EXPECT_EQ(search.cost, oracle::NaiveShiftCost(hyp, expected)) << testing::PrintToString(hyp);
}

Words Some(const Words& words, uint32_t count, test::RandomText& random) {
  Words out;
  for (uint32_t i = 0; i < count; ++i) {
    out.push_back(words[random.Below(static_cast<uint32_t>(words.size()))]);
  }
  return out;
}

TEST(MatchedShifts, ByHand) {
  EXPECT_EQ(Shift({"b", "a"}, {"a", "b"}).shifted, Words({"a", "b"}));
  EXPECT_EQ(Shift({"b", "a"}, {"a", "b"}).cost, 1);
  EXPECT_EQ(Shift({"c", "dd", "eeee", "a", "b"}, {"a", "b", "c", "dd", "eeee"}).shifted,
            Words({"a", "b", "c", "dd", "eeee"}));
  EXPECT_EQ(Shift({"x", "y"}, {"a", "b"}).shifted, Words({"x", "y"}));
  EXPECT_EQ(Shift({"x", "y"}, {"a", "b"}).cost, 0);
}

TEST(MatchedShifts, RandomTexts) {
  test::RandomText random(71);
  const std::vector<Words> vocabularies = {
      {"a", "b"}, {"a", "b", "c", "aa", "ab"}, {"the", "cat", "sat", "on", "mat", "a", "dog", "x"}};
  for (int i = 0; i < 3'000; ++i) {
    const Words& words = vocabularies[random.Below(3)];
    const Words ref = Some(words, 1 + random.Below(12), random);
    Words hyp = random.Below(2) == 0 ? Some(words, 1 + random.Below(12), random) : ref;
    const auto size = static_cast<uint32_t>(hyp.size());
    if (random.Below(2) == 0) {
      std::rotate(hyp.begin(), hyp.begin() + random.Below(size), hyp.end());
    }
    if (random.Below(3) == 0) hyp[random.Below(size)] = "new";
    ExpectByTheRules(hyp, ref);
  }
}

// With more than 64 words of a reference, distances have several blocks.
TEST(MatchedShifts, LongTexts) {
  test::RandomText random(72);
  Words words;
  for (int i = 0; i < 40; ++i) words.push_back("w" + std::to_string(i));
  for (int i = 0; i < 6; ++i) {
    const Words ref = Some(words, 60 + 8 * static_cast<uint32_t>(i), random);
    Words hyp = ref;
    std::rotate(hyp.begin(), hyp.begin() + 20, hyp.end() - 10);
    std::swap(hyp[3], hyp[50]);
    ExpectByTheRules(hyp, ref);
  }
}

TEST(MatchedShifts, DegenerateTexts) {
  ExpectByTheRules({"a"}, {"a"});
  ExpectByTheRules({"a"}, {"b", "a"});
  ExpectByTheRules(Words(20, "a"), {"a"});
  ExpectByTheRules({"a"}, Words(20, "a"));
  ExpectByTheRules(Words(9, "a"), Words(9, "b"));
  ExpectByTheRules({"b", "b", "a", "a", "a"}, {"a", "a", "a", "b", "b"});
}

TEST(MatchedShifts, TooMuchMemoryIsRefused) {
  EXPECT_FALSE(Shift(Words(20'000, "a"), Words(20'000, "b")).found);
}

}  // namespace
}  // namespace mtgauge
