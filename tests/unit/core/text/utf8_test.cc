// UTF-8 decoding, encoding, validation and repair, compared with Python's.
#include "core/text/utf8.h"

#include <gtest/gtest.h>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

TEST(Utf8, DecodesWhatItEncodes) {
  for (uint32_t value = 0; value < 0x110000; ++value) {
    if (value >= 0xD800 && value < 0xE000) continue;
    std::string text = "x";
    AppendUtf8(value, text);
    const CodePoint code_point = DecodeAt(text, 1);
    ASSERT_EQ(code_point.value, value);
    ASSERT_EQ(code_point.length, text.size() - 1);
  }
}

TEST(Utf8, InvalidBytesComeOneByOne) {
  for (const std::string_view text :
       {"\x80", "\xC1\xBF", "\xC3", "\xE2\x82", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    const CodePoint code_point = DecodeAt(text, 0);
    EXPECT_EQ(code_point.value, kInvalidByte + static_cast<uint8_t>(text[0])) << text;
    EXPECT_EQ(code_point.length, 1u) << text;
    EXPECT_FALSE(IsValidUtf8(text)) << text;
  }
}

struct Repair {
  std::string_view text;
  size_t first_invalid;
  std::string_view replaced;
};

TEST(Utf8, RepairsAsPythonDoes) {
  constexpr Repair kRepairs[] = {
      {"caf\xC3", 3, "caf\uFFFD"},
      {"\xE2\x82"
       "A",
       0, "\uFFFDA"},
      {"\xED\xA0\x80", 0, "\uFFFD\uFFFD\uFFFD"},
      {"\xF0\x9F\x98x", 0, "\uFFFDx"},
      {"a\xFF"
       "b",
       1, "a\uFFFDb"},
      {"\xF4\x90\x80\x80", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xC0\xAF", 0, "\uFFFD\uFFFD"},
      {"ok \xF0\x9F", 3, "ok \uFFFD"},
  };
  for (const Repair& repair : kRepairs) {
    EXPECT_EQ(FindInvalidUtf8(repair.text), repair.first_invalid) << repair.text;
    EXPECT_EQ(ReplaceInvalidUtf8(repair.text), repair.replaced);
  }
  EXPECT_EQ(FindInvalidUtf8("plain, äöü, \U0001F600"), std::nullopt);
  EXPECT_EQ(ReplaceInvalidUtf8("äöü"), "äöü");
  EXPECT_EQ(ReplaceInvalidUtf8(""), "");
}

// FNV-1a over every string of 1 to 4 bytes of an alphabet with each kind of byte; equals the sum
// over the results of CPython 3.11: bytes.decode("utf-8", "replace") and UnicodeDecodeError.start.
TEST(Utf8, EveryShortStringAsPython) {
  constexpr std::string_view kAlphabet =
      "\x41\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xE0\xE1\xED\xF0\xF1\xF4\xF5";
  std::string all;
  for (size_t length = 1, strings = 16; length <= 4; ++length, strings *= 16) {
    for (size_t number = 0; number < strings; ++number) {
      std::string text;
      for (size_t i = length; i-- > 0;) text += kAlphabet[number >> (4 * i) & 15];
      const std::optional<size_t> invalid = FindInvalidUtf8(text);
      EXPECT_EQ(IsValidUtf8(text), !invalid.has_value());
      all += ReplaceInvalidUtf8(text) + static_cast<char>(invalid.value_or(255));
    }
  }
  EXPECT_EQ(FindHash("fnv1a")->function(all.data(), all.size()), 0x15E9037B97094FBEu);
}

TEST(Utf8, FindsTheFirstOfMany) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "wörter ";
  const size_t at = text.size();
  text += "\x80 und \xFF";
  EXPECT_EQ(FindInvalidUtf8(text), at);
}

}  // namespace
}  // namespace mtgauge
