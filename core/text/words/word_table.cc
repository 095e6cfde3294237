// Open addressing, at most half full.
#include "core/text/words/word_table.h"

#include <algorithm>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

uint64_t HashOf(std::string_view word) { return DefaultHash().function(word.data(), word.size()); }

}  // namespace

std::string_view WordTable::WordOf(uint32_t number) const {
  if (number >= ends_.size()) return {};
  const size_t begin = std::min<size_t>(number == 0 ? 0 : ends_[number - 1], text_.size());
  return text_.substr(begin, std::max<size_t>(ends_[number], begin) - begin);
}

uint32_t WordTable::Find(std::string_view word) const {
  const uint64_t hash = HashOf(word);
  for (size_t tried = 0; tried < slots_.size(); ++tried) {
    const uint32_t number = slots_[(hash + tried) & (slots_.size() - 1)];
    if (number >= ends_.size()) return kNone;
    if (WordOf(number) == word) return number;
  }
  return kNone;
}

void WordTableMaker::Enter(std::string_view word, uint32_t number) {
  size_t at = HashOf(word) & (slots_.size() - 1);
  while (slots_[at] != WordTable::kNone) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = number;
}

uint32_t WordTableMaker::FindOrAdd(std::string_view word) {
  const uint32_t found = table().Find(word);
  if (found != WordTable::kNone) return found;
  const auto number = static_cast<uint32_t>(ends_.size());
  text_ += word;
  ends_.push_back(static_cast<uint32_t>(text_.size()));
  if (2 * ends_.size() <= slots_.size()) {
    Enter(word, number);
    return number;
  }
  slots_.assign(2 * slots_.size(), WordTable::kNone);
  size_t begin = 0;
  for (uint32_t n = 0; n <= number; ++n) {
    Enter(std::string_view(text_).substr(begin, ends_[n] - begin), n);
    begin = ends_[n];
  }
  return number;
}

}  // namespace mtgauge
