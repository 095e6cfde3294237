// Numbers for words, in plain arrays, so that a file can hold them as they are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// What the number of a word is looked up in; the arrays are another's. Total: arrays that no
// WordNumberTableMaker made give some number below words(), or none.
class WordNumberTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint64_t kEmpty = UINT64_MAX;  // a slot

  WordNumberTable() = default;
  WordNumberTable(std::span<const uint64_t> slots, std::span<const uint32_t> ends,
                  std::string_view text)
      : slots_(slots), ends_(ends), text_(text) {}

  uint32_t words() const { return static_cast<uint32_t>(ends_.size()); }
  // The number of a word, or kNone.
  uint32_t Find(std::string_view word) const;
  // The word of a number below words().
  std::string_view Word(uint32_t number) const;

  std::span<const uint64_t> slots() const { return slots_; }
  std::span<const uint32_t> ends() const { return ends_; }
  std::string_view text() const { return text_; }

 private:
  std::span<const uint64_t> slots_;  // a power of two: bits of the hash and number, or kEmpty
  std::span<const uint32_t> ends_;   // of each word in the text
  std::string_view text_;
};

// Numbers words 0, 1, ... as they come. Their texts may have 4 GB together.
class WordNumberTableMaker {
 public:
  WordNumberTableMaker() : slots_(kFirstSlots, WordNumberTable::kEmpty) {}

  // Makes room, before any word is added.
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
