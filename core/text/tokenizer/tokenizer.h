// Tokenizers and the table of them.
//
// To add one: core/text/tokenizers/tok_NAME.cc with a TokenizerRow, its line in tokenizer.cc and in
// core/CMakeLists.txt. Help, tests and benchmarks walk the table. Those that need a model are in
// model_tokenizer.h.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/text/batch.h"
#include "core/text/view.h"

namespace mtgauge {

// Immutable and thread-safe. Total: any bytes are fine, invalid UTF-8 too (an invalid byte is a
// code point of its own that is neither space nor punctuation; rewriting may join such bytes).
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // Cuts one segment into `view` by View::BeginSegment .. EndSegment. The segment may hold LF and
  // NUL; trailing whitespace is removed first, as sacreBLEU does.
  virtual void CutSegment(std::string_view segment, uint32_t index, View& view) const = 0;

  // Cuts a whole stream. `text` is the stream's text under the wanted casing; `asides` likewise.
  // The default calls CutSegment line by line and is the twin of any faster one.
  virtual void CutStream(const char* text, uint32_t bytes, uint32_t segments,
                         std::span<const Aside> asides, View& view) const;
};

struct TokenizerRow {
  std::string_view name;       // "13a"
  std::string_view signature;  // the value of the signature's key `tok`
  std::string_view unicode;    // Unicode version that its tokens depend on; empty if none
  std::string_view help;
  bool splits_unspaced_scripts;  // false: Chinese, Japanese or Thai text comes out as huge tokens
  std::function<const Tokenizer&()> get;
  // The tokenizer that lowers as well, the way this one's tool does; empty: text is lowered before.
  std::string_view lowercasing = "";
  std::string_view model = "";    // digest of the model that its tokens depend on; empty if none
  bool splits_han_alone = false;  // of those scripts, Chinese characters and no others
};

// All tokenizers, the default (13a) first.
std::span<const TokenizerRow> Tokenizers();
const TokenizerRow* FindTokenizer(std::string_view name);
// The tokenizer that sacreBLEU chooses for a target language: zh, ja-mecab, ko-mecab, else 13a.
std::string_view TokenizerForLanguage(std::string_view target_language);

}  // namespace mtgauge
