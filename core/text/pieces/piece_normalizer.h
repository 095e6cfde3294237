// Normalizes text for a SentencePiece model: applies the model's character map, replaces invalid
// bytes with U+FFFD, removes extra spaces and writes the others as U+2581.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/buffer.h"
#include "core/text/pieces/charsmap.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

// The result of normalizing a text, reused for the next one.
struct PieceText {
  Buffer<char> memory;  // 16 bytes after the text are readable
  size_t size = 0;
  bool has_space = false;  // contains white space by Python's definition

  std::string_view text() const { return {memory.data(), size}; }
};

class PieceNormalizer {
 public:
  // Returns nothing if the map is invalid.
  static std::optional<PieceNormalizer> Make(const PieceModel& model);

  void Normalize(std::string_view text, PieceText& out) const;
  // The user-defined pieces, which no rule changes.
  const PieceTrie& defined() const { return defined_; }

 private:
  struct Step {
    size_t length;  // bytes read
    std::string_view text;
  };
  // The output of one text while it is written.
  struct Writer;

  // Returns the replacement for the front of the text.
  Step Front(std::string_view text) const;
  void FindPlainBytes();
  void SkipSpaces(std::string_view& text) const;
  // Writes text that needs no look at the rules; returns the position of the first byte that does.
  size_t WritePlain(std::string_view text, size_t at, Writer& writer) const;
  void Write(std::string_view text, size_t bytes_left, Writer& writer) const;
  void TrimEnd(PieceText& out) const;

  Charsmap map_;
  PieceTrie defined_;
  std::string_view space_;  // the text written for a space
  bool space_before_ = false, space_behind_ = false, remove_extra_ = false;
  // For ASCII, whether a character followed by ASCII is copied as it is.
  std::array<bool, 256> plain_{};
  bool all_plain_ = false;  // all except the space, DEL and control characters
};

}  // namespace mtgauge
