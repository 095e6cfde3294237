// What METEOR needs to know about words: whether they are function words, their stems and synonym
// sets; and indexes that find related words of two texts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/algo/ngrams/ngram_table.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/text/view.h"
#include "core/text/words/paraphrases.h"
#include "core/text/words/stemmer.h"
#include "core/text/words/synonyms.h"

namespace mtgauge {

// A list of words in lower case, one per line.
class FunctionWords {
 public:
  FunctionWords() = default;
  explicit FunctionWords(std::string_view lines);

  bool empty() const { return words_.empty(); }
  bool Has(std::string_view word) const;  // ignores case

 private:
  std::unordered_set<std::string> words_;
};

// How METEOR compares words and stems: by their text, or, like its jar, by Java's
// String.hashCode(), under which some different words are equal ("je" and "l'").
enum class Equality { kHashes, kWords };

// Returns Java's String.hashCode(): computed over UTF-16, modulo 2^32.
uint32_t JavaHash(std::string_view text);

// A cache of facts about words. One worker's; not thread-safe.
class WordFacts {
 public:
  // `functions`, `synonyms` and `paraphrases` must outlive this; the latter two may be null.
  // Without a stemmer no word has a stem.
  WordFacts(const FunctionWords& functions, const Synonyms* synonyms,
            const Paraphrases* paraphrases, const StemmerRow* stemmer, Equality equality,
            HashFunction hash)
      : functions_(functions),
        synonyms_(synonyms),
        paraphrases_(paraphrases),
        equality_(equality),
        hash_(hash) {
    if (stemmer != nullptr) stemmer_.emplace(*stemmer, hash);
    Forget();
  }

  // Starts a segment. Names that Find() returned before become invalid.
  void BeginSegment() {
    if (facts_.size() > kMostWords || sets_.size() > kMostSets) Forget();
  }
  // Prefetches the index entry of a token, since the index does not fit the fast caches.
  void Prefetch(const Tokens& tokens, uint32_t i) const { index_.Prefetch(tokens.key[i]); }
  // Returns the name of a token.
  uint32_t Find(const Tokens& tokens, uint32_t i);
  bool IsFunction(uint32_t word) const { return facts_[word].is_function; }
  // The Java hash of a word; 0 unless words are compared by hash.
  uint32_t Hash(uint32_t word) const { return facts_[word].hash; }
  // The key of a word's stem, and the stem's text, which is empty if the key identifies it. The
  // text is valid as long as the name.
  uint64_t StemKey(uint32_t word) const { return facts_[word].stem_key; }
  std::string_view StemText(uint32_t word) const { return stems_[word]; }
  // A word's number in the paraphrase table, or Paraphrases::kNone.
  uint32_t PhraseWord(uint32_t word) const { return facts_[word].phrase_word; }
  std::span<const uint32_t> Sets(uint32_t word) const {
    return std::span(sets_).subspan(facts_[word].first, facts_[word].count);
  }

 private:
  static constexpr size_t kMostWords = size_t{1} << 15, kMostSets = size_t{1} << 18;
  static constexpr size_t kFirstWords = size_t{1} << 10;  // initial size of the index, which grows
  struct Facts {
    uint64_t stem_key;
    uint32_t first, count;  // range of its synonym sets in sets_
    uint32_t hash;
    uint32_t phrase_word;
    bool is_function;
  };

  void Forget();
  void Learn(uint64_t key, std::string_view word);

  const FunctionWords& functions_;
  const Synonyms* synonyms_;
  const Paraphrases* paraphrases_;
  Equality equality_;
  HashFunction hash_;
  std::optional<Stemmer> stemmer_;
  GenerationIndex index_;
  std::vector<Facts> facts_;
  // Words and stems with hashed keys; others are empty. A deque keeps the addresses of stems
  // stable.
  std::vector<std::string> words_;
  std::deque<std::string> stems_;
  std::vector<uint32_t> sets_, found_;
};

// The Java hashes of names. Names rarely share a hash, so a bit filter is checked first.
class NameHashes {
 public:
  // Makes room for at most `names` names.
  void Clear(uint32_t names) {
    const auto bits = std::bit_ceil(std::max<uint64_t>(uint64_t{names} * kBitsPerName, 64));
    shift_ = 64 - static_cast<uint32_t>(std::countr_zero(bits));
    filter_.assign(bits / 64, 0);
    hash_of_.clear();
    shared_.clear();
  }
  // Adds the hash of the next name.
  void Add(uint32_t hash) {
    if (Has(hash) && !IsShared(hash)) shared_.push_back(hash);
    hash_of_.push_back(hash);
    filter_[Bit(hash) / 64] |= uint64_t{1} << (Bit(hash) % 64);
  }
  uint32_t operator[](uint32_t name) const { return hash_of_[name]; }
  // Return whether several names have this hash, and whether there is any such hash.
  bool IsShared(uint32_t hash) const {
    return std::find(shared_.begin(), shared_.end(), hash) != shared_.end();
  }
  bool AreShared() const { return !shared_.empty(); }
  bool Has(uint32_t hash) const {
    return (filter_[Bit(hash) / 64] >> (Bit(hash) % 64) & 1) != 0 &&
           std::find(hash_of_.begin(), hash_of_.end(), hash) != hash_of_.end();
  }
  // Calls visit(name) for each name with this hash.
  template <typename Visit>
  void ForEach(uint32_t hash, const Visit& visit) const {
    for (uint32_t name = 0; name < hash_of_.size(); ++name) {
      if (hash_of_[name] == hash) visit(name);
    }
  }

 private:
  static constexpr uint32_t kBitsPerName = 64;
  uint64_t Bit(uint32_t hash) const { return hash * uint64_t{0x9E3779B97F4A7C15} >> shift_; }

  std::vector<uint64_t> filter_;
  uint32_t shift_ = 0;
  std::vector<uint32_t> hash_of_;
  std::vector<uint32_t> shared_;
};

// Names stems 0, 1, ... in the order in which they are added.
class StemIndex {
 public:
  static constexpr uint32_t kNone = GenerationIndex::kNone;

  explicit StemIndex(HashFunction hash) : hash_(hash) {}

  // Clears the index and makes room for `expected` stems.
  void Clear(size_t expected) {
    index_.Clear(hash_, expected);
    ends_.clear();
    texts_.clear();
  }
  // `text` is empty if the key identifies the stem.
  uint32_t FindOrAdd(uint64_t key, std::string_view text) {
    const auto fresh = static_cast<uint32_t>(ends_.size());
    const uint32_t found =
        index_.FindOrAdd(key, fresh, [&](uint32_t id) { return TextOf(id) == text; });
    if (found == fresh) {
      texts_ += text;
      ends_.push_back(texts_.size());
    }
    return found;
  }
  uint32_t Find(uint64_t key, std::string_view text) const {
    return index_.Find(key, [&](uint32_t id) { return TextOf(id) == text; });
  }

 private:
  std::string_view TextOf(uint32_t stem) const {
    const size_t begin = stem == 0 ? 0 : ends_[stem - 1];
    return std::string_view(texts_).substr(begin, ends_[stem] - begin);
  }

  HashFunction hash_;
  GenerationIndex index_;
  std::string texts_;  // texts of all stems, concatenated
  std::vector<size_t> ends_;
};

// Finds the names of words that share a synonym set with another word. Sets share buckets, so that
// everything that a segment's words touch fits the fastest cache.
class SynonymIndex {
 public:
  void Clear() {
    filled_.fill(0);
    end_ = 0;
  }
  // Adds `name` to its sets. Calls visit(other) for each set and each name already in it.
  template <typename Visit>
  void Add(std::span<const uint32_t> sets, uint32_t name, const Visit& visit) {
    nodes_.Grow(end_ + sets.size(), end_);
    for (const uint32_t set : sets) {
      const size_t bucket = set % kBuckets;
      const uint32_t first = IsFilled(bucket) ? first_[bucket] : kNone;
      VisitChain(first, set, visit);
      nodes_[end_] = {set, name, first};
      first_[bucket] = end_++;
      filled_[bucket / 64] |= uint64_t{1} << (bucket % 64);
    }
  }
  // Calls visit(name) for each set and each name in it; a name is visited once per shared set.
  template <typename Visit>
  void ForEach(std::span<const uint32_t> sets, const Visit& visit) const {
    for (const uint32_t set : sets) {
      if (IsFilled(set % kBuckets)) VisitChain(first_[set % kBuckets], set, visit);
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kBuckets = 4096;
  struct Node {
    uint32_t set, name, next;
  };

  bool IsFilled(size_t bucket) const { return (filled_[bucket / 64] >> (bucket % 64) & 1) != 0; }
  template <typename Visit>
  void VisitChain(uint32_t first, uint32_t set, const Visit& visit) const {
    for (uint32_t n = first; n != kNone; n = nodes_[n].next) {
      if (nodes_[n].set == set) visit(nodes_[n].name);
    }
  }

  std::array<uint32_t, kBuckets> first_;          // uninitialized unless the bucket is filled
  std::array<uint64_t, kBuckets / 64> filled_{};  // a bit for each bucket
  Buffer<Node> nodes_;
  uint32_t end_ = 0;  // number of nodes
};

// Lists of numbers by name. Each is read in reverse order of insertion.
class WordLists {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  void Clear(size_t names) {
    first_.assign(names, kNone);
    nodes_.clear();
  }
  uint32_t names() const { return static_cast<uint32_t>(first_.size()); }
  void Add(size_t name, uint32_t number) {
    nodes_.push_back({number, first_[name]});
    first_[name] = static_cast<uint32_t>(nodes_.size() - 1);
  }
  // Returns the number that was added last, or kNone.
  uint32_t First(size_t name) const {
    return first_[name] == kNone ? kNone : nodes_[first_[name]].number;
  }
  template <typename Visit>
  void ForEach(size_t name, const Visit& visit) const {
    for (uint32_t n = first_[name]; n != kNone; n = nodes_[n].next) visit(nodes_[n].number);
  }

 private:
  struct Node {
    uint32_t number, next;
  };
  std::vector<uint32_t> first_;
  std::vector<Node> nodes_;
};

}  // namespace mtgauge
