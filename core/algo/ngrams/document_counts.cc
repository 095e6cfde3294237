// Counts segments by n-gram, and writes and reads the counts.
//
// Bytes: the number of segments; the number of tokens, and each with its length and count, sorted;
// for each longer order the number of n-grams, and each as (rank of its prefix, rank of its last
// token, count), sorted. A rank is the place among the n-grams of that order.
#include "core/algo/ngrams/document_counts.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/bytes.h"
#include "core/text/token_key.h"

namespace mtgauge {

CountTable::Slot& DocumentCounts::TokenSlot(uint64_t key, std::string_view token) {
  CountTable::Slot& slot = tokens_.FindOrAdd(key, token);
  if (slot.id >= kGramBit) throw std::bad_alloc();
  if (slot.count == 0) last_.push_back(0);
  return slot;
}

uint32_t DocumentCounts::AddLonger(uint32_t order, uint64_t key) {
  const auto [found, is_new] = ids_.try_emplace(key, static_cast<uint32_t>(grams_.size()));
  if (is_new) {
    if (grams_.size() >= kGramBit) throw std::bad_alloc();
    grams_.push_back({key, 0, 0, order});
  }
  return found->second;
}

void DocumentCounts::Add(std::span<const SegmentView> references) {
  if (documents_ == UINT32_MAX) throw std::bad_alloc();
  ++documents_;
  for (const SegmentView& reference : references) {
    const Tokens& tokens = reference.tokens;
    words_.clear();
    for (uint32_t i = 0; i < tokens.count; ++i) {
      CountTable::Slot& slot = TokenSlot(tokens.key[i], tokens[i]);
      if (std::exchange(last_[slot.id], documents_) != documents_) ++slot.count;
      words_.push_back(slot.id);
    }
    // Order by order, so that the memory of all n-grams of an order is asked for at once.
    longer_ = words_;
    for (uint32_t order = 2; order <= std::min(max_order_, tokens.count); ++order) {
      keys_.clear();
      for (uint32_t last = order - 1; last < tokens.count; ++last) {
        keys_.push_back(Key(order, longer_[last + 1 - order], words_[last]));
        ids_.prefetch(keys_.back());
      }
      longer_.clear();
      for (const uint64_t key : keys_) {
        longer_.push_back(AddLonger(order, key));
        __builtin_prefetch(&grams_[longer_.back()]);
      }
      for (const uint32_t gram : longer_) CountLonger(gram);
    }
  }
}

void DocumentCounts::CountLonger(uint32_t gram) {
  if (std::exchange(grams_[gram].last, documents_) != documents_) ++grams_[gram].count;
}

void DocumentCounts::Merge(const DocumentCounts& other) {
  if (documents_ > UINT32_MAX - other.documents_) throw std::bad_alloc();
  documents_ += other.documents_;
  std::vector<uint32_t> words(other.tokens_.size()), ids(other.grams_.size());
  other.tokens_.ForEach([&](const CountTable::Slot& slot) {
    // An exact key has no text of its own.
    CountTable::Slot& ours = TokenSlot(slot.key, other.tokens_.text(slot.id));
    ours.count += slot.count;
    words[slot.id] = ours.id;
  });
  for (size_t i = 0; i < ids.size(); ++i) {
    const Gram& gram = other.grams_[i];
    const auto prefix = static_cast<uint32_t>(gram.key >> 32) & ~kGramBit;
    const uint32_t ours = gram.order > 2 ? ids[prefix] : words[prefix];
    ids[i] = AddLonger(gram.order, Key(gram.order, ours, words[static_cast<uint32_t>(gram.key)]));
    grams_[ids[i]].count += gram.count;
  }
}

DocumentCounts::Found DocumentCounts::FindToken(uint64_t key, std::string_view token) const {
  const CountTable::Slot* const slot = tokens_.Find(key, token);
  return slot == nullptr ? Found{} : Found{slot->id, slot->count};
}

DocumentCounts::Found DocumentCounts::FindLonger(uint32_t order, uint32_t prefix,
                                                 uint32_t token) const {
  const uint32_t id = IdOf(order, prefix, token);
  return id == kUnknown ? Found{} : Found{id, grams_[id].count};
}

uint32_t DocumentCounts::IdOf(uint32_t order, uint32_t prefix, uint32_t token) const {
  if (prefix == kUnknown || token == kUnknown) return kUnknown;
  const auto found = ids_.find(Key(order, prefix, token));
  return found == ids_.end() ? kUnknown : found->second;
}

void DocumentCounts::FindAll(std::span<const uint32_t> tokens, uint32_t orders,
                             std::vector<std::vector<Found>>& out) const {
  out.resize(std::max(orders, 1u) - 1);
  for (uint32_t order = 2; order <= orders; ++order) {
    std::vector<Found>& of_order = out[order - 2];
    of_order.resize(tokens.size() < order ? 0 : tokens.size() + 1 - order);
    const auto prefix = [&](size_t i) { return order == 2 ? tokens[i] : out[order - 3][i].id; };
    for (size_t i = 0; i < of_order.size(); ++i) {
      ids_.prefetch(Key(order, prefix(i), tokens[i + order - 1]));
    }
    for (size_t i = 0; i < of_order.size(); ++i) {
      of_order[i].id = IdOf(order, prefix(i), tokens[i + order - 1]);
      if (of_order[i].id != kUnknown) __builtin_prefetch(&grams_[of_order[i].id]);
    }
    for (Found& found : of_order) found.count = found.id == kUnknown ? 0 : grams_[found.id].count;
  }
}

class DocumentCounts::Saving {
 public:
  Saving(const DocumentCounts& from, std::string& bytes) : from_(from), bytes_(bytes) {}

  void Tokens() {
    struct Token {
      std::string text;
      uint32_t id, count;
    };
    std::vector<Token> tokens;
    from_.tokens_.ForEach([&](const CountTable::Slot& slot) {
      tokens.push_back({TextOf(slot), slot.id, slot.count});
    });
    std::sort(tokens.begin(), tokens.end(),
              [](const Token& a, const Token& b) { return a.text < b.text; });
    AppendU32(static_cast<uint32_t>(tokens.size()), bytes_);
    word_ranks_.resize(tokens.size());
    for (uint32_t rank = 0; rank < tokens.size(); ++rank) {
      word_ranks_[tokens[rank].id] = rank;
      AppendU32(static_cast<uint32_t>(tokens[rank].text.size()), bytes_);
      bytes_ += tokens[rank].text;
      AppendU32(tokens[rank].count, bytes_);
    }
  }

  void Longer(uint32_t order) {
    struct Ranked {
      uint32_t prefix, token, id;
    };
    std::vector<Ranked> grams;
    for (uint32_t id = 0; id < from_.grams_.size(); ++id) {
      const Gram& gram = from_.grams_[id];
      if (gram.order != order) continue;
      const auto prefix = static_cast<uint32_t>(gram.key >> 32) & ~kGramBit;
      grams.push_back({order > 2 ? ranks_[prefix] : word_ranks_[prefix],
                       word_ranks_[static_cast<uint32_t>(gram.key)], id});
    }
    std::sort(grams.begin(), grams.end(), [](const Ranked& a, const Ranked& b) {
      return std::pair(a.prefix, a.token) < std::pair(b.prefix, b.token);
    });
    AppendU32(static_cast<uint32_t>(grams.size()), bytes_);
    ranks_.resize(from_.grams_.size());
    for (uint32_t rank = 0; rank < grams.size(); ++rank) {
      ranks_[grams[rank].id] = rank;
      AppendU32(grams[rank].prefix, bytes_);
      AppendU32(grams[rank].token, bytes_);
      AppendU32(from_.grams_[grams[rank].id].count, bytes_);
    }
  }

 private:
  std::string TextOf(const CountTable::Slot& slot) const {
    if (IsHashedKey(slot.key)) return std::string(from_.tokens_.text(slot.id));
    std::string text;
    for (uint64_t left = slot.key; left != 0; left >>= 8) text += static_cast<char>(left & 0xFF);
    return text;
  }

  const DocumentCounts& from_;
  std::string& bytes_;
  std::vector<uint32_t> word_ranks_;  // [token]
  std::vector<uint32_t> ranks_;       // [n-gram]
};

void DocumentCounts::Save(std::string& bytes) const {
  AppendU32(documents_, bytes);
  Saving saving(*this, bytes);
  saving.Tokens();
  for (uint32_t order = 2; order <= max_order_; ++order) saving.Longer(order);
}

class DocumentCounts::Loading {
 public:
  Loading(DocumentCounts& to, std::string_view bytes) : to_(to), left_(bytes) {}

  bool Documents() { return Read(to_.documents_); }

  bool Tokens(HashFunction hash) {
    uint32_t tokens = 0;
    if (!Read(tokens)) return false;
    std::string_view before;
    for (uint32_t rank = 0; rank < tokens; ++rank) {
      uint32_t size = 0, count = 0;
      if (!Read(size) || size > left_.size()) return false;
      const std::string_view text = left_.substr(0, size);
      left_.remove_prefix(size);
      if ((rank > 0 && text <= before) || !ReadCount(count)) return false;
      before = text;
      to_.TokenSlot(TokenKey(text, hash), text).count = count;
    }
    words_ = prefixes_ = tokens;
    return true;
  }

  // The n-grams get the numbers that their ranks have after the shorter ones.
  bool Longer(uint32_t order) {
    uint32_t grams = 0;
    if (!Read(grams)) return false;
    const auto begin = static_cast<uint32_t>(to_.grams_.size());
    std::pair<uint32_t, uint32_t> before;
    for (uint32_t rank = 0; rank < grams; ++rank) {
      std::pair<uint32_t, uint32_t> gram;
      uint32_t count = 0;
      if (!Read(gram.first) || !Read(gram.second) || !ReadCount(count)) return false;
      if (gram.first >= prefixes_ || gram.second >= words_) return false;
      if (rank > 0 && gram <= before) return false;
      before = gram;
      const uint32_t prefix = order > 2 ? begin_ + gram.first : gram.first;
      const uint32_t id = to_.AddLonger(order, Key(order, prefix, gram.second));
      to_.grams_[id].count = count;
    }
    begin_ = begin;
    prefixes_ = grams;
    return true;
  }
  bool AtEnd() const { return left_.empty(); }

 private:
  bool Read(uint32_t& number) {
    if (left_.size() < sizeof(number)) return false;
    number = ReadU32(left_.data());
    left_.remove_prefix(sizeof(number));
    return true;
  }
  bool ReadCount(uint32_t& count) { return Read(count) && count > 0 && count <= to_.documents_; }

  DocumentCounts& to_;
  std::string_view left_;
  uint32_t words_ = 0;
  uint32_t begin_ = 0, prefixes_ = 0;  // the n-grams of the order before
};

bool DocumentCounts::Load(std::string_view bytes, HashFunction hash) {
  Loading loading(*this, bytes);
  if (!loading.Documents() || !loading.Tokens(hash)) return false;
  for (uint32_t order = 2; order <= max_order_; ++order) {
    if (!loading.Longer(order)) return false;
  }
  return loading.AtEnd();
}

}  // namespace mtgauge
