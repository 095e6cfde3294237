// A table of counts by 64-bit key, and the counts of a corpus' distinct tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>

#include "core/base/paged_array.h"
#include "core/base/zeroed_pages.h"
#include "core/text/token_key.h"

namespace mtgauge {

// A hash table with open addressing over 64-bit keys. Slots are ordered by hash, so growth moves
// entries in sequence. Entries may share a key if the caller distinguishes them. Correct for any
// set of keys.
class CountTable {
 public:
  struct Slot {
    uint64_t key;
    uint32_t id;
    uint32_t count;  // 0: free
  };

  CountTable();

  size_t size() const { return entries_; }
  void Prefetch(uint64_t key) const { __builtin_prefetch(&slots_[Home(key)]); }

  // Returns the entry for `key` that `same(id)` accepts, or null if there is none.
  template <typename Same>
  const Slot* Find(uint64_t key, const Same& same) const {
    for (size_t at = Home(key);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.count == 0) return nullptr;
      if (slot.key == key && same(slot.id)) return &slot;
    }
  }
  // The same, but adds an entry of count 0 if there is none. The caller must increase its count
  // before the next call. Valid until then. Throws std::bad_alloc.
  template <typename Same>
  Slot& FindOrAdd(uint64_t key, const Same& same) {
    for (size_t at = Home(key);; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.count != 0) {
        if (slot.key == key && same(slot.id)) return slot;
        continue;
      }
      if (entries_ >= limit_) {
        Grow();
        return FindOrAdd(key, same);
      }
      ++entries_;
      slot.key = key;
      return slot;
    }
  }

  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (size_t at = 0; at <= mask_; ++at) {
      if (slots_[at].count != 0) visit(slots_[at]);
    }
  }

 private:
  // Returns the top bits of MurmurHash3's finalizer.
  size_t Home(uint64_t key) const {
    key = (key ^ (key >> 33)) * 0xFF51AFD7ED558CCD;
    key = (key ^ (key >> 33)) * 0xC4CEB9FE1A85EC53;
    return key >> shift_;
  }
  void Allocate(uint32_t bits);
  void Grow();

  ZeroedPages pages_;
  Slot* slots_ = nullptr;  // in pages_
  size_t mask_ = 0;
  size_t limit_ = 0;  // the number of entries at which the table grows
  size_t entries_ = 0;
  uint32_t shift_ = 0;
};

// The distinct tokens of a corpus, numbered 0, 1, 2, ... in order of first occurrence, and the
// count of each. Not thread-safe while it is being filled.
class TokenCounts {
 public:
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    table_.ForEach(visit);
  }
  // Empty if the key itself spells out the token. Valid until a token is added.
  std::string_view text(uint32_t id) const { return texts_[id].get(); }

  const CountTable::Slot* Find(uint64_t key, std::string_view token) const {
    return table_.Find(key, SameToken{*this, token, !IsHashedKey(key)});
  }
  // As CountTable::FindOrAdd(); a new entry already has its id.
  CountTable::Slot& FindOrAdd(uint64_t key, std::string_view token) {
    CountTable::Slot& slot = table_.FindOrAdd(key, SameToken{*this, token, !IsHashedKey(key)});
    if (slot.count == 0) Number(slot, token);
    return slot;
  }

  // Prefetch what a lookup reads: first the table entry, then the text.
  void PrefetchEntry(uint64_t key) const { table_.Prefetch(key); }
  // Returns the first entry with that key, or null if there is none.
  const CountTable::Slot* PrefetchText(uint64_t key) const {
    const CountTable::Slot* const slot = table_.Find(key, [](uint32_t) { return true; });
    if (slot != nullptr && IsHashedKey(key)) __builtin_prefetch(&texts_[slot->id]);
    return slot;
  }

 private:
  // A token's text, stored in place if it is short.
  struct Text {
    static constexpr size_t kShort = 28;
    uint32_t size;
    char bytes[kShort];  // the text, or a pointer to it if it is longer

    std::string_view get() const {
      const char* data = bytes;
      if (size > kShort) std::memcpy(&data, bytes, sizeof(data));
      return {data, size};
    }
  };
  // Distinguishes tokens that share a hashed key.
  struct SameToken {
    const TokenCounts& tokens;
    std::string_view token;
    bool exact;
    bool operator()(uint32_t id) const { return exact || tokens.texts_[id].get() == token; }
  };
  void Number(CountTable::Slot& slot, std::string_view token);

  CountTable table_;              // token key -> id
  PagedArray<Text> texts_;        // [id]
  std::deque<std::string> long_;  // a deque, because its elements never move
};

}  // namespace mtgauge
