// Splits only at ASCII white space, as Perl's split() does with bytes in Moses' multi-bleu.perl.
// Unicode spaces and U+001C to U+001F belong to words. With and without Perl's lc() of bytes, which
// lowercases A to Z.
#include <cstring>
#include <string_view>

#include "core/text/tokenizing/mteval_rewrite.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {
namespace {

constexpr std::string_view kSeparators = "\x1C\x1D\x1E\x1F";

constexpr ByteClasses AsciiByteClasses() {
  ByteClasses classes{};
  SetClass(classes, "\t\n\v\f\r ", CharacterClass::kWhite);
  return classes;
}

struct AsciiRules {
  static constexpr ByteClasses kByteClasses = AsciiByteClasses();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t) { return CharacterClass::kOther; }
};

class TokenizerAscii final : public Tokenizer {
 public:
  explicit TokenizerAscii(bool lowercase) : lowercase_(lowercase) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    std::string_view text = segment;
    if (lowercase_) {
      char* const lowered = view.Keep(text);
      LowerAscii(lowered, text.size());
      text = {lowered, text.size()};
    }
    CutByRules<AsciiRules>(text, index, view);
  }

  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    // The kernels treat these as white space, and leave lines with a Unicode space to CutSegment().
    for (const char separator : kSeparators) {
      if (std::memchr(text, separator, bytes) != nullptr) {
        return Tokenizer::CutStream(text, bytes, segments, asides, view);
      }
    }
    if (lowercase_) {
      StreamCutter::CutRewritten(*this, &LowerAscii, text, bytes, segments, asides, view);
    } else {
      StreamCutter::CutWhitespace(*this, text, bytes, segments, asides, view);
    }
  }

 private:
  bool lowercase_;
};

}  // namespace

extern const TokenizerRow kTokenizerAscii = {
    "ascii",    "ascii",
    "",         "splits at ASCII white space only, as multi-bleu.perl does",
    false,      &OnlyOne<TokenizerAscii, false>,
    "ascii-lc",
};

extern const TokenizerRow kTokenizerAsciiLowercase = {
    "ascii-lc", "ascii-lc",
    "",         "ascii, with A to Z lower-cased",
    false,      &OnlyOne<TokenizerAscii, true>,
};

}  // namespace mtgauge
