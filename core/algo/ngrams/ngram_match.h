// Clipped n-gram matches of a hypothesis against one or more references: the interface between
// metrics and the n-gram engines.
//
//   matches[n-1] = sum over distinct n-grams g of the hypothesis of
//                  min(count of g in the hypothesis, max over references of count of g)
//
// There are two engines with equal results. `table` hashes and counts, for any length and order.
// `bitmask` uses position masks instead of a table, for references of at most 512 tokens each.
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
  const HashRow* hash = &DefaultHash();  // for the table engine
};

// The prepared references of one segment. Usable for any number of hypotheses, and by several
// threads at once (each with its own NgramScratch) until the next Set(). Points to the references'
// views, which must outlive it. Reuses its memory.
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

// The matching n-grams of a hypothesis. There is one bit set per order; its bit j is for the n-gram
// that ends at token j.
struct NgramMarks {
  uint32_t orders = 0;  // number of sets; no longer n-gram is found
  uint32_t words = 0;   // size of a set
  const uint64_t* found_sets = nullptr;
  const uint64_t* credited_sets = nullptr;

  // The n-grams that some reference contains.
  const uint64_t* found(uint32_t order) const { return found_sets + size_t{order - 1} * words; }
  // Those that count as matches: the first occurrences, as many as some reference contains.
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

  // Writes matches[0, max_order). Never fails.
  void Match(const NgramReferences& references, const Tokens& hypothesis, int64_t* matches);
  // Returns marks that are valid until the next call of Match() or Mark(). Never fails.
  NgramMarks Mark(const NgramReferences& references, const Tokens& hypothesis);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
