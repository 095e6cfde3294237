// Numbers for the distinct tokens, or characters, of one segment's references: 0, 1, 2, ... in
// order of first occurrence. Tokens of segments of usual length are found by comparing the keys of
// all pairs; characters, and tokens of longer segments, by lookup in an index.
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

// The elements of a sequence. Characters are code points (an undecodable byte counts as one), with
// one space between tokens.
enum class SymbolKind { kToken, kCharacter };

using Symbols = std::span<const uint32_t>;
// The name of symbols that no reference contains; it equals nothing, not even itself.
inline constexpr uint32_t kNoSymbol = GenerationIndex::kNone;

// The named references of a segment, whose views must outlive it. Immutable between calls of Set():
// several threads may look up hypotheses at once. Reuses its memory.
class ReferenceSymbols {
 public:
  // Above this many tokens in all references, an index is faster than comparing all pairs.
  static constexpr size_t kMostCompared = 256;

  ReferenceSymbols(SymbolKind kind, HashFunction hash) : kind_(kind), hash_(hash) {}

  void Set(std::span<const Tokens> references);

  uint32_t references() const { return static_cast<uint32_t>(ends_.size()); }
  Symbols operator[](uint32_t r) const {
    const size_t begin = r == 0 ? 0 : ends_[r - 1];
    return {ids_.data() + begin, ends_[r] - begin};
  }
  uint32_t distinct() const { return distinct_; }  // greater than every name

  // Returns the names of a hypothesis, stored in `memory`.
  Symbols Find(const Tokens& hypothesis, Buffer<uint32_t>& memory) const;

 private:
  void Compare(const Tokens& tokens, uint32_t* id) const;
  void SetByComparing();
  void SetByTable(std::span<const Tokens> references);

  SymbolKind kind_;
  HashFunction hash_;
  uint32_t distinct_ = 0;
  bool compares_ = false;
  std::vector<Tokens> compared_;  // the references, if it compares
  GenerationIndex index_;
  Buffer<std::string_view> words_;  // by name
  Buffer<uint32_t> ids_;            // names of the references, concatenated
  std::vector<size_t> ends_;        // end of each reference in ids_
};

}  // namespace mtgauge
