// The bit-parallel distances, compared with their definitions, and the names that symbols get.
#include "core/algo/distance/sequence_matcher.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/algo/distance/sequence_pair.h"
#include "tests/oracle/naive_sequences.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::Words;

// A hash with which everything collides.
uint64_t SameForAll(const char*, size_t) { return 7; }

class Generator {
 public:
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  Words Text(uint32_t length, uint32_t vocabulary) {
    Words words;
    for (uint32_t i = 0; i < length; ++i) words.push_back(Word(vocabulary));
    return words;
  }
  // Returns `words` with some dropped, doubled, replaced, and blocks moved.
  Words Perturb(const Words& words, uint32_t vocabulary) {
    Words out;
    for (const std::string& word : words) {
      const uint32_t what = Below(8);
      if (what > 0) out.push_back(what == 1 ? Word(vocabulary) : word);
      if (what == 2) out.push_back(word);
    }
    if (out.size() > 2) {
      std::rotate(out.begin(), out.begin() + Below(static_cast<uint32_t>(out.size())), out.end());
    }
    return out;
  }

 private:
  // Some are longer than 8 bytes, so that keys are hashed.
  std::string Word(uint32_t vocabulary) {
    const uint32_t word = Below(vocabulary);
    return (word % 3 == 0 ? "some-longer-word-" : "w") + std::to_string(word);
  }
  std::mt19937_64 random_{5};
};

// Compares sequences that are matched by their keys with those whose words have names, under every
// instruction set.
void ExpectPairsEqual(const std::vector<Tokens>& references, const Tokens& hypothesis,
                      HashFunction hash) {
  std::vector<SegmentView> views;
  for (const Tokens& tokens : references) views.push_back({{}, tokens});
  ReferenceSequences sequences(hash);
  sequences.Set(views);
  ReferenceSymbols symbols(SymbolKind::kToken, hash);
  symbols.Set(references);
  Buffer<uint32_t> memory;
  SequenceMatcher named;
  named.Set(symbols.Find(hypothesis, memory), symbols.distinct());
  for (const Kernels* kernels : RunnableKernels()) {
    SequencePair pair(*kernels);
    pair.Set(sequences, hypothesis);
    ASSERT_EQ(sequences.count(), references.size());
    for (uint32_t r = 0; r < sequences.count(); ++r) {
      EXPECT_EQ(sequences.length(r), references[r].count);
      EXPECT_EQ(pair.Steps(r), named.Steps(symbols[r]));
      EXPECT_EQ(pair.Edits(r), named.Edits(symbols[r])) << kernels->name;
      EXPECT_EQ(pair.BlockEdits(r), named.BlockEdits(symbols[r])) << kernels->name;
      EXPECT_EQ(pair.CommonSubsequence(r), named.CommonSubsequence(symbols[r])) << kernels->name;
      EXPECT_EQ(pair.CommonSymbols(r), named.CommonSymbols(symbols[r])) << kernels->name;
    }
  }
}

void ExpectAllEqual(const Words& hyp, const std::vector<Words>& refs,
                    HashFunction hash = DefaultHash().function) {
  const test::TokenList hyp_list(hyp, hash);
  const test::TokenLists lists(refs, hash);
  const std::vector<Tokens> tokens = lists.tokens();

  ReferenceSymbols symbols(SymbolKind::kToken, hash);
  symbols.Set(tokens);
  Buffer<uint32_t> memory;
  SequenceMatcher matcher;
  matcher.Set(symbols.Find(hyp_list.tokens(), memory), symbols.distinct());
  ASSERT_EQ(symbols.references(), refs.size());
  const auto whole = [](uint64_t value) { return static_cast<int64_t>(value); };
  for (uint32_t r = 0; r < refs.size(); ++r) {
    SCOPED_TRACE(std::to_string(hyp.size()) + " against " + std::to_string(refs[r].size()));
    EXPECT_EQ(whole(matcher.Edits(symbols[r])), oracle::NaiveEdits(hyp, refs[r]));
    EXPECT_EQ(whole(matcher.BlockEdits(symbols[r])), oracle::NaiveBlockEdits(hyp, refs[r]));
    EXPECT_EQ(whole(matcher.CommonSubsequence(symbols[r])),
              oracle::NaiveCommonSubsequence(hyp, refs[r]));
    EXPECT_EQ(whole(matcher.CommonSymbols(symbols[r])), oracle::NaiveCommonWords(hyp, refs[r]));
  }
  ExpectPairsEqual(tokens, hyp_list.tokens(), hash);
}

TEST(SequenceMatcher, RandomPairs) {
  Generator generator;
  for (int i = 0; i < 2000; ++i) {
    const uint32_t vocabulary = 1 + generator.Below(30);
    const Words hyp = generator.Text(generator.Below(90), vocabulary);
    ExpectAllEqual(
        hyp, {generator.Perturb(hyp, vocabulary), generator.Text(generator.Below(90), vocabulary)});
  }
}

TEST(SequenceMatcher, LengthsAroundTheWordsOfAMask) {
  Generator generator;
  for (const uint32_t length :
       {0u, 1u, 2u, 62u, 63u, 64u, 65u, 127u, 128u, 129u, 191u, 192u, 255u, 256u, 257u, 513u}) {
    for (const uint32_t vocabulary : {1u, 2u, 40u, 10000u}) {
      const Words hyp = generator.Text(length, vocabulary);
      ExpectAllEqual(hyp, {generator.Perturb(hyp, vocabulary), hyp, {}, {"w1"}});
      ExpectAllEqual(generator.Perturb(hyp, vocabulary), {hyp});
    }
  }
}

// Rare words are kept as lists in addition to the frequent ones' masks.
TEST(SequenceMatcher, ManyTokensOfFewAndManyWords) {
  Generator generator;
  Words hyp;
  for (int i = 0; i < 2500; ++i) {
    for (const uint32_t vocabulary : {3u, 2000u}) hyp.push_back(generator.Text(1, vocabulary)[0]);
  }
  ExpectAllEqual(hyp, {generator.Perturb(hyp, 2000)});
}

TEST(SequenceMatcher, RunsOfOneWord) {
  ExpectAllEqual(Words(5200, "a"), {Words(700, "a"), Words(1, "a"), Words(10, "b")});
  ExpectAllEqual(Words(3, "a"), {Words(700, "a")});
}

TEST(SequenceMatcher, IsRightUnderAnyHash) {
  Generator generator;
  for (int i = 0; i < 50; ++i) {
    const Words hyp = generator.Text(generator.Below(40), 20);
    ExpectAllEqual(hyp, {generator.Perturb(hyp, 20), generator.Text(20, 20)}, &SameForAll);
  }
}

TEST(SequenceMatcher, BlockMovesCostOneJumpEach) {
  const auto edits = [](const Words& hyp, const Words& ref) {
    return oracle::NaiveBlockEdits(hyp, ref);
  };
  EXPECT_EQ(edits({"a", "b", "c", "d"}, {"c", "d", "a", "b"}), 3);  // to c, to a, to the end
  EXPECT_EQ(edits({"a", "b"}, {}), 1);
  ExpectAllEqual({"a", "b", "c", "d"}, {{"c", "d", "a", "b"}, {}, {"a", "b", "c", "d"}});
}

std::vector<uint32_t> Characters(const Words& words, uint32_t* distinct) {
  const test::TokenList list(words, DefaultHash().function);
  ReferenceSymbols symbols(SymbolKind::kCharacter, DefaultHash().function);
  const Tokens tokens = list.tokens();
  symbols.Set({&tokens, 1});
  *distinct = symbols.distinct();
  const std::vector<uint32_t> ids(symbols[0].begin(), symbols[0].end());
  Buffer<uint32_t> memory;
  const Symbols found = symbols.Find(tokens, memory);
  EXPECT_EQ(std::vector<uint32_t>(found.begin(), found.end()), ids);
  return ids;
}

TEST(ReferenceSymbols, CharactersAreCodePointsWithASpaceBetweenWords) {
  uint32_t distinct = 0;
  EXPECT_EQ(Characters({"né", "e"}, &distinct), (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(distinct, 4u);
  EXPECT_EQ(Characters({"漢字漢"}, &distinct), (std::vector<uint32_t>{0, 1, 0}));
  EXPECT_EQ(Characters({}, &distinct), std::vector<uint32_t>{});
}

TEST(ReferenceSymbols, UndecodableBytesAndNulAreCharacters) {
  uint32_t distinct = 0;
  // A tail byte alone, a lead byte without its tail, NUL, and U+0080 that looks like the first.
  EXPECT_EQ(Characters({"\x80\xC3" + std::string(1, '\0') + "\xC2\x80\x80"}, &distinct),
            (std::vector<uint32_t>{0, 1, 2, 3, 0}));
  EXPECT_EQ(distinct, 4u);
}

// Checks for the names that a map gives, whether tokens are compared or looked up.
void ExpectNamesInOrder(const Words& hyp, const std::vector<Words>& refs, HashFunction hash) {
  std::map<std::string, uint32_t> names;
  const test::TokenLists lists(refs, hash);
  const std::vector<Tokens> tokens = lists.tokens();
  ReferenceSymbols symbols(SymbolKind::kToken, hash);
  symbols.Set(tokens);
  ASSERT_EQ(symbols.references(), refs.size());
  for (uint32_t r = 0; r < refs.size(); ++r) {
    std::vector<uint32_t> expected;
    for (const std::string& word : refs[r]) {
      expected.push_back(
          names.try_emplace(word, static_cast<uint32_t>(names.size())).first->second);
    }
    EXPECT_EQ(std::vector<uint32_t>(symbols[r].begin(), symbols[r].end()), expected);
  }
  EXPECT_EQ(symbols.distinct(), names.size());
  std::vector<uint32_t> expected;
  for (const std::string& word : hyp) {
    expected.push_back(names.contains(word) ? names.at(word) : kNoSymbol);
  }
  Buffer<uint32_t> memory;
  const test::TokenList hyp_list(hyp, hash);
  const Symbols found = symbols.Find(hyp_list.tokens(), memory);
  EXPECT_EQ(std::vector<uint32_t>(found.begin(), found.end()), expected);
}

TEST(ReferenceSymbols, NamesWordsInTheOrderInWhichTheyCome) {
  Generator generator;
  const HashFunction hashes[] = {DefaultHash().function, SameForAll};
  for (int i = 0; i < 600; ++i) {
    const uint32_t vocabulary = 1 + generator.Below(i % 3 == 0 ? 300 : 12);
    std::vector<Words> refs(generator.Below(5));
    const uint32_t most = i % 5 == 0 ? 300 : 70;
    for (Words& ref : refs) ref = generator.Text(generator.Below(most), vocabulary);
    ASSERT_NO_FATAL_FAILURE(
        ExpectNamesInOrder(generator.Text(generator.Below(most), vocabulary), refs, hashes[i % 2]));
  }
  for (const size_t length : {63, 64, 65, 128, 255, 256, 257, 600}) {  // and around the limits
    const Words run(length, "a-word-without-end");
    ExpectNamesInOrder(run, {run}, hashes[0]);
    ExpectNamesInOrder(run, {{}, run, {"a"}}, hashes[0]);
  }
}

TEST(ReferenceSymbols, WhatNoReferenceHasIsNoSymbol) {
  const test::TokenList ref({"a", "a-much-longer-word"}, DefaultHash().function);
  const test::TokenList hyp({"b", "a-much-longer-word", "a-much-longer-worm"},
                            DefaultHash().function);
  ReferenceSymbols symbols(SymbolKind::kToken, DefaultHash().function);
  const Tokens tokens = ref.tokens();
  symbols.Set({&tokens, 1});
  Buffer<uint32_t> memory;
  const Symbols found = symbols.Find(hyp.tokens(), memory);
  EXPECT_EQ(std::vector<uint32_t>(found.begin(), found.end()),
            (std::vector<uint32_t>{kNoSymbol, 1, kNoSymbol}));
}

}  // namespace
}  // namespace mtgauge
