// The one machine behind the tokenizers 13a, zh, intl, char and none.
//
// The reference tools run several regular expressions one after another over a segment, each
// putting spaces around what it matches, and split the result. Whether a character ends up alone
// depends only on its class, its neighbours' classes and one bit of history, so one pass from left
// to right gives the same tokens (tests/oracle/naive_tokenizers.h has the passes as they are
// written; the tests compare the two on every short string).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/text/utf8.h"
#include "core/text/view.h"

namespace mtgauge {

enum class CharacterClass : uint8_t {
  kOther,   // glues to its neighbours
  kDigit,   // glues; decides what becomes of kPoint and kHyphen
  kWhite,   // separates, belongs to no token
  kSingle,  // a token by itself
  kPoint,   // see CutByRules(): "." and "," of 13a, all punctuation of intl
  kHyphen,  // a token by itself behind a digit, glues otherwise
  kDecode,  // of a byte: ask Rules::Classify() about the code point
};

// The class of every byte that begins a character. One that is not ASCII may have a class too, if
// it is that of every character which it begins, and of it and its followers when they are broken.
using ByteClasses = std::array<CharacterClass, 256>;

constexpr void SetClass(ByteClasses& classes, std::string_view bytes, CharacterClass value) {
  for (const char byte : bytes) classes[static_cast<uint8_t>(byte)] = value;
}

// ASCII white space white; the four bytes that begin other white space kDecode; the rest kOther.
constexpr ByteClasses SpaceByteClasses() {
  ByteClasses classes{};
  SetClass(classes, "\t\n\v\f\r\x1C\x1D\x1E\x1F ", CharacterClass::kWhite);
  SetClass(classes, "\xC2\xE1\xE2\xE3", CharacterClass::kDecode);
  return classes;
}

constexpr ByteClasses DecodeBeyondAscii(ByteClasses classes) {
  for (size_t byte = 0x80; byte < 0x100; ++byte) classes[byte] = CharacterClass::kDecode;
  return classes;
}

// mteval-v13a's treatment of ASCII, which zh shares: punctuation alone, but for "'", ".", ",", "-".
constexpr ByteClasses MtevalByteClasses() {
  ByteClasses classes = SpaceByteClasses();
  SetClass(classes, "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~", CharacterClass::kSingle);
  SetClass(classes, "0123456789", CharacterClass::kDigit);
  SetClass(classes, ".,", CharacterClass::kPoint);
  SetClass(classes, "-", CharacterClass::kHyphen);
  return classes;
}

// Cuts `text`, trimmed as its tool trims it, into segment `index` of `view`. `Rules` has
//   static constexpr ByteClasses kByteClasses;
//   static constexpr bool kSpaceAround;  // the tool puts a space before and behind the segment
//   static CharacterClass Classify(uint32_t code_point);  // for bytes that say kDecode
//
// Points: the first expression takes pairs (not a digit, point) and goes on behind each, so a point
// is taken when a character precedes that is no digit and not itself a point taken. The second
// takes (point, not a digit). A point that neither takes glues, as in "3.14".
template <typename Rules>
void CutByRules(std::string_view text, uint32_t index, View& view) {
  static constexpr ByteClasses kClasses = Rules::kByteClasses;
  const auto size = static_cast<uint32_t>(text.size());
  const auto byte_class = [&](uint32_t at) { return kClasses[static_cast<uint8_t>(text[at])]; };
  const auto is_digit = [&](uint32_t at) {
    const CharacterClass value = byte_class(at);
    if (value != CharacterClass::kDecode) return value == CharacterClass::kDigit;
    return Rules::Classify(DecodeAt(text, at).value) == CharacterClass::kDigit;
  };

  view.BeginSegment(text.data());
  bool after_digit = false;
  bool consumed = !Rules::kSpaceAround;  // no character before, or a point that was taken
  uint32_t word = 0;                     // begin of the characters that glue up to `at`
  const auto end_word = [&](uint32_t at) {
    if (word < at) view.AddToken(word, at);
  };
  for (uint32_t at = 0; at < size;) {
    CharacterClass here = byte_class(at);
    uint32_t next = at + 1;
    if (here == CharacterClass::kDecode) {
      const CodePoint code_point = DecodeAt(text, at);
      next = at + code_point.length;
      here = Rules::Classify(code_point.value);
    }
    bool alone = false, taken = false;
    switch (here) {
      case CharacterClass::kOther:
        while (next < size && byte_class(next) == CharacterClass::kOther) ++next;
        break;
      case CharacterClass::kWhite:
        end_word(at);
        word = next;
        break;
      case CharacterClass::kSingle:
        alone = true;
        break;
      case CharacterClass::kPoint:
        taken = !after_digit && !consumed;
        alone = taken || (next < size ? !is_digit(next) : Rules::kSpaceAround);
        break;
      case CharacterClass::kHyphen:
        alone = after_digit;
        break;
      case CharacterClass::kDigit:
      case CharacterClass::kDecode:
        break;
    }
    if (alone) {
      end_word(at);
      view.AddToken(at, next);
      word = next;
    }
    after_digit = here == CharacterClass::kDigit;
    consumed = taken;
    at = next;
  }
  end_word(size);
  view.EndSegment(index);
}

}  // namespace mtgauge
