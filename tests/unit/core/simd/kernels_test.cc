// Every instruction set of the kernels on this CPU, compared with the scalar one, and the scalar
// one, compared with the definitions.
#include "core/simd/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/text/token_key.h"
#include "core/text/tokenizers/tok_intl.h"
#include "core/text/tokenizing/class_tables.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "core/text/view.h"
#include "tests/oracle/naive_ngrams.h"
#include "tests/oracle/naive_sequences.h"
#include "tests/support/kernel_sets.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::RandomText;
using test::TokenList;

const Kernels& Scalar() { return **RunnableKernels().begin(); }

class EverySet : public testing::TestWithParam<const Kernels*> {};
INSTANTIATE_TEST_SUITE_P(Kernels, EverySet, test::EveryKernelSet(), test::NameOfSet);

// ---- UTF-8 ----

// The definition: every character can be decoded.
bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint code_point = DecodeAt(text, at);
    if (code_point.value >= kInvalidByte) return false;
    at += code_point.length;
  }
  return true;
}

void ExpectSameUtf8(const Kernels& set, std::string_view text) {
  const std::vector<char> alone(text.begin(), text.end());  // no byte after it may be read
  ASSERT_EQ(set.is_utf8(alone.data(), alone.size()) != 0, IsUtf8(text))
      << testing::PrintToString(text);
}

// Around the ends of blocks and of groups of blocks, in ASCII and among characters of each length.
TEST_P(EverySet, EveryShortStringIsUtf8OrNot) {
  if (GetParam()->is_utf8 == nullptr) GTEST_SKIP() << "simdjson's is used";
  constexpr std::string_view kAlphabet =
      "\x41\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF";
  for (uint32_t number = 0; number < 18 * 18 * 18 * 18; ++number) {
    std::string middle;
    for (uint32_t rest = number; middle.size() < 4; rest /= 18) middle += kAlphabet[rest % 18];
    const size_t place = std::array{0, 29, 62, 126, 253, 254, 255, 510}[number % 8];
    const std::string_view filler =
        std::array<std::string_view, 4>{"a", "\u00E4", "\u4E00", "\U0001F600"}[number / 8 % 4];
    std::string text;
    while (text.size() + filler.size() <= place) text += filler;
    text.resize(place, 'a');
    text.insert(text.end(), middle.begin(), middle.end());
    ExpectSameUtf8(*GetParam(), text);
    for (int i = 0; i < 300 && number % 5 == 0; ++i) text += filler;
    ExpectSameUtf8(*GetParam(), text);
  }
}

TEST_P(EverySet, RandomTextIsUtf8OrNot) {
  if (GetParam()->is_utf8 == nullptr) GTEST_SKIP() << "simdjson's is used";
  std::mt19937 random(8);
  const auto below = [&random](uint32_t n) { return random() % n; };
  uint32_t valid = 0;
  for (int round = 0; round < 60'000; ++round) {
    const uint32_t beyond_ascii = std::array{0, 2, 60, 100}[below(4)];
    std::string text;
    for (const size_t length = below(1500); text.size() < length;) {
      constexpr uint32_t kEnds[] = {0x80, 0x800, 0xD800, 0x110000};
      const uint32_t character = below(kEnds[below(100) < beyond_ascii ? 1 + below(3) : 0]);
      AppendUtf8(character >= 0xD800 && character < 0xE000 ? 0xFFFD : character, text);
    }
    for (uint32_t faults = below(3); faults > 0 && !text.empty(); --faults) {
      const size_t at = below(static_cast<uint32_t>(text.size()));
      if (below(2) == 0) text[at] = static_cast<char>(below(256));
      if (below(2) == 0) text.erase(at, 1);
    }
    valid += IsUtf8(text) ? 1 : 0;
    ExpectSameUtf8(*GetParam(), text);
  }
  EXPECT_GT(valid, 10'000u);
  EXPECT_LT(valid, 50'000u);
}

// ---- tokenizing ----

// The result of a kernel for a stream, and the state that it carries from piece to piece.
struct CutResult {
  std::vector<uint32_t> begin, end, line_token, line_end, special;
  std::vector<uint64_t> states, keys;
  bool operator==(const CutResult&) const = default;
};

// Tokenizes `text`, which begins `shift` bytes after an aligned address, in pieces of `piece`
// bytes.
template <typename CutKernel>
CutResult RunCut(const CutKernel& cut, std::string_view text, uint32_t piece, uint32_t shift,
                 char padding) {
  std::string memory(shift, '7');
  memory += text;
  memory.append(kTextPadding, padding);
  const uint32_t bytes = static_cast<uint32_t>(text.size());
  CutResult r;
  for (auto* array : {&r.begin, &r.end, &r.line_token, &r.line_end, &r.special}) {
    array->resize(text.size() + 64);
  }
  CutOutput out{};
  out.begin = r.begin.data();
  out.end = r.end.data();
  out.line_token = r.line_token.data();
  out.line_end = r.line_end.data();
  out.special = r.special.data();
  r.keys.resize(text.size() + 64);
  out.key = r.keys.data();
  CutState state;
  for (uint32_t from = 0; from < bytes; from += piece) {
    cut(memory.data() + shift, from, std::min(from + piece, bytes), &state, &out);
    for (const uint64_t bit :
         {state.after_digit, state.after_split, state.after_word, state.after_single}) {
      r.states.push_back(bit);
    }
  }
  r.begin.resize(out.begins);
  r.end.resize(out.ends);
  r.line_token.resize(out.lines);
  r.line_end.resize(out.lines);
  r.special.resize(out.specials);
  r.keys.resize(out.begins);
  return r;
}

struct CutWay {
  uint32_t piece, shift;
  char padding;
};
constexpr CutWay kCutWays[] = {{64, 0, '5'}, {8192, 1, '\n'}, {128, 33, '.'}, {192, 63, 'a'}};

void ExpectCutsAlike(const Kernels& set, const std::string& text, const CutWay& way) {
  ASSERT_TRUE(RunCut(set.cut_13a, text, way.piece, way.shift, way.padding) ==
              RunCut(Scalar().cut_13a, text, way.piece, 0, ' '))
      << "13a, piece " << way.piece << ", text " << text.substr(0, 100);
  ASSERT_TRUE(RunCut(set.cut_whitespace, text, way.piece, way.shift, way.padding) ==
              RunCut(Scalar().cut_whitespace, text, way.piece, 0, ' '))
      << "whitespace, piece " << way.piece << ", text " << text.substr(0, 100);
}

void ExpectCutsAlike(const Kernels& set, const std::string& text) {
  for (const CutWay& way : kCutWays) ExpectCutsAlike(set, text, way);
}

// Every string of five of these characters, at each position across a block boundary.
TEST_P(EverySet, CutsEveryShortStringAcrossBlockBorders) {
  constexpr std::string_view kAlphabet = "a1.-, ";
  for (uint32_t column = 59; column <= 64; ++column) {
    std::string text;
    for (uint32_t number = 0; number < 6 * 6 * 6 * 6 * 6; ++number) {
      std::string cell(column, 'x');
      cell[column - 1] = column % 2 == 0 ? '1' : ' ';
      for (uint32_t rest = number, i = 0; i < 5; ++i, rest /= 6) cell += kAlphabet[rest % 6];
      cell += number % 2 == 0 ? '\n' : 'y';
      cell.resize(127, number % 3 == 0 ? '.' : ' ');
      text += cell + '\n';
    }
    ExpectCutsAlike(*GetParam(), text, kCutWays[column % 4]);
  }
}

TEST_P(EverySet, CutsSpecialsAtEveryPlaceOfABlock) {
  const std::string specials[] = {"&quot;",
                                  "&amp;",
                                  "&lt;",
                                  "&gt;",
                                  "<skipped>",
                                  "&apos;",
                                  "&am",
                                  "<skip>",
                                  "&&quot;",
                                  "<<skipped>",
                                  "\xC2\x85",
                                  "\xC2\xA0",
                                  "\xC2\xA1",
                                  "\xE1\x9A\x80",
                                  "\xE1\x9A\x81",
                                  "\xE2\x80\x80",
                                  "\xE2\x80\x8A",
                                  "\xE2\x80\x8B",
                                  "\xE2\x80\xA8",
                                  "\xE2\x80\xA9",
                                  "\xE2\x80\xAF",
                                  "\xE2\x80\x9E",
                                  "\xE2\x81\x9F",
                                  "\xE2\x81\xA0",
                                  "\xE3\x80\x80",
                                  "\xE3\x80\x82",
                                  "\xE2\x80",
                                  "\xC2",
                                  "\xFF",
                                  "\xF0\x9F\x98\x80",
                                  std::string(1, '\0'),
                                  std::string("\xC2\xA0\x00\xE3\x80\x80\xFF", 7)};
  for (uint32_t column = 0; column < 70; ++column) {
    std::string text;
    for (const std::string& special : specials) text += std::string(column, 'x') + special + "y\n";
    ExpectCutsAlike(*GetParam(), text);
  }
}

TEST_P(EverySet, CutsRandomAndDegenerateText) {
  RandomText random(1);
  std::string sentences, bytes, digits;
  for (const std::string& segment : random.Segments(200)) sentences += segment + '\n';
  for (uint32_t i = 0; i < 300; ++i) bytes += random.Bytes(random.Below(200)) + '\n';
  for (uint32_t i = 0; i < 20000; ++i) digits += ".,1-2 "[random.Below(6)];
  ExpectCutsAlike(*GetParam(), sentences);
  ExpectCutsAlike(*GetParam(), bytes);
  ExpectCutsAlike(*GetParam(), digits + '\n');
  ExpectCutsAlike(*GetParam(), "");
  ExpectCutsAlike(*GetParam(), "\n");
  for (const char c :
       {'\n', '.', ',', '-', '1', 'a', ' ', '&', '<', '\0', '\xC2', '\xE2', '\xFF'}) {
    for (const size_t length : {1, 63, 64, 65, 127, 128, 200, 9000}) {
      ExpectCutsAlike(*GetParam(), std::string(length, c) + '\n');
      ExpectCutsAlike(*GetParam(), "1" + std::string(length, c) + "1\n");
    }
  }
}

// The tokens of a segment.
using Pieces = std::vector<std::string>;

template <typename Rules>
Pieces PiecesOf(std::string_view line, bool trims_left) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  CutByRules<Rules>(trims_left ? Trim(line) : TrimRight(line), 0, view);
  const Tokens tokens = view.Segment(0).tokens;
  Pieces pieces;
  for (uint32_t i = 0; i < tokens.count; ++i) pieces.emplace_back(tokens[i]);
  return pieces;
}

// Rules by which a character is white space or a token.
struct EveryCharacter {
  static constexpr ByteClasses kByteClasses = [] {
    ByteClasses classes = SpaceByteClasses();
    for (CharacterClass& value : classes) {
      if (value == CharacterClass::kOther) value = CharacterClass::kSingle;
    }
    return DecodeBeyondAscii(classes);
  }();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    return IsSpace(code_point) ? CharacterClass::kWhite : CharacterClass::kSingle;
  }
};

// With hyphens as in zh, and with some letters as separate tokens, so that the lead byte C3 does
// not decide the class of a character.
struct SomeLettersAlone {
  static constexpr ByteClasses kByteClasses = DecodeBeyondAscii(MtevalByteClasses());
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    if (IsSpace(code_point)) return CharacterClass::kWhite;
    const bool alone = (code_point >= 0xE0 && code_point <= 0xE4) || code_point == 0x6F22;
    return alone ? CharacterClass::kSingle : CharacterClass::kOther;
  }
};

// Compares lines without special bytes with the segment cutter. Returns how many there are.
template <typename Rules, bool kTrimsLeft, bool kByCharacter>
int ExpectCutsByClasses(const Kernels& set, const std::string& text, const CutWay& way) {
  const auto cut = [&set](auto... arguments) {
    set.cut_classes(&ClassTables<Rules, kTrimsLeft, kByCharacter>(), arguments...);
  };
  const CutResult r = RunCut(cut, text, way.piece, way.shift, way.padding);
  EXPECT_EQ(r.begin.size(), r.end.size());
  int plain = 0;
  uint32_t begin = 0, token = 0;
  for (size_t line = 0; line < r.line_end.size(); ++line) {
    const uint32_t end = r.line_end[line], tokens = r.line_token[line];
    const auto special = std::lower_bound(r.special.begin(), r.special.end(), begin);
    if (special == r.special.end() || *special > end) {
      Pieces pieces;
      for (uint32_t i = token; i < tokens; ++i) {
        pieces.push_back(text.substr(r.begin[i], r.end[i] - r.begin[i]));
        if (kByCharacter) {
          EXPECT_EQ(r.keys[i], TokenKey(pieces.back(), DefaultHash().function));
        }
      }
      const std::string of_line = text.substr(begin, end - begin);
      EXPECT_EQ(pieces, PiecesOf<Rules>(of_line, kTrimsLeft)) << '[' << of_line << ']';
      ++plain;
    }
    begin = end + 1;
    token = tokens;
  }
  return plain;
}

// Returns text of a few kinds of characters at a time.
std::string CutText(RandomText& random) {
  std::string text;
  std::vector<std::string> kinds;
  const uint32_t run = 1 + random.Below(300);
  for (uint32_t n = random.Below(2000); n > 0; --n) {
    if (kinds.empty() || random.Below(run) == 0) kinds = random.Characters(1 + random.Below(8));
    text += random.Below(12) == 0 ? "\n" : kinds[random.Below(static_cast<uint32_t>(kinds.size()))];
  }
  return text + '\n';
}

// Returns ASCII with two-byte letters and, rarely, other characters, including broken ones.
std::string LatinText(RandomText& random) {
  static constexpr std::string_view kLetters[] = {"ä", "ß", "é", "\u00FF", "Ā", "č", "×", "÷", "à"};
  static constexpr std::string_view kAscii = "abcdefghijklmnop0123456789  .,.,--!$'(<\t\n";
  std::string text;
  const uint32_t often = 2 + random.Below(100), seldom = 50 + random.Below(1000);
  for (uint32_t n = random.Below(2000); n > 0; --n) {
    if (random.Below(seldom) == 0) {
      text += random.Characters(1)[0];
    } else if (random.Below(often) == 0) {
      text += kLetters[random.Below(std::size(kLetters))];
    } else {
      text += kAscii[random.Below(kAscii.size())];
    }
  }
  return text + '\n';
}

TEST_P(EverySet, CutsByClassesAsTheSegmentCutter) {
  if (GetParam()->cut_classes == nullptr) GTEST_SKIP() << "the segment cutter is used instead";
  RandomText random(8);
  int lines = 0, plain = 0;
  for (uint32_t round = 0; round < 800; ++round) {
    const std::string text = round % 2 == 0 ? CutText(random) : LatinText(random);
    const CutWay& way = kCutWays[round / 2 % 4];
    lines += static_cast<int>(4 * std::count(text.begin(), text.end(), '\n'));
    plain += ExpectCutsByClasses<RulesIntl, false, false>(*GetParam(), text, way);
    plain += ExpectCutsByClasses<RulesIntl, true, false>(*GetParam(), text, way);
    plain += ExpectCutsByClasses<SomeLettersAlone, true, false>(*GetParam(), text, way);
    plain += ExpectCutsByClasses<EveryCharacter, false, true>(*GetParam(), text, way);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(plain, lines / 4);  // not all lines are broken
}

// ---- keys ----

TEST_P(EverySet, KeysAreTokenKeysUnderXxh3) {
  RandomText random(2);
  for (const uint32_t count : {0u, 1u, 7u, 8u, 9u, 511u, 512u, 513u, 2000u}) {
    std::string text;
    std::vector<uint32_t> begin, end;
    for (uint32_t i = 0; i < count; ++i) {
      begin.push_back(static_cast<uint32_t>(text.size()));
      const uint32_t size = i % 3 == 0 ? 1 + i % 300 : 1 + random.Below(20);
      for (uint32_t k = 0; k < size; ++k) text += static_cast<char>(1 + random.Below(254));
      end.push_back(static_cast<uint32_t>(text.size()));
    }
    std::vector<uint64_t> expected, keys(count, 0);
    for (uint32_t i = 0; i < count; ++i) {
      expected.push_back(TokenKey(std::string_view(text).substr(begin[i], end[i] - begin[i]),
                                  FindHash("xxh3")->function));
    }
    text.append(kTextPadding, '\xFF');
    GetParam()->token_keys(text.data(), begin.data(), end.data(), count, keys.data());
    ASSERT_EQ(keys, expected) << count;
  }
}

// ---- matching ----

uint64_t ConstantHash(const char*, size_t) { return 7; }

// Returns a word of one to `longest` bytes from a small set, so that words repeat; two of the same
// length differ in one byte, anywhere.
std::string RandomWord(RandomText& random, uint32_t longest) {
  std::string word(1 + random.Below(longest), 'w');
  if (random.Below(2) == 0) word[random.Below(static_cast<uint32_t>(word.size()))] = 'v';
  return word;
}

Words RandomWords(RandomText& random, uint32_t count, uint32_t longest) {
  Words words;
  for (uint32_t i = 0; i < count; ++i) words.push_back(RandomWord(random, longest));
  return words;
}

TEST_P(EverySet, Match4EqualsNaive) {
  RandomText random(3);
  for (uint32_t round = 0; round < 1500; ++round) {
    const HashFunction hash = round % 2 == 0 ? DefaultHash().function : ConstantHash;
    constexpr uint32_t kLongest[] = {2, 8, 12, 40, 70, 200};
    const uint32_t longest = kLongest[random.Below(6)];
    const Words ref = RandomWords(random, round % 65, longest);
    const Words hyp =
        RandomWords(random, round % 10 == 0 ? 60 + random.Below(80) : random.Below(66), longest);
    const TokenList ref_list(ref, hash), hyp_list(hyp, hash);
    const Tokens ref_tokens = ref_list.tokens(), hyp_tokens = hyp_list.tokens();
    std::vector<int64_t> matches = {1, 20, 300, 4000};
    GetParam()->match4(&hyp_tokens, &ref_tokens, matches.data());
    std::vector<int64_t> expected = oracle::NaiveMatches({ref}, hyp, 4);
    expected[0] += 1;
    expected[1] += 20;
    expected[2] += 300;
    expected[3] += 4000;
    ASSERT_EQ(matches, expected) << "round " << round << ": " << hyp.size() << " words against "
                                 << ref.size();
  }
}

TEST_P(EverySet, MatchMasksSayWhichTokensAreEqual) {
  RandomText random(4);
  for (const uint32_t ref_count : {1u, 7u, 8u, 63u, 64u, 65u, 128u, 200u, 512u}) {
    for (const uint32_t hyp_count : {0u, 1u, 20u, 64u, 65u, 130u}) {
      const HashFunction hash = random.Below(2) == 0 ? DefaultHash().function : ConstantHash;
      const Words ref = RandomWords(random, ref_count, 40);
      const Words hyp = RandomWords(random, hyp_count, 40);
      const TokenList ref_list(ref, hash), hyp_list(hyp, hash);
      const Tokens ref_tokens = ref_list.tokens();
      const Tokens hyp_tokens = hyp_list.tokens();
      const uint32_t words = (ref_count + 63) / 64;
      std::vector<uint64_t> masks(size_t{hyp_count} * words, ~uint64_t{0});
      std::vector<uint64_t> expected(masks.size(), 0);
      for (uint32_t j = 0; j < hyp_count; ++j) {
        for (uint32_t i = 0; i < ref_count; ++i) {
          expected[j * words + i / 64] |= uint64_t{hyp[j] == ref[i]} << (i % 64);
        }
      }
      GetParam()->match_masks(&hyp_tokens, &ref_tokens, words, masks.data());
      ASSERT_EQ(masks, expected) << ref_count << ' ' << hyp_count;
    }
  }
}

// ---- edits ----

TEST_P(EverySet, EditsAsDefined) {
  RandomText random(6);
  for (int round = 0; round < 2000; ++round) {
    const HashFunction hash = round % 3 == 0 ? ConstantHash : DefaultHash().function;
    const uint32_t vocabulary = 1 + random.Below(40), most = round % 20 == 0 ? 65 : 24;
    const Words ref = RandomWords(random, random.Below(most), vocabulary);
    Words hyp = RandomWords(random, random.Below(most), vocabulary);
    if (round % 4 == 0) hyp = ref;
    const TokenList ref_list(ref, hash), hyp_list(hyp, hash);
    const Tokens ref_tokens = ref_list.tokens();
    const Tokens hyp_tokens = hyp_list.tokens();
    ASSERT_EQ(GetParam()->edits(&hyp_tokens, &ref_tokens), oracle::NaiveEdits(hyp, ref))
        << hyp.size() << " words against " << ref.size();
  }
}

Words AsWords(const std::string& text) {
  Words words;
  for (const char c : text) words.emplace_back(1, c);
  return words;
}

// In every band that the two texts may be compared in.
void ExpectBands(const Kernels& set, std::string columns, std::string rows) {
  if (columns.size() < rows.size()) std::swap(columns, rows);
  const auto length = static_cast<uint32_t>(columns.size()),
             count = static_cast<uint32_t>(rows.size());
  const int64_t edits = oracle::NaiveEdits(AsWords(columns), AsWords(rows));
  // What comes after the columns may equal the rows.
  const std::string text =
      std::string(kBandPadding, '\x80') + columns + std::string(kBandPadding, 'a');
  const auto bytes = [](const std::string& of) {
    return reinterpret_cast<const uint8_t*>(of.data());
  };
  for (uint32_t words = (length - count) / 64 + 1; words <= 4; ++words) {
    const int64_t found =
        set.edit_band(bytes(text) + kBandPadding, length, bytes(rows), count, words);
    if (edits < int64_t{64} * words) {
      ASSERT_EQ(found, edits) << words << ' ' << columns << ' ' << rows;
    } else {
      ASSERT_GE(found, edits) << words << ' ' << columns << ' ' << rows;
    }
  }
}

TEST_P(EverySet, EditBandsAsDefined) {
  if (GetParam()->edit_band == nullptr) GTEST_SKIP() << "masks of positions are used instead";
  RandomText random(7);
  const auto letters = [&](uint32_t n, uint32_t alphabet) {
    std::string text;
    for (uint32_t i = 0; i < n; ++i) text += static_cast<char>('a' + random.Below(alphabet));
    return text;
  };
  for (int round = 0; round < 600; ++round) {
    const uint32_t alphabet = 1 + random.Below(round % 2 == 0 ? 3 : 40);
    const std::string columns = letters(random.Below(round % 5 == 0 ? 400 : 140), alphabet);
    std::string rows = letters(random.Below(140), alphabet);
    // A part of the columns at another place, and all of them with a few edits.
    if (round % 3 == 0) rows += columns.substr(columns.size() / 3);
    if (round % 3 == 1) {
      rows = columns;
      for (uint32_t edit = random.Below(80); edit > 0 && !rows.empty(); --edit) {
        const uint32_t at = random.Below(static_cast<uint32_t>(rows.size()));
        rows.replace(at, random.Below(2), random.Below(2), 'x');
      }
    }
    ASSERT_NO_FATAL_FAILURE(ExpectBands(*GetParam(), columns, rows));
  }
  // Ways along a band's edges.
  for (const uint32_t moved : {1U, 31U, 32U, 33U, 63U, 64U, 65U, 127U, 128U, 129U}) {
    const std::string text = letters(200, 26);
    ASSERT_NO_FATAL_FAILURE(ExpectBands(*GetParam(), text, text.substr(moved)));
    ASSERT_NO_FATAL_FAILURE(ExpectBands(*GetParam(), text, letters(moved, 26) + text));
    ASSERT_NO_FATAL_FAILURE(
        ExpectBands(*GetParam(), text, text.substr(moved) + text.substr(0, moved)));
  }
}

// ---- other kernels ----

TEST_P(EverySet, CountsLinesAndLowersAscii) {
  RandomText random(5);
  for (uint32_t size = 0; size < 300; ++size) {
    std::string text = random.Bytes(size);
    for (char& c : text) {
      if (random.Below(4) == 0) c = '\n';
    }
    std::string lowered(size + 1, '#'), expected = text + '#';
    uint64_t high = 0;
    for (size_t i = 0; i < size; ++i) {
      high += static_cast<uint8_t>(text[i]) >= 0x80;
      if (text[i] >= 'A' && text[i] <= 'Z') expected[i] = static_cast<char>(text[i] + 32);
    }
    const auto lines = static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
    text.append(kTextPadding, '\n');
    ASSERT_EQ(GetParam()->count_lines(text.data(), size), lines) << size;
    ASSERT_EQ(GetParam()->lower_ascii(text.data(), size, lowered.data()), high) << size;
    ASSERT_EQ(lowered, expected) << size;
  }
}

TEST_P(EverySet, FindsBytes) {
  RandomText random(6);
  for (uint32_t size = 0; size < 300; ++size) {
    const WantedBytes wanted = {static_cast<uint8_t>(random.Below(3) * 16),
                                static_cast<uint8_t>(random.Below(256)), '"'};
    std::string text = random.Bytes(size);
    for (char& c : text) {
      if (random.Below(8) < size % 8) c = '"';
    }
    std::vector<uint32_t> expected, found(size + 8);
    for (uint32_t i = 0; i < size; ++i) {
      const auto c = static_cast<uint8_t>(text[i]);
      if (c < wanted.below || c == wanted.one || c == wanted.other) expected.push_back(i);
    }
    text.append(kTextPadding, '"');
    found.resize(GetParam()->find_bytes(text.data(), size, &wanted, found.data()));
    ASSERT_EQ(found, expected) << size;
  }
}

// ---- Beams ----

// Partial alignments of random keys, a few of them equal, with what may lie behind them.
struct Paths {
  std::vector<uint64_t> key, from, place, used;

  Paths(std::mt19937_64& random, uint32_t count) {
    constexpr uint64_t kTop = uint64_t{1} << 63;
    const uint64_t keys = random() % 3 == 0 ? 5 : random() % 2 == 0 ? 100 : kTop;
    for (uint32_t p = 0; p < count + 8; ++p) {
      key.push_back(random() % keys + (random() % 50 == 0 ? kTop : 0));
      from.push_back(random());
      place.push_back(random() << 32 | (random() % 4 == 0 ? UINT32_MAX : random() % 4));
      used.push_back(random() & random() & random());
    }
  }
  BeamPaths arrays() { return {key.data(), from.data(), place.data(), used.data()}; }
};

std::vector<uint64_t> First(const std::vector<uint64_t>& values, size_t count) {
  return {values.begin(), values.begin() + static_cast<ptrdiff_t>(count)};
}

void ExpectSame(const Paths& got, const Paths& want, size_t count) {
  ASSERT_EQ(First(got.key, count), First(want.key, count));
  ASSERT_EQ(First(got.from, count), First(want.from, count));
  ASSERT_EQ(First(got.place, count), First(want.place, count));
  ASSERT_EQ(First(got.used, count), First(want.used, count));
}

TEST_P(EverySet, BeamsGoOnByTheDefinition) {
  std::mt19937_64 random(21);
  size_t all = 0;
  for (int round = 0; round < 5000; ++round) {
    const auto count = static_cast<uint32_t>(random() % 70);
    Paths paths(random, count), out(random, count);
    BeamWay way = {};
    way.words = uint64_t{1} << random() % 64;
    way.barred = way.words | (random() % 2 == 0 ? uint64_t{1} << 63 : 0);
    way.cost = random() % 10;
    way.chunk = random() % 2 == 0 ? 3 : uint64_t{1} << 40;
    way.most = random() % 3 == 0 ? ~uint64_t{0} : paths.key[0] + random() % 10;
    way.distance = random() % 20;
    way.way = random() << 32;
    way.place = random();
    way.hypothesis = static_cast<uint32_t>(random() % 5 == 0 ? UINT32_MAX : random() % 4);
    Paths old = paths, want = out;
    uint32_t found = 0;
    for (uint32_t p = 0; p < count; ++p) {
      if ((paths.used[p] & way.barred) != 0) continue;
      const auto end = static_cast<uint32_t>(paths.place[p]);
      const bool ends = end != UINT32_MAX && end != way.hypothesis;
      const uint64_t key = paths.key[p] + way.cost + (ends ? way.chunk : 0);
      old.key[p] += way.distance;
      if (key > way.most) continue;
      want.key[found] = key;
      want.from[found] = way.way | p;
      want.place[found] = way.place;
      want.used[found++] = paths.used[p] | way.words;
    }
    const BeamPaths from = paths.arrays(), to = out.arrays();
    ASSERT_EQ(GetParam()->beam_go(&from, count, &way, &to), found);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(paths, old, count));
    ASSERT_NO_FATAL_FAILURE(ExpectSame(out, want, found));
    all += found;
  }
  EXPECT_GT(all, 10000u);
}

TEST_P(EverySet, BeamsKeepTheLeast) {
  std::mt19937_64 random(22);
  for (int round = 0; round < 5000; ++round) {
    const auto count = static_cast<uint32_t>(1 + random() % (round % 10 == 0 ? 400 : 40));
    Paths paths(random, count);
    if (round % 7 == 0) std::sort(paths.key.begin(), paths.key.end());
    if (round % 7 == 1) std::sort(paths.key.rbegin(), paths.key.rend());
    std::vector<uint64_t> sorted = First(paths.key, count);
    std::sort(sorted.begin(), sorted.end());
    const auto nth = static_cast<uint32_t>(random() % count);
    const uint64_t key = sorted[nth];
    const auto below =
        static_cast<uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), key) - sorted.begin());
    std::vector<uint64_t> memory(2 * (count + 8));
    uint32_t less = 3;
    ASSERT_EQ(GetParam()->nth_key(paths.key.data(), count, nth, memory.data(), &less), key);
    ASSERT_EQ(less, 3 + below);
    Paths want = paths;
    uint32_t kept = 0;
    for (uint32_t p = 0; p < count; ++p) {
      if (paths.key[p] > key) continue;
      want.key[kept] = paths.key[p];
      want.from[kept] = paths.from[p];
      want.place[kept] = paths.place[p];
      want.used[kept++] = paths.used[p];
    }
    const BeamPaths arrays = paths.arrays();
    ASSERT_EQ(GetParam()->beam_keep(&arrays, count, key), kept);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(paths, want, kept));
  }
}

TEST(Kernels, ScalarIsAlwaysThereAndNamesDiffer) {
  EXPECT_STREQ(Scalar().name, "scalar");
  std::set<std::string> names;
  for (const Kernels* set : RunnableKernels()) EXPECT_TRUE(names.insert(set->name).second);
  EXPECT_TRUE(names.count(ActiveKernels().name) == 1);
}

// Sets MTGAUGE_ISA during its lifetime. The choice is made once per process, so each value is tried
// in a new process, which inherits it.
class IsaVariable {
 public:
  explicit IsaVariable(const char* value) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const char* before = std::getenv("MTGAUGE_ISA");
    was_set_ = before != nullptr;
    if (was_set_) before_ = before;
    setenv("MTGAUGE_ISA", value, 1);
  }
  ~IsaVariable() {
    unsetenv("MTGAUGE_ISA");
    if (was_set_) setenv("MTGAUGE_ISA", before_.c_str(), 1);
  }

 private:
  bool was_set_;
  std::string before_;
};

TEST(KernelsDeathTest, EnvironmentChoosesTheSet) {
  for (const Kernels* set : RunnableKernels()) {
    const IsaVariable variable(set->name);
    EXPECT_EXIT(std::exit(set == &ActiveKernels() && *ActiveKernelsError() == '\0' ? 0 : 1),
                testing::ExitedWithCode(0), "")
        << set->name;
  }
}

TEST(KernelsDeathTest, UnknownSetIsReportedAndTheBestUsed) {
  const IsaVariable variable("avx1024");
  EXPECT_EXIT(
      {
        std::fputs(ActiveKernelsError(), stderr);
        std::exit(&ActiveKernels() == *(RunnableKernels().end() - 1) ? 0 : 1);
      },
      testing::ExitedWithCode(0), "'avx1024'; use one of: scalar");
}

}  // namespace
}  // namespace mtgauge
