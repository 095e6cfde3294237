// For each n-gram of a corpus, the number of segments whose references contain it. Exact; does not
// depend on the order of segments or of merging.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algo/ngrams/count_table.h"
#include "core/base/hash.h"
#include "core/text/view.h"

namespace mtgauge {

// Not thread-safe while it is being filled. Memory is linear in the number of distinct n-grams.
class DocumentCounts {
 public:
  // An n-gram that no segment contains. Ids are distinct among tokens and among longer n-grams.
  static constexpr uint32_t kUnknown = UINT32_MAX;

  explicit DocumentCounts(uint32_t max_order) : max_order_(max_order) {}

  // Adds a segment. This and Merge() throw std::bad_alloc if there are too many n-grams.
  void Add(std::span<const SegmentView> references);
  void Merge(const DocumentCounts& other);

  uint32_t documents() const { return documents_; }
  struct Found {
    uint32_t id = kUnknown;
    uint32_t count = 0;
  };
  Found FindToken(uint64_t key, std::string_view token) const;
  // Finds the n-gram of `order` tokens that ends with `token`. The prefix is given by its id.
  Found FindLonger(uint32_t order, uint32_t prefix, uint32_t token) const;
  // Finds the n-grams of 2 to `orders` tokens of a text whose tokens have these ids:
  // out[order - 2][i] begins with token i. Asks for the memory of all of an order at once.
  void FindAll(std::span<const uint32_t> tokens, uint32_t orders,
               std::vector<std::vector<Found>>& out) const;

  // Appends everything as bytes, which depend only on the multiset of segments.
  void Save(std::string& bytes) const;
  // Reads bytes written by Save() into an empty object. `hash` is that of the keys used for
  // lookups. Returns false if the bytes are not valid; the object must not be used then.
  [[nodiscard]] bool Load(std::string_view bytes, HashFunction hash);

 private:
  struct Gram {
    uint64_t key;
    uint32_t count;
    uint32_t last;   // the number of the last segment that contained it
    uint32_t order;  // 2 or more
  };
  class Saving;
  class Loading;

  // Prefixes of two tokens and more have the top bit.
  static uint64_t Key(uint32_t order, uint32_t prefix, uint32_t token) {
    return uint64_t{order > 2 ? prefix | kGramBit : prefix} << 32 | token;
  }
  static constexpr uint32_t kGramBit = uint32_t{1} << 31;

  CountTable::Slot& TokenSlot(uint64_t key, std::string_view token);
  uint32_t AddLonger(uint32_t order, uint64_t key);
  // Returns the id of an n-gram, or kUnknown.
  uint32_t IdOf(uint32_t order, uint32_t prefix, uint32_t token) const;
  // Counts an n-gram of the current segment.
  void CountLonger(uint32_t gram);

  uint32_t max_order_;
  uint32_t documents_ = 0;
  TokenCounts tokens_;
  std::vector<uint32_t> last_;  // [token]: the number of the last segment that contained it
  absl::flat_hash_map<uint64_t, uint32_t> ids_;  // Key() -> index in grams_
  std::vector<Gram> grams_;                      // prefixes come first
  // Of the text that is being added: its tokens, its n-grams of an order, and their keys.
  std::vector<uint32_t> words_, longer_;
  std::vector<uint64_t> keys_;
};

}  // namespace mtgauge
