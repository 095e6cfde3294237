// Walks through a text and its tokens, character by character.
#include "core/text/token_places.h"

#include <algorithm>
#include <string>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr uint32_t kPieceMark = 0x2581;
// The most characters, of text and tokens together, that may be skipped to resynchronize.
constexpr size_t kFarthest = 32;

// A character and its place: the byte offset in the text, or the index of the token.
struct Character {
  uint32_t value, place;
};

void Append(std::string_view text, uint32_t place, bool is_byte, std::vector<Character>& out) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    const bool passed = c.value == kPieceMark || IsSpace(c.value);
    if (!passed) out.push_back({c.value, is_byte ? static_cast<uint32_t>(at) : place});
    at += c.length;
  }
}

bool Agree(uint32_t of_text, uint32_t of_token) {
  if (of_text == of_token) return true;
  std::string letter, small;
  if (of_text >= kInvalidByte) return false;
  AppendUtf8(of_text, letter);
  AppendLowercase(letter, small);
  return DecodeAt(small, 0).value == of_token;
}

class Walk {
 public:
  Walk(std::string_view text, const Tokens& tokens) : places_(tokens.count) {
    end_ = static_cast<uint32_t>(text.size());
    Append(text, 0, true, text_);
    for (uint32_t t = 0; t < tokens.count; ++t) Append(tokens[t], t, false, tokens_);
  }

  std::vector<uint32_t> Places() {
    while (t_ < tokens_.size()) {
      if (p_ < text_.size() && !Agree(text_[p_].value, tokens_[t_].value)) {
        Resume();
      } else {
        Pass(1, 1);
      }
    }
    while (next_ < places_.size()) places_[next_++] = Byte(p_);
    return std::move(places_);
  }

 private:
  uint32_t Byte(size_t p) const { return p < text_.size() ? text_[p].place : end_; }

  // Skips characters on both sides; tokens that begin there get the places of the text's in step.
  void Pass(size_t of_text, size_t of_tokens) {
    for (size_t k = 0; k < of_tokens; ++k) {
      const uint32_t byte = Byte(p_ + std::min(k, of_text));
      while (next_ <= tokens_[t_ + k].place) places_[next_++] = byte;
    }
    p_ = std::min(p_ + of_text, text_.size());
    t_ += of_tokens;
  }

  // Skips as little as possible, preferably equally on both sides.
  void Resume() {
    for (size_t both = 1; both <= kFarthest; ++both) {
      for (size_t apart = both % 2; apart <= both; apart += 2) {
        for (const size_t of_text : {(both - apart) / 2, (both + apart) / 2}) {
          const size_t p = p_ + of_text, t = t_ + both - of_text;
          if (p < text_.size() && t < tokens_.size() && Agree(text_[p].value, tokens_[t].value)) {
            return Pass(of_text, both - of_text);
          }
        }
      }
    }
    Pass(1, 1);
  }

  std::vector<Character> text_, tokens_;
  size_t p_ = 0, t_ = 0;
  uint32_t next_ = 0;  // the first token without a place
  std::vector<uint32_t> places_;
  uint32_t end_;
};

}  // namespace

std::vector<uint32_t> TokenPlaces(std::string_view text, const Tokens& tokens) {
  return Walk(text, tokens).Places();
}

}  // namespace mtgauge
