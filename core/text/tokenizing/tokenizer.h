// Tokenizers and the table of them.
//
// To add one: core/text/tokenizers/tok_NAME.cc with a TokenizerRow, and its line in tokenizer.cc.
// Help, tests and benchmarks iterate over the table. Tokenizers that need a model are in
// model_tokenizer.h.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/text/batch.h"
#include "core/text/view.h"

namespace mtgauge {

// A tokenizer. Immutable and thread-safe. Accepts any bytes: an invalid UTF-8 byte is a code point
// of its own that is neither space nor punctuation, but rewriting may join such bytes.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // Cuts one segment into `view` with View::BeginSegment .. EndSegment. The segment may contain LF
  // and NUL; trailing whitespace is removed first, as sacreBLEU does.
  virtual void CutSegment(std::string_view segment, uint32_t index, View& view) const = 0;

  // Cuts a whole stream. `text` and `asides` have the requested casing. The default calls
  // CutSegment for each line; faster overrides must give the same tokens.
  virtual void CutStream(const char* text, uint32_t bytes, uint32_t segments,
                         std::span<const Aside> asides, View& view) const;
};

// The versions of the data that tokens depend on. Empty: those that the tokenizer's tool has when
// it is installed today.
struct DataVersions {
  std::string unicode = "";
  std::string pieces = "";  // of SentencePiece
};
// SentencePiece's versions: the newest, and the last that chose pieces by other rules.
inline constexpr std::string_view kNewestPieces = "0.2.3";
inline constexpr std::string_view kOlderPieces = "0.2.1";

struct TokenizerRow {
  std::string_view name;       // "13a"
  std::string_view signature;  // value of the signature's key `tok`
  std::string_view unicode;    // Unicode version that its tokens depend on; empty if none
  std::string_view help;
  bool splits_unspaced_scripts;  // false: Chinese, Japanese or Thai text comes out as huge tokens
  std::function<const Tokenizer&()> get;
  // The tokenizer that also lowercases, as this one's tool does. If empty, text is lowercased
  // first.
  std::string_view lowercasing = "";
  std::string_view model = "";    // digest of the model that its tokens depend on; empty if none
  bool splits_han_alone = false;  // splits Chinese characters, but none of the other scripts
  // kNewestPieces if its tokens depend on SentencePiece's rules; empty if not, or by older rules.
  std::string_view pieces = "";
  bool outdated = false;                // its tool now has newer data
  const TokenizerRow* older = nullptr;  // the same tokenizer with older data
};

// Returns the tokenizer that a row of the table gives everyone.
template <typename T, auto... kArguments>
const Tokenizer& OnlyOne() {
  static const T tokenizer(kArguments...);
  return tokenizer;
}

// All tokenizers, the default (13a) first.
std::span<const TokenizerRow> Tokenizers();
const TokenizerRow* FindTokenizer(std::string_view name);
// Returns the tokenizer that sacreBLEU chooses for a target language: zh, ja-mecab, ko-mecab, else
// 13a.
std::string_view TokenizerForLanguage(std::string_view target_language);
// The error for a segment that the tokenizer cannot process.
Status RefusalError(const ErrorPlace& place, Refusal refusal, std::string_view tokenizer);

}  // namespace mtgauge
