// Small numbers for what is compared: the distinct tokens, or characters, of one segment's
// references are named 0, 1, 2, ... as they come. Tokens of segments of usual length are compared
// by their keys, all with all at a time; characters, and tokens of longer ones, are looked up.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/algo/ngrams/ngram_table.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/text/view.h"

namespace mtgauge {

// What a sequence consists of. Characters are code points (an undecodable byte is one of its own),
// with one space between tokens.
enum class Unit { kToken, kCharacter };

using Symbols = std::span<const uint32_t>;
// The name of whatever no reference has; it equals nothing, not even itself.
inline constexpr uint32_t kNoSymbol = GenerationIndex::kNone;

// Immutable between two Set(): several threads may look hypotheses up at once. The references'
// views must outlive it. Reuses its memory.
class ReferenceSymbols {
 public:
  // Beyond this many tokens, of all references, a table costs less than comparing all with all.
  static constexpr size_t kMostCompared = 256;

  ReferenceSymbols(Unit unit, HashFunction hash) : unit_(unit), hash_(hash) {}

  void Set(std::span<const Tokens> references);

  uint32_t references() const { return static_cast<uint32_t>(ends_.size()); }
  Symbols operator[](uint32_t r) const {
    const size_t begin = r == 0 ? 0 : ends_[r - 1];
    return {ids_.data() + begin, ends_[r] - begin};
  }
  uint32_t distinct() const { return distinct_; }  // every name is below it

  // The names of a hypothesis, kept in `memory`.
  Symbols Find(const Tokens& hypothesis, Buffer<uint32_t>& memory) const;

 private:
  void Compare(const Tokens& tokens, uint32_t* id) const;
  void SetByComparing();
  void SetByTable(std::span<const Tokens> references);

  Unit unit_;
  HashFunction hash_;
  uint32_t distinct_ = 0;
  bool compares_ = false;
  std::vector<Tokens> compared_;  // the references, if it compares
  GenerationIndex index_;
  Buffer<std::string_view> words_;  // of each name
  Buffer<uint32_t> ids_;            // of the references, one after the other
  std::vector<size_t> ends_;        // where each ends
};

}  // namespace mtgauge
