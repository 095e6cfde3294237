// A hash table with open addressing, at most half full.
#include "core/text/words/word_number_table.h"

#include <algorithm>
#include <bit>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

uint64_t HashOf(std::string_view word) { return DefaultHash().function(word.data(), word.size()); }

// The upper half of the hash distinguishes nearly all words that share a slot.
uint64_t SlotOf(uint64_t hash, uint32_t number) { return hash >> 32 << 32 | number; }

}  // namespace

std::string_view WordNumberTable::Word(uint32_t number) const {
  const size_t begin = std::min<size_t>(number == 0 ? 0 : ends_[number - 1], text_.size());
  return text_.substr(begin, std::max<size_t>(ends_[number], begin) - begin);
}

uint32_t WordNumberTable::Find(std::string_view word) const {
  const uint64_t hash = HashOf(word);
  for (size_t tried = 0; tried < slots_.size(); ++tried) {
    const uint64_t slot = slots_[(hash + tried) & (slots_.size() - 1)];
    if (slot == kEmpty) return kNone;
    const auto number = static_cast<uint32_t>(slot);
    if (slot == SlotOf(hash, number) && number < ends_.size() && Word(number) == word) {
      return number;
    }
  }
  return kNone;
}

void WordNumberTableMaker::Reserve(size_t words) {
  slots_.assign(std::bit_ceil(std::max(2 * words, kFirstSlots)), WordNumberTable::kEmpty);
  ends_.reserve(words);
}

void WordNumberTableMaker::Enter(std::string_view word, uint32_t number) {
  const uint64_t hash = HashOf(word);
  size_t at = hash & (slots_.size() - 1);
  while (slots_[at] != WordNumberTable::kEmpty) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = SlotOf(hash, number);
}

uint32_t WordNumberTableMaker::FindOrAdd(std::string_view word) {
  const uint32_t found = table().Find(word);
  if (found != WordNumberTable::kNone) return found;
  const auto number = static_cast<uint32_t>(ends_.size());
  text_ += word;
  ends_.push_back(static_cast<uint32_t>(text_.size()));
  if (2 * ends_.size() <= slots_.size()) {
    Enter(word, number);
    return number;
  }
  slots_.assign(2 * slots_.size(), WordNumberTable::kEmpty);
  size_t begin = 0;
  for (uint32_t n = 0; n <= number; ++n) {
    Enter(std::string_view(text_).substr(begin, ends_[n] - begin), n);
    begin = ends_[n];
  }
  return number;
}

}  // namespace mtgauge
