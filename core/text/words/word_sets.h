// Words and the sets that each belongs to, in plain arrays that a file can store unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/words/word_number_table.h"

namespace mtgauge {

// Looks up a word's sets in arrays that it does not own. Safe with any arrays.
class WordSets {
 public:
  static constexpr size_t kArrays = 5;

  WordSets() = default;
  WordSets(const WordNumberTable& words, std::span<const uint32_t> ends,
           std::span<const uint32_t> sets)
      : words_(words), ends_(ends), sets_(sets) {}

  // Sets the kArrays arrays. Returns false if no WordSetsMaker made them.
  bool SetArrays(std::span<const std::string_view> arrays);
  void AddArrays(std::vector<std::string_view>& arrays) const;

  // Returns nothing if the word is missing.
  std::optional<std::span<const uint32_t>> Find(std::string_view word) const;
  // Appends the word's sets to `found`. Returns false if the word is missing.
  bool AddSets(std::string_view word, std::vector<uint32_t>& found) const;

 private:
  WordNumberTable words_;
  std::span<const uint32_t> ends_;  // end of each word's sets
  std::span<const uint32_t> sets_;
};

class WordSetsMaker {
 public:
  // Reserves memory; call it before adding words.
  void Reserve(size_t words) { words_.Reserve(words); }
  // The sets of a word, empty if it is new. Valid until the next word is added.
  std::vector<uint32_t>& operator[](std::string_view word);
  // Returns null if the word is missing.
  const std::vector<uint32_t>* Find(std::string_view word) const;
  // Returns the result, whose arrays belong to this object; add nothing afterwards.
  WordSets Get();

 private:
  WordNumberTableMaker words_;
  std::vector<std::vector<uint32_t>> sets_of_;
  std::vector<uint32_t> ends_, sets_;
};

}  // namespace mtgauge
