// Matches n-grams segment by segment, and finds the segments of the selected ones.
#include "core/explain/ngram_differences.h"

#include <algorithm>
#include <bit>
#include <string>

namespace mtgauge {
namespace {

using Words = NgramMatches::Words;
constexpr uint32_t kNone = NgramMatches::kNone;
constexpr size_t kSegmentsTold = 10;  // listed for an n-gram

// The n-grams of one segment's reference, and how often each system has them. If a system has an
// n-gram, it also has its prefix.
class SegmentNgrams {
 public:
  struct Ngram {
    uint32_t shorter;  // index of the n-gram without its last word; kNone if there is none
    uint32_t word;     // its last word
    uint32_t count;    // occurrences in the reference
  };

  explicit SegmentNgrams(const Corpus& corpus) : corpus_(corpus) {}

  // Counts the n-grams whose first word satisfies `begins(word)`.
  template <typename Begins>
  void Count(size_t segment, const Begins& begins) {
    const std::span<const uint32_t> reference = corpus_.reference.words[segment];
    ngrams_.clear();
    matches_.clear();
    const auto starts = std::count_if(reference.begin(), reference.end(), begins);
    if (starts == 0) return;
    slots_.assign(std::bit_ceil(2 * kMostWords * static_cast<size_t>(starts)), kNone);
    for (size_t at = 0; at < reference.size(); ++at) {
      if (begins(reference[at])) AddFrom(reference, at);
    }
    matches_.resize(ngrams_.size() * corpus_.systems.size());
    for (size_t s = 0; s < corpus_.systems.size(); ++s) {
      CountMatches(corpus_.systems[s].words[segment], s, begins);
    }
  }

  const std::vector<Ngram>& ngrams() const { return ngrams_; }  // by first appearance
  // [system], clipped
  std::span<const uint32_t> matches(size_t ngram) const {
    return std::span(matches_).subspan(ngram * corpus_.systems.size(), corpus_.systems.size());
  }

 private:
  void AddFrom(std::span<const uint32_t> reference, size_t at) {
    uint32_t ngram = kNone;
    for (size_t n = 0; n < kMostWords && at + n < reference.size(); ++n) {
      uint32_t& slot = SlotOf(ngram, reference[at + n]);
      if (slot == kNone) {
        slot = static_cast<uint32_t>(ngrams_.size());
        ngrams_.push_back({ngram, reference[at + n], 0});
      }
      ngram = slot;
      ++ngrams_[ngram].count;
    }
  }

  template <typename Begins>
  void CountMatches(std::span<const uint32_t> hypothesis, size_t system, const Begins& begins) {
    for (size_t at = 0; at < hypothesis.size(); ++at) {
      if (!begins(hypothesis[at])) continue;
      uint32_t ngram = kNone;
      for (size_t n = 0; n < kMostWords && at + n < hypothesis.size(); ++n) {
        ngram = SlotOf(ngram, hypothesis[at + n]);
        if (ngram == kNone) break;
        uint32_t& matches = matches_[ngram * corpus_.systems.size() + system];
        matches = std::min(matches + 1, ngrams_[ngram].count);
      }
    }
  }

  // Returns the slot of an n-gram, or the free slot for it.
  uint32_t& SlotOf(uint32_t shorter, uint32_t word) {
    constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash
    const uint64_t hash = (uint64_t{shorter} << 32 | word) * kMultiplier;
    for (size_t at = (hash ^ hash >> 32) >> 16;; ++at) {
      uint32_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot == kNone || (ngrams_[slot].word == word && ngrams_[slot].shorter == shorter)) {
        return slot;
      }
    }
  }

  const Corpus& corpus_;
  std::vector<uint32_t> slots_;  // indices into ngrams_; the size is a power of 2, and at most half
                                 // the slots are used
  std::vector<Ngram> ngrams_;
  std::vector<uint32_t> matches_;  // [ngram * systems + system]
};

// Returns the words of an n-gram that is stored as a shorter one and its last word.
template <typename Ngrams>
Words WordsOf(const Ngrams& ngrams, size_t ngram) {
  Words backwards, words;
  uint32_t count = 0;
  for (auto at = static_cast<uint32_t>(ngram); at != kNone; at = ngrams[at].shorter) {
    backwards[count++] = ngrams[at].word;
  }
  words.fill(kNone);
  std::reverse_copy(backwards.begin(), backwards.begin() + count, words.begin());
  return words;
}

std::string TextOf(const Words& words, const Vocabulary& vocabulary) {
  std::string text;
  for (uint32_t i = 0; i < kMostWords && words[i] != kNone; ++i) {
    if (i > 0) text += ' ';
    text += vocabulary[words[i]];
  }
  return text;
}

// An n-gram that `better` has more often than `worse`.
struct Candidate {
  const NgramMatches* part;
  size_t ngram;
  uint64_t better, worse;

  Words words() const { return part->words(ngram); }
};

bool Before(const Candidate& a, const Candidate& b, const Vocabulary& vocabulary) {
  // Scores are fractions of small integers, so compare them exactly.
  const uint64_t left = (a.better + 1) * (b.better + b.worse + 2);
  const uint64_t right = (b.better + 1) * (a.better + a.worse + 2);
  if (left != right) return left > right;
  if (a.better != b.better) return a.better > b.better;
  return TextOf(a.words(), vocabulary) < TextOf(b.words(), vocabulary);
}

// Returns the best candidates. The worst one that is kept is at the front of the heap.
std::vector<Candidate> Best(const Vocabulary& vocabulary, std::span<const NgramMatches> parts,
                            uint32_t better, uint32_t worse, size_t top) {
  const auto before = [&](const Candidate& a, const Candidate& b) {
    return Before(a, b, vocabulary);
  };
  std::vector<Candidate> kept;
  const auto keep = [&](const Candidate& candidate) {
    if (kept.size() == top && (top == 0 || !before(candidate, kept.front()))) return;
    if (kept.size() == top) {
      std::pop_heap(kept.begin(), kept.end(), before);
      kept.pop_back();
    }
    kept.push_back(candidate);
    std::push_heap(kept.begin(), kept.end(), before);
  };
  for (const NgramMatches& part : parts) {
    for (size_t i = 0; i < part.size(); ++i) {
      const uint64_t more = part.matches(i, better), less = part.matches(i, worse);
      if (more > less) keep({&part, i, more, less});
    }
  }
  std::sort_heap(kept.begin(), kept.end(), before);
  return kept;
}

// Where to store the results for a selected n-gram.
struct Wanted {
  uint32_t better, worse;
  NgramDifference* told;
};
using WantedNgrams = absl::flat_hash_map<Words, std::vector<Wanted>>;

void Tell(const SegmentNgrams& segment_ngrams, size_t segment, const WantedNgrams& wanted) {
  for (size_t i = 0; i < segment_ngrams.ngrams().size(); ++i) {
    const auto found = wanted.find(WordsOf(segment_ngrams.ngrams(), i));
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

// Looks only at n-grams whose first word is the first word of a selected one.
void TellWhere(const Corpus& corpus, const WantedNgrams& wanted) {
  std::vector<bool> begins(corpus.vocabulary.size());
  for (const auto& [words, who] : wanted) begins[words[0]] = true;
  SegmentNgrams segment_ngrams(corpus);
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    segment_ngrams.Count(i, [&](uint32_t word) { return begins[word]; });
    Tell(segment_ngrams, i, wanted);
  }
}

}  // namespace

NgramMatches::NgramMatches(const Corpus& corpus, uint32_t part) : systems_(corpus.systems.size()) {
  SegmentNgrams segment_ngrams(corpus);
  std::vector<uint32_t> places;  // [n-gram of the segment]
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    segment_ngrams.Count(i, [&](uint32_t word) { return word % kParts == part; });
    places.clear();
    for (size_t n = 0; n < segment_ngrams.ngrams().size(); ++n) {
      const auto& [shorter, word, count] = segment_ngrams.ngrams()[n];
      const std::span<const uint32_t> matches = segment_ngrams.matches(n);
      places.push_back(kNone);
      if (std::all_of(matches.begin(), matches.end(), [](uint32_t m) { return m == 0; })) continue;
      places.back() = PlaceOf(shorter == kNone ? kNone : places[shorter], word);
      for (size_t s = 0; s < systems_; ++s) matches_[places.back() * systems_ + s] += matches[s];
    }
  }
  places_ = {};
}

NgramMatches::Words NgramMatches::words(size_t ngram) const { return WordsOf(ngrams_, ngram); }

uint32_t NgramMatches::PlaceOf(uint32_t shorter, uint32_t word) {
  const auto [place, is_new] =
      places_.try_emplace(uint64_t{shorter} << 32 | word, static_cast<uint32_t>(ngrams_.size()));
  if (is_new) {
    ngrams_.push_back({shorter, word});
    matches_.resize(matches_.size() + systems_);
  }
  return place->second;
}

std::vector<NgramDifferences> CompareNgrams(const Corpus& corpus,
                                            std::span<const NgramMatches> parts,
                                            std::span<const std::pair<uint32_t, uint32_t>> pairs,
                                            size_t top, const ForEach& for_each) {
  // [2 * pair], followed by the other direction
  std::vector<std::vector<Candidate>> best(2 * pairs.size());
  for_each(best.size(), [&](size_t i) {
    const auto& [a, b] = pairs[i / 2];
    best[i] = i % 2 == 0 ? Best(corpus.vocabulary, parts, a, b, top)
                         : Best(corpus.vocabulary, parts, b, a, top);
  });
  std::vector<NgramDifferences> tables;
  WantedNgrams wanted;
  for (const auto& [a, b] : pairs) tables.push_back({a, b, {}, {}});
  for (size_t i = 0; i < best.size(); ++i) {
    NgramDifferences& table = tables[i / 2];
    const bool turned = i % 2 != 0;
    std::vector<NgramDifference>& told = turned ? table.b_better : table.a_better;
    told.resize(best[i].size());
    for (size_t n = 0; n < told.size(); ++n) {
      const Candidate& candidate = best[i][n];
      told[n].ngram = TextOf(candidate.words(), corpus.vocabulary);
      told[n].a = turned ? candidate.worse : candidate.better;
      told[n].b = turned ? candidate.better : candidate.worse;
      told[n].score =
          static_cast<double>(told[n].a + 1) / static_cast<double>(told[n].a + told[n].b + 2);
      wanted[candidate.words()].push_back(
          {turned ? table.b : table.a, turned ? table.a : table.b, &told[n]});
    }
  }
  TellWhere(corpus, wanted);
  return tables;
}

}  // namespace mtgauge
