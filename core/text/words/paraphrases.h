// Tables of paraphrases in METEOR 1.5's format: for each a line with its probability, one with a
// phrase and one with what may stand for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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

// Which phrases may begin in a text, told by prints of what they begin with: their only word, or
// their first two. A print that is not there tells for sure.
class PhraseBegins {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;  // where a phrase has no second word
  static uint16_t Print(uint32_t first, uint32_t second) {
    const uint64_t product = (uint64_t{second} << 32 | first) * 0x9E3779B97F4A7C15u;
    return static_cast<uint16_t>((product ^ product << 21) >> (64 - kBits));
  }

  void Clear() { bits_.fill(0); }
  void Add(uint16_t print) { bits_[print / 64] |= uint64_t{1} << print % 64; }
  // Of at most 64 prints of two bytes each; bit i: the i-th is there.
  uint64_t Find(const char* prints, size_t count) const {
    uint64_t found = 0;
    for (size_t i = 0; i < count; ++i) {
      uint16_t print = 0;
      std::memcpy(&print, prints + i * sizeof(print), sizeof(print));
      found |= (bits_[print / 64 % bits_.size()] >> print % 64 & 1) << i;
    }
    return found;
  }

 private:
  static constexpr unsigned kBits = 12;
  std::array<uint64_t, (size_t{1} << kBits) / 64> bits_{};
};

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
    const uint32_t most_tried = from < steps_.size() ? steps_[from].mask() : 0;
    for (uint32_t tried = 0; tried <= most_tried; ++tried) {
      const size_t at = Home(from, word, tried);
      if (at >= steps_.size() || steps_[at].word == kNone) break;
      if (steps_[at].word == word) return static_cast<uint32_t>(at);
    }
    return kNone;
  }
  // Whether a word may lead on from where others led: false tells for sure.
  bool MayFollow(uint32_t at, uint32_t word) const {
    return at < steps_.size() && (steps_[at].words & Step::BitOf(Mix(word))) != 0;
  }
  // Ask for the memory that Follow() and ForEach() begin with.
  void Prefetch(uint32_t from, uint32_t word) const {
    const size_t at = Home(from, word, 0);
    if (at < steps_.size()) __builtin_prefetch(&steps_[at]);
  }
  void PrefetchParaphrases(uint32_t at) const {
    if (at < steps_.size()) __builtin_prefetch(packed_.data() + steps_[at].begin);
  }
  bool HasParaphrases(uint32_t at) const { return at < steps_.size() && steps_[at].begin != 0; }
  // Calls visit(packed words) for each of what may stand for the phrase that leads here. 8 readable
  // bytes begin where they begin.
  template <typename Visit>
  void ForEach(uint32_t at, const Visit& visit) const {
    ForEach(
        at, [](const char*, size_t) { return ~uint64_t{0}; }, visit);
  }
  // The same for those alone that may begin in a text. Returns how many there are in all.
  template <typename Visit>
  uint32_t ForEachIn(const PhraseBegins& text, uint32_t at, const Visit& visit) const {
    return ForEach(
        at, [&](const char* prints, size_t count) { return text.Find(prints, count); }, visit);
  }
  // 16 hexadecimal digits that tell what was read.
  const std::string& digest() const { return digest_; }

 private:
  static constexpr size_t kPadding = 8;
  struct Memory;
  // To a place, which is its index, by a word; kNone: there is none. The steps from the root lie
  // where their words' numbers say; those from another place by hash, in a table of their own.
  struct Step {
    static constexpr uint32_t kSizes = 32, kBits = 27;
    static constexpr uint32_t BitOf(uint32_t hash) { return kSizes << hash / (~0U / kBits + 1); }
    uint32_t mask() const { return ~0U >> (kSizes - 1 - words % kSizes) >> 1; }

    uint32_t word;
    uint32_t next;   // where that table begins
    uint32_t words;  // the binary logarithm of its size, and bits of the words in it
    uint32_t begin;  // of the paraphrases: their number, their prints, the bytes and words of each;
                     // 0: there are none
  };
  static constexpr Step kNoStep = {kNone, 0, 0, 0};
  class Maker;
  Paraphrases();

  static uint32_t Mix(uint32_t word) {
    const uint32_t product = word * 0x9E3779B1u;
    return product ^ product >> 15;
  }
  // Where to look for a step after so many other places; no index if there is none.
  static size_t HomeIn(const Step& from, uint32_t word, uint32_t tried) {
    return size_t{from.next} + ((Mix(word) + tried) & from.mask());
  }
  size_t Home(uint32_t from, uint32_t word, uint32_t tried) const {
    if (from == kRoot) return word;
    return MayFollow(from, word) ? HomeIn(steps_[from], word, tried) : kNone;
  }
  template <typename Find, typename Visit>
  uint32_t ForEach(uint32_t at, const Find& find, const Visit& visit) const {
    if (at >= steps_.size() || steps_[at].begin > packed_.size()) return 0;
    std::string_view rest = packed_.substr(steps_[at].begin);
    const uint32_t all = TakePacked(rest);
    const size_t count = std::min<size_t>(all, rest.size() / 2);
    const char* const prints = rest.data();
    rest.remove_prefix(2 * count);
    for (size_t from = 0; from < count; from += 64) {
      const size_t size = std::min<size_t>(count - from, 64);
      uint64_t found = find(prints + 2 * from, size);
      for (size_t i = 0; i < size && (found != 0 || from + size < count); ++i, found >>= 1) {
        const size_t bytes = std::min<size_t>(TakePacked(rest), rest.size());
        if ((found & 1) != 0) visit(rest.substr(0, bytes));
        rest.remove_prefix(bytes);
      }
    }
    return all;
  }
  bool SetArrays(std::span<const std::string_view> arrays);

  std::unique_ptr<Memory> memory_;  // of what follows
  WordNumberTable words_;
  std::span<const Step> steps_;  // by hash, a power of two
  std::string_view packed_;      // with kPadding readable bytes behind
  std::string digest_;
};

}  // namespace mtgauge
