// The laboratory's figures about hashes, compared with their definitions by maps and plain loops.
#include "bench/laboratory/measuring/hashes/hash_quality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/laboratory/measuring/hashes/blind_keys.h"
#include "bench/laboratory/measuring/hashes/gram_corpus.h"
#include "tests/oracle/naive_ngrams.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::TokenList;

constexpr uint32_t kOrder = 4;

// Segments as words, and the corpus made of them.
struct Sample {
  struct Segment {
    std::vector<Words> references, hypotheses;
  };
  std::vector<Segment> segments;
  GramCorpus corpus{kOrder};

  void Add(std::vector<Words> references, std::vector<Words> hypotheses) {
    std::vector<TokenList> lists;
    for (const auto* texts : {&references, &hypotheses}) {
      for (const Words& words : *texts) lists.emplace_back(words, DefaultHash().function);
    }
    std::vector<Tokens> tokens;
    for (const TokenList& list : lists) tokens.push_back(list.tokens());
    const std::span<const Tokens> all(tokens);
    corpus.Add(all.first(references.size()), all.subspan(references.size()));
    segments.push_back({std::move(references), std::move(hypotheses)});
  }

  std::set<Words> Distinct(size_t order) const {
    std::set<Words> distinct;
    for (const Segment& segment : segments) {
      for (const auto* texts : {&segment.references, &segment.hypotheses}) {
        for (const Words& words : *texts) {
          for (const auto& [gram, count] : oracle::CountNgrams(words, order)) distinct.insert(gram);
        }
      }
    }
    return distinct;
  }
};

// Tokens of many lengths, including invalid UTF-8 and NUL, from small and large vocabularies.
Words RandomWords(test::RandomText& random, uint32_t count, uint32_t vocabulary) {
  static const std::string kEnds[] = {"", "\xFF", std::string(1, '\0'), "longer than eight",
                                      "\xC3"};
  Words words;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t which = random.Below(vocabulary);
    words.push_back(std::to_string(which) + kEnds[which % std::size(kEnds)]);
  }
  return words;
}

Sample RandomSample(uint64_t seed, uint32_t segments, uint32_t longest, uint32_t vocabulary) {
  test::RandomText random(seed);
  Sample sample;
  for (uint32_t i = 0; i < segments; ++i) {
    std::vector<Words> references;
    for (uint32_t r = random.Below(3); r > 0; --r) {
      references.push_back(RandomWords(random, random.Below(longest), vocabulary));
    }
    const Words first = RandomWords(random, random.Below(longest), vocabulary);
    sample.Add(references, {first, RandomWords(random, random.Below(longest), vocabulary)});
  }
  return sample;
}

std::string TextOf(const Words& gram) {
  std::string text;
  for (const std::string& word : gram) text += word + '\n';
  return text;
}

TEST(GramCorpus, HoldsEachDistinctGramOnce) {
  const Sample sample = RandomSample(1, 40, 30, 12);
  for (uint32_t order = 1; order <= kOrder; ++order) {
    std::multiset<std::string> expected, keys;
    for (const Words& gram : sample.Distinct(order)) expected.insert(TextOf(gram));
    const HashKeys distinct =
        sample.corpus.DistinctKeys(order, KeyForm::kText, DefaultHash().function);
    for (size_t i = 0; i < distinct.size(); ++i) keys.insert(std::string(distinct[i]));
    EXPECT_EQ(keys, expected);
    EXPECT_EQ(sample.corpus.grams(order), expected.size());
  }
}

TEST(GramCorpus, PacksGramsAsTheTableDoes) {
  const Sample sample = RandomSample(2, 40, 30, 12);
  for (uint32_t order = 1; order <= kOrder; ++order) {
    const HashKeys keys =
        sample.corpus.DistinctKeys(order, KeyForm::kPacked, DefaultHash().function);
    std::set<std::string_view> distinct;
    for (size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(keys[i].size(), 8u);
      distinct.insert(keys[i]);
    }
    EXPECT_EQ(distinct.size(), sample.Distinct(order).size());
  }
}

TEST(GramCorpus, AllKeysAreThoseOfTheTextsInOrder) {
  const Sample sample = RandomSample(3, 20, 20, 9);
  for (uint32_t order = 1; order <= kOrder; ++order) {
    std::vector<std::string> expected;
    for (const Sample::Segment& segment : sample.segments) {
      for (const auto* texts : {&segment.references, &segment.hypotheses}) {
        for (const Words& words : *texts) {
          for (size_t i = 0; i + order <= words.size(); ++i) {
            const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
            expected.push_back(TextOf(Words(at, at + order)));
          }
        }
      }
    }
    const HashKeys keys = sample.corpus.AllKeys(order, KeyForm::kText, DefaultHash().function);
    ASSERT_EQ(keys.size(), expected.size());
    for (size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(keys[i], expected[i]);
  }
}

// Slot after slot, one key after another.
Distribution NaiveDistribution(const std::vector<uint64_t>& hashes, uint64_t buckets) {
  Distribution out;
  std::vector<bool> full(buckets);
  std::vector<double> belong(buckets);
  double probes = 0;
  for (const uint64_t hash : hashes) {
    ++belong[hash % buckets];
    uint64_t at = hash % buckets, probe = 1;
    for (; full[at]; at = (at + 1) % buckets) ++probe;
    full[at] = true;
    probes += static_cast<double>(probe);
    out.longest_probe = std::max(out.longest_probe, probe);
  }
  const auto keys = static_cast<double>(hashes.size()), all = static_cast<double>(buckets);
  for (const double held : belong) {
    out.chi_square += (held - keys / all) * (held - keys / all) / (keys / all);
  }
  out.mean_probe = probes / keys;
  out.load = keys / all;
  out.degrees = all - 1;
  return out;
}

void ExpectSameDistribution(const std::vector<uint64_t>& hashes, uint64_t buckets) {
  const Distribution fast = Distribute(hashes, buckets), slow = NaiveDistribution(hashes, buckets);
  EXPECT_EQ(fast.longest_probe, slow.longest_probe);
  EXPECT_DOUBLE_EQ(fast.mean_probe, slow.mean_probe);
  EXPECT_DOUBLE_EQ(fast.load, slow.load);
  EXPECT_DOUBLE_EQ(fast.degrees, slow.degrees);
  EXPECT_NEAR(fast.chi_square, slow.chi_square, 1e-9 * slow.chi_square);
}

TEST(HashQuality, DistributionEqualsPlainLoops) {
  const Sample sample = RandomSample(4, 60, 40, 30);
  for (const HashRow& row : Hashes()) {
    SCOPED_TRACE(std::string(row.name));
    for (const KeyForm form : {KeyForm::kPacked, KeyForm::kText}) {
      for (uint32_t order = 1; order <= kOrder; ++order) {
        const std::vector<uint64_t> hashes =
            HashAll(sample.corpus.DistinctKeys(order, form, row.function), row.function);
        ExpectSameDistribution(hashes, IndexBuckets(hashes.size()));
        ExpectSameDistribution(hashes, BucketsForLoad(hashes.size(), 0.99));
      }
    }
  }
}

// All keys in the last slot, so that the walk continues at the start of the table.
TEST(HashQuality, WalksRoundTheEndOfTheTable) {
  ExpectSameDistribution(std::vector<uint64_t>(100, 127), 128);
  EXPECT_EQ(Distribute(std::vector<uint64_t>(100, 127), 128).longest_probe, 100u);
  EXPECT_DOUBLE_EQ(Distribute(std::vector<uint64_t>(100, 127), 128).mean_probe, 50.5);
}

TEST(HashQuality, NothingHasNoDistribution) {
  const Distribution nothing = Distribute({}, 2);
  EXPECT_EQ(nothing.chi_square, 0);
  EXPECT_EQ(nothing.mean_probe, 0);
  EXPECT_EQ(nothing.longest_probe, 0u);
  EXPECT_EQ(CountCollisions({}, 64), 0u);
  EXPECT_EQ(ExpectedCollisions(0, 16), 0);
}

TEST(HashQuality, TablesAreAsFullAsAsked) {
  EXPECT_EQ(IndexBuckets(0), 2u);
  EXPECT_EQ(IndexBuckets(31), 64u);
  EXPECT_EQ(IndexBuckets(32), 128u);
  EXPECT_EQ(BucketsForLoad(64, 0.5), 128u);
  EXPECT_EQ(BucketsForLoad(65, 0.5), 256u);
  EXPECT_EQ(BucketsForLoad(64, 0.999), 128u);  // one slot must stay free
  EXPECT_EQ(BucketsForLoad(0, 0.5), 1u);
}

TEST(HashQuality, CollisionsEqualSetsOfValues) {
  const Sample sample = RandomSample(5, 100, 40, 200);
  const std::vector<uint64_t> hashes =
      HashAll(sample.corpus.DistinctKeys(2, KeyForm::kText, DefaultHash().function),
              DefaultHash().function);
  for (const uint32_t bits : {1u, 8u, 12u, 16u, 20u, 63u, 64u}) {
    std::set<uint64_t> values;
    for (const uint64_t hash : hashes) {
      values.insert(bits == 64 ? hash : hash % (uint64_t{1} << bits));
    }
    EXPECT_EQ(CountCollisions(hashes, bits), hashes.size() - values.size()) << bits;
  }
}

// Both branches, and at the point where they meet.
TEST(HashQuality, ExpectedCollisionsFollowTheirFormula) {
  for (const uint64_t keys : {2u, 3u, 100u, 5000u, 70000u}) {
    for (const uint32_t bits : {4u, 8u, 16u, 20u}) {
      const double m = std::ldexp(1.0, static_cast<int>(bits));
      double empty = 1;  // the probability that no key has a value
      for (uint64_t i = 0; i < keys; ++i) empty *= 1 - 1 / m;
      const double expected = static_cast<double>(keys) - m * (1 - empty);
      EXPECT_NEAR(ExpectedCollisions(keys, bits), expected, 1e-6 * expected + 1e-7)
          << keys << ' ' << bits;
    }
  }
  EXPECT_NEAR(ExpectedCollisions(100000, 64), 100000.0 * 99999 / 2 / 18446744073709551616.0, 1e-15);
  EXPECT_NEAR(ExpectedCollisions(2, 64), std::ldexp(1.0, -64), 1e-25);
}

// A good hash has about as many collisions as chance; a 32-bit checksum has no fewer at 64 bits.
TEST(HashQuality, Xxh3CollidesAsChanceDoes) {
  HashKeys keys;
  for (uint32_t i = 0; i < 100000; ++i) keys.Add("key " + std::to_string(i));
  const std::vector<uint64_t> hashes = HashAll(keys, FindHash("xxh3")->function);
  EXPECT_EQ(CountCollisions(hashes, 64), 0u);
  const double expected = ExpectedCollisions(keys.size(), 24);
  const auto found = static_cast<double>(CountCollisions(hashes, 24));
  EXPECT_NEAR(found, expected, 6 * std::sqrt(expected));
}

TEST(HashQuality, AdversarialKeysShareOneSlot) {
  for (const HashRow& row : Hashes()) {
    SCOPED_TRACE(std::string(row.name));
    const HashKeys keys = AdversarialKeys(row.function, 256, 100);
    std::set<std::string_view> distinct;
    std::set<uint64_t> slots;
    for (size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(keys[i].size(), 8u);
      distinct.insert(keys[i]);
      slots.insert(row.function(keys[i].data(), keys[i].size()) % 256);
    }
    EXPECT_EQ(distinct.size(), 100u);
    EXPECT_EQ(slots.size(), 1u);
    const Distribution made = Distribute(HashAll(keys, row.function), 256);
    EXPECT_EQ(made.longest_probe, 100u);
    EXPECT_DOUBLE_EQ(made.mean_probe, 50.5);
  }
}

// Returns the matches by maps whose keys are truncated hashes.
std::vector<int64_t> NaiveBlindMatches(const Sample& sample, size_t system, HashFunction hash,
                                       uint32_t bits) {
  const auto count = [&](const Words& words, size_t order) {
    std::map<uint64_t, int64_t> counts;
    for (const auto& [gram, times] : oracle::CountNgrams(words, order)) {
      const std::string text = TextOf(gram);
      const uint64_t key = hash(text.data(), text.size());
      counts[bits == 64 ? key : key % (uint64_t{1} << bits)] += times;
    }
    return counts;
  };
  std::vector<int64_t> matches(kOrder);
  for (const Sample::Segment& segment : sample.segments) {
    for (size_t order = 1; order <= kOrder; ++order) {
      std::map<uint64_t, int64_t> most;
      for (const Words& reference : segment.references) {
        for (const auto& [key, times] : count(reference, order)) {
          most[key] = std::max(most[key], times);
        }
      }
      for (const auto& [key, times] : count(segment.hypotheses[system], order)) {
        if (most.contains(key)) matches[order - 1] += std::min(times, most[key]);
      }
    }
  }
  return matches;
}

TEST(BlindKeys, EqualNaiveMatchesAtEveryWidth) {
  const Sample sample = RandomSample(6, 30, 50, 40);
  bool merged = false;
  for (const HashRow& row : Hashes()) {
    const GramHashes hashes = HashGrams(sample.corpus, KeyForm::kText, row.function);
    for (const uint32_t bits : {1u, 4u, 8u, 16u, 64u}) {
      for (const size_t system : {0u, 1u}) {
        const auto blind = BlindMatches(sample.corpus, system, hashes, bits);
        EXPECT_EQ(blind, NaiveBlindMatches(sample, system, row.function, bits))
            << row.name << ' ' << bits;
        merged |= blind != ExactMatches(sample.corpus, system);
      }
    }
  }
  EXPECT_TRUE(merged);
}

TEST(BlindKeys, ExactOnesEqualNaiveMatches) {
  const Sample sample = RandomSample(7, 30, 50, 10);
  for (const size_t system : {0u, 1u}) {
    std::vector<int64_t> expected(kOrder);
    for (const Sample::Segment& segment : sample.segments) {
      const auto matches =
          oracle::NaiveMatches(segment.references, segment.hypotheses[system], kOrder);
      for (size_t n = 0; n < kOrder; ++n) expected[n] += matches[n];
    }
    EXPECT_EQ(ExactMatches(sample.corpus, system), expected);
  }
}

TEST(BlindKeys, AMillionTimesOneToken) {
  Sample sample;
  sample.Add({Words(1000, "la")}, {Words(1000000, "la")});
  EXPECT_EQ(sample.corpus.grams(4), 1u);
  EXPECT_EQ(ExactMatches(sample.corpus, 0), (std::vector<int64_t>{1000, 999, 998, 997}));
  const GramHashes hashes = HashGrams(sample.corpus, KeyForm::kPacked, DefaultHash().function);
  EXPECT_EQ(BlindMatches(sample.corpus, 0, hashes, 16), ExactMatches(sample.corpus, 0));
}

TEST(BlindKeys, NothingMatchesNothing) {
  Sample sample;
  sample.Add({}, {{}});
  sample.Add({{}}, {{"a"}});
  EXPECT_EQ(ExactMatches(sample.corpus, 0), (std::vector<int64_t>{0, 0, 0, 0}));
  const GramHashes hashes = HashGrams(sample.corpus, KeyForm::kText, DefaultHash().function);
  EXPECT_EQ(BlindMatches(sample.corpus, 0, hashes, 1), (std::vector<int64_t>{0, 0, 0, 0}));
}

}  // namespace
}  // namespace mtgauge
