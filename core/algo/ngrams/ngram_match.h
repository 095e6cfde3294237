// Clipped n-gram matches of a hypothesis against one or more references: the seam between metrics
// and the n-gram engines.
//
//   matches[n-1] = sum over distinct n-grams g of the hypothesis of
//                  min(count of g in the hypothesis, max over references of count of g)
//
// Two engines with equal results. `table` hashes and counts: any length, any order. `bitmask` works
// on position masks of the references, without a table: references of at most 512 tokens each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/hash.h"
#include "core/text/view.h"

namespace mtgauge {

enum class NgramEngine { kAuto, kTable, kBitmask };
struct NgramEngineRow {
  std::string_view name;
  NgramEngine engine;
};
std::span<const NgramEngineRow> NgramEngines();  // auto, table, bitmask

struct NgramOptions {
  uint32_t max_order = 4;  // >= 1
  NgramEngine engine = NgramEngine::kAuto;
  const HashRow* hash = &DefaultHash();  // of the table engine
};

// The references of one segment, made ready. Reusable for any number of hypotheses, and by several
// threads at once (each with its own NgramScratch) until the next Set(). Points to the references'
// views, which must outlive it. Reuses its memory from Set() to Set().
class NgramReferences {
 public:
  explicit NgramReferences(const NgramOptions& options);
  ~NgramReferences();
  NgramReferences(NgramReferences&&) noexcept;
  NgramReferences& operator=(NgramReferences&&) noexcept;

  void Set(std::span<const Tokens> references);
  void Set(std::span<const SegmentView> references);
  std::span<const Tokens> tokens() const;

 private:
  friend class NgramScratch;
  void Prepare();
  struct State;
  std::unique_ptr<State> state_;
};

// Which n-grams of a hypothesis match. One set of bits per order; bit j of it tells of the n-gram
// that ends at token j.
struct NgramMarks {
  uint32_t orders = 0;  // of which there are sets; no longer n-gram is found
  uint32_t words = 0;   // of a set
  const uint64_t* found_sets = nullptr;
  const uint64_t* credited_sets = nullptr;

  // Some reference holds the n-gram.
  const uint64_t* found(uint32_t order) const { return found_sets + size_t{order - 1} * words; }
  // And it counts as a match: the first occurrences do, as many as some reference holds.
  const uint64_t* credited(uint32_t order) const {
    return credited_sets + size_t{order - 1} * words;
  }
};

// Working memory of one worker.
class NgramScratch {
 public:
  NgramScratch();
  ~NgramScratch();
  NgramScratch(NgramScratch&&) noexcept;
  NgramScratch& operator=(NgramScratch&&) noexcept;

  // Writes matches[0, max_order). Total.
  void Match(const NgramReferences& references, const Tokens& hypothesis, int64_t* matches);
  // Valid until the next call of either. Total.
  NgramMarks Mark(const NgramReferences& references, const Tokens& hypothesis);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
