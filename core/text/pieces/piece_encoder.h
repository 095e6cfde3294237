// Cuts texts into the pieces of a SentencePiece model, each of them the library's (Debian's
// 0.1.97), without the library: tests compare the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/text/pieces/bpe.h"
#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_normalizer.h"
#include "core/text/pieces/unigram.h"
#include "core/text/pieces/word_cache.h"

namespace mtgauge {

// Immutable and thread-safe.
class PieceEncoder {
 public:
  // What one thread cuts with, a text after the other.
  class Scratch {
   public:
    // Of the last text: what was cut, and where its pieces end.
    const NormalizedText& text() const { return text_; }
    const std::vector<PieceEnd>& pieces() const { return pieces_; }

   private:
    friend class PieceEncoder;
    // What is cut without a look at the rest.
    struct Part {
      std::string_view text;
      uint32_t begin;
      WordCache::Place* place;  // of a word; null for what is longer
    };
    NormalizedText text_;
    std::vector<Part> parts_;
    std::vector<PieceEnd> pieces_, part_;
    UnigramModel::Scratch unigram_;
    BpeModel::Scratch bpe_;
    WordCache words_;
  };

  // Null for a file that is no model, or a model that only the library knows.
  static std::unique_ptr<PieceEncoder> Make(std::string_view file);

  // Unknown characters are pieces of their own here.
  void Encode(std::string_view text, Scratch& scratch) const;
  // Whether unknown characters are written as pieces for their bytes.
  bool byte_fallback() const { return byte_fallback_; }

 private:
  // Where no piece goes across.
  enum class Seam : uint8_t { kNone, kBeforeSpaces, kBehindSpaces };

  static Seam FindSeam(const PieceModel& model);
  size_t PartLength(std::string_view text) const;
  void FindParts(Scratch& scratch) const;
  float AddPart(const Scratch::Part& part, float before, Scratch& scratch) const;
  float AddWord(const Scratch::Part& word, float before, Scratch& scratch) const;
  void Learn(std::string_view word, float before, WordCache::Entry& entry, Scratch& scratch) const;

  bool is_bpe_ = false;
  bool byte_fallback_ = false;
  Seam seam_ = Seam::kNone;
  PieceNormalizer normalizer_;
  UnigramModel unigram_;
  BpeModel bpe_;
};

}  // namespace mtgauge
