// A hash table with open addressing.
#include "core/algo/distance/run_table.h"

#include <algorithm>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

constexpr size_t kFewestSlots = 1 << 10;
// Clearing a table takes as long as it is large, even if it holds little.
constexpr size_t kManySlots = 1 << 12;

}  // namespace

void RunTable::Clear() {
  if (slots_.size() > kManySlots) *this = RunTable();
  runs_.clear();
  places_.clear();
  if (slots_.empty()) slots_.resize(kFewestSlots);
  std::fill(slots_.begin(), slots_.end(), kNone);
}

size_t RunTable::SlotOf(std::u32string_view text) const {
  static const HashFunction hash = DefaultHash().function;
  size_t slot = hash(reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char32_t));
  for (;; ++slot) {
    slot &= slots_.size() - 1;
    if (slots_[slot] == kNone || runs_[slots_[slot]].text == text) return slot;
  }
}

uint32_t RunTable::IndexOf(std::u32string_view text) {
  if (2 * runs_.size() >= slots_.size()) Grow();
  uint32_t& slot = slots_[SlotOf(text)];
  if (slot == kNone) {
    slot = static_cast<uint32_t>(runs_.size());
    runs_.push_back({text, {}, {}});
  }
  return slot;
}

void RunTable::Grow() {
  slots_.assign(2 * slots_.size(), kNone);
  for (uint32_t i = 0; i < runs_.size(); ++i) slots_[SlotOf(runs_[i].text)] = i;
}

void RunTable::Append(uint32_t at, Places& places) {
  const auto added = static_cast<uint32_t>(places_.size());
  places_.push_back({at, kNone});
  (places.count == 0 ? places.first : places_[places.last].next) = added;
  places.last = added;
  ++places.count;
}

}  // namespace mtgauge
