// Clipped matches by hashing and counting.
#include "core/algo/ngrams/ngram_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace mtgauge {
namespace {

// The initial index has room for this many orders, which is enough for most metrics. It grows if
// there are more.
constexpr uint32_t kExpectedOrders = 8;

constexpr auto kAnyGram = [](uint32_t) { return true; };

uint64_t GramKey(uint32_t prefix, uint32_t token) { return uint64_t{prefix} << 32 | token; }

// Makes room for `wanted` elements. New memory is zeroed and so belongs to no generation.
template <typename T>
void Reserve(Buffer<T>& buffer, size_t wanted) {
  if (wanted <= buffer.capacity()) return;
  buffer.Grow(wanted, 0);
  std::memset(static_cast<void*>(buffer.data()), 0, buffer.capacity() * sizeof(T));
}

template <typename T>
void Zero(Buffer<T>& buffer) {
  if (buffer.capacity() == 0) return;
  std::memset(static_cast<void*>(buffer.data()), 0, buffer.capacity() * sizeof(T));
}

template <typename T>
size_t BytesOf(const Buffer<T>& buffer) {
  return buffer.capacity() * sizeof(T);
}

}  // namespace

void GenerationIndex::Clear(HashFunction hash, size_t expected) {
  constexpr uint32_t kMostDoublings = 64;
  if (generation_ >= UINT32_MAX - kMostDoublings) {
    Zero(slots_);
    Zero(spare_);
    generation_ = 0;
  }
  ++generation_;
  if (hash_ != hash) {
    constexpr std::string_view kAnyBytes = "factor";
    factor_ = hash(kAnyBytes.data(), kAnyBytes.size()) | 1;
  }
  hash_ = hash;
  entries_ = 0;
  mask_ = std::bit_ceil(2 * expected + 2) - 1;
  Reserve(slots_, mask_ + 1);
}

void GenerationIndex::Double() {
  const Slot* const old = slots_.data();
  const size_t old_slots = mask_ + 1;
  const uint32_t old_generation = generation_++;
  mask_ = 2 * old_slots - 1;
  Reserve(spare_, mask_ + 1);
  for (size_t i = 0; i < old_slots; ++i) {
    if (old[i].generation != old_generation) continue;
    size_t at = Home(old[i].key);
    while (spare_[at].generation == generation_) at = (at + 1) & mask_;
    spare_[at] = {old[i].key, generation_, old[i].id};
  }
  std::swap(slots_, spare_);
}

void NgramTable::Set(std::span<const Tokens> references, uint32_t max_order, HashFunction hash) {
  max_order_ = max_order;
  size_t tokens = 0;
  for (const Tokens& reference : references) tokens += reference.count;
  const size_t orders = std::min(max_order, kExpectedOrders);
  tokens_.Clear(hash, tokens);
  gram_index_.Clear(hash, tokens * (orders - 1));
  ids_.Grow(tokens, 0);
  InternTokens(references);

  counts_.Grow(tokens * orders, 0);
  for (uint32_t i = 0; i < grams_; ++i) counts_[i] = {0, 0, kNone};
  const uint32_t* ids = ids_.data();
  for (uint32_t r = 0; r < references.size(); ++r) {
    CountGrams(ids, references[r].count, r);
    ids += references[r].count;
  }
}

size_t NgramTable::bytes() const {
  return tokens_.bytes() + gram_index_.bytes() + BytesOf(ids_) + BytesOf(counts_);
}

void NgramTable::InternTokens(std::span<const Tokens> references) {
  uint32_t* id = ids_.data();
  for (const Tokens& reference : references) {
    for (uint32_t i = 0; i < reference.count; ++i) *id++ = tokens_.Add(reference, i);
  }
  grams_ = tokens_.count();
}

void NgramTable::CountGrams(const uint32_t* ids, uint32_t count, uint32_t reference) {
  for (uint32_t first = 0; first < count; ++first) {
    uint32_t gram = ids[first];
    CountOne(gram, reference);
    const uint32_t last = std::min(max_order_, count - first) + first;
    for (uint32_t i = first + 1; i < last; ++i) {
      gram = gram_index_.FindOrAdd(GramKey(gram, ids[i]), grams_, kAnyGram);
      if (gram == grams_) {
        counts_.Grow(size_t{grams_} + 1, grams_);
        counts_[grams_++] = {0, 0, kNone};
      }
      CountOne(gram, reference);
    }
  }
}

void NgramTable::CountOne(uint32_t gram, uint32_t reference) {
  Count& count = counts_[gram];
  if (count.reference != reference) {
    count.reference = reference;
    count.current = 0;
  }
  count.max = std::max(count.max, ++count.current);
}

uint32_t NgramTable::FindGram(uint32_t prefix, uint32_t token) const {
  return gram_index_.Find(GramKey(prefix, token), kAnyGram);
}

template <typename Visit>
void TableMatcher::Walk(const NgramTable& table, const Tokens& hypothesis, const Visit& visit) {
  Begin(table.grams());
  const uint32_t count = hypothesis.count;
  ids_.Grow(count, 0);
  for (uint32_t i = 0; i < count; ++i) ids_[i] = table.FindToken(hypothesis, i);
  for (uint32_t first = 0; first < count; ++first) {
    uint32_t gram = ids_[first];
    const uint32_t last = std::min(table.max_order(), count - first) + first;
    for (uint32_t i = first; gram != NgramTable::kNone;) {
      visit(i - first + 1, i, Take(table, gram));
      if (++i == last || ids_[i] == NgramTable::kNone) break;
      gram = table.FindGram(gram, ids_[i]);
    }
  }
}

void TableMatcher::Match(const NgramTable& table, const Tokens& hypothesis, int64_t* matches) {
  std::fill_n(matches, table.max_order(), 0);
  Walk(table, hypothesis, [&](uint32_t order, uint32_t, bool credited) {
    if (credited) ++matches[order - 1];
  });
}

NgramMarks TableMatcher::Mark(const NgramTable& table, const Tokens& hypothesis) {
  const uint32_t orders = std::min(table.max_order(), hypothesis.count);
  const uint32_t words = (hypothesis.count + 63) / 64;
  const size_t sets = size_t{orders} * words;
  found_.Grow(sets, 0);
  credited_.Grow(sets, 0);
  std::fill_n(found_.data(), sets, 0);
  std::fill_n(credited_.data(), sets, 0);
  Walk(table, hypothesis, [&](uint32_t order, uint32_t last, bool credited) {
    const size_t word = size_t{order - 1} * words + last / 64;
    found_[word] |= uint64_t{1} << last % 64;
    credited_[word] |= uint64_t{credited} << last % 64;
  });
  return {orders, words, found_.data(), credited_.data()};
}

size_t TableMatcher::bytes() const {
  return BytesOf(ids_) + BytesOf(uses_) + BytesOf(found_) + BytesOf(credited_);
}

void TableMatcher::Begin(uint32_t grams) {
  Reserve(uses_, grams);
  if (++generation_ == 0) {
    Zero(uses_);
    generation_ = 1;
  }
}

// Returns true, and counts a use, if the hypothesis has used the n-gram less often than the
// references allow.
bool TableMatcher::Take(const NgramTable& table, uint32_t gram) {
  Use& use = uses_[gram];
  if (use.generation != generation_) use = {generation_, 0};
  if (use.count == table.max_count(gram)) return false;
  ++use.count;
  return true;
}

}  // namespace mtgauge
