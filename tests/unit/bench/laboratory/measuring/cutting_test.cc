// The counts of the laboratory of tokenizers, compared with plain counts of the tokenizers'
// results.
#include "bench/laboratory/measuring/cutting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/support/shared_data.h"

namespace mtgauge {
namespace {

const Lines kReference = {"It rained, and the Bridge was closed.", "", "Two  boats; three sails!",
                          "The ferry's cost: 1,250.50 marks."};
const Lines kSystem = {"It rained and the bridge was closed.", "Nothing.",
                       "Two boats\nthree sails",  // set aside
                       "\xe4\xb8\x89\xe6\x9d\xa1\xe8\x88\xb9 \xff &quot;x&quot;"};

// The third reference is missing.
std::vector<Batch> Batches() {
  std::vector<const std::string*> reference;
  for (const std::string& line : kReference) reference.push_back(&line);
  reference[2] = nullptr;
  std::vector<Batch> batches;
  batches.push_back(MakeBatch({reference}, {kSystem}));
  batches.push_back(MakeBatch({{&kReference[2]}}, {{kSystem[0]}}));
  return batches;
}

std::vector<Cutting> Cuttings() {
  std::vector<Cutting> cuttings;
  for (const TokenizerRow& row : Tokenizers()) {
    for (const bool lowercase : {false, true}) {
      for (const StemmerRow* stemmer :
           {static_cast<const StemmerRow*>(nullptr), FindStemmer("en")}) {
        cuttings.push_back({&row, lowercase, stemmer});
      }
    }
  }
  return cuttings;
}

TEST(Cutting, FastAndSlowAgree) {
  const std::vector<Batch> batches = Batches();
  std::set<uint64_t> digests;
  for (const Cutting& cutting : Cuttings()) {
    const uint64_t digest = DigestOfTokens(batches, cutting);
    EXPECT_EQ(digest, DigestOfSlowTokens(batches, cutting)) << cutting.tokenizer->name;
    digests.insert(digest);
  }
  EXPECT_GE(digests.size(), Tokenizers().size());  // not one digest for all
}

TEST(Cutting, DigestsTellWhereTokensAndSegmentsEnd) {
  const auto digest = [](const Lines& lines) {
    const std::vector<Batch> batches = {MakeBatch({}, {lines})};
    return DigestOfTokens(batches, {FindTokenizer("none"), false, nullptr});
  };
  EXPECT_NE(digest({"ab c"}), digest({"a bc"}));
  EXPECT_NE(digest({"a b", "c"}), digest({"a", "b c"}));
  EXPECT_NE(digest({"a b"}), digest({"b a"}));
  EXPECT_EQ(digest({"a  b"}), digest({"a b "}));
}

TEST(Cutting, CountsByHand) {
  const std::vector<Batch> batches = Batches();
  const CutCounts none = CountTokens(batches, {FindTokenizer("none"), false, nullptr});
  EXPECT_EQ(none.segments, 9U);
  // Reference: 7 + 0 + 5 (without the missing one), and 4 of the second batch; system: 7 + 1 + 4 +
  // 3, and 7 again.
  EXPECT_EQ(none.tokens, 7U + 0 + 5 + 4 + 7 + 1 + 4 + 3 + 7);
  const CutCounts chars = CountTokens(batches, {FindTokenizer("char"), false, nullptr});
  EXPECT_EQ(chars.tokens, chars.characters);
  EXPECT_EQ(chars.longest, 1U);
  const std::vector<Batch> small = {MakeBatch({}, {{"a bb a", "ccc BB"}})};
  const CutCounts counts = CountTokens(small, {FindTokenizer("13a"), false, nullptr});
  EXPECT_EQ(counts.tokens, 5U);
  EXPECT_EQ(counts.types, 4U);
  EXPECT_EQ(counts.characters, 9U);
  EXPECT_EQ(counts.longest, 3U);
  EXPECT_EQ(CountTokens(small, {FindTokenizer("13a"), true, nullptr}).types, 3U);
}

TEST(Cutting, DifferingSegmentsByHand) {
  const std::vector<Batch> batches = {
      MakeBatch({}, {{"plain words", "a comma, here", "\xc2\xabquoted\xc2\xbb", ""}})};
  const Cutting words = {FindTokenizer("none"), false, nullptr};
  EXPECT_EQ(CountDiffering(batches, words, words), 0U);
  EXPECT_EQ(CountDiffering(batches, words, {FindTokenizer("13a"), false, nullptr}), 1U);
  EXPECT_EQ(CountDiffering(batches, words, {FindTokenizer("intl"), false, nullptr}), 2U);
  EXPECT_EQ(CountDiffering(batches, words, {FindTokenizer("char"), false, nullptr}), 3U);
}

TEST(Cutting, NothingIsFine) {
  const std::vector<Batch> batches;
  const Cutting cutting = {FindTokenizer("13a"), true, nullptr};
  EXPECT_EQ(CountTokens(batches, cutting).segments, 0U);
  EXPECT_EQ(DigestOfTokens(batches, cutting), DigestOfSlowTokens(batches, cutting));
  EXPECT_EQ(CountDiffering(batches, cutting, cutting), 0U);
}

}  // namespace
}  // namespace mtgauge
