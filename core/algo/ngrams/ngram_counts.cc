// Counting, order by order, so that the look-ups of a segment do not wait for each other.
#include "core/algo/ngrams/ngram_counts.h"

#include <algorithm>
#include <new>

namespace mtgauge {

CountTable::CountTable() { Allocate(13); }

void CountTable::Allocate(uint32_t bits) {
  const size_t slots = size_t{1} << bits;
  pages_ = ZeroedPages(slots * sizeof(Slot));
  slots_ = static_cast<Slot*>(pages_.data());
  mask_ = slots - 1;
  limit_ = slots / 4 * 3;
  shift_ = 64 - bits;
}

// In larger steps while memory does not matter.
void CountTable::Grow() {
  constexpr size_t kLarge = size_t{1} << 16;
  const ZeroedPages pages = std::move(pages_);
  const Slot* const old = slots_;
  const size_t old_slots = mask_ + 1;
  Allocate(64 - shift_ + (old_slots < kLarge ? 2 : 1));
  for (size_t i = 0; i < old_slots; ++i) {
    if (old[i].count == 0) continue;
    size_t at = Home(old[i].key);
    while (slots_[at].count != 0) at = (at + 1) & mask_;
    slots_[at] = old[i];
  }
}

// Every count is less than the number of tokens.
void NgramCounts::AddTokens(uint64_t tokens) {
  all_tokens_ += tokens;
  if (all_tokens_ >= kNone) throw std::bad_alloc();
}

CountTable::Slot& NgramCounts::TokenSlot(uint64_t key, std::string_view token) {
  CountTable::Slot& slot = tokens_.FindOrAdd(key, SameToken{*this, token, !IsHashedKey(key)});
  if (slot.count > 0) return slot;
  if (kinds_.size() >= kGramBit) throw std::bad_alloc();
  slot.id = static_cast<uint32_t>(kinds_.size());
  kinds_.push_back({{}, kNone});
  if (IsHashedKey(key)) kinds_.back().text = owned_.emplace_back(token);
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

void NgramCounts::KeepSegment(uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) Keep(ids_[i]);
  Keep(kNone);
}

// Into ids_; those that go on into starts_, whose number it returns. `kept`: where in followers_
// the segment is going to be, should it bring something new.
uint32_t NgramCounts::AddUnigrams(const Tokens& segment, uint32_t kept) {
  for (uint32_t i = 0; i < segment.count; ++i) tokens_.Prefetch(segment.key[i]);
  bool fresh = false;
  for (uint32_t i = 0; i < segment.count; ++i) {
    CountTable::Slot& slot = TokenSlot(segment.key[i], segment[i]);
    fresh |= slot.count == 0;
    ids_[i] = slot.id;
    starts_[i] = {i, slot.count++};
  }
  if (fresh) KeepSegment(segment.count);
  uint32_t going = 0;
  for (uint32_t i = 0; i < segment.count; ++i) {
    const uint32_t before = starts_[i].prefix, id = ids_[i];
    if (before == 0) {
      kinds_[id].follower = kept + i + 1;
      continue;
    }
    if (before == 1) Repeat(id, kinds_[id].follower);
    starts_[going++] = {i, id};
    if (i + 1 < segment.count) grams_.Prefetch(Key(id, ids_[i + 1]));
  }
  return going;
}

void NgramCounts::Add(const Tokens& segment) {
  const uint32_t count = segment.count;
  AddTokens(count);
  ids_.Grow(count, 0);
  starts_.Grow(count, 0);
  const size_t kept = followers_.size();
  uint32_t going = AddUnigrams(segment, static_cast<uint32_t>(kept));
  const auto follower = [&](uint32_t at) {
    if (followers_.size() == kept) KeepSegment(count);
    return static_cast<uint32_t>(kept) + at;
  };
  for (uint32_t n = 2; n <= max_order_ && going > 0; ++n) {
    CountFollowers(n);
    if (starts_[going - 1].at + n > count) --going;  // starts rise
    uint32_t longer = 0;
    for (uint32_t i = 0; i < going; ++i) {
      const auto [at, prefix] = starts_[i];
      const uint32_t end = at + n;
      const uint32_t id =
          CountOne(n, Key(prefix, ids_[end - 1]), [&, end] { return follower(end); });
      if (id == kNone) continue;
      starts_[longer++] = {at, id};
      if (end < count) grams_.Prefetch(Key(id, ids_[end]));
    }
    going = longer;
  }
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
  uint32_t most = 0;  // of the prefix
  for (size_t i = gram.size(); i-- > 0;) {
    const Entry token = FindToken(TokenKey(gram[i], hash), gram[i]);
    if (token.count == 0) return Outcome::kUnknownToken;
    ids_[i] = token.id;
    most = token.count;
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

// Adds all n-grams of other counts under ids of our own.
class NgramCounts::Merging {
 public:
  Merging(const NgramCounts& from, NgramCounts& to) : from_(from), to_(to) {}

  void Tokens() {
    struct Single {
      uint32_t theirs, ours;
      bool is_new;
    };
    std::vector<Single> singles;  // what follows them has an id when all tokens have
    tokens_.resize(from_.kinds_.size());
    from_.tokens_.ForEach([&](const CountTable::Slot& slot) {
      CountTable::Slot& ours = to_.TokenSlot(slot.key, from_.kinds_[slot.id].text);
      const uint32_t before = ours.count;
      ours.count += slot.count;
      tokens_[slot.id] = ours.id;
      if (slot.count == 1) singles.push_back({slot.id, ours.id, before == 0});
      if (before != 1) return;
      to_.Repeat(ours.id, to_.kinds_[ours.id].follower);
      to_.CountFollowers(2);
    });
    for (const Single& single : singles) {
      const uint32_t* const rest = &from_.followers_[from_.kinds_[single.theirs].follower];
      if (single.is_new) {
        to_.kinds_[single.ours].follower = Keep(rest, 1);
      } else if (*rest != kNone && to_.max_order_ > 1) {
        Count({single.ours, 1}, tokens_[*rest], rest + 1);
      }
    }
  }

  // N-grams that have longer ones, in the order of their ids: prefixes come first.
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

  // One occurrence of the n-gram `gram` + `token` (an id of ours) before `rest`.
  void Count(Gram gram, uint32_t token, const uint32_t* rest) {
    for (;; token = tokens_[*rest++]) {
      ++gram.order;
      gram.id = to_.CountOne(gram.order, Key(gram.id, token),
                             [&, order = gram.order] { return Keep(rest, order); });
      to_.CountFollowers(gram.order + 1);
      if (gram.id == kNone || *rest == kNone) return;
    }
  }

  // What follows an n-gram of `order`, as far as it may be asked for.
  uint32_t Keep(const uint32_t* rest, uint32_t order) {
    const auto place = static_cast<uint32_t>(to_.followers_.size());
    for (; order < to_.max_order_ && *rest != kNone; ++order, ++rest) to_.Keep(tokens_[*rest]);
    to_.Keep(kNone);
    return place;
  }

  const NgramCounts& from_;
  NgramCounts& to_;
  std::vector<uint32_t> tokens_;  // ids there -> here
  std::vector<Gram> grams_;
};

void NgramCounts::Merge(const NgramCounts& other) {
  AddTokens(other.all_tokens_);
  Merging merging(other, *this);
  merging.Tokens();
  merging.Prefixes();
  merging.Others();
}

}  // namespace mtgauge
