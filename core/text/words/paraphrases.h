// Tables of paraphrases in METEOR 1.5's format: for each a line with its probability, one with a
// phrase and one with what may stand for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/text/words/word_number_table.h"

namespace mtgauge {

// Numbers are packed as seven bits a byte, the lowest first.
inline void AppendPacked(uint32_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}
// Takes a number off the front of packed ones. Total.
inline uint32_t TakePacked(std::string_view& bytes) {
  uint32_t number = 0;
  for (uint32_t shift = 0; !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= shift < 32 ? uint32_t{byte & 0x7Fu} << shift : 0;
    if (byte < 0x80) break;
  }
  return number;
}

// Phrases as paths of words from a root, each with its paraphrases in the order of the file.
// Immutable and thread-safe.
class Paraphrases {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kRoot = UINT32_MAX - 1;
  static constexpr size_t kLongestPhrase = 1000;  // words

  // The table at `path`, packed by gzip or not; a UsageError that names the file, and the line
  // where there is one, if it is not there or not a table. Probabilities are not used, as METEOR
  // does not use them. Read once per process and shared.
  //
  // What was made of it is kept in a folder and read from there the next time: in `cache` if that
  // is named, else, if the file is not small, in the user's (see index_file.h).
  static absl::StatusOr<const Paraphrases*> Open(const std::string& path, const std::string& cache);
  // The same, not shared.
  static absl::StatusOr<std::unique_ptr<const Paraphrases>> Load(const std::string& path,
                                                                 const std::string& cache);

  ~Paraphrases();

  // The number of a word of the table, or kNone.
  uint32_t FindWord(std::string_view word) const { return words_.Find(word); }
  uint32_t words() const { return words_.words(); }  // every number is below it
  // Where a word leads from the root or from where other words led, or kNone.
  uint32_t Follow(uint32_t from, uint32_t word) const {
    if (word == kNone || from == kNone) return kNone;
    for (size_t at = Home(from, word, steps_.size()), tried = 0; tried < steps_.size(); ++tried) {
      const Step& step = steps_[at];
      if (step.from == from && step.word == word) return static_cast<uint32_t>(at);
      if (step.word == kNone) return kNone;
      at = (at + 1) & (steps_.size() - 1);
    }
    return kNone;
  }
  // Ask for the memory that Follow() and ForEach() begin with.
  void Prefetch(uint32_t from, uint32_t word) const {
    if (!steps_.empty()) __builtin_prefetch(&steps_[Home(from, word, steps_.size())]);
  }
  void PrefetchParaphrases(uint32_t at) const {
    if (at < steps_.size()) __builtin_prefetch(packed_.data() + steps_[at].begin);
  }
  // Calls visit(packed words) for each of what may stand for the phrase that leads here. 8 readable
  // bytes begin where they begin.
  template <typename Visit>
  void ForEach(uint32_t at, const Visit& visit) const {
    if (at >= steps_.size() || steps_[at].begin > packed_.size()) return;
    for (std::string_view rest = packed_.substr(steps_[at].begin, steps_[at].bytes);
         !rest.empty();) {
      const size_t bytes = TakePacked(rest);
      visit(rest.substr(0, bytes));
      rest.remove_prefix(std::min(bytes, rest.size()));
    }
  }
  // 16 hexadecimal digits that tell what was read.
  const std::string& digest() const { return digest_; }

 private:
  static constexpr size_t kPadding = 8;
  struct Memory;
  struct Step {  // to a place, which is its index, by a word; kNone: there is none
    uint32_t from, word;
    uint32_t begin, bytes;  // of the paraphrases, each as its bytes and its words
  };
  class Maker;
  Paraphrases();

  // Where the search for a step begins.
  static size_t Home(uint32_t from, uint32_t word, size_t steps) {
    uint64_t key = (uint64_t{from} << 32 | word) * 0x9E3779B97F4A7C15u;
    key = (key ^ key >> 32) * 0xD6E8FEB86659FD93u;
    return (key ^ key >> 32) & (steps - 1);
  }
  bool SetArrays(std::span<const std::string_view> arrays);

  std::unique_ptr<Memory> memory_;  // of what follows
  WordNumberTable words_;
  std::span<const Step> steps_;  // by hash, a power of two
  std::string_view packed_;      // with kPadding readable bytes behind
  std::string digest_;
};

}  // namespace mtgauge
