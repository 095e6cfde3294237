// Counts tokens and n-grams in hash tables.
#include "core/algo/ngrams/ngram_counts.h"

#include <algorithm>
#include <new>
#include <utility>

namespace mtgauge {
// No count exceeds the number of tokens, so this check covers all counts.
void NgramCounts::AddTokens(uint64_t tokens) {
  all_tokens_ += tokens;
  if (all_tokens_ >= kNone) throw std::bad_alloc();
}

CountTable::Slot& NgramCounts::TokenSlot(uint64_t key, std::string_view token) {
  CountTable::Slot& slot = tokens_->FindOrAdd(key, token);
  if (slot.count == 0) token_followers_.push_back(kNone);
  return slot;
}

uint32_t NgramCounts::NewGram() {
  if (gram_ids_ >= kGramBit - 1) throw std::bad_alloc();
  return gram_ids_++ | kGramBit;
}

uint32_t NgramCounts::Keep(uint32_t token) {
  const size_t place = followers_.size();
  if (place >= kNone) throw std::bad_alloc();
  followers_.push_back(token);
  return static_cast<uint32_t>(place);
}

template <typename Follower>
uint32_t NgramCounts::CountOne(uint32_t order, uint64_t key, const Follower& follower) {
  CountTable::Slot& slot = grams_.FindOrAdd(key, kAnyId);
  if (++slot.count == 1) {
    slot.id = order < max_order_ ? follower() : kNone;
    return kNone;
  }
  if (slot.count == 2 && order < max_order_) Lengthen(slot);
  return slot.id;
}

void NgramCounts::Lengthen(CountTable::Slot& slot) {
  const uint32_t follower = slot.id;
  slot.id = NewGram();
  Repeat(slot.id, follower);
}

void NgramCounts::Repeat(uint32_t prefix, uint32_t follower) {
  if (max_order_ == 1) return;
  __builtin_prefetch(&followers_[follower]);
  repeats_.push_back({prefix, follower});
}

void NgramCounts::CountFollowers(uint32_t order) {
  const auto key = [&](const Repeated& gram) {
    return Key(gram.prefix, followers_[gram.follower]);
  };
  for (const Repeated& gram : repeats_) grams_.Prefetch(key(gram));
  for (const Repeated& gram : repeats_) {
    if (followers_[gram.follower] == kNone) continue;
    CountOne(order, key(gram), [&] { return gram.follower + 1; });
  }
  repeats_.clear();
}

NgramCounts::Outcome NgramCounts::SetToken(std::string_view token, uint32_t count,
                                           HashFunction hash) {
  CountTable::Slot& slot = TokenSlot(TokenKey(token, hash), token);
  if (slot.count > 0) return Outcome::kTwice;
  slot.count = count;
  all_tokens_ += count;
  return Outcome::kSet;
}

NgramCounts::Outcome NgramCounts::Set(std::span<const std::string_view> gram, uint32_t count,
                                      HashFunction hash) {
  if (gram.size() == 1) return SetToken(gram[0], count, hash);
  ids_.Grow(gram.size(), 0);
  uint32_t most = 0;  // the count of the prefix
  for (size_t i = gram.size(); i-- > 0;) {
    const CountTable::Slot* const token = tokens_->Find(TokenKey(gram[i], hash), gram[i]);
    if (token == nullptr) return Outcome::kUnknownToken;
    ids_[i] = token->id;
    most = token->count;
  }
  uint32_t prefix = ids_[0];
  for (size_t i = 1; i + 1 < gram.size(); ++i) {
    const CountTable::Slot* const longer = grams_.Find(Key(prefix, ids_[i]), kAnyId);
    if (longer == nullptr) return Outcome::kRarerPrefix;
    prefix = longer->id;
    most = longer->count;
  }
  if (count > most) return Outcome::kRarerPrefix;
  CountTable::Slot& slot = grams_.FindOrAdd(Key(prefix, ids_[gram.size() - 1]), kAnyId);
  if (slot.count > 0) return Outcome::kTwice;
  slot.id = gram.size() < max_order_ ? NewGram() : kNone;
  slot.count = count;
  return Outcome::kSet;
}

// Adds all n-grams of `from` to `to`, mapping their ids.
class NgramCounts::Merging {
 public:
  Merging(const NgramCounts& from, NgramCounts& to) : from_(from), to_(to) {}

  void Tokens() {
    struct Single {
      uint32_t theirs, ours;
      bool is_new;
    };
    std::vector<Single> singles;  // added last, because their followers need ids
    tokens_.resize(from_.tokens_->size());
    from_.tokens_->ForEach([&](const CountTable::Slot& slot) {
      CountTable::Slot& ours = to_.TokenSlot(slot.key, from_.tokens_->text(slot.id));
      const uint32_t before = ours.count;
      ours.count += slot.count;
      tokens_[slot.id] = ours.id;
      if (slot.count == 1) singles.push_back({slot.id, ours.id, before == 0});
      if (before != 1) return;
      to_.Repeat(ours.id, to_.token_followers_[ours.id]);
      to_.CountFollowers(2);
    });
    for (const Single& single : singles) {
      const uint32_t* const rest = &from_.followers_[from_.token_followers_[single.theirs]];
      if (single.is_new) {
        to_.token_followers_[single.ours] = Keep(rest, 1);
      } else if (*rest != kNone && to_.max_order_ > 1) {
        Count({single.ours, 1}, tokens_[*rest], rest + 1);
      }
    }
  }

  // Adds n-grams that are prefixes of counted n-grams, by id, so that shorter prefixes come first.
  void Prefixes() {
    std::vector<const CountTable::Slot*> prefixes(from_.gram_ids_);
    from_.grams_.ForEach([&](const CountTable::Slot& slot) {
      if (slot.count > 1 && slot.id != kNone) prefixes[slot.id ^ kGramBit] = &slot;
    });
    grams_.reserve(prefixes.size());
    for (const CountTable::Slot* const slot : prefixes) {
      const Gram prefix = Ours(static_cast<uint32_t>(slot->key >> 32));
      const uint64_t key = Key(prefix.id, tokens_[static_cast<uint32_t>(slot->key)]);
      CountTable::Slot& ours = to_.grams_.FindOrAdd(key, kAnyId);
      const uint32_t before = ours.count;
      ours.count += slot->count;
      uint32_t id = ours.id;
      if (before == 0) id = ours.id = to_.NewGram();
      if (before == 1) {
        to_.Lengthen(ours);
        id = ours.id;
        to_.CountFollowers(prefix.order + 2);
      }
      grams_.push_back({id, prefix.order + 1});
    }
  }

  void Others() {
    from_.grams_.ForEach([&](const CountTable::Slot& slot) {
      if (slot.count > 1 && slot.id != kNone) return;
      const Gram prefix = Ours(static_cast<uint32_t>(slot.key >> 32));
      const uint32_t token = tokens_[static_cast<uint32_t>(slot.key)];
      if (slot.id != kNone) return Count(prefix, token, &from_.followers_[slot.id]);
      CountTable::Slot& ours = to_.grams_.FindOrAdd(Key(prefix.id, token), kAnyId);
      ours.id = kNone;
      ours.count += slot.count;
    });
  }

 private:
  struct Gram {
    uint32_t id, order;
  };

  Gram Ours(uint32_t id) const {
    return (id & kGramBit) == 0 ? Gram{tokens_[id], 1} : grams_[id ^ kGramBit];
  }

  // Counts one occurrence of the n-gram `gram` + `token` (an id in to_), followed by `rest`.
  void Count(Gram gram, uint32_t token, const uint32_t* rest) {
    for (;; token = tokens_[*rest++]) {
      ++gram.order;
      gram.id = to_.CountOne(gram.order, Key(gram.id, token),
                             [&, order = gram.order] { return Keep(rest, order); });
      to_.CountFollowers(gram.order + 1);
      if (gram.id == kNone || *rest == kNone) return;
    }
  }

  // Copies the followers of an n-gram of `order`, up to the maximum order. Returns their index.
  uint32_t Keep(const uint32_t* rest, uint32_t order) {
    const auto place = static_cast<uint32_t>(to_.followers_.size());
    for (; order < to_.max_order_ && *rest != kNone; ++order, ++rest) to_.Keep(tokens_[*rest]);
    to_.Keep(kNone);
    return place;
  }

  const NgramCounts& from_;
  NgramCounts& to_;
  std::vector<uint32_t> tokens_;  // [id in from_]: id in to_
  std::vector<Gram> grams_;
};

void NgramCounts::Merge(const NgramCounts& other) {
  AddTokens(other.all_tokens_);
  Merging merging(other, *this);
  merging.Tokens();
  merging.Prefixes();
  merging.Others();
}

NgramCounts::ByPrefix::ByPrefix(const NgramCounts& counts)
    : tokens_(counts.tokens_->size()), begins_(tokens_ + counts.gram_ids_ + 1) {
  const auto index = [&](const CountTable::Slot& slot) {
    return Index(static_cast<uint32_t>(slot.key >> 32));
  };
  counts.grams_.ForEach([&](const CountTable::Slot& slot) { ++begins_[index(slot)]; });
  uint64_t end = 0;
  for (uint64_t& begin : begins_) begin = end += begin;
  grams_.resize(end);
  counts.grams_.ForEach([&](const CountTable::Slot& slot) {
    grams_[--begins_[index(slot)]] = {static_cast<uint32_t>(slot.key), slot.count, slot.id};
  });
}

// Puts the n-grams that occur more than once into a trie.
class NgramCounts::Planting {
 public:
  explicit Planting(const NgramCounts& counts) : longer_(counts) {}

  void Token(uint32_t id) {
    const auto table = Longer(id);
    if (table.slots > 0) tables_.emplace_back(id, table);
  }
  void MoveTo(NgramTrie& trie) { trie.Take(std::move(nodes_), tables_); }

 private:
  NgramTrie::Builder::Table Longer(uint32_t prefix) {
    const std::span<const Gram> grams = longer_.Of(prefix);
    const auto repeated = static_cast<uint32_t>(
        std::count_if(grams.begin(), grams.end(), [](const Gram& gram) { return gram.count > 1; }));
    if (repeated == 0) return {};
    const auto table = nodes_.Open(repeated);
    for (const Gram& gram : grams) {
      if (gram.count == 1) continue;
      const size_t node = nodes_.Add(table, gram.token, gram.count);
      if (gram.id != kNone) nodes_.SetTable(node, Longer(gram.id));
    }
    return table;
  }

  ByPrefix longer_;
  NgramTrie::Builder nodes_;
  NgramTrie::Tables tables_;
};

NgramTrie NgramCounts::Trie() const {
  NgramTrie trie(tokens_, all_tokens_);
  Planting planting(*this);
  for (uint32_t token = 0; token < tokens_->size(); ++token) planting.Token(token);
  planting.MoveTo(trie);
  return trie;
}

}  // namespace mtgauge
