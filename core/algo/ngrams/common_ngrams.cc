// Sizes of intersections by columns of bits.
#include "core/algo/ngrams/common_ngrams.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mtgauge {
namespace {

constexpr size_t kAtOnce = 16;
// Words that are added at once: a cache line of each column. A vector type of GCC and clang, which
// keep it in the registers of any instruction set.
constexpr size_t kStrip = 8;
using Strip __attribute__((vector_size(8 * kStrip), aligned(8), may_alias)) = uint64_t;

// Adds three words bit by bit: `low` becomes the lower bits of the sums, `high` the higher ones.
inline void AddBits(Strip& low, const Strip& a, const Strip& b, Strip& high) {
  const Strip either = low ^ a;
  high = (low & a) | (either & b);
  low = either ^ b;
}

// Adds a bit to each of the sums, of which `planes` has one bit each.
inline void Carry(Strip& carry, Strip* planes) {
  for (;; ++planes) {
    uint64_t any = 0;
    for (size_t w = 0; w < kStrip; ++w) any |= carry[w];
    if (any == 0) return;
    const Strip both = *planes & carry;
    *planes ^= carry;
    carry = both;
  }
}

// Adds a multiple of kAtOnce columns, as in Harley and Seal's population count.
void AddColumns(const uint64_t* columns, std::span<const uint32_t> chosen, Strip* planes) {
  const auto column = [&](size_t i) -> const Strip& {
    return *reinterpret_cast<const Strip*>(columns + size_t{chosen[i]} * CommonNgrams::kWords);
  };
  for (size_t i = 0; i < chosen.size(); i += kAtOnce) {
    for (size_t k = i + kAtOnce; k < i + 2 * kAtOnce && k < chosen.size(); ++k) {
      __builtin_prefetch(&column(k));
    }
    Strip twos[2], fours[2], eights[2], carry;
    for (size_t half = 0; half < 2; ++half) {
      for (size_t quarter = 0; quarter < 2; ++quarter) {
        const size_t at = i + 8 * half + 4 * quarter;
        AddBits(planes[0], column(at), column(at + 1), twos[0]);
        AddBits(planes[0], column(at + 2), column(at + 3), twos[1]);
        AddBits(planes[1], twos[0], twos[1], fours[quarter]);
      }
      AddBits(planes[2], fours[0], fours[1], eights[half]);
    }
    AddBits(planes[3], eights[0], eights[1], carry);
    Carry(carry, planes + 4);
  }
}

}  // namespace

void CommonNgrams::Add(std::span<const uint32_t> symbols) {
  ++references_;
  grams_.Add(symbols, max_order_, [&](uint32_t, uint32_t gram) { texts_.push_back(gram); });
  ends_.push_back(texts_.size());
  for (size_t i = ends_.size() > 1 ? ends_[ends_.size() - 2] : 0; i < texts_.size(); ++i) {
    seen_.resize(std::max<size_t>(seen_.size(), texts_[i] + 1));
  }
}

template <typename Visit>
void CommonNgrams::ForEachItem(const Visit& visit) {
  size_t at = 0;
  for (uint32_t reference = 0; reference < references_; ++reference) {
    const auto grams = std::span(texts_).subspan(at, ends_[reference] - at);
    for (const uint32_t gram : grams) visit(gram, seen_[gram]++, reference);
    for (const uint32_t gram : grams) seen_[gram] = 0;
    at = ends_[reference];
  }
}

void CommonNgrams::Seal() {
  first_item_.assign(seen_.size() + 1, 0);
  ForEachItem([&](uint32_t gram, uint32_t occurrence, uint32_t) {
    first_item_[gram] = std::max(first_item_[gram], occurrence + 1);
  });
  uint32_t items = 0;
  for (uint32_t& first : first_item_) first = std::exchange(items, items + first);
  items_.assign(items, {0, 0});
  ForEachItem([&](uint32_t gram, uint32_t occurrence, uint32_t) {
    ++items_[first_item_[gram] + occurrence].references;
  });
  uint32_t few = 0, columns = 0;
  for (Item& item : items_) {
    item.first = IsFrequent(item) ? columns++ : std::exchange(few, few + item.references);
  }
  column_count_ = size_t{columns} + 1;
  few_.resize(few);
  columns_.assign((references_ + kBlock - 1) / kBlock * column_count_ * kWords, 0);
  ForEachItem([&](uint32_t gram, uint32_t occurrence, uint32_t reference) {
    Item& item = items_[first_item_[gram] + occurrence];
    if (IsFrequent(item)) {
      const size_t column = reference / kBlock * column_count_ + item.first;
      columns_[column * kWords + reference % kBlock / 64] |= uint64_t{1} << reference % 64;
    } else {
      few_[item.first++] = reference;  // set back below
    }
  });
  for (Item& item : items_) item.first -= IsFrequent(item) ? 0 : item.references;
  texts_ = {};
  ends_ = {};
  seen_ = {};
  grams_.Seal();
}

void CommonNgramCounter::MakeProbe(const CommonNgrams& index, std::span<const uint32_t> symbols,
                                   CommonNgramProbe& probe) {
  probe.columns.clear();
  probe.of_rare.assign(index.references_, 0);
  names_.resize(std::max(names_.size(), symbols.size()));
  seen_.resize(std::max(seen_.size(), index.first_item_.size()));
  found_.clear();
  for (uint32_t n = 1; n <= index.max_order_; ++n) {
    const uint32_t weight = n == index.max_order_ ? index.weight_ : 1;
    const size_t before = found_.size();
    index.grams_.Find(symbols, n, names_, [&](uint32_t gram) {
      found_.push_back(gram);
      const uint32_t item = index.first_item_[gram] + seen_[gram]++;
      if (item >= index.first_item_[gram + 1]) return;
      const auto [first, references] = index.items_[item];
      if (index.IsFrequent(index.items_[item])) {
        probe.columns.insert(probe.columns.end(), weight, first);
        return;
      }
      for (const uint32_t reference : std::span(index.few_).subspan(first, references)) {
        probe.of_rare[reference] =
            static_cast<int16_t>(probe.of_rare[reference] + static_cast<int>(weight));
      }
    });
    if (found_.size() == before) break;
  }
  for (const uint32_t gram : found_) seen_[gram] = 0;
  probe.columns.resize((probe.columns.size() + kAtOnce - 1) / kAtOnce * kAtOnce,
                       static_cast<uint32_t>(index.column_count_ - 1));
}

void CommonNgramCounter::Count(const CommonNgrams& index, const CommonNgramProbe& probe,
                               uint32_t block) {
  const uint64_t* const columns = index.columns_.data() + block * index.column_count_ * kWords;
  for (size_t strip = 0; strip < kWords / kStrip; ++strip) {
    Strip planes[kPlanes] = {};
    AddColumns(columns + strip * kStrip, probe.columns, planes);
    for (size_t p = 0; p < kPlanes; ++p) {
      std::memcpy(planes_[p] + strip * kStrip, &planes[p], sizeof planes[p]);
    }
  }
  of_rare_ = std::span(probe.of_rare).subspan(size_t{block} * CommonNgrams::kBlock);
  of_rare_ = of_rare_.first(std::min<size_t>(of_rare_.size(), CommonNgrams::kBlock));
  for (uint32_t word = 0; word < kWords; ++word) {
    int16_t most = 0;
    for (size_t r = 64 * word; r < std::min<size_t>(64 * word + 64, of_rare_.size()); ++r) {
      most = std::max(most, of_rare_[r]);
    }
    most_of_rare_[word] = most;
  }
}

// Returns the references of a word whose sums are at least `least`; compares bit by bit, from the
// highest.
uint64_t CommonNgramCounter::Reaching(uint32_t word, uint64_t least) const {
  if (least >> kPlanes != 0 || 64 * word >= of_rare_.size()) return 0;
  const size_t references = of_rare_.size() - 64 * word;
  uint64_t more = 0, equal = references < 64 ? (uint64_t{1} << references) - 1 : ~uint64_t{0};
  for (size_t p = kPlanes; p-- > 0;) {
    const uint64_t bits = planes_[p][word];
    if ((least >> p & 1) != 0) {
      equal &= bits;
    } else {
      more |= equal & bits;
      equal &= ~bits;
    }
  }
  return more | equal;
}

uint64_t CommonNgramCounter::CountOf(uint32_t word, uint32_t bit) const {
  uint64_t count = static_cast<uint64_t>(of_rare_[64 * word + bit]);
  for (size_t p = 0; p < kPlanes; ++p) count += (planes_[p][word] >> bit & 1) << p;
  return count;
}

}  // namespace mtgauge
