// Numbers words, and matches their occurrences.
#include "core/explain/corpus.h"

namespace mtgauge {

uint32_t Vocabulary::Add(std::string_view word) {
  if (const auto found = numbers_.find(word); found != numbers_.end()) return found->second;
  const uint32_t number = size();
  numbers_.emplace(words_.emplace_back(word), number);
  return number;
}

void WordSequences::Append(std::span<const uint32_t> segment) {
  words_.insert(words_.end(), segment.begin(), segment.end());
  ends_.push_back(words_.size());
}

std::span<const uint32_t> OccurrenceMatcher::Match(std::span<const uint32_t> reference,
                                                   std::span<const uint32_t> hypothesis) {
  next_.resize(reference.size());
  for (auto at = static_cast<uint32_t>(reference.size()); at-- > 0;) {
    next_[at] = first_[reference[at]];
    first_[reference[at]] = at;
  }
  matches_.clear();
  for (const uint32_t word : hypothesis) {
    const uint32_t match = first_[word];
    matches_.push_back(match);
    if (match != kNone) first_[word] = next_[match];
  }
  for (const uint32_t word : reference) first_[word] = kNone;
  return matches_;
}

}  // namespace mtgauge
