// Splits texts into the pieces of a SentencePiece model. The pieces equal those of the library
// (0.2.3, or 0.1.97 to 0.2.1), but the code does not use it; tests compare the two.
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
#include "core/text/pieces/vocabulary.h"
#include "core/text/pieces/word_cache.h"

namespace mtgauge {

// Immutable and thread-safe.
class PieceEncoder {
 public:
  // The working memory of one thread, reused from text to text.
  class Scratch {
   public:
    // Results for the last text: its normalized form and the ends of its pieces.
    const PieceText& text() const { return text_; }
    const std::vector<PieceEnd>& pieces() const { return pieces_; }

   private:
    friend class PieceEncoder;
    // A part that is encoded independently of the rest.
    struct Part {
      std::string_view text;
      uint32_t begin;
      WordCache::Place* place;  // of a word; null for longer parts
    };
    PieceText text_;
    std::vector<Part> parts_;
    std::vector<PieceEnd> pieces_, part_;
    UnigramModel::Scratch unigram_;
    BpeModel::Scratch bpe_;
    WordCache words_;
    bool valid_ = true;
  };

  // Returns null if the file is not a model.
  static std::unique_ptr<PieceEncoder> Make(std::string_view file, PieceRule rule);

  // Here every unknown character is a piece of its own. Returns false if a piece is a control
  // symbol, as the library refuses such a text.
  bool Encode(std::string_view text, Scratch& scratch) const;
  // Returns whether unknown characters are written as pieces for their bytes.
  bool byte_fallback() const { return byte_fallback_; }
  // Returns whether pieces depend on the rule.
  bool follows_rule() const { return algorithm_ == PieceModel::Algorithm::kUnigram; }

 private:
  // The places that no piece crosses.
  enum class Seam : uint8_t { kNone, kBeforeSpaces, kBehindSpaces };

  bool Build(const PieceModel& model, PieceRule rule);
  bool CutsInParts() const;
  static Seam FindSeam(const PieceModel& model);
  size_t PartLength(std::string_view text) const;
  void FindParts(Scratch& scratch) const;
  float AddPart(const Scratch::Part& part, float before, Scratch& scratch) const;
  float AddWord(const Scratch::Part& word, float before, Scratch& scratch) const;
  void Learn(std::string_view word, float before, WordCache::Entry& entry, Scratch& scratch) const;

  PieceModel::Algorithm algorithm_ = PieceModel::Algorithm::kUnigram;
  bool byte_fallback_ = false;
  Seam seam_ = Seam::kNone;
  PieceNormalizer normalizer_;
  UnigramModel unigram_;
  BpeModel bpe_;
  PieceVocabulary vocabulary_;
};

}  // namespace mtgauge
