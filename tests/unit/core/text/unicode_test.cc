// Character properties, trimming and lower-casing. The sums are FNV-1a over the reference results:
// CPython 3.11 (Unicode 14.0), regex 2022.10.31 (Unicode 15.0) and regex 2026.11.19 (Unicode 18.0).
#include "core/text/unicode.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/hash.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

uint64_t Sum(const std::string& bytes) {
  return FindHash("fnv1a")->function(bytes.data(), bytes.size());
}

std::string Lower(std::string_view text) {
  std::string out = ">";
  AppendLowercase(text, out);
  EXPECT_EQ(out[0], '>');
  return out.substr(1);
}

// Calls `use` with every string of at most `longest` letters, short ones first, in the order of
// Python's itertools.product.
template <typename Use>
void ForEachString(const std::vector<std::string>& letters, size_t longest, const Use& use) {
  std::vector<std::string> strings = {""};
  for (size_t length = 0; length <= longest; ++length) {
    std::vector<std::string> longer;
    for (const std::string& text : strings) {
      use(text);
      for (const std::string& letter : letters) longer.push_back(text + letter);
    }
    strings = std::move(longer);
  }
}

TEST(Unicode, PropertiesOfEveryCodePoint) {
  std::string all;
  for (uint32_t c = 0; c < 0x110000; ++c) {
    all += static_cast<char>((IsSpace(c) ? 1 : 0) | (IsPunctuation(c) ? 2 : 0) |
                             (IsSymbol(c) ? 4 : 0) | (IsNumber(c) ? 8 : 0));
  }
  EXPECT_EQ(Sum(all), 0x26A465306EF20524u);
}

TEST(Unicode, NewestCategoriesOfEveryCodePoint) {
  std::string all;
  for (uint32_t c = 0; c < 0x110000; ++c) {
    std::string text;
    if (c < 0xD800 || c >= 0xE000) AppendUtf8(c, text);
    const int older =
        CharacterProperties(c) & (kPropertyPunctuation | kPropertySymbol | kPropertyNumber);
    ASSERT_TRUE(older == 0 || AddedCategory(c) == 0);
    const int unassigned = (FindNewer(text) & kUnassignedCharacters) != 0 ? 1 : 0;
    ASSERT_EQ((FindNewer(text) & kAddedCharacters) != 0, AddedCategory(c) != 0) << std::hex << c;
    all += static_cast<char>(older | AddedCategory(c) | unassigned);
  }
  EXPECT_EQ(Sum(all), 0xA69B7E3DBF2E0F32u);
}

TEST(Unicode, FindsNewerCharactersAmongOthers) {
  EXPECT_EQ(FindNewer("plain, \u20ac 5 \u4e2d\u6587 \U0001f600 \xff"), 0);
  EXPECT_EQ(FindNewer("\u0627\u0628\ufbc3\u0628"), kAddedCharacters);
  EXPECT_EQ(FindNewer("\u03b1\u0378\u03b1"), kUnassignedCharacters);
  EXPECT_EQ(FindNewer("\U0001cc00a\U0001ccff\xf0\x9f"), kAddedCharacters | kUnassignedCharacters);
}

TEST(Unicode, NothingAboveTheLastCodePoint) {
  for (const uint32_t value : {0x110000u, kInvalidByte + 0x85, kInvalidByte + 0xFF, UINT32_MAX}) {
    EXPECT_EQ(CharacterProperties(value), 0);
    EXPECT_EQ(AddedCategory(value), 0);
  }
}

TEST(Unicode, ZhCharactersWithTheSlipInTheRanges) {
  for (const uint32_t c :
       {0x2001u, 0x2013u, 0x20ACu, 0x2A6Du, 0x3001u, 0x4E00u, 0x9FBBu, 0xFF0Cu}) {
    EXPECT_NE(CharacterProperties(c) & kPropertyZh, 0) << std::hex << c;
  }
  for (const uint32_t c :
       {0x41u, 0x2000u, 0x2A6Eu, 0x3042u, 0x9FBCu, 0xAC00u, 0x20000u, 0x2F800u}) {
    EXPECT_EQ(CharacterProperties(c) & kPropertyZh, 0) << std::hex << c;
  }
}

TEST(Unicode, Trim) {
  EXPECT_EQ(TrimRight(" a b \u00A0\u3000\x1C\n"), " a b");
  EXPECT_EQ(Trim("\u2003\t a b \u0085"), "a b");
  EXPECT_EQ(TrimRight("\u200B"), "\u200B");
  EXPECT_EQ(Trim(" \u00A0 "), "");
  EXPECT_EQ(Trim(""), "");
  // The last byte of a broken sequence is not a space, though it is the last byte of one.
  EXPECT_EQ(TrimRight("x\xA0"), "x\xA0");
  EXPECT_EQ(TrimRight("x\xE2\x82 "), "x\xE2\x82");
}

TEST(Unicode, TrimEveryShortString) {
  std::string all;
  ForEachString({"a", " ", "\u00A0", "\u3000", "\u200B", "é", "\x1C"}, 5,
                [&](const std::string& text) {
                  all += std::string(TrimRight(text)) + '\0' + std::string(Trim(text)) + '\0';
                });
  EXPECT_EQ(Sum(all), 0x95A2E067888D830Du);
}

TEST(Lowercase, EveryCodePoint) {
  std::string all;
  for (uint32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    AppendUtf8(c, text);
    AppendLowercase(text, all);
  }
  EXPECT_EQ(Sum(all), 0xC319D02E8283B91Eu);
}

TEST(Lowercase, LengthsChange) {
  EXPECT_EQ(Lower("İİİİİİİİ"), "i̇i̇i̇i̇i̇i̇i̇i̇");
  EXPECT_EQ(Lower("ȺȾ \u212A\u1E9E"), "ⱥⱦ kß");
  EXPECT_EQ(Lower("\U00010400 and ABC"), "\U00010428 and abc");
}

TEST(Lowercase, FinalSigma) {
  EXPECT_EQ(Lower("ΟΔΥΣΣΕΥΣ"), "οδυσσευς");
  EXPECT_EQ(Lower("ΤΙΣ;ΠΩΣ"), "τις;πως");
  EXPECT_EQ(Lower("Σ"), "σ");
  EXPECT_EQ(Lower("ΑΣ.Α ΑΣ. ΑΣ'"), "ασ.α ας. ας'");
  EXPECT_EQ(Lower("ΑΣ\nΑΣΑ"), "ας\nασα");
  EXPECT_EQ(Lower("ΑΣ\x80"), "ας\x80");
}

TEST(Lowercase, SigmaInEveryShortString) {
  std::string all;
  ForEachString({"Σ", "a", "A", "'", "\u0301", " ", "1", "\n"}, 5,
                [&](const std::string& text) { all += Lower(text) + '\0'; });
  EXPECT_EQ(Sum(all), 0x7CF7DE935AA3C982u);
}

// Blocks of 8 bytes and single ones agree: a capital letter and a block-breaking byte at every
// offset.
TEST(Lowercase, BlocksAgreeWithSingleBytes) {
  const auto around = [](size_t before, const char* middle, size_t after, char letter) {
    return std::string(before, letter) + middle + std::string(after, letter);
  };
  for (size_t before = 0; before <= 20; ++before) {
    for (size_t after = 0; after <= 20; ++after) {
      ASSERT_EQ(Lower(around(before, "Ä", after, 'Q')), around(before, "ä", after, 'q'));
      ASSERT_EQ(Lower(around(before, "\xC3", after, 'Q')), around(before, "\xC3", after, 'q'));
    }
  }
  std::string bytes, lowered;
  for (int byte = 0; byte < 128; ++byte) {
    bytes += static_cast<char>(byte);
    lowered += static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
  }
  EXPECT_EQ(Lower(bytes), lowered);
}

// If more text follows, characters are lower-cased by table lookups.
TEST(Lowercase, LooksAgreeWithCharactersAlone) {
  const auto check = [](const std::string& character) {
    ASSERT_EQ(Lower(character + "--------"), Lower(character) + "--------");
  };
  for (uint32_t c = 0x80; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    AppendUtf8(c, text);
    ASSERT_NO_FATAL_FAILURE(check(text));
  }
  for (int lead = 0x80; lead < 0x100; ++lead) {
    for (int second = 0; second < 0x100; ++second) {
      for (const char third : {'\x41', '\x80', '\xA0', '\xBF', '\xC3'}) {
        ASSERT_NO_FATAL_FAILURE(check({static_cast<char>(lead), static_cast<char>(second), third}));
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
