// How often each n-gram occurs in a whole corpus, as counts that are read, added up and written:
// exact, and the same whatever the order in which they are added.
//
// An n-gram that occurs once tells how often any longer one that it begins occurs: once too. Such
// n-grams are most of a corpus, so longer ones are counted only from its second occurrence on;
// until then it remembers what followed the first.
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

// Not thread-safe while it is being filled. Memory follows the number of distinct tokens, that of
// distinct n-grams whose first tokens occur more than once, and what follows those that occur once.
class NgramCounts {
 public:
  explicit NgramCounts(uint32_t max_order) : max_order_(max_order) {}
  NgramCounts(const NgramCounts&) = delete;
  NgramCounts& operator=(const NgramCounts&) = delete;

  // Throws std::bad_alloc when memory, or the 32 bits of a count, run out.
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
  // shorter n-grams first. Not to be mixed with Merge(). Throws std::bad_alloc.
  Outcome Set(std::span<const std::string_view> gram, uint32_t count, HashFunction hash);

  // To look n-grams up in. It shares the tokens: nothing may be added while it is used.
  NgramTrie Trie() const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // Of the ids of n-grams of two or more tokens; the others are tokens.
  static constexpr uint32_t kGramBit = uint32_t{1} << 31;
  static constexpr auto kAnyId = [](uint32_t) { return true; };

  // An n-gram that occurs again, and where in followers_ the tokens behind its first occurrence
  // are.
  struct Repeated {
    uint32_t prefix;
    uint32_t follower;
  };
  struct Gram {
    uint32_t token;  // its last one
    uint32_t count;
    uint32_t id;
  };
  // The n-grams of two or more tokens, those with the same prefix together.
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
    std::vector<uint64_t> begins_;  // [Index()] -> the first with that prefix
  };

  // An n-gram is the pair (id of its first n - 1 tokens, id of its last token), so it need not be
  // compared with others.
  static uint64_t Key(uint32_t prefix, uint32_t token) { return uint64_t{prefix} << 32 | token; }

  CountTable::Slot& TokenSlot(uint64_t key, std::string_view token);
  void AddTokens(uint64_t tokens);
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

  class Merging;
  class Saving;
  class Loading;
  class Planting;

  uint32_t max_order_;
  uint64_t all_tokens_ = 0;
  std::shared_ptr<TokenCounts> tokens_ = std::make_shared<TokenCounts>();
  // [token id], while it occurs once: place in followers_ of what is behind it
  std::vector<uint32_t> token_followers_;
  // Key() -> id of an n-gram with longer ones; of one that occurs once, place in followers_; kNone
  // at the highest order.
  CountTable grams_;
  uint32_t gram_ids_ = 0;
  std::vector<uint32_t> followers_;  // token ids, the end of a segment being kNone
  std::vector<Repeated> repeats_;    // of one order, not yet counted as longer ones
  Buffer<uint32_t> ids_;             // of the tokens of an n-gram
};

}  // namespace mtgauge
