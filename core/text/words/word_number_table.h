// A map from words to numbers in plain arrays that a file can store unchanged.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Looks up the number of a word in arrays that it does not own. Safe with any arrays: if no
// WordNumberTableMaker made them, it finds some number below words() or none.
class WordNumberTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint64_t kEmpty = UINT64_MAX;  // an empty slot

  WordNumberTable() = default;
  WordNumberTable(std::span<const uint64_t> slots, std::span<const uint32_t> ends,
                  std::string_view text)
      : slots_(slots), ends_(ends), text_(text) {}

  uint32_t words() const { return static_cast<uint32_t>(ends_.size()); }
  // Returns the number of a word, or kNone.
  uint32_t Find(std::string_view word) const;
  // Returns the word with a number below words().
  std::string_view Word(uint32_t number) const;

  std::span<const uint64_t> slots() const { return slots_; }
  std::span<const uint32_t> ends() const { return ends_; }
  std::string_view text() const { return text_; }

 private:
  std::span<const uint64_t> slots_;  // power of two: bits of the hash and number, or kEmpty
  std::span<const uint32_t> ends_;   // end of each word in the text
  std::string_view text_;
};

// Numbers words 0, 1, ... in the order of their first occurrence. Their total size may reach 4 GB.
class WordNumberTableMaker {
 public:
  WordNumberTableMaker() : slots_(kFirstSlots, WordNumberTable::kEmpty) {}

  // Reserves memory; call it before adding words.
  void Reserve(size_t words);
  uint32_t FindOrAdd(std::string_view word);
  // Valid until the next word is added.
  WordNumberTable table() const { return {slots_, ends_, text_}; }

 private:
  static constexpr size_t kFirstSlots = 1024;
  void Enter(std::string_view word, uint32_t number);

  std::vector<uint64_t> slots_;
  std::vector<uint32_t> ends_;
  std::string text_;
};

}  // namespace mtgauge
