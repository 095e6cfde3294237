// A corpus with exact ids: every distinct token and n-gram has an id, assigned by its tokens and
// independent of any hash. The laboratory compares hashes and engines with it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// Byte strings, one after another, as input to a hash.
struct HashKeys {
  std::string bytes;
  std::vector<size_t> end;  // end of each key in `bytes`

  size_t size() const { return end.size(); }
  std::string_view operator[](size_t i) const {
    const size_t begin = i == 0 ? 0 : end[i - 1];
    return std::string_view(bytes).substr(begin, end[i] - begin);
  }
  void Add(std::string_view key) {
    bytes += key;
    end.push_back(bytes.size());
  }
};

// How an n-gram is converted to bytes for a hash.
enum class KeyForm {
  // 8 bytes, as in the table engine: the key of a token, or the pair (id of the first n - 1 tokens,
  // id of the last one).
  kPacked,
  // The bytes of its tokens, each followed by LF, as in programs that hash whole n-grams.
  kText,
};

// Filled segment by segment, then read. Memory is proportional to the number of tokens. Not
// thread-safe while it is filled.
class GramCorpus {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit GramCorpus(uint32_t max_order);
  ~GramCorpus();
  GramCorpus(GramCorpus&&) noexcept;

  // Copies what it needs. All segments must have as many hypotheses as the first. Throws
  // std::bad_alloc at 2^32 - 1 tokens.
  void Add(std::span<const Tokens> references, std::span<const Tokens> hypotheses);

  // The n-grams of one text: ids[i] is the id of the n-gram that begins at token i.
  struct Text {
    uint32_t first, count;  // range of tokens
  };
  struct Segment {
    std::vector<Text> references, hypotheses;
  };

  uint32_t max_order() const { return max_order_; }
  uint64_t tokens() const { return starts_.front().size(); }
  const std::vector<Segment>& segments() const { return segments_; }
  // Returns the number of distinct n-grams.
  uint32_t grams(uint32_t order) const;
  // Returns the ids of the n-grams that begin in a text; none if it has fewer than `order` tokens.
  std::span<const uint32_t> GramsOf(const Text& text, uint32_t order) const;

  // Returns the keys of the distinct n-grams, by ascending id. `hash` is the hash of the tokens'
  // keys.
  HashKeys DistinctKeys(uint32_t order, KeyForm form, HashFunction hash) const;
  // Returns the keys of the n-grams of all texts, in their order, but at most `most`.
  HashKeys AllKeys(uint32_t order, KeyForm form, HashFunction hash, size_t most = SIZE_MAX) const;

 private:
  struct Index;

  Text AddText(const Tokens& tokens);
  void AddKey(uint32_t order, KeyForm form, HashFunction hash, size_t at, HashKeys& keys) const;

  uint32_t max_order_;
  std::vector<Segment> segments_;
  std::vector<Text> texts_;
  std::vector<std::string> words_;             // [token id]
  std::vector<std::vector<uint32_t>> starts_;  // [order - 1][token]: id, or kNone
  std::unique_ptr<Index> index_;
};

}  // namespace mtgauge
