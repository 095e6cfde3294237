// The tokenizer of Google's rouge_score: lowercases; then every run of a to z and 0 to 9 is a
// token.
//
// Outside ASCII, Python's lower() gives an ASCII letter for only two characters: U+212A (the kelvin
// sign) becomes "k", and U+0130 becomes "i" and a combining dot, which ends the token. LF stays
// between the tokens: it ends a sentence of ROUGE-Lsum.
//
// The tokenizer of ROUGE-1.5.5 does the same, but lowercases only A to Z.
#include <array>

#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {
namespace {

constexpr std::string_view kKelvin = "\u212A", kDottedI = "\u0130";

// The lower case of a byte within a token; 0 if it is in no token.
constexpr std::array<char, 256> kRougeBytes = [] {
  std::array<char, 256> bytes{};
  for (size_t i = '0'; i <= '9'; ++i) bytes[i] = static_cast<char>(i);
  for (size_t i = 'a'; i <= 'z'; ++i) bytes[i] = bytes[i - ('a' - 'A')] = static_cast<char>(i);
  return bytes;
}();

constexpr uint8_t kMark = 0xFF;  // not in UTF-8

// Puts a space in place of each byte that is in no token, and lowercases the others; keeps LF and
// marks. One loop without a branch, which compilers make a loop over vectors.
void KeepRougeBytes(char* text, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    const auto lowered = static_cast<uint8_t>(byte | 0x20);
    const bool letter = static_cast<uint8_t>(lowered - 'a') < 26,
               same = static_cast<uint8_t>(byte - '0') < 10 || byte == '\n' || byte == kMark;
    text[i] = static_cast<char>(letter ? lowered : same ? byte : ' ');
  }
}

// The same, but marks the characters outside ASCII that have a lower case within it.
void KeepGoogleBytes(char* text, size_t bytes) {
  const std::string_view all(text, bytes);
  for (const std::string_view letter : {kKelvin, kDottedI}) {
    for (size_t at = all.find(letter); at != all.npos; at = all.find(letter, at + 1)) {
      text[at] = static_cast<char>(kMark);
    }
  }
  KeepRougeBytes(text, bytes);
}

class TokenizerRouge final : public Tokenizer {
 public:
  explicit TokenizerRouge(bool ascii) : ascii_(ascii) {}

  // Rewrites a copy in place, since nothing grows.
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    char* const text = view.Keep(segment);
    view.BeginSegment(text);
    uint32_t begin = 0, written = 0;
    const auto end_token = [&](char separator) {
      if (begin < written) view.AddToken(begin, written);
      text[written++] = separator;
      begin = written;
    };
    for (size_t read = 0; read < segment.size(); ++read) {
      const char byte = segment[read], kept = kRougeBytes[static_cast<uint8_t>(byte)];
      if (kept != 0) {
        text[written++] = kept;
      } else if (!ascii_ && byte == kKelvin[0] && segment.substr(read).starts_with(kKelvin)) {
        text[written++] = 'k';
        read += kKelvin.size() - 1;
      } else if (!ascii_ && byte == kDottedI[0] && segment.substr(read).starts_with(kDottedI)) {
        text[written++] = 'i';
        end_token(' ');
        read += kDottedI.size() - 1;
      } else {
        end_token(byte == '\n' ? '\n' : ' ');
      }
    }
    if (begin < written) view.AddToken(begin, written);
    view.EndSegment(index);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutRewritten(*this, ascii_ ? &KeepRougeBytes : &KeepGoogleBytes, text, bytes,
                               segments, asides, view);
  }

 private:
  bool ascii_;  // lowercases only A to Z
};

}  // namespace

extern const TokenizerRow kTokenizerRouge = {
    "rouge", "rouge",
    "",      "as Google's rouge_score: lower-cased runs of a to z and 0 to 9",
    false,   &OnlyOne<TokenizerRouge, false>,
};

extern const TokenizerRow kTokenizerRouge155;
const TokenizerRow kTokenizerRouge155 = {
    "rouge155", "rouge155",
    "",         "as ROUGE-1.5.5: runs of a to z and 0 to 9, with A to Z lower-cased",
    false,      &OnlyOne<TokenizerRouge, true>,
};

}  // namespace mtgauge
