// The pairs of phrases from METEOR's table of paraphrases, compared with a search for every entry
// at every position.
#include "core/algo/alignment/phrase_pairs.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/words/paraphrases.h"
#include "tests/oracle/naive_meteor.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using Words = std::vector<uint32_t>;

// METEOR's search: every entry at every position.
std::vector<std::vector<PhrasePair>> NaivePairs(const std::vector<std::pair<Words, Words>>& table,
                                                const Words& hyp, const Words& ref) {
  const auto stands_at = [](const Words& text, size_t at, const Words& phrase) {
    return at + phrase.size() <= text.size() &&
           std::equal(phrase.begin(), phrase.end(), text.begin() + static_cast<long>(at));
  };
  std::vector<std::vector<PhrasePair>> out(ref.size());
  const auto look = [&](const Words& text, const Words& other, const auto& add) {
    for (uint32_t o = 0; o < other.size(); ++o) {
      for (size_t words = 1; words <= other.size() - o; ++words) {
        for (const auto& [phrase, paraphrase] : table) {
          if (phrase.size() != words || !stands_at(other, o, phrase)) continue;
          for (uint32_t t = 0; t < text.size(); ++t) {
            if (stands_at(text, t, paraphrase)) add(t, paraphrase.size(), o, words);
          }
        }
      }
    }
  };
  const auto add = [&](size_t i, size_t hyp_words, size_t j, size_t ref_words) {
    out[j].push_back({static_cast<uint32_t>(i), static_cast<uint32_t>(j),
                      static_cast<uint16_t>(hyp_words), static_cast<uint16_t>(ref_words)});
  };
  look(hyp, ref, add);
  look(ref, hyp, [&](size_t j, size_t ref_words, size_t i, size_t hyp_words) {
    add(i, hyp_words, j, ref_words);
  });
  return out;
}

// Words that come before others in order of frequency, so that the numbers of those have more
// bytes.
std::string Fillers(int words) {
  constexpr int kInLine = 900, kTimes = 20;
  std::string text;
  for (int from = 0; from < words; from += kInLine) {
    std::string line;
    for (int n = from; n < from + kInLine; ++n) line += "f" + std::to_string(n) + " ";
    for (int time = 0; time < kTimes; ++time) text += "0.1\n" + line + "\n" + line + "\n";
  }
  return text;
}

TEST(PhrasePairs, EqualTheirTwin) {
  const OwnFolder folder;
  std::mt19937 random(4);
  size_t pairs = 0;
  for (int round = 0; round < 40; ++round) {
    const uint32_t alphabet = 1 + random() % 8;
    const auto phrase = [&](size_t most) {
      Words words(1 + random() % most);
      for (uint32_t& word : words) word = random() % alphabet;
      return words;
    };
    std::vector<std::pair<Words, Words>> entries;
    std::string text = Fillers(round % 10 == 3 ? 17000 : round % 2 == 1 ? 200 : 0);
    for (uint32_t n = 1 + random() % 30; n > 0; --n) {
      entries.emplace_back(phrase(3), phrase(random() % 4 == 0 ? 12 : 3));
      text += "0.1\n";
      for (const Words& words : {entries.back().first, entries.back().second}) {
        for (const uint32_t word : words) text += "w" + std::to_string(word) + " ";
        text += "\n";
      }
    }
    const auto opened = Paraphrases::Open(folder.Write(std::to_string(round), text), "none");
    ASSERT_TRUE(opened.ok()) << opened.status();
    PhrasePairs found(*opened);
    for (int segment = 0; segment < 20; ++segment) {
      Words hyp = phrase(segment == 0 ? 80 : 12), ref = phrase(12);
      for (Words* const side : {&hyp, &ref}) {  // sometimes whole paraphrases
        const Words& whole = entries[random() % entries.size()].second;
        if (random() % 2 == 0) side->insert(side->end(), whole.begin(), whole.end());
      }
      const auto numbers = [&](const Words& words) {
        Words out;
        for (const uint32_t word : words) {
          out.push_back((*opened)->FindWord("w" + std::to_string(word)));
        }
        return out;
      };
      ASSERT_TRUE(found.Find(numbers(hyp), numbers(ref)));
      const auto want = NaivePairs(entries, hyp, ref);
      for (uint32_t j = 0; j < ref.size(); ++j) {
        const auto got = found.PairsAt(j);
        ASSERT_EQ(got.size(), want[j].size());
        for (size_t p = 0; p < got.size(); ++p) {
          ASSERT_EQ(got[p].hypothesis, want[j][p].hypothesis);
          ASSERT_EQ(got[p].reference, want[j][p].reference);
          ASSERT_EQ(got[p].hyp_words, want[j][p].hyp_words);
          ASSERT_EQ(got[p].ref_words, want[j][p].ref_words);
        }
        pairs += got.size();
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
}

TEST(PhrasePairs, TooManyAreRefused) {
  const OwnFolder folder;
  const auto opened = Paraphrases::Open(folder.Write("a", "1\na\na a\n"), "none");
  ASSERT_TRUE(opened.ok()) << opened.status();
  PhrasePairs found(*opened);
  EXPECT_FALSE(found.Find(Words(3000), Words(3000)));
  EXPECT_TRUE(found.Find(Words(3), Words(2)));
  EXPECT_EQ(found.PairsAt(0).size(), 5u);  // two phrases of the hypothesis, and three words
}

// The positions of a packed phrase, compared with checking each, in texts of numbers of one to five
// bytes.
TEST(PackedText, FindsPhrasesWhereTheyStand) {
  std::mt19937 random(7);
  constexpr uint32_t kNumbers[] = {0,     1,     127,    128,     129,        255,
                                   16383, 16384, 130000, 2097152, UINT32_MAX, UINT32_MAX - 1};
  size_t found = 0;
  for (int round = 0; round < 5000; ++round) {
    const size_t alphabet = 1 + random() % std::size(kNumbers);
    const auto words = [&](size_t most) {
      Words out(random() % (most + 1));
      for (uint32_t& word : out) word = kNumbers[random() % alphabet];
      return out;
    };
    const Words text = words(round % 50 == 0 ? 600 : 20);
    PackedText packed_text;
    packed_text.Set(text);
    for (int n = 0; n < 10; ++n) {
      Words phrase = words(5);
      if (!text.empty() && random() % 2 == 0) {
        const size_t from = random() % text.size();
        phrase.assign(text.begin() + static_cast<long>(from),
                      text.begin() + static_cast<long>(from + random() % (text.size() - from)));
      }
      // The table's words have numbers below UINT32_MAX, which stands for all others.
      std::replace(phrase.begin(), phrase.end(), UINT32_MAX, 5u);
      std::string packed;
      for (const uint32_t word : phrase) AppendPacked(word, packed);
      const size_t bytes = packed.size();
      packed.append(8, static_cast<char>(random()));
      Words want, got;
      for (uint32_t i = 0; !phrase.empty() && i + phrase.size() <= text.size(); ++i) {
        if (std::equal(phrase.begin(), phrase.end(), text.begin() + i)) want.push_back(i);
      }
      packed_text.ForEach(std::string_view(packed).substr(0, bytes), [&](uint32_t i, size_t count) {
        EXPECT_EQ(count, phrase.size());
        got.push_back(i);
      });
      ASSERT_EQ(got, want);
      found += got.size();
    }
  }
  EXPECT_GT(found, 10000u);
}

}  // namespace
}  // namespace mtgauge
