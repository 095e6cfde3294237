// A corpus in exact numbers: every distinct token and n-gram has an id, told apart by its tokens
// and by nothing that a hash decides. What the laboratory holds hashes and engines to.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// Byte strings one after the other: what a hash is given.
struct HashKeys {
  std::string bytes;
  std::vector<size_t> end;  // of each key in `bytes`

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

// How an n-gram is spelled for a hash.
enum class KeyForm {
  // As the table engine has it, 8 bytes: the key of a token, or the pair (id of the first n - 1
  // tokens, id of the last one).
  kPacked,
  // Its tokens' bytes, each followed by LF, as programs do that hash n-grams whole.
  kText,
};

// Grows by segments and is then read. Memory follows the number of tokens. Not thread-safe while it
// grows.
class GramCorpus {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit GramCorpus(uint32_t max_order);
  ~GramCorpus();
  GramCorpus(GramCorpus&&) noexcept;

  // Copies what it needs. Segments have as many hypotheses as the first. Throws std::bad_alloc when
  // there are 2^32 - 1 tokens.
  void Add(std::span<const Tokens> references, std::span<const Tokens> hypotheses);

  // The n-grams of one text: ids[i] is that of the n-gram that begins at its token i.
  struct Text {
    uint32_t first, count;  // tokens
  };
  struct Segment {
    std::vector<Text> references, hypotheses;
  };

  uint32_t max_order() const { return max_order_; }
  uint64_t tokens() const { return starts_.front().size(); }
  const std::vector<Segment>& segments() const { return segments_; }
  // Distinct n-grams.
  uint32_t grams(uint32_t order) const;
  // The ids of the n-grams that begin in a text: fewer than `order` tokens have none.
  std::span<const uint32_t> GramsOf(const Text& text, uint32_t order) const;

  // Keys of the distinct n-grams, by rising id. `hash` is that of the tokens' keys.
  HashKeys DistinctKeys(uint32_t order, KeyForm form, HashFunction hash) const;
  // Keys of the n-grams of all texts, in their order; the first `most` of them.
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
