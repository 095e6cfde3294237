// Tables of paraphrases in METEOR 1.5's format. Each entry has three lines: a probability, a phrase
// and its paraphrase.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/text/words/word_number_table.h"

namespace mtgauge {

// Appends a number packed into seven bits per byte, lowest bits first.
inline void AppendPacked(uint32_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}
// Removes a packed number from the front and returns it. Accepts any bytes.
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

// The set of phrases that may occur in a text. Contains prints (hashes) of their only word or first
// two words. A phrase may occur only if its print is in the set.
class PhraseBegins {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;  // in place of a missing second word
  static uint16_t Print(uint32_t first, uint32_t second) {
    const uint64_t product = (uint64_t{second} << 32 | first) * 0x9E3779B97F4A7C15u;
    return static_cast<uint16_t>((product ^ product << 21) >> (64 - kBits));
  }

  void Clear() { bits_.fill(0); }
  void Add(uint16_t print) { bits_[print / 64] |= uint64_t{1} << print % 64; }
  // Looks up at most 64 prints of two bytes each. Sets bit i if the i-th is in the set.
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

// A trie of phrases, each with its paraphrases in the order of the file. Its nodes are called
// places, its edges, labelled with words, steps. Immutable and thread-safe.
class Paraphrases {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kRoot = UINT32_MAX - 1;
  static constexpr size_t kLongestPhrase = 1000;  // words

  // Returns the table at `path`, which may be compressed with gzip. Ignores probabilities, as
  // METEOR does. Reads the file once per process and shares the table. If the file is missing or
  // not a table, returns a UsageError with the file and, if known, the line.
  //
  // Caches the index made from the file: in the folder `cache` if that is given; otherwise in the
  // user's folder, unless the file is small (see index_file.h).
  static Result<const Paraphrases*> Open(const std::string& path, const std::string& cache);
  // Same as above, but not shared.
  static Result<std::unique_ptr<const Paraphrases>> Load(const std::string& path,
                                                         const std::string& cache);

  ~Paraphrases();

  // Returns the number of a word of the table, or kNone.
  uint32_t FindWord(std::string_view word) const { return words_.Find(word); }
  uint32_t words() const { return words_.words(); }  // numbers are below it
  // Returns the place that a word leads to from kRoot or another place, or kNone.
  uint32_t Follow(uint32_t from, uint32_t word) const {
    const uint32_t most_tried = from < steps_.size() ? steps_[from].mask() : 0;
    for (uint32_t tried = 0; tried <= most_tried; ++tried) {
      const size_t at = Home(from, word, tried);
      if (at >= steps_.size() || steps_[at].word == kNone) break;
      if (steps_[at].word == word) return static_cast<uint32_t>(at);
    }
    return kNone;
  }
  // Returns whether a step by this word from a place other than kRoot may exist. False is certain.
  bool MayFollow(uint32_t at, uint32_t word) const {
    return at < steps_.size() && (steps_[at].words & Step::BitOf(Mix(word))) != 0;
  }
  // Prefetch the memory that Follow() and ForEach() read first.
  void Prefetch(uint32_t from, uint32_t word) const {
    const size_t at = Home(from, word, 0);
    if (at < steps_.size()) __builtin_prefetch(&steps_[at]);
  }
  void PrefetchParaphrases(uint32_t at) const {
    if (at < steps_.size()) __builtin_prefetch(packed_.data() + steps_[at].begin);
  }
  bool HasParaphrases(uint32_t at) const { return at < steps_.size() && steps_[at].begin != 0; }
  // Calls visit(packed words) for each paraphrase of the phrase that leads to `at`. At least 8
  // bytes are readable from the start of the words.
  template <typename Visit>
  void ForEach(uint32_t at, const Visit& visit) const {
    ForEach(
        at, [](const char*, size_t) { return ~uint64_t{0}; }, visit);
  }
  // Same as above, but only for paraphrases that may occur in `text`. Returns the number of all.
  template <typename Visit>
  uint32_t ForEachIn(const PhraseBegins& text, uint32_t at, const Visit& visit) const {
    return ForEach(
        at, [&](const char* prints, size_t count) { return text.Find(prints, count); }, visit);
  }
  // 16 hexadecimal digits that identify the file's contents.
  const std::string& digest() const { return digest_; }

 private:
  static constexpr size_t kPadding = 8;
  struct Memory;
  // A step by a word to a place, whose number is the step's index in steps_; an empty slot if
  // `word` is kNone. Steps from the root are indexed by word number. Those from any other place are
  // in a hash table of its own.
  struct Step {
    static constexpr uint32_t kSizes = 32, kBits = 27;
    static constexpr uint32_t BitOf(uint32_t hash) { return kSizes << hash / (~0U / kBits + 1); }
    uint32_t mask() const { return ~0U >> (kSizes - 1 - words % kSizes) >> 1; }

    uint32_t word;
    uint32_t next;   // start of the hash table of steps from here
    uint32_t words;  // binary logarithm of its size, and a Bloom filter of its words
    uint32_t begin;  // offset of the paraphrases in packed_ (their number, their prints, then the
                     // size in bytes and the words of each), or 0 if there are none
  };
  static constexpr Step kNoStep = {kNone, 0, 0, 0};
  class Maker;
  Paraphrases();

  static uint32_t Mix(uint32_t word) {
    const uint32_t product = word * 0x9E3779B1u;
    return product ^ product >> 15;
  }
  // Returns the index at which to look for a step after `tried` other slots.
  static size_t HomeIn(const Step& from, uint32_t word, uint32_t tried) {
    return size_t{from.next} + ((Mix(word) + tried) & from.mask());
  }
  // Same as above for any place; the index may be out of range if there is no such step.
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

  std::unique_ptr<Memory> memory_;  // of the arrays below
  WordNumberTable words_;
  std::span<const Step> steps_;  // first those from the root, then the hash tables
  std::string_view packed_;      // followed by kPadding readable bytes
  std::string digest_;
};

}  // namespace mtgauge
