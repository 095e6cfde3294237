// Cuts as jiwer does; its white space is that of Python's str.isspace().
#include "core/text/tokenizers/tok_jiwer.h"

#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Returns whether a text may have white space of ASCII that the kernels take for a separator, but
// which can be inside words: any control character but LF. Vectorised by the compiler.
bool MayBeInsideWords(const char* text, uint32_t bytes) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < bytes; ++i) {
    const auto c = static_cast<uint8_t>(text[i]);
    found |= static_cast<uint32_t>(c < ' ') & static_cast<uint32_t>(c != '\n');
  }
  return found != 0;
}

// Adds words token by token, holding back white space until it is known to separate.
class WordCutter {
 public:
  explicit WordCutter(View& view) : view_(view) {}

  void Cut(std::string_view text) {
    for (uint32_t at = 0; at < text.size();) {
      const CodePoint next = DecodeAt(text, at);
      if (IsSpace(next.value)) {
        separates_ = spaces_ > 0 || next.value == ' ';
        if (spaces_++ == 0) space_ = at;
      } else {
        EndSpaces(at);
      }
      at += next.length;
    }
    if (in_word_) view_.AddToken(begin_, spaces_ > 0 ? space_ : static_cast<uint32_t>(text.size()));
  }

 private:
  // A character of a word comes at `at`.
  void EndSpaces(uint32_t at) {
    if (in_word_ && spaces_ > 0 && separates_) {
      view_.AddToken(begin_, space_);
      in_word_ = false;
    }
    if (!in_word_) begin_ = at;
    in_word_ = true;
    spaces_ = 0;
  }

  View& view_;
  bool in_word_ = false, separates_ = false;
  uint32_t begin_ = 0;   // of the word
  uint32_t space_ = 0;   // where white space began after the last character of a word
  uint32_t spaces_ = 0;  // its length in characters
};

class JiwerWordTokenizer final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    view.BeginSegment(segment.data());
    WordCutter(view).Cut(segment);
    view.EndSegment(index);
  }

  // The kernels leave lines with white space beyond ASCII to CutSegment().
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    if (MayBeInsideWords(text, bytes)) {
      return Tokenizer::CutStream(text, bytes, segments, asides, view);
    }
    StreamCutter::CutWhitespace(*this, text, bytes, segments, asides, view);
  }
};

template <bool kTrim>
class OneTokenTokenizer final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    view.BeginSegment(segment.data());
    const std::string_view text = kTrim ? Trim(segment) : segment;
    const auto begin = static_cast<uint32_t>(text.data() - segment.data());
    // Nothing looks for this token, so it needs no key.
    if (!text.empty()) view.AddToken(begin, begin + static_cast<uint32_t>(text.size()), 0);
    view.EndSegment(index);
  }
};

}  // namespace

const TokenizerRow& JiwerWords() {
  static const TokenizerRow row = {"jiwer",    "jiwer", "",
                                   "as jiwer", false,   &OnlyOne<JiwerWordTokenizer>};
  return row;
}

const TokenizerRow& JiwerCharacters() {
  static const TokenizerRow row = {"jiwer",    "jiwer", "",
                                   "as jiwer", true,    &OnlyOne<OneTokenTokenizer<true>>};
  return row;
}

const TokenizerRow& WholeText() {
  static const TokenizerRow row = {"whole",    "whole", "",
                                   "the text", true,    &OnlyOne<OneTokenTokenizer<false>>};
  return row;
}

}  // namespace mtgauge
