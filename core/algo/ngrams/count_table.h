// Counts by 64-bit keys, and those of the distinct tokens of a corpus.
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

// Open addressing over 64-bit keys, ordered by hash: when it grows, entries move in the order in
// which they lie. Entries may share a key when the caller tells them apart. Right under any keys.
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

  // The entry for `key` that `same(id)` accepts, or nullptr.
  template <typename Same>
  const Slot* Find(uint64_t key, const Same& same) const {
    for (size_t at = Home(key);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.count == 0) return nullptr;
      if (slot.key == key && same(slot.id)) return &slot;
    }
  }
  // The same, or a new one of count 0, which must be raised before the next call. Valid until then.
  // Throws std::bad_alloc.
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
  // The finaliser of MurmurHash3, from the top bits.
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
  size_t limit_ = 0;  // of entries, before it grows
  size_t entries_ = 0;
  uint32_t shift_ = 0;
};

// The distinct tokens of a corpus, numbered 0, 1, 2, ... as they come, and how often each occurs.
// Not thread-safe while it is being filled.
class TokenCounts {
 public:
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    table_.ForEach(visit);
  }
  // Empty when the key spells it out. Valid until a token is added.
  std::string_view text(uint32_t id) const { return texts_[id].get(); }

  const CountTable::Slot* Find(uint64_t key, std::string_view token) const {
    return table_.Find(key, SameToken{*this, token, !IsHashedKey(key)});
  }
  // As CountTable has it; a new one has its number already.
  CountTable::Slot& FindOrAdd(uint64_t key, std::string_view token) {
    CountTable::Slot& slot = table_.FindOrAdd(key, SameToken{*this, token, !IsHashedKey(key)});
    if (slot.count == 0) Number(slot, token);
    return slot;
  }

  // What a look-up reads, first the table and then the text, is asked for ahead of it.
  void PrefetchEntry(uint64_t key) const { table_.Prefetch(key); }
  // Returns what is there under the key; null: nothing.
  const CountTable::Slot* PrefetchText(uint64_t key) const {
    const CountTable::Slot* const slot = table_.Find(key, [](uint32_t) { return true; });
    if (slot != nullptr && IsHashedKey(key)) __builtin_prefetch(&texts_[slot->id]);
    return slot;
  }

 private:
  // In place if it is short.
  struct Text {
    static constexpr size_t kShort = 28;
    uint32_t size;
    char bytes[kShort];  // of a longer one, where it is

    std::string_view get() const {
      const char* data = bytes;
      if (size > kShort) std::memcpy(&data, bytes, sizeof(data));
      return {data, size};
    }
  };
  // Tells apart the tokens that share a hashed key.
  struct SameToken {
    const TokenCounts& tokens;
    std::string_view token;
    bool exact;
    bool operator()(uint32_t id) const { return exact || tokens.texts_[id].get() == token; }
  };
  void Number(CountTable::Slot& slot, std::string_view token);

  CountTable table_;              // token key -> id
  PagedArray<Text> texts_;        // [id]
  std::deque<std::string> long_;  // never moves what it holds
};

}  // namespace mtgauge
