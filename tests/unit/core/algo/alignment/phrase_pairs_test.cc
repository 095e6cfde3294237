// The pairs of phrases that METEOR's table of paraphrases makes, against looking for every entry at
// every place.
#include "core/algo/alignment/phrase_pairs.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "core/metric/registry.h"
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

// As METEOR looks for them: every entry at every place.
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
    std::string text;
    for (uint32_t n = 1 + random() % 30; n > 0; --n) {
      entries.emplace_back(phrase(3), phrase(3));
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
      const Words hyp = phrase(segment == 0 ? 80 : 12), ref = phrase(12);
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

}  // namespace
}  // namespace mtgauge
