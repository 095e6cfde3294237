// Interns tokens by their bytes, and n-grams by the pair (first n - 1 tokens, last token).
#include "bench/laboratory/measuring/hashes/gram_corpus.h"

#include <absl/container/flat_hash_map.h>

#include <cstring>
#include <new>

#include "core/text/token_key.h"

namespace mtgauge {

struct GramCorpus::Index {
  // An n-gram's id and its first occurrence.
  struct Gram {
    uint32_t id, at;
  };
  absl::flat_hash_map<std::string, uint32_t> words;
  std::vector<absl::flat_hash_map<uint64_t, uint32_t>> grams;  // [order - 2]
  std::vector<std::vector<uint32_t>> first_at;                 // [order - 1][id]
};

GramCorpus::GramCorpus(uint32_t max_order)
    : max_order_(max_order), starts_(max_order), index_(std::make_unique<Index>()) {
  index_->grams.resize(max_order - 1);
  index_->first_at.resize(max_order);
}
GramCorpus::~GramCorpus() = default;
GramCorpus::GramCorpus(GramCorpus&&) noexcept = default;

void GramCorpus::Add(std::span<const Tokens> references, std::span<const Tokens> hypotheses) {
  Segment& segment = segments_.emplace_back();
  for (const Tokens& tokens : references) segment.references.push_back(AddText(tokens));
  for (const Tokens& tokens : hypotheses) segment.hypotheses.push_back(AddText(tokens));
}

GramCorpus::Text GramCorpus::AddText(const Tokens& tokens) {
  if (this->tokens() + tokens.count >= kNone) throw std::bad_alloc();
  const Text text = {static_cast<uint32_t>(this->tokens()), tokens.count};
  const auto intern = [&](uint32_t order, auto& map, const auto& key, uint32_t at) {
    std::vector<uint32_t>& first_at = index_->first_at[order - 1];
    const auto fresh = static_cast<uint32_t>(first_at.size());
    const auto [entry, added] = map.try_emplace(key, fresh);
    if (added) first_at.push_back(at);
    starts_[order - 1].push_back(entry->second);
    return added;
  };
  for (uint32_t i = 0; i < tokens.count; ++i) {
    const bool added = intern(1, index_->words, std::string(tokens[i]), text.first + i);
    if (added) words_.emplace_back(tokens[i]);
  }
  for (uint32_t order = 2; order <= max_order_; ++order) {
    for (uint32_t i = 0; i < tokens.count; ++i) {
      if (i + order > tokens.count) {
        starts_[order - 1].push_back(kNone);
        continue;
      }
      const uint64_t prefix = starts_[order - 2][text.first + i];
      const uint64_t last = starts_[0][text.first + i + order - 1];
      intern(order, index_->grams[order - 2], prefix << 32 | last, text.first + i);
    }
  }
  return texts_.emplace_back(text);
}

uint32_t GramCorpus::grams(uint32_t order) const {
  return static_cast<uint32_t>(index_->first_at[order - 1].size());
}

std::span<const uint32_t> GramCorpus::GramsOf(const Text& text, uint32_t order) const {
  const uint32_t count = text.count < order ? 0 : text.count - order + 1;
  return std::span(starts_[order - 1]).subspan(text.first, count);
}

void GramCorpus::AddKey(uint32_t order, KeyForm form, HashFunction hash, size_t at,
                        HashKeys& keys) const {
  if (form == KeyForm::kText) {
    for (uint32_t i = 0; i < order; ++i) {
      keys.bytes += words_[starts_[0][at + i]];
      keys.bytes += '\n';
    }
    keys.end.push_back(keys.bytes.size());
    return;
  }
  uint64_t packed = 0;
  if (order == 1) {
    packed = TokenKey(words_[starts_[0][at]], hash);
  } else {
    packed = uint64_t{starts_[order - 2][at]} << 32 | starts_[0][at + order - 1];
  }
  char bytes[sizeof packed];
  std::memcpy(bytes, &packed, sizeof packed);
  keys.Add({bytes, sizeof bytes});
}

HashKeys GramCorpus::DistinctKeys(uint32_t order, KeyForm form, HashFunction hash) const {
  HashKeys keys;
  for (const uint32_t at : index_->first_at[order - 1]) AddKey(order, form, hash, at, keys);
  return keys;
}

HashKeys GramCorpus::AllKeys(uint32_t order, KeyForm form, HashFunction hash, size_t most) const {
  HashKeys keys;
  for (const Text& text : texts_) {
    for (size_t i = 0; i + order <= text.count && keys.size() < most; ++i) {
      AddKey(order, form, hash, text.first + i, keys);
    }
  }
  return keys;
}

}  // namespace mtgauge
