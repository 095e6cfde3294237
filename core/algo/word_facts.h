// What METEOR asks about words: whether they are function words, which sets of synonyms they belong
// to; and which words of two texts have to do with each other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/algo/ngram_table.h"
#include "core/base/hash.h"
#include "core/text/synonyms.h"
#include "core/text/view.h"

namespace mtgauge {

// A list of words in lower case, one per line.
class FunctionWords {
 public:
  FunctionWords() = default;
  explicit FunctionWords(std::string_view lines);

  bool empty() const { return words_.empty(); }
  bool Has(std::string_view word) const;  // in any case

 private:
  std::unordered_set<std::string> words_;
};

// Remembers what was found out about words. One worker's; not thread-safe.
class WordFacts {
 public:
  // `functions`, and `synonyms` unless it is nullptr, must outlive it.
  WordFacts(const FunctionWords& functions, const Synonyms* synonyms, HashFunction hash)
      : functions_(functions), synonyms_(synonyms), hash_(hash) {
    Forget();
  }

  // Names that Find() gave before are void after it.
  void BeginSegment() {
    if (facts_.size() > kMostWords || sets_.size() > kMostSets) Forget();
  }
  // The name of a token.
  uint32_t Find(const Tokens& tokens, uint32_t i);
  bool IsFunction(uint32_t word) const { return facts_[word].is_function; }
  std::span<const uint32_t> Sets(uint32_t word) const {
    return std::span(sets_).subspan(facts_[word].first, facts_[word].count);
  }

 private:
  static constexpr size_t kMostWords = size_t{1} << 15, kMostSets = size_t{1} << 18;
  struct Facts {
    uint32_t first, count;  // of its sets
    bool is_function;
  };

  void Forget();
  void Learn(uint64_t key, std::string_view word);

  const FunctionWords& functions_;
  const Synonyms* synonyms_;
  HashFunction hash_;
  GenerationIndex index_;
  std::vector<Facts> facts_;
  std::vector<std::string> words_;  // whose keys do not tell them; the others empty
  std::vector<uint32_t> sets_, found_;
};

// Finds the names of words that share a set with another word.
class SynonymIndex {
 public:
  void Clear(uint32_t sets);
  void Add(std::span<const uint32_t> sets, uint32_t name);
  // Calls visit(name) for each set and word in it: for a name as often as sets are shared.
  template <typename Visit>
  void ForEach(std::span<const uint32_t> sets, const Visit& visit) const {
    for (const uint32_t set : sets) {
      if ((filled_[set / 64] >> (set % 64) & 1) == 0) continue;
      for (uint32_t n = first_[set]; n != kNone; n = nodes_[n].next) visit(nodes_[n].name);
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Node {
    uint32_t name, next;
  };
  std::vector<uint32_t> first_;   // of each set
  std::vector<uint64_t> filled_;  // a bit for each set that has a word; stays in the fastest cache
  std::vector<uint32_t> touched_;
  std::vector<Node> nodes_;
};

// Lists of numbers by name; each is read in the reverse of the order in which it was filled.
class WordLists {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  void Clear(uint32_t names) {
    first_.assign(names, kNone);
    nodes_.clear();
  }
  uint32_t names() const { return static_cast<uint32_t>(first_.size()); }
  void Add(uint32_t name, uint32_t number) {
    nodes_.push_back({number, first_[name]});
    first_[name] = static_cast<uint32_t>(nodes_.size() - 1);
  }
  // What was added last, or kNone.
  uint32_t First(uint32_t name) const {
    return first_[name] == kNone ? kNone : nodes_[first_[name]].number;
  }
  template <typename Visit>
  void ForEach(uint32_t name, const Visit& visit) const {
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
