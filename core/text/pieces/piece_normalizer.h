// Rewrites a text as a SentencePiece model wants it before it is cut: characters by the model's
// map, broken bytes as U+FFFD, extra spaces left out, the rest of them as U+2581.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/buffer.h"
#include "core/text/pieces/charsmap.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

// Where a text was written to; used again for the next one.
struct NormalizedText {
  Buffer<char> memory;  // 16 bytes may be read behind the text
  size_t size = 0;
  bool has_space = false;  // white space as Python knows it

  std::string_view text() const { return {memory.data(), size}; }
};

class PieceNormalizer {
 public:
  // Nothing when the map is broken.
  static std::optional<PieceNormalizer> Make(const PieceModel& model);

  void Normalize(std::string_view text, NormalizedText& out) const;
  // The user-defined pieces, which no rule changes.
  const PieceTrie& defined() const { return defined_; }

 private:
  struct Step {
    size_t length;  // bytes read
    std::string_view text;
  };
  // One text on its way.
  struct Writer;

  // What is written for the front of the text.
  Step Front(std::string_view text) const;
  void FindPlainBytes();
  void SkipSpaces(std::string_view& text) const;
  // Writes what needs no look at the rules; returns the first byte that does.
  size_t WritePlain(std::string_view text, size_t at, Writer& writer) const;
  void Write(std::string_view text, size_t bytes_left, Writer& writer) const;
  void TrimEnd(NormalizedText& out) const;

  Charsmap map_;
  PieceTrie defined_;
  std::string_view space_;  // what stands for a space
  bool space_before_ = false, space_behind_ = false, remove_extra_ = false;
  // Of ASCII: whether a character is written as it is when ASCII follows.
  std::array<bool, 256> plain_{};
  bool all_plain_ = false;  // all but the space, DEL and control characters
};

}  // namespace mtgauge
