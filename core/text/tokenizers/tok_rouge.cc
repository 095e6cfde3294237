// The tokenizer of Google's rouge_score: lower case, then every run of a to z and 0 to 9 is a
// token.
//
// Beyond ASCII Python's lower() gives a letter of ASCII for two characters only: U+212A (the kelvin
// sign) becomes "k", and U+0130 becomes "i" and a combining dot, which ends the token. LF stays
// between the tokens: it ends a sentence of ROUGE-Lsum.
#include "core/text/tokenizer/segment_cutter.h"
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct RulesRouge {
  static constexpr ByteClasses kByteClasses = DecodeBeyondAscii(SpaceByteClasses());
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t) { return CharacterClass::kWhite; }
};

char RougeByte(char byte) {
  if (byte >= 'A' && byte <= 'Z') return static_cast<char>(byte | 0x20);
  const bool kept = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
  return kept || byte == '\n' ? byte : ' ';
}

// In place; returns the new size.
size_t RewriteAsRouge(char* data, size_t size) {
  const std::string_view text(data, size);
  size_t written = 0;
  for (size_t read = 0; read < size;) {
    if (text.substr(read).starts_with("\u212A")) {
      data[written++] = 'k';
      read += 3;
    } else if (text.substr(read).starts_with("\u0130")) {
      data[written++] = 'i';
      data[written++] = ' ';
      read += 2;
    } else {
      data[written++] = RougeByte(data[read++]);
    }
  }
  return written;
}

class TokenizerRouge final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    char* const rewritten = view.Keep(segment);
    CutByRules<RulesRouge>({rewritten, RewriteAsRouge(rewritten, segment.size())}, index, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizerRouge = {
    "rouge",
    "rouge",
    "",
    "as Google's rouge_score: lower-cased runs of a to z and 0 to 9",
    false,
    []() -> const Tokenizer& {
      static const TokenizerRouge tokenizer;
      return tokenizer;
    },
};

}  // namespace mtgauge
