// N-gram counts of a whole corpus that can be read, merged and written. They are exact and do not
// depend on the order of merging.
//
// If an n-gram occurs once, so does every longer n-gram that begins with it. Most n-grams of a
// corpus occur once, so longer ones are counted only from the second occurrence of their prefix on.
// Until then, the prefix has a link to the tokens that followed its first occurrence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algo/ngrams/count_table.h"
#include "core/algo/ngrams/ngram_trie.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"

namespace mtgauge {

// Not thread-safe while it is being filled. Memory is linear in the number of distinct tokens, of
// distinct n-grams whose prefix occurs more than once, and of followers of those that occur once.
class NgramCounts {
 public:
  explicit NgramCounts(uint32_t max_order) : max_order_(max_order) {}
  NgramCounts(const NgramCounts&) = delete;
  NgramCounts& operator=(const NgramCounts&) = delete;

  // Throws std::bad_alloc if memory runs out or a count exceeds 32 bits.
  void Merge(const NgramCounts& other);

  // Appends all counts as bytes. The bytes depend only on the multiset of segments. They contain
  // the tokens themselves rather than hashes, so different n-grams cannot be confused.
  void Save(std::string& bytes) const;
  // Reads bytes written by Save() into an empty object. `hash` is the hash of the keys used for
  // lookups. Returns false if the bytes are not valid or have another maximum order; the object
  // must not be used then. Time and memory are linear in the number of bytes.
  [[nodiscard]] bool Load(std::string_view bytes, HashFunction hash);

  enum class Outcome {
    kSet,
    kTwice,         // the n-gram has a count already
    kUnknownToken,  // one of its tokens has no count
    kRarerPrefix,   // its first n - 1 tokens have a lower count or none
  };
  // Sets the count of an n-gram of up to max_order tokens to `count`, which must be above 0.
  // Shorter n-grams must come first. Must not be combined with Merge(). Throws std::bad_alloc.
  Outcome Set(std::span<const std::string_view> gram, uint32_t count, HashFunction hash);

  // Returns a trie for lookups. It shares the tokens, so nothing may be added while it is in use.
  NgramTrie Trie() const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // Set in the ids of n-grams of two or more tokens. Other ids are tokens.
  static constexpr uint32_t kGramBit = uint32_t{1} << 31;
  static constexpr auto kAnyId = [](uint32_t) { return true; };

  // An n-gram that occurs for the second time, and the index in followers_ of the tokens after its
  // first occurrence.
  struct Repeated {
    uint32_t prefix;
    uint32_t follower;
  };
  struct Gram {
    uint32_t token;  // its last one
    uint32_t count;
    uint32_t id;
  };
  // The n-grams of two or more tokens, grouped by prefix.
  class ByPrefix {
   public:
    explicit ByPrefix(const NgramCounts& counts);
    std::span<Gram> Of(uint32_t prefix) {
      const size_t index = Index(prefix);
      return {grams_.data() + begins_[index], grams_.data() + begins_[index + 1]};
    }

   private:
    size_t Index(uint32_t prefix) const {
      return (prefix & kGramBit) == 0 ? prefix : tokens_ + (prefix ^ kGramBit);
    }

    size_t tokens_;
    std::vector<Gram> grams_;
    std::vector<uint64_t> begins_;  // [Index()]: the first with that prefix
  };

  // An n-gram is identified by the pair (id of its first n - 1 tokens, id of its last token), so
  // n-grams are never compared token by token.
  static uint64_t Key(uint32_t prefix, uint32_t token) { return uint64_t{prefix} << 32 | token; }

  CountTable::Slot& TokenSlot(uint64_t key, std::string_view token);
  void AddTokens(uint64_t tokens);
  uint32_t NewGram();
  uint32_t Keep(uint32_t token);
  // Counts one more occurrence of an n-gram. follower() returns the index in followers_ of the
  // tokens after it. Returns its id if longer n-grams must be counted too, or else kNone.
  template <typename Follower>
  uint32_t CountOne(uint32_t order, uint64_t key, const Follower& follower);
  // Handles the second occurrence of an n-gram: queues the n-gram that extends its first
  // occurrence. CountFollowers() must count it before any other extension is counted.
  void Lengthen(CountTable::Slot& slot);
  void Repeat(uint32_t prefix, uint32_t follower);
  // Counts the queued n-grams, which have `order` tokens.
  void CountFollowers(uint32_t order);
  Outcome SetToken(std::string_view token, uint32_t count, HashFunction hash);

  class Merging;
  class Saving;
  class Loading;
  class Planting;

  uint32_t max_order_;
  uint64_t all_tokens_ = 0;
  std::shared_ptr<TokenCounts> tokens_ = std::make_shared<TokenCounts>();
  // [token id]: index in followers_ of what follows it, while it occurs once
  std::vector<uint32_t> token_followers_;
  // Key() -> id of an n-gram that occurs more than once, or index in followers_ of one that occurs
  // once; kNone at the highest order.
  CountTable grams_;
  uint32_t gram_ids_ = 0;
  std::vector<uint32_t> followers_;  // token ids; kNone is the end of a segment
  std::vector<Repeated> repeats_;    // queue for CountFollowers(); all of one order
  Buffer<uint32_t> ids_;             // the token ids of an n-gram
};

}  // namespace mtgauge
