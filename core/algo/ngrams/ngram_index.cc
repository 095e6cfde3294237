// Clipped n-gram matches by an inverted index.
#include "core/algo/ngrams/ngram_index.h"

#include <algorithm>
#include <utility>

namespace mtgauge {
namespace {

// An n-gram is dense if more than 1 in kDenseShare references contain it. It is then stored as the
// counts of all references, because vector instructions add many counts at once, whereas each
// posting takes a step.
constexpr size_t kDenseShare = 8;
// Adds the clipped matches of one n-gram with each reference.
void AddClipped(const uint8_t* counts, uint8_t most, uint32_t references, uint16_t* matches) {
  for (uint32_t r = 0; r < references; ++r) {
    const uint8_t common = std::min(counts[r], most);
    matches[r] = static_cast<uint16_t>(matches[r] + common);
  }
}

}  // namespace

NgramIndex::NgramIndex(uint32_t max_order, size_t symbols)
    : max_order_(max_order), grams_(2 * symbols) {}

void NgramIndex::Add(std::span<const uint32_t> symbols) {
  const auto reference = static_cast<uint16_t>(references_++);
  grams_.Add(symbols, max_order_, [&](uint32_t, uint32_t gram) {
    if (gram == newest_.size()) {
      newest_.emplace_back();
    } else if (newest_[gram].reference == reference) {
      ++entries_[newest_[gram].entry].posting.count;
      return;
    }
    newest_[gram] = {reference, static_cast<uint32_t>(entries_.size())};
    entries_.push_back({gram, {reference, 1}});
  });
}

void NgramIndex::Seal() {
  places_.assign(newest_.size(), {0, 0, false});
  std::vector<uint16_t> most(newest_.size(), 0);
  for (const Entry& entry : entries_) {
    ++places_[entry.gram].postings;
    most[entry.gram] = std::max(most[entry.gram], entry.posting.count);
  }
  uint32_t postings = 0;
  size_t dense = 0;
  for (size_t g = 0; g < places_.size(); ++g) {
    Place& place = places_[g];
    place.dense = place.postings * kDenseShare > references_ && most[g] <= UINT8_MAX;
    place.first = place.dense ? static_cast<uint32_t>(dense++) : postings;
    if (!place.dense) postings += std::exchange(place.postings, 0);
  }
  postings_.resize(postings);
  dense_.assign(dense * references_, 0);
  for (const Entry& entry : entries_) {
    Place& place = places_[entry.gram];
    if (place.dense) {
      dense_[size_t{place.first} * references_ + entry.posting.reference] =
          static_cast<uint8_t>(entry.posting.count);
    } else {
      postings_[place.first + place.postings++] = entry.posting;
    }
  }
  entries_ = {};
  newest_ = {};
  grams_.Seal();
}

// Counts the n-grams of one order. Returns false if no reference contains any of them.
bool NgramIndexMatcher::FindGrams(const NgramIndex& index, std::span<const uint32_t> symbols,
                                  uint32_t order) {
  found_.clear();
  index.grams_.Find(symbols, order, names_, [&](uint32_t gram) {
    if (counts_[gram]++ == 0) found_.push_back(gram);
  });
  return !found_.empty();
}

void NgramIndexMatcher::AddMatches(const NgramIndex& index, uint16_t* matches) {
  for (const uint32_t gram : found_) {
    const NgramIndex::Place& place = index.places_[gram];
    const uint32_t most = std::exchange(counts_[gram], 0);
    if (place.dense) {
      AddClipped(index.dense_.data() + size_t{place.first} * index.references_,
                 static_cast<uint8_t>(std::min<uint32_t>(most, UINT8_MAX)), index.references_,
                 matches);
      continue;
    }
    const std::span postings = std::span(index.postings_).subspan(place.first, place.postings);
    for (const NgramIndex::Posting posting : postings) {
      const uint32_t common = std::min<uint32_t>(posting.count, most);
      matches[posting.reference] = static_cast<uint16_t>(matches[posting.reference] + common);
    }
  }
}

const uint16_t* NgramIndexMatcher::Match(const NgramIndex& index,
                                         std::span<const uint32_t> symbols) {
  matches_.assign(size_t{index.max_order_} * index.references_, 0);
  names_.resize(std::max(names_.size(), symbols.size()));
  counts_.resize(std::max(counts_.size(), index.places_.size()));
  for (uint32_t n = 1; n <= index.max_order_; ++n) {
    if (!FindGrams(index, symbols, n)) break;
    AddMatches(index, matches_.data() + size_t{n - 1} * index.references_);
  }
  return matches_.data();
}

}  // namespace mtgauge
