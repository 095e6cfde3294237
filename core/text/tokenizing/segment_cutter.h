// The shared implementation of the tokenizers 13a, zh, intl, char and none.
//
// The reference tools apply several regular expressions to a segment in sequence, each of which
// puts spaces around its matches, and split the result. Whether a character becomes a token by
// itself depends only on its class, its neighbours' classes and one bit of history, so one pass
// from left to right gives the same tokens. (tests/oracle/naive_tokenizers.h implements the
// original passes; the tests compare the two on every short string.)
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/text/utf8.h"
#include "core/text/view.h"

namespace mtgauge {

enum class CharacterClass : uint8_t {
  kOther,   // joins its neighbours
  kDigit,   // joins its neighbours; affects kPoint and kHyphen
  kWhite,   // separates tokens, belongs to none
  kSingle,  // a token by itself
  kPoint,   // see CutByRules(): "." and "," of 13a, all punctuation of intl
  kHyphen,  // a token by itself after a digit, joins its neighbours otherwise
  kDecode,  // of a byte: Rules::Classify() decides by the code point
};

// The class of each byte that begins a character. A non-ASCII byte may have a class other than
// kDecode only if all characters that it begins have that class, and so do the bytes of a malformed
// sequence that it begins.
using ByteClasses = std::array<CharacterClass, 256>;

constexpr void SetClass(ByteClasses& classes, std::string_view bytes, CharacterClass value) {
  for (const char byte : bytes) classes[static_cast<uint8_t>(byte)] = value;
}

// Returns kWhite for ASCII whitespace, kDecode for the four bytes that begin other whitespace, and
// kOther for the rest.
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

// Returns mteval-v13a's classes of ASCII, which zh shares: punctuation is a token by itself, except
// "'", ".", "," and "-".
constexpr ByteClasses MtevalByteClasses() {
  ByteClasses classes = SpaceByteClasses();
  SetClass(classes, "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~", CharacterClass::kSingle);
  SetClass(classes, "0123456789", CharacterClass::kDigit);
  SetClass(classes, ".,", CharacterClass::kPoint);
  SetClass(classes, "-", CharacterClass::kHyphen);
  return classes;
}

// Cuts `text`, already trimmed as its tool does, into segment `index` of `view`. `Rules` has
//   static constexpr ByteClasses kByteClasses;
//   static constexpr bool kSpaceAround;  // the tool puts a space before and after the segment
//   static CharacterClass Classify(uint32_t code_point);  // for kDecode bytes
//
// Points: the first regular expression matches pairs (non-digit, point) and continues after each
// match, so it takes a point if the previous character exists, is not a digit and is not itself a
// taken point. The second matches (point, non-digit). A point that neither matches joins its
// neighbours, as in "3.14".
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
  bool consumed = !Rules::kSpaceAround;  // no previous character, or a taken point
  uint32_t word = 0;                     // start of the joined characters before `at`
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
