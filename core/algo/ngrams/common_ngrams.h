// How many n-grams, of all orders together, one sequence has in common with many references:
//
//   common[r] = sum over distinct n-grams of min(count in the sequence, count in reference r)
//
// The second, third, ... occurrence of an n-gram in a text is an item of its own, so every text is
// a set of items, and the sum is the size of an intersection. An item of many references is a
// column of bits. Columns are added 64 references at a time, into counters whose bits are in
// separate words. An item of few references is a list of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/ngrams/gram_names.h"

namespace mtgauge {

// What the index knows of one sequence; the same for all blocks of references.
struct CommonNgramProbe {
  std::vector<uint32_t> columns;  // of its frequent items, as often as they count
  std::vector<int16_t> of_rare;   // [reference]: how many rare items they have in common
};

// References as sequences of symbols. Call Add() for each, then Seal(). After that it is immutable,
// and any number of threads may count with it.
class CommonNgrams {
 public:
  static constexpr uint32_t kUnknown = GramNames::kUnknown;
  static constexpr uint32_t kBlock = 512;  // references that are counted at once
  static constexpr uint32_t kWords = kBlock / 64;

  // N-grams of the highest order count `weight` times.
  CommonNgrams(uint32_t max_order, uint32_t weight)
      : max_order_(max_order), weight_(weight), grams_(size_t{1} << 16) {}

  // The longest reference that may be added.
  size_t longest() const { return size_t{INT16_MAX} / (max_order_ + weight_); }
  void Add(std::span<const uint32_t> symbols);
  void Seal();

  uint32_t references() const { return references_; }

 private:
  friend class CommonNgramCounter;
  // Its references, or its column if they are frequent.
  struct Item {
    uint32_t first, references;
  };
  bool IsFrequent(const Item& item) const { return item.references > references_ / 64 + 8; }
  // Calls visit(item, reference) for every item of every reference.
  template <typename Visit>
  void ForEachItem(const Visit& visit);

  uint32_t max_order_, weight_;
  uint32_t references_ = 0;
  GramNames grams_;
  std::vector<uint32_t> first_item_;  // [n-gram], and the end of the last one's
  std::vector<Item> items_;
  std::vector<uint32_t> few_;      // references of rare items
  std::vector<uint64_t> columns_;  // [block][column][word]; the last column of a block is empty
  size_t column_count_ = 0;
  // Freed by Seal():
  std::vector<uint32_t> texts_;  // n-grams of all references, in order
  std::vector<size_t> ends_;     // [reference]: the end of its n-grams
  std::vector<uint32_t> seen_;   // [n-gram]: its count in the reference
};

// One worker's working memory; not thread-safe.
class CommonNgramCounter {
 public:
  void MakeProbe(const CommonNgrams& index, std::span<const uint32_t> symbols,
                 CommonNgramProbe& probe);
  // Counts for the references [kBlock * block, kBlock * (block + 1)).
  void Count(const CommonNgrams& index, const CommonNgramProbe& probe, uint32_t block);

  // Calls visit(r, common[r]) for those of the references [64 * word, 64 * word + 64) of the block
  // that have at least `least` n-grams in common with the sequence; r counts in the block.
  template <typename Visit>
  void AtLeast(uint32_t word, uint64_t least, const Visit& visit) const {
    const auto rare = static_cast<uint64_t>(most_of_rare_[word]);
    for (uint64_t left = Reaching(word, least > rare ? least - rare : 0); left != 0;
         left &= left - 1) {
      const auto bit = static_cast<uint32_t>(std::countr_zero(left));
      const uint64_t common = CountOf(word, bit);
      if (common >= least) visit(64 * word + bit, common);
    }
  }

 private:
  static constexpr uint32_t kWords = CommonNgrams::kWords;
  static constexpr size_t kPlanes = 16;  // of_rare and all sums fit in 15 bits

  uint64_t Reaching(uint32_t word, uint64_t least) const;
  uint64_t CountOf(uint32_t word, uint32_t bit) const;

  std::vector<uint32_t> names_;       // [position]: id of the n-gram that begins there
  std::vector<uint32_t> seen_;        // [n-gram]: count in the sequence; 0 between calls
  std::vector<uint32_t> found_;       // every n-gram found, as often as it occurs
  std::span<const int16_t> of_rare_;  // of the block
  int16_t most_of_rare_[kWords];
  uint64_t planes_[kPlanes][kWords];  // bit p of the sum of reference r: bit r of plane p
};

}  // namespace mtgauge
