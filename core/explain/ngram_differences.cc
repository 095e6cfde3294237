// Matching n-grams segment by segment, and finding where the chosen ones are.
#include "core/explain/ngram_differences.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <bit>
#include <string>

namespace mtgauge {
namespace {

using Key = NgramMatches::Key;
constexpr size_t kSegmentsTold = 10;  // of an n-gram

Key KeyAt(std::span<const uint32_t> words, size_t at, uint32_t order) {
  Key key;
  for (uint32_t i = 0; i < kMostWords; ++i) key.words[i] = i < order ? words[at + i] : UINT32_MAX;
  return key;
}

// The n-grams of one segment's reference, and how often each system has them.
class SegmentNgrams {
 public:
  struct Ngram {
    Key key;
    uint32_t count;  // in the reference
  };

  explicit SegmentNgrams(const Corpus& corpus) : corpus_(corpus) {}

  void Count(size_t segment, uint32_t order) {
    const std::span<const uint32_t> reference = corpus_.reference.words[segment];
    ngrams_.clear();
    matches_.clear();
    slots_.assign(std::bit_ceil(2 * reference.size() + 1), kFree);
    for (size_t at = 0; at + order <= reference.size(); ++at) {
      const Key key = KeyAt(reference, at, order);
      uint32_t& slot = SlotOf(key);
      if (slot == kFree) {
        slot = static_cast<uint32_t>(ngrams_.size());
        ngrams_.push_back({key, 0});
        matches_.resize(matches_.size() + corpus_.systems.size());
      }
      ++ngrams_[slot].count;
    }
    for (size_t s = 0; s < corpus_.systems.size(); ++s) {
      CountMatches(corpus_.systems[s].words[segment], order, s);
    }
  }

  const std::vector<Ngram>& ngrams() const { return ngrams_; }  // by first appearance
  // [system], clipped.
  std::span<const uint32_t> matches(size_t ngram) const {
    return std::span(matches_).subspan(ngram * corpus_.systems.size(), corpus_.systems.size());
  }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  static constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash

  void CountMatches(std::span<const uint32_t> hypothesis, uint32_t order, size_t system) {
    for (size_t at = 0; at + order <= hypothesis.size(); ++at) {
      const uint32_t slot = SlotOf(KeyAt(hypothesis, at, order));
      if (slot == kFree) continue;
      uint32_t& matches = matches_[slot * corpus_.systems.size() + system];
      matches = std::min(matches + 1, ngrams_[slot].count);
    }
  }

  // The slot of a key, or the free one where it belongs.
  uint32_t& SlotOf(const Key& key) {
    uint64_t hash = 0;
    for (const uint32_t word : key.words) hash = (hash ^ word) * kMultiplier;
    for (size_t at = hash >> 32;; ++at) {
      uint32_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot == kFree || ngrams_[slot].key == key) return slot;
    }
  }

  const Corpus& corpus_;
  std::vector<uint32_t> slots_;  // places in ngrams_; a power of 2, at most half of them taken
  std::vector<Ngram> ngrams_;
  std::vector<uint32_t> matches_;  // [ngram * systems + system]
};

std::string TextOf(const Key& key, const Vocabulary& vocabulary) {
  std::string text;
  for (uint32_t i = 0; i < kMostWords && key.words[i] != UINT32_MAX; ++i) {
    if (i > 0) text += ' ';
    text += vocabulary[key.words[i]];
  }
  return text;
}

// An n-gram that `better` has more often than `worse`.
struct Candidate {
  const NgramMatches* order;
  size_t ngram;
  uint64_t better, worse;
};

bool Before(const Candidate& a, const Candidate& b, const Vocabulary& vocabulary) {
  // Scores are equal or far apart: fractions of small whole numbers.
  const uint64_t left = (a.better + 1) * (b.better + b.worse + 2);
  const uint64_t right = (b.better + 1) * (a.better + a.worse + 2);
  if (left != right) return left > right;
  if (a.better != b.better) return a.better > b.better;
  return TextOf(a.order->key(a.ngram), vocabulary) < TextOf(b.order->key(b.ngram), vocabulary);
}

std::vector<Candidate> Best(const Vocabulary& vocabulary, std::span<const NgramMatches> orders,
                            uint32_t better, uint32_t worse, size_t top) {
  std::vector<Candidate> found;
  for (const NgramMatches& order : orders) {
    for (size_t i = 0; i < order.size(); ++i) {
      const uint64_t more = order.matches(i, better), less = order.matches(i, worse);
      if (more > less) found.push_back({&order, i, more, less});
    }
  }
  const size_t kept = std::min(top, found.size());
  std::partial_sort(
      found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
      [&](const Candidate& a, const Candidate& b) { return Before(a, b, vocabulary); });
  found.resize(kept);
  return found;
}

// N-grams that were chosen, and who wants to know about them.
struct Wanted {
  uint32_t better, worse;
  NgramDifference* told;
};
using WantedNgrams = absl::flat_hash_map<Key, std::vector<Wanted>>;

void Tell(const SegmentNgrams& segment_ngrams, size_t segment, const WantedNgrams& wanted) {
  for (size_t i = 0; i < segment_ngrams.ngrams().size(); ++i) {
    const auto found = wanted.find(segment_ngrams.ngrams()[i].key);
    if (found == wanted.end()) continue;
    const std::span<const uint32_t> matches = segment_ngrams.matches(i);
    for (const Wanted& one : found->second) {
      one.told->reference += segment_ngrams.ngrams()[i].count;
      if (matches[one.better] > matches[one.worse] && one.told->segments.size() < kSegmentsTold) {
        one.told->segments.push_back(segment);
      }
    }
  }
}

// Looks at segments alone that have a word which a wanted n-gram begins with.
void TellWhere(const Corpus& corpus, uint32_t orders, const WantedNgrams& wanted) {
  std::vector<bool> begins(corpus.vocabulary.size());
  for (const auto& [key, who] : wanted) begins[key.words[0]] = true;
  SegmentNgrams segment_ngrams(corpus);
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    const std::span<const uint32_t> words = corpus.reference.words[i];
    if (std::none_of(words.begin(), words.end(), [&](uint32_t word) { return begins[word]; })) {
      continue;
    }
    for (uint32_t order = 1; order <= orders; ++order) {
      segment_ngrams.Count(i, order);
      Tell(segment_ngrams, i, wanted);
    }
  }
}

}  // namespace

NgramMatches::NgramMatches(const Corpus& corpus, uint32_t order) : systems_(corpus.systems.size()) {
  absl::flat_hash_map<Key, size_t> places;
  SegmentNgrams segment_ngrams(corpus);
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    segment_ngrams.Count(i, order);
    for (size_t ngram = 0; ngram < segment_ngrams.ngrams().size(); ++ngram) {
      const std::span<const uint32_t> matches = segment_ngrams.matches(ngram);
      if (std::all_of(matches.begin(), matches.end(), [](uint32_t m) { return m == 0; })) continue;
      const Key& key = segment_ngrams.ngrams()[ngram].key;
      const auto [place, is_new] = places.try_emplace(key, keys_.size());
      if (is_new) {
        keys_.push_back(key);
        matches_.resize(matches_.size() + systems_);
      }
      for (size_t s = 0; s < systems_; ++s) matches_[place->second * systems_ + s] += matches[s];
    }
  }
}

std::vector<NgramDifferences> CompareNgrams(const Corpus& corpus,
                                            std::span<const NgramMatches> orders,
                                            std::span<const std::pair<uint32_t, uint32_t>> pairs,
                                            size_t top) {
  std::vector<NgramDifferences> tables;
  WantedNgrams wanted;
  for (const auto& [a, b] : pairs) tables.push_back({a, b, {}, {}});
  for (NgramDifferences& table : tables) {
    const auto tell = [&](uint32_t better, uint32_t worse, std::vector<NgramDifference>& told) {
      const std::vector<Candidate> best = Best(corpus.vocabulary, orders, better, worse, top);
      told.resize(best.size());
      for (size_t i = 0; i < best.size(); ++i) {
        const Key& key = best[i].order->key(best[i].ngram);
        told[i].ngram = TextOf(key, corpus.vocabulary);
        told[i].a = best[i].order->matches(best[i].ngram, table.a);
        told[i].b = best[i].order->matches(best[i].ngram, table.b);
        told[i].score =
            static_cast<double>(told[i].a + 1) / static_cast<double>(told[i].a + told[i].b + 2);
        wanted[key].push_back({better, worse, &told[i]});
      }
    };
    tell(table.a, table.b, table.a_better);
    tell(table.b, table.a, table.b_better);
  }
  TellWhere(corpus, static_cast<uint32_t>(orders.size()), wanted);
  return tables;
}

}  // namespace mtgauge
