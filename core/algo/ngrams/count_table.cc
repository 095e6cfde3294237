// Growth of the table, and storage of token texts.
#include "core/algo/ngrams/count_table.h"

#include <new>
#include <utility>

namespace mtgauge {

CountTable::CountTable() { Allocate(13); }

void CountTable::Allocate(uint32_t bits) {
  const size_t slots = size_t{1} << bits;
  pages_ = ZeroedPages(slots * sizeof(Slot));
  slots_ = static_cast<Slot*>(pages_.data());
  mask_ = slots - 1;
  limit_ = slots / 4 * 3;
  shift_ = 64 - bits;
}

// Small tables grow by a factor of 4, large ones by 2.
void CountTable::Grow() {
  constexpr size_t kLarge = size_t{1} << 16;
  const ZeroedPages pages = std::move(pages_);
  const Slot* const old = slots_;
  const size_t old_slots = mask_ + 1;
  Allocate(64 - shift_ + (old_slots < kLarge ? 2 : 1));
  for (size_t i = 0; i < old_slots; ++i) {
    if (old[i].count == 0) continue;
    size_t at = Home(old[i].key);
    while (slots_[at].count != 0) at = (at + 1) & mask_;
    slots_[at] = old[i];
  }
}

void TokenCounts::Number(CountTable::Slot& slot, std::string_view token) {
  if (texts_.size() >= uint32_t{1} << 31 || token.size() > UINT32_MAX) throw std::bad_alloc();
  slot.id = static_cast<uint32_t>(texts_.size());
  Text& text = *texts_.Extend(1);
  if (!IsHashedKey(slot.key)) return;
  text.size = static_cast<uint32_t>(token.size());
  if (token.size() <= Text::kShort) {
    token.copy(text.bytes, token.size());
  } else {
    const char* const kept = long_.emplace_back(token).data();
    std::memcpy(text.bytes, &kept, sizeof(kept));
  }
}

}  // namespace mtgauge
