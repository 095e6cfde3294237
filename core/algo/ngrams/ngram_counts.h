// How often each n-gram occurs in a whole corpus: exact, and the same whatever the order in which
// segments are added and counts are merged.
//
// An n-gram that occurs once tells how often any longer one that it begins occurs: once too. Such
// n-grams are most of a corpus, so longer ones are counted only from its second occurrence on;
// until then it remembers what followed the first.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/base/zeroed_pages.h"
#include "core/text/token_key.h"
#include "core/text/view.h"

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

// Not thread-safe while it is being filled. Memory follows the number of distinct tokens, that of
// distinct n-grams whose first tokens occur more than once, and the length of the segments that
// brought something new.
class NgramCounts {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // What is known of an n-gram.
  struct Entry {
    uint32_t id;     // kNone: of n-grams, no longer ones are counted
    uint32_t count;  // 0: it occurs at most once
  };

  explicit NgramCounts(uint32_t max_order) : max_order_(max_order) {}
  NgramCounts(const NgramCounts&) = delete;
  NgramCounts& operator=(const NgramCounts&) = delete;

  // Throws std::bad_alloc when memory, or the 32 bits of a count, run out.
  void Add(const Tokens& segment);
  void Merge(const NgramCounts& other);

  // Appends all counts as bytes. They follow from the segments as a multiset, and from nothing
  // else; tokens stand there as they are, so that no n-gram is taken for another.
  void Save(std::string& bytes) const;
  // Takes what Save() wrote into counts that hold nothing yet; `hash` is that of the keys looked
  // up. False for bytes that are not of such counts of as long n-grams; the counts are void then.
  // Time and memory follow the number of bytes.
  [[nodiscard]] bool Load(std::string_view bytes, HashFunction hash);

  enum class Outcome {
    kSet,
    kTwice,         // the n-gram has a count already
    kUnknownToken,  // one of its tokens has none
    kRarerPrefix,   // its first n - 1 tokens occur less often, or nothing is known of them
  };
  // Sets the count, above 0, of an n-gram of up to max_order tokens as it was taken elsewhere;
  // shorter n-grams first. Not to be mixed with Add() and Merge(). Throws std::bad_alloc.
  Outcome Set(std::span<const std::string_view> gram, uint32_t count, HashFunction hash);

  uint64_t tokens() const { return all_tokens_; }
  // Distinct n-grams that are held.
  size_t size() const { return tokens_.size() + grams_.size(); }

  // Counted are all tokens, and n-grams whose first n - 1 tokens occur more than once.
  Entry FindToken(uint64_t key, std::string_view token) const {
    const CountTable::Slot* const slot =
        tokens_.Find(key, SameToken{*this, token, !IsHashedKey(key)});
    return slot == nullptr ? Entry{kNone, 0} : Entry{slot->id, slot->count};
  }
  // Of the n-gram `prefix` + `token`, both of them ids.
  Entry FindGram(uint32_t prefix, uint32_t token) const {
    const CountTable::Slot* const slot = grams_.Find(Key(prefix, token), kAnyId);
    if (slot == nullptr) return {kNone, 0};
    return {slot->count > 1 ? slot->id : kNone, slot->count};
  }
  void PrefetchToken(uint64_t key) const { tokens_.Prefetch(key); }
  void PrefetchGram(uint32_t prefix, uint32_t token) const { grams_.Prefetch(Key(prefix, token)); }

 private:
  // Of n-grams of two or more tokens; the others are tokens.
  static constexpr uint32_t kGramBit = uint32_t{1} << 31;
  static constexpr auto kAnyId = [](uint32_t) { return true; };

  // An n-gram that goes on, and where it starts in the segment.
  struct Start {
    uint32_t at;
    uint32_t prefix;
  };
  // An n-gram that occurs again, and where in followers_ the tokens behind its first occurrence
  // are.
  struct Repeated {
    uint32_t prefix;
    uint32_t follower;
  };
  struct Kind {
    std::string_view text;  // empty when the key spells it out
    uint32_t follower;      // while it occurs once: place in followers_ of what is behind it
  };

  // An n-gram is the pair (id of its first n - 1 tokens, id of its last token), so it need not be
  // compared with others.
  static uint64_t Key(uint32_t prefix, uint32_t token) { return uint64_t{prefix} << 32 | token; }

  // Tells apart the tokens that share a hashed key.
  struct SameToken {
    const NgramCounts& counts;
    std::string_view token;
    bool exact;
    bool operator()(uint32_t id) const { return exact || counts.kinds_[id].text == token; }
  };
  void AddTokens(uint64_t tokens);
  CountTable::Slot& TokenSlot(uint64_t key, std::string_view token);
  uint32_t NewGram();
  uint32_t Keep(uint32_t token);
  // Counts one more occurrence of an n-gram; follower() says where in followers_ the tokens behind
  // it are. Its id if longer ones are to be counted too, or kNone.
  template <typename Follower>
  uint32_t CountOne(uint32_t order, uint64_t key, const Follower& follower);
  // An n-gram occurs again: what followed the first time is to become an n-gram, by
  // CountFollowers(), before any other that it begins is counted.
  void Lengthen(CountTable::Slot& slot);
  void Repeat(uint32_t prefix, uint32_t follower);
  // Counts what followed those that occurred again, n-grams of `order`.
  void CountFollowers(uint32_t order);
  Outcome SetToken(std::string_view token, uint32_t count, HashFunction hash);
  void KeepSegment(uint32_t count);
  uint32_t AddUnigrams(const Tokens& segment, uint32_t kept);

  class Merging;
  class Saving;
  class Loading;

  uint32_t max_order_;
  uint64_t all_tokens_ = 0;
  CountTable tokens_;              // token key -> id
  std::vector<Kind> kinds_;        // [token id]
  std::deque<std::string> owned_;  // never moves what it holds
  // Key() -> id of an n-gram with longer ones; of one that occurs once, place in followers_; kNone
  // at the highest order.
  CountTable grams_;
  uint32_t gram_ids_ = 0;
  std::vector<uint32_t> followers_;  // token ids, the end of a segment being kNone
  std::vector<Repeated> repeats_;    // of one order, not yet counted as longer ones
  Buffer<uint32_t> ids_;             // of a segment's tokens
  Buffer<Start> starts_;             // of the n-grams of a segment that go on
};

}  // namespace mtgauge
