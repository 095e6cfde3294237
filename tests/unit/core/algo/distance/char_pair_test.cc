// Distances between sequences of characters, by masks and by names, compared with their definition.
#include "core/algo/distance/char_pair.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/text/utf8.h"
#include "tests/oracle/naive_sequences.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using oracle::Words;

// Tokens in a text, with gaps of any kind between them; owns the data of its Tokens.
class TokensInText {
 public:
  TokensInText(Words words, test::RandomText& random) : words_(std::move(words)) {
    static constexpr std::string_view kGaps[] = {" ", " ", " ", "", "\t", "  ", "\n"};
    for (const std::string& word : words_) {
      begin_.push_back(static_cast<uint32_t>(text_.size()));
      text_ += word;
      end_.push_back(static_cast<uint32_t>(text_.size()));
      text_ += kGaps[random.Below(std::size(kGaps))];
    }
    text_.append(kTextPadding, 'x');
  }
  Tokens tokens() const {
    return {text_.data(), begin_.data(), end_.data(), nullptr,
            static_cast<uint32_t>(words_.size())};
  }
  // Each as a word.
  Words characters() const {
    Words characters;
    for (const std::string& word : words_) {
      if (&word != &words_.front()) characters.emplace_back(" ");
      for (size_t at = 0; at < word.size();) {
        const uint32_t length = DecodeAt(word, at).length;
        characters.push_back(word.substr(at, length));
        at += length;
      }
    }
    return characters;
  }

 private:
  Words words_;
  std::string text_;
  std::vector<uint32_t> begin_, end_;
};

void ExpectAsDefined(const Words& hyp, const std::vector<Words>& refs, test::RandomText& random) {
  const TokensInText hypothesis(hyp, random);
  std::vector<TokensInText> texts;
  for (const Words& ref : refs) texts.emplace_back(ref, random);
  std::vector<SegmentView> views;
  for (const TokensInText& text : texts) views.push_back({{}, text.tokens()});
  CharReferences references;
  references.Set(views);
  const Words characters = hypothesis.characters();
  for (const Kernels* kernels : RunnableKernels()) {
    CharPair pair(*kernels);
    pair.Set(references, hypothesis.tokens());
    ASSERT_EQ(references.count(), refs.size());
    for (uint32_t r = 0; r < refs.size(); ++r) {
      const Words expected = texts[r].characters();
      ASSERT_EQ(references.length(r), expected.size());
      EXPECT_EQ(pair.Steps(r), (characters.size() / 64 + 1) * expected.size());
      ASSERT_EQ(static_cast<int64_t>(pair.Edits(r)), oracle::NaiveEdits(characters, expected))
          << kernels->name << ' ' << characters.size() << " against " << expected.size();
    }
  }
}

Words WordsOf(test::RandomText& random, const std::vector<std::string>& kinds, uint32_t count) {
  Words words;
  for (uint32_t i = 0; i < count; ++i) {
    words.emplace_back();
    for (uint32_t left = random.Below(9); left > 0; --left) {
      words.back() += kinds[random.Below(static_cast<uint32_t>(kinds.size()))];
    }
  }
  return words;
}

// Leaves out, doubles or replaces some words.
Words Perturbed(test::RandomText& random, const std::vector<std::string>& kinds,
                const Words& from) {
  Words words;
  for (const std::string& word : from) {
    const uint32_t what = random.Below(8);
    if (what > 1) words.push_back(word);
    if (what == 2) words.push_back(word);
    if (what == 1) words.push_back(WordsOf(random, kinds, 1)[0]);
  }
  return words;
}

TEST(CharPair, RandomTextsOfAllCharacters) {
  test::RandomText random(9);
  for (uint32_t round = 0; round < 400; ++round) {
    const std::vector<std::string> kinds = random.Characters(1 + random.Below(12));
    const Words hyp = WordsOf(random, kinds, random.Below(round % 10 == 0 ? 150 : 40));
    const Words other = WordsOf(random, random.Characters(4), random.Below(30));
    ASSERT_NO_FATAL_FAILURE(
        ExpectAsDefined(hyp, {Perturbed(random, kinds, hyp), other, hyp}, random));
  }
}

// One word of n letters; runs of one letter make the longest carries.
std::string Letters(test::RandomText& random, uint32_t n, uint32_t alphabet) {
  std::string text;
  for (uint32_t i = 0; i < n; ++i) text += static_cast<char>('a' + random.Below(alphabet));
  return text;
}

TEST(CharPair, LengthsAroundWordsAndBlocks) {
  test::RandomText random(10);
  for (const uint32_t length : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 129U, 192U, 255U, 256U, 257U,
                                320U, 511U, 512U, 513U, 770U}) {
    for (const uint32_t alphabet : {1U, 2U, 26U}) {
      const std::string ref = Letters(random, length, alphabet);
      std::string hyp = ref;
      if (length > 9) hyp.replace(length / 3, 7, "xa");
      const uint32_t other = random.Below(300);
      ASSERT_NO_FATAL_FAILURE(ExpectAsDefined(
          {hyp}, {{ref}, {}, {Letters(random, other, alphabet)}, {ref, "ä", ref}}, random));
    }
  }
}

// Too long for masks on either side, or almost.
TEST(CharPair, LongTexts) {
  test::RandomText random(11);
  for (const uint32_t length : {kMaxBitmaskCharacters, kMaxBitmaskCharacters + 1}) {
    const std::string text = Letters(random, length, 3), part = text.substr(5, length / 4);
    ASSERT_NO_FATAL_FAILURE(ExpectAsDefined({text}, {{part}}, random));
    ASSERT_NO_FATAL_FAILURE(ExpectAsDefined({part}, {{"a"}, {text}}, random));
  }
}

// As many distinct characters as one byte can number, one more, and many more, of any length. Every
// text needs pages of characters of its own.
TEST(CharPair, ManyCharacters) {
  test::RandomText random(12);
  for (const uint32_t count : {2U, 253U, 254U, 255U, 1000U, 2048U}) {
    std::string text;
    for (uint32_t i = 0; i < count; ++i) AppendUtf8(0x10000 + 5 * i, text);
    ASSERT_NO_FATAL_FAILURE(ExpectAsDefined({"\U00010001\U00010000\xFF", "\U00010005"},
                                            {{text}, {"\U00010000"}, {"\xFF"}}, random));
    ASSERT_NO_FATAL_FAILURE(ExpectAsDefined({text}, {{"a" + text.substr(4, 800)}}, random));
  }
}

// Characters of many scripts, one after another in the same memory.
TEST(CharPair, ManyPages) {
  test::RandomText random(13);
  CharPair pair;
  for (uint32_t round = 0; round < 40; ++round) {
    Words words[2] = {{""}, {""}};
    for (uint32_t i = 0; i < 200; ++i) {
      AppendUtf8(0x10000 + 64 * (200 * (round % 23) + i), words[0][0]);
      AppendUtf8(0x10000 + 64 * (200 * (round % 23) + i + random.Below(3)), words[1][0]);
    }
    if (round % 7 == 0) words[1][0] += "aa\x80\u0080";
    const TokensInText texts[] = {{words[0], random}, {words[1], random}};
    const SegmentView views[] = {{{}, texts[0].tokens()}};
    CharReferences references;
    references.Set(views);
    pair.Set(references, texts[1].tokens());
    ASSERT_EQ(static_cast<int64_t>(pair.Edits(0)),
              oracle::NaiveEdits(texts[0].characters(), texts[1].characters()));
  }
}

// Bytes that kernels cannot compare with the others.
TEST(CharPair, LeftOutCharacters) {
  test::RandomText random(14);
  const std::vector<std::string> kinds = {"a",        "é", "\u0080",
                                          "\xC2\x81", "ÿ", std::string(1, '\0')};
  for (uint32_t round = 0; round < 100; ++round) {
    const Words hyp = WordsOf(random, kinds, random.Below(30));
    ASSERT_NO_FATAL_FAILURE(ExpectAsDefined(hyp, {Perturbed(random, kinds, hyp), hyp}, random));
  }
}

}  // namespace
}  // namespace mtgauge
