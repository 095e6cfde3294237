// Alignments of rapidfuzz and kaldialign: compared with whole tables on random and degenerate
// words, and with rapidfuzz's own counts where it cuts the table in two.
#include "core/algo/distance/edit_alignment.h"

#include <gtest/gtest.h>

#include <map>

#include "core/algo/distance/kaldi_alignment.h"
#include "core/text/tokenizing/tokenizer.h"
#include "tests/oracle/naive_alignments.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::NaiveCounts;
using oracle::Words;

NaiveCounts Signed(const EditCounts& counts) {
  return {static_cast<int64_t>(counts.hits), static_cast<int64_t>(counts.substitutions),
          static_cast<int64_t>(counts.deletions), static_cast<int64_t>(counts.insertions)};
}

// Two texts as numbers. Words that the reference lacks have none.
struct Numbered {
  Numbered(const Words& reference, const Words& hypothesis) {
    std::map<std::string, uint32_t> names;
    for (const std::string& word : reference) {
      ref.push_back(names.emplace(word, static_cast<uint32_t>(names.size())).first->second);
    }
    for (const std::string& word : hypothesis) {
      const auto found = names.find(word);
      hyp.push_back(found == names.end() ? kNoSymbol : found->second);
    }
    distinct = static_cast<uint32_t>(names.size());
  }
  std::vector<uint32_t> ref, hyp;
  uint32_t distinct;
};

std::string Text(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}

// Random words of a small vocabulary, whose joins are often words too.
Words SomeWords(test::RandomText& random, uint32_t n, uint32_t vocabulary) {
  static const Words kWords = {"a", "b", "ab", "ba", "aab", "é", "bab", "aa", "c", "abba"};
  Words words;
  for (uint32_t i = 0; i < n; ++i) words.push_back(kWords[random.Below(vocabulary)]);
  return words;
}

Words Changed(test::RandomText& random, const Words& words) {
  Words out;
  for (const std::string& word : words) {
    const uint32_t what = random.Below(10);
    if (what > 0) out.push_back(what == 1 ? "x" : word);
    if (what == 2) out.push_back("ab");
  }
  return out;
}

class Kaldi {
 public:
  NaiveCounts Count(const Words& ref, const Words& hyp, const EditCosts& costs, bool compounds) {
    if (!compounds) {
      const Numbered numbered(ref, hyp);
      return Signed(alignment_.Count(numbered.ref, numbered.hyp, costs));
    }
    const std::string texts[] = {Text(ref), Text(hyp)};
    for (size_t i = 0; i < 2; ++i) {
      views_[i].Reset(texts[i].data(), 0, 1);
      FindTokenizer("none")->get().CutSegment(texts[i], 0, views_[i]);
    }
    bool too_long = false;
    const EditCounts counts = alignment_.CountJoined(views_[0].Segment(0).tokens,
                                                     views_[1].Segment(0).tokens, costs, &too_long);
    EXPECT_FALSE(too_long);
    return Signed(counts);
  }

 private:
  KaldiAlignment alignment_;
  View views_[2] = {View(DefaultHash().function), View(DefaultHash().function)};
};

// Short texts are compared by the keys of their words.
NaiveCounts CountShort(const Words& ref, const Words& hyp, const Kernels& kernels) {
  const test::TokenList reference(ref, DefaultHash().function),
      hypothesis(hyp, DefaultHash().function);
  return Signed(EditAlignment::CountShort(reference.tokens(), hypothesis.tokens(), kernels));
}

TEST(EditAlignment, ShortTextsAsByTheWholeTable) {
  test::RandomText random(72);
  for (int i = 0; i < 2'000; ++i) {
    Words ref = SomeWords(random, random.Below(i % 10 == 0 ? 65 : 20), 1 + random.Below(10));
    Words hyp = random.Below(2) == 0 ? Changed(random, ref)
                                     : SomeWords(random, random.Below(20), 1 + random.Below(10));
    hyp.resize(std::min<size_t>(hyp.size(), 64));
    for (Words* words : {&ref, &hyp}) {
      for (std::string& word : *words) word += i % 3 == 0 ? "-which-is-longer" : "";
    }
    for (const Kernels* kernels : RunnableKernels()) {
      EXPECT_EQ(CountShort(ref, hyp, *kernels), oracle::NaiveRapidfuzz(ref, hyp))
          << kernels->name << '\n'
          << Text(ref) << '\n'
          << Text(hyp);
    }
  }
  const Words most = SomeWords(random, 64, 10);
  for (const Words& other : {most, Words{}, Words(64, "a"), Words(64, "x")}) {
    const Kernels& kernels = ActiveKernels();
    EXPECT_EQ(CountShort(most, other, kernels), oracle::NaiveRapidfuzz(most, other));
    EXPECT_EQ(CountShort(other, most, kernels), oracle::NaiveRapidfuzz(other, most));
  }
}

TEST(EditAlignment, AsByTheWholeTable) {
  test::RandomText random(71);
  EditAlignment alignment;
  Kaldi kaldi;
  for (int i = 0; i < 1'000; ++i) {
    const Words ref = SomeWords(random, random.Below(i % 50 == 0 ? 140 : 14), 1 + random.Below(10));
    const Words hyp =
        random.Below(2) == 0 ? Changed(random, ref) : SomeWords(random, random.Below(14), 10);
    const Numbered numbered(ref, hyp);
    const EditCounts counts = alignment.Count(numbered.ref, numbered.hyp, numbered.distinct);
    EXPECT_EQ(Signed(counts), oracle::NaiveRapidfuzz(ref, hyp)) << Text(ref) << '\n' << Text(hyp);
    for (const bool compounds : {false, true}) {
      EXPECT_EQ(kaldi.Count(ref, hyp, {}, compounds),
                oracle::NaiveKaldialign(ref, hyp, {}, compounds))
          << Text(ref) << '\n'
          << Text(hyp);
      EXPECT_EQ(kaldi.Count(ref, hyp, {3, 3, 4}, compounds),
                oracle::NaiveKaldialign(ref, hyp, {3, 3, 4}, compounds))
          << Text(ref) << '\n'
          << Text(hyp);
    }
  }
}

// Pseudo-random symbols, as the Python program that asked rapidfuzz 3.14.6 made them.
std::vector<uint32_t> Sequence(uint32_t seed, size_t n, uint32_t distinct) {
  std::vector<uint32_t> symbols;
  for (size_t i = 0; i < n; ++i) {
    seed = seed * 1'664'525 + 1'013'904'223;
    symbols.push_back((seed >> 16) % distinct);
  }
  return symbols;
}

TEST(EditAlignment, LargeTablesAsRapidfuzz) {
  struct Case {
    size_t ref, hyp;
    uint32_t distinct;
    NaiveCounts counts;
  };
  const Case cases[] = {
      {2100, 2100, 2, {1652, 290, 158, 158}},   {2100, 2100, 30, {341, 1629, 130, 130}},
      {5000, 4000, 7, {2105, 1677, 1218, 218}}, {3000, 9000, 3, {3000, 0, 0, 6000}},
      {64, 70000, 3, {64, 0, 0, 69936}},        {70000, 9, 3, {9, 0, 69991, 0}},
      {8000, 8000, 100, {472, 7325, 203, 203}},
  };
  EditAlignment alignment;
  for (const Case& c : cases) {
    const std::vector<uint32_t> ref = Sequence(1, c.ref, c.distinct),
                                hyp = Sequence(2, c.hyp, c.distinct);
    EXPECT_EQ(Signed(alignment.Count(ref, hyp, c.distinct)), c.counts) << c.ref << ' ' << c.hyp;
  }
}

}  // namespace
}  // namespace mtgauge
