// Words and the sets that each belongs to, in plain arrays, so that a file can hold them as they
// are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/words/word_number_table.h"

namespace mtgauge {

// What a word's sets are looked up in; the arrays are another's. Total, whatever they hold.
class WordSets {
 public:
  static constexpr size_t kArrays = 5;

  WordSets() = default;
  WordSets(const WordNumberTable& words, std::span<const uint32_t> ends,
           std::span<const uint32_t> sets)
      : words_(words), ends_(ends), sets_(sets) {}

  // Takes kArrays arrays. False: no WordSetsMaker made them.
  bool SetArrays(std::span<const std::string_view> arrays);
  void AddArrays(std::vector<std::string_view>& arrays) const;

  // Nothing for a word that is not there.
  std::optional<std::span<const uint32_t>> Find(std::string_view word) const;
  // Appends the word's sets to `found`. False: the word is not there.
  bool AddSets(std::string_view word, std::vector<uint32_t>& found) const;

 private:
  WordNumberTable words_;
  std::span<const uint32_t> ends_;  // of each word's sets
  std::span<const uint32_t> sets_;
};

class WordSetsMaker {
 public:
  // Makes room, before any word is added.
  void Reserve(size_t words) { words_.Reserve(words); }
  // The sets of a word, none if it is new. Valid until the next word is added.
  std::vector<uint32_t>& operator[](std::string_view word);
  // Null if the word is not there.
  const std::vector<uint32_t>* Find(std::string_view word) const;
  // What was made. The arrays are this object's; nothing may be added afterwards.
  WordSets Get();

 private:
  WordNumberTableMaker words_;
  std::vector<std::vector<uint32_t>> sets_of_;
  std::vector<uint32_t> ends_, sets_;
};

}  // namespace mtgauge
