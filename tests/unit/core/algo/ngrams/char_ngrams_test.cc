// The engines of character n-grams, and the kernel of one of them on every instruction set of this
// CPU, compared with the definition.
#include "core/algo/ngrams/char_ngrams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/text/utf8.h"
#include "tests/oracle/naive_chrf.h"
#include "tests/support/kernel_sets.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using oracle::ChrfCharacters;
using Matches = std::vector<int64_t>;

Matches NaiveMatches(std::string_view hyp, std::string_view ref, uint32_t orders) {
  const std::vector<int64_t> row = oracle::NaiveChrfRow(hyp, ref, orders, 0, true);
  Matches matches;
  for (size_t i = 2; i < row.size(); i += 3) matches.push_back(row[i]);
  return matches;
}

// Letters of an alphabet of n; few letters give long matches.
std::string Letters(test::RandomText& random, uint32_t length, uint32_t alphabet) {
  std::string text;
  for (uint32_t i = 0; i < length; ++i) text += static_cast<char>('!' + random.Below(alphabet));
  return text;
}

class EveryCharSet : public testing::TestWithParam<const Kernels*> {};
INSTANTIATE_TEST_SUITE_P(Kernels, EveryCharSet, test::EveryKernelSet(), test::NameOfSet);

// Counts matches by calls of the kernel for `words`.
template <typename Element, typename Kernel>
Matches KernelMatches(const Kernels& set, Kernel masks_of, const std::string& hyp,
                      const std::string& ref, uint32_t words, bool chained) {
  // Letters that differ in both bytes of a wide element, or in one of them.
  const auto wide = [](char letter) {
    const auto byte = static_cast<uint32_t>(static_cast<uint8_t>(letter));
    return static_cast<Element>(sizeof(Element) > 1 && byte % 2 == 0 ? byte << 7 : byte);
  };
  std::vector<Element> hyp_elements, ref_elements;
  std::ranges::transform(hyp, std::back_inserter(hyp_elements), wide);
  std::ranges::transform(ref, std::back_inserter(ref_elements), wide);
  const size_t block = size_t{64} * words;
  ref_elements.resize(ref.size() + block, hyp.empty() ? Element{} : hyp_elements[0]);
  std::vector<uint8_t> chain(2 * hyp.size(), 0);
  std::vector<uint64_t> masks(words * hyp.size());
  const auto count = static_cast<uint32_t>(hyp.size());
  Matches matches(8, 0);
  for (size_t first = 0; first < ref.size(); first += block) {
    const auto length = static_cast<uint32_t>(std::min(block, ref.size() - first));
    masks_of(ref_elements.data() + first, length, hyp_elements.data(), count, words, masks.data());
    set.match_chars(masks.data(), words, count, chained ? chain.data() : nullptr, matches.data());
  }
  return matches;
}

void ExpectKernelMatches(const Kernels& set, const std::string& hyp, const std::string& ref,
                         uint32_t words, bool chained) {
  const Matches expected = NaiveMatches(hyp, ref, 8);
  ASSERT_EQ(KernelMatches<uint8_t>(set, set.char_masks8, hyp, ref, words, chained), expected)
      << hyp << ' ' << ref;
  ASSERT_EQ(KernelMatches<uint16_t>(set, set.char_masks16, hyp, ref, words, chained), expected)
      << hyp << ' ' << ref;
}

TEST_P(EveryCharSet, MatchesAsDefined) {
  test::RandomText random(41);
  for (int round = 0; round < 400; ++round) {
    const uint32_t alphabet = 1 + random.Below(round % 4 == 0 ? 40 : 3);
    const std::string ref = Letters(random, random.Below(round % 5 == 0 ? 600 : 257), alphabet);
    std::string hyp = Letters(random, random.Below(200), alphabet);
    if (round % 2 == 0) hyp += ref.substr(ref.size() / 3);
    for (uint32_t words = 1; words <= 4; ++words) {
      ASSERT_NO_FATAL_FAILURE(ExpectKernelMatches(*GetParam(), hyp, ref, words, true));
      if (ref.size() > size_t{64} * words) continue;
      ASSERT_NO_FATAL_FAILURE(ExpectKernelMatches(*GetParam(), hyp, ref, words, false));
    }
  }
}

void ExpectCharacters(Characters& characters, const std::string& text) {
  for (const bool keep_space : {true, false}) {
    characters.Set(text, keep_space);
    const auto expected = ChrfCharacters(text, keep_space);
    ASSERT_EQ(characters.points().size(), expected.size()) << text;
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(characters.points()[i], expected[i][0]) << text;
      ASSERT_EQ(expected[i][0] & ~characters.bits(), 0U) << text;
    }
  }
}

TEST_P(EveryCharSet, CharactersAreCodePointsWithAndWithoutSpace) {
  test::RandomText random(42);
  Characters characters(*GetParam());
  for (int round = 0; round < 1000; ++round) {
    const std::string text = round % 2 == 0 ? random.Bytes(random.Below(60))
                                            : random.Sentence(random.Below(20)) + "\xE2\x80";
    ASSERT_NO_FATAL_FAILURE(ExpectCharacters(characters, text));
  }
}

// Characters, well-formed or not: 64 with the same first bytes, at another position of a block each
// time.
TEST_P(EveryCharSet, CharactersAreCodePointsOfAllTwoAndThreeBytes) {
  Characters characters(*GetParam());
  for (int lead = 0xC0; lead < 0x100; ++lead) {
    for (int second = 0x80; second < 0xC0; ++second) {
      std::string text(static_cast<size_t>(lead + second) % 64, 'a');
      for (int third = 0x80; third < 0xC0; ++third) {
        text += static_cast<char>(lead);
        text += static_cast<char>(lead < 0xE0 ? third : second);
        if (lead >= 0xE0) text += static_cast<char>(third);
      }
      ASSERT_NO_FATAL_FAILURE(ExpectCharacters(characters, text));
      if (lead < 0xE0) break;
    }
  }
}

// Returns characters of all lengths, including white space and broken ones.
std::string Mixture(test::RandomText& random, uint32_t length) {
  const std::vector<std::string> kinds = random.Characters(1 + random.Below(9));
  std::string text;
  for (uint32_t i = 0; i < length; ++i) {
    text += kinds[random.Below(static_cast<uint32_t>(kinds.size()))];
  }
  return text;
}

TEST_P(EveryCharSet, CharactersAreCodePointsOfEveryMixture) {
  test::RandomText random(45);
  Characters characters(*GetParam());
  for (int round = 0; round < 2000; ++round) {
    const uint32_t most = round % 4 == 0 ? 500 : 60;
    ASSERT_NO_FATAL_FAILURE(ExpectCharacters(characters, Mixture(random, random.Below(most))));
  }
}

uint64_t NoHash(const char*, size_t) { return 1; }
constexpr HashRow kConstantHash = {"constant", "", &NoHash};

struct Engine {
  const char* name;
  NgramEngine engine;
  const HashRow* hash;
};
class EveryCharEngine : public testing::TestWithParam<Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, EveryCharEngine,
                         testing::Values(Engine{"masks", NgramEngine::kAuto, &DefaultHash()},
                                         Engine{"table", NgramEngine::kTable, &DefaultHash()},
                                         Engine{"collisions", NgramEngine::kTable, &kConstantHash}),
                         [](const auto& engine) { return std::string(engine.param.name); });

// One object for all rounds, so that leftovers of one reference would affect the next.
TEST_P(EveryCharEngine, EqualsNaiveFromReferenceToReference) {
  test::RandomText random(43);
  CharMatcher matcher;
  Characters hypothesis;
  for (const uint32_t orders : {1U, 3U, 6U, 8U, 9U, 30U}) {
    CharReference reference({orders, GetParam().engine, GetParam().hash});
    for (int round = 0; round < 25; ++round) {
      const std::string ref = round % 3 == 0   ? Letters(random, random.Below(200), 3)
                              : round % 3 == 1 ? Mixture(random, random.Below(300))
                                               : random.Sentence(random.Below(20));
      reference.Set(ref, true);
      for (const std::string& hyp : {random.Perturb(ref), ref, std::string(), ref + ref}) {
        hypothesis.Set(hyp, true);
        Matches matches(orders, -1);
        matcher.Match(reference, hypothesis, matches.data());
        ASSERT_EQ(matches, NaiveMatches(hyp, ref, orders)) << '[' << hyp << "] [" << ref << ']';
      }
    }
  }
}

TEST(CharNgrams, LongestReferenceForMasksAndOneMore) {
  test::RandomText random(44);
  CharMatcher matcher;
  Characters hypothesis;
  CharReference reference({6, NgramEngine::kAuto, &DefaultHash()});
  for (const uint32_t length : {kMaxBitmaskCharacters, kMaxBitmaskCharacters + 1}) {
    const std::string ref = Letters(random, length, 20), hyp = random.Perturb(ref + ref);
    reference.Set(ref, true);
    hypothesis.Set(hyp, true);
    Matches matches(6, -1);
    matcher.Match(reference, hypothesis, matches.data());
    EXPECT_EQ(matches, NaiveMatches(hyp, ref, 6));
  }
}

// As many distinct characters beyond 16 bits as masks can distinguish, and one more.
TEST(CharNgrams, RareCharacters) {
  CharMatcher matcher;
  Characters hypothesis;
  CharReference reference({6, NgramEngine::kAuto, &DefaultHash()});
  for (const uint32_t count : {2U, 2047U, 2048U}) {
    std::string ref;
    for (uint32_t i = 0; i < count; ++i) AppendUtf8(0x10000 + 5 * i, ref);
    const std::string hyp = "\U00010001" + ref.substr(4) + "\U00010000\xFF" + ref;
    reference.Set(ref, true);
    hypothesis.Set(hyp, true);
    Matches matches(6, -1);
    matcher.Match(reference, hypothesis, matches.data());
    EXPECT_EQ(matches, NaiveMatches(hyp, ref, 6)) << count;
  }
}

}  // namespace
}  // namespace mtgauge
